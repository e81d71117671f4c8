"""lite3pyramid straight from references gives what extracting first and scoring then gives."""

import json
import math

import numpy as np
import pytest
from sacrerouge.commands.evaluate import evaluate_instances
from sacrerouge.commands.score import score_instances

from helpers.fakes import AllWords, Forgetful
from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.extractor import SentenceExtractor
from sacrerouge_litepyramid.plugin.lite_pyramid import Lite2Pyramid, Lite2xPyramid, Lite3Pyramid
from sacrerouge_litepyramid.plugin.readers import (
    PyramidUnitsDatasetReader,
    SummariesAndReferencesDatasetReader,
    UnitsBasedDatasetReader,
)
from sacrerouge_litepyramid.verdict.demo import SAMPLE

HELD = 1 / (1 + math.exp(-2))
MISSED = 1 / (1 + math.exp(2))


def lite2(**arguments):
    return Lite2Pyramid(judge=AllWords(), **arguments)


def test_scores_by_hand():
    scores = lite2().score("the cat sat", [Unit("cat", 3), Unit("dog", 1)])["lite2pyramid"]
    assert scores["p2c"] == pytest.approx((3 * HELD + MISSED) / 4)
    assert scores["l2c"] == scores["l3c"] == 0.75
    e2, e1 = math.exp(2), math.e
    assert scores["p3c"] == pytest.approx((3 * e2 / (e2 + 2) + 1 / (1 + 2 * e1)) / 4)


def test_a_summary_may_be_a_list_of_sentences():
    assert lite2().score(["the cat", "sat"], [Unit("cat sat")])["lite2pyramid"]["l2c"] == 1


def test_duplicate_units_count_twice_but_are_judged_once(tmp_path):
    metric = Lite2Pyramid(judge=AllWords(log=str(tmp_path / "log")))
    assert metric.score("a b", [Unit("a"), Unit("a"), Unit("c")])["lite2pyramid"][
        "l2c"
    ] == pytest.approx(2 / 3)
    assert len((tmp_path / "log").read_text().splitlines()) == 2


@pytest.mark.parametrize("summary", ["  \n\t", []])
def test_an_empty_summary_scores_zero_and_the_judge_is_not_asked(summary, tmp_path):
    metric = Lite2Pyramid(judge=AllWords(log=str(tmp_path / "log")))
    assert metric.score(summary, [Unit("a")])["lite2pyramid"] == {
        "p2c": 0,
        "l2c": 0,
        "p3c": 0,
        "l3c": 0,
    }
    assert not (tmp_path / "log").exists()


def test_a_unit_without_an_answer_does_not_count_and_is_counted(caplog):
    metric = Lite2Pyramid(judge=Forgetful())
    scores = metric.score("rain in the north", [Unit("rain", 3), Unit("north", 5), Unit("sun", 1)])[
        "lite2pyramid"
    ]
    assert (scores["l2c"], scores["l3c"]) == (0.75, 0.75)
    assert scores["p2c"] == pytest.approx((3 * HELD + MISSED) / 4)
    assert (
        "the judge gave no answer for 1 of 3 units; a score is the mean of the others"
        in caplog.text
    )
    assert (scores["units"], scores["answered"]) == (3, 2)
    assert scores["answeredweight"] == pytest.approx(4 / 9)


@pytest.mark.parametrize("units", [[], [Unit("a", 0)]])
def test_without_units_or_weight_the_score_is_nan_with_the_same_keys(units):
    scores = lite2().score("a", units)["lite2pyramid"]
    assert set(scores) == {"p2c", "l2c", "p3c", "l3c"}
    assert all(math.isnan(score) for score in scores.values())


def test_two_classes_give_two_measures_even_for_an_empty_summary():
    metric = Lite2Pyramid(judge=AllWords(classes=2))
    for summary in ("a", ""):
        assert set(metric.score(summary, [Unit("a")])["lite2pyramid"]) == {"p2c", "l2c"}


def test_lite3_takes_the_union_with_duplicates_and_without_weights():
    units = [Unit("a", 5, "stu", (0,)), Unit("a", 1, "stu", (1,)), Unit("c", 1, "stu", (1,))]
    metric = Lite3Pyramid(judge=AllWords())
    assert metric.score("a b", units)["lite3pyramid"]["l2c"] == pytest.approx(2 / 3)


def test_lite2x_takes_both_kinds_with_their_weights():
    metric = Lite2xPyramid(judge=AllWords())
    units = [Unit("a", 3, "scu"), Unit("c", 1, "stu")]
    assert metric.score("a", units)["lite2xpyramid"]["l2c"] == 0.75


def test_the_mean_leaves_out_summaries_without_units(caplog):
    metric = lite2()
    macro, micro = metric.evaluate(["a", "a"], [[Unit("a")], []])
    assert macro["lite2pyramid"]["l2c"] == 1 and len(micro) == 2
    assert "1 of 2 summaries have no unit" in caplog.text


def test_units_of_another_kind_give_a_warning(caplog):
    lite2().score("a", [Unit("a", kind="stu")])
    assert "lite2pyramid is defined for SCUs, but some units are STUs (1)" in caplog.text


def test_nested_scores_equal_single_ones():
    metric = lite2()
    summaries = [["a b", ""], ["c"]]
    units = [[Unit("a"), {"text": "c"}], [Unit("c")]]
    nested = metric.score_multi_all(summaries, units)
    assert nested == [
        [metric.score(text, members) for text in row]
        for row, members in zip(summaries, units, strict=True)
    ]
    assert metric.score_multi(["a b", ""], [Unit("a"), Unit("c")]) == nested[0]


def test_every_pair_is_judged_once_under_jackknifing(tmp_path):
    write_lines(
        tmp_path / "summaries.jsonl",
        [
            {
                "instance_id": "i",
                "summarizer_id": "s",
                "summarizer_type": "peer",
                "summary": {"text": "a b"},
            },
            {
                "instance_id": "i",
                "summarizer_id": "R2",
                "summarizer_type": "reference",
                "summary": {"text": "c d"},
            },
        ],
    )
    contributors = [[0, 1], [1], [2, 2]]
    write_lines(
        tmp_path / "pyramids.jsonl",
        [
            {
                "instance_id": "i",
                "summarizer_ids": ["R0", "R1", "R2"],
                "summaries": ["a", "a b", "c d"],
                "scus": [
                    {
                        "scu_id": n,
                        "label": label,
                        "contributors": [{"summary_index": i} for i in members],
                    }
                    for n, (label, members) in enumerate(zip("abc", contributors, strict=True))
                ],
            }
        ],
    )
    instances = PyramidUnitsDatasetReader().read(
        str(tmp_path / "summaries.jsonl"), str(tmp_path / "pyramids.jsonl")
    )
    metric = Lite2Pyramid(
        judge=AllWords(log=str(tmp_path / "log")), evidence_output=str(tmp_path / "evidence.jsonl")
    )
    results = score_instances(instances, [metric])["i"]
    # Weights a 2, b 1, c 1: the summary "a b" holds 3 of 4. Without R0: (1 + 1) / 3, without R1: 1
    # / 2, without R2: 1.
    assert results["s"].metrics["lite2pyramid"]["l2c"] == pytest.approx(3 / 4)
    assert results["s"].metrics["lite2pyramid_jk"]["l2c"] == pytest.approx(
        np.mean([2 / 3, 1 / 2, 1])
    )
    # The reference R2 is judged by the units of the others, and only as a jackknifed value.
    assert results["R2"].metrics.keys() == {"lite2pyramid_jk"}
    assert results["R2"].metrics["lite2pyramid_jk"]["l2c"] == 0
    assert len((tmp_path / "log").read_text().splitlines()) == 5
    evidence = {line["summarizer_id"]: line for line in read_lines(tmp_path / "evidence.jsonl")}
    assert [unit["weight"] for unit in evidence["s"]["units"]] == [2, 1, 1]


def test_evidence_opens_a_score_down_to_its_units(data, tmp_path):
    instances = UnitsBasedDatasetReader().read(
        str(data / "summaries.jsonl"), str(data / "scus.jsonl")
    )
    metric = lite2(evidence_output=str(tmp_path / "evidence.jsonl"))
    macro, micro = evaluate_instances(instances, [metric])
    lines = read_lines(tmp_path / "evidence.jsonl")
    assert [(line["instance_id"], line["summarizer_id"]) for line in lines] == [
        ("a", "good"),
        ("a", "poor"),
        ("b", "good"),
        ("b", "poor"),
    ]
    (signature,) = json.loads((tmp_path / "evidence.jsonl.signature.json").read_text("utf-8"))
    assert signature["metric"] == "lite2pyramid" and signature["units"]["distinct"] == {"scu": 5}
    by_name = {
        (item.instance_id, item.summarizer_id): item.metrics["lite2pyramid"] for item in micro
    }
    for line in lines:
        weights = [unit["weight"] for unit in line["units"]]
        for measure in ("p2c", "l2c", "p3c", "l3c"):
            mean = np.average([unit[measure] for unit in line["units"]], weights=weights)
            assert mean == pytest.approx(
                by_name[line["instance_id"], line["summarizer_id"]][measure]
            )
        # an empty summary is not shown to the model
        for unit in line["units"] if line["summary"] else ():
            assert unit["p3c"] + unit["neutral"] + unit["contradiction"] == pytest.approx(1)
    assert macro["lite2pyramid"]["l2c"] == pytest.approx((1 + 0 + 2 / 3 + 0) / 4)


SUMMARIES = SAMPLE / "summaries.jsonl"


@pytest.mark.parametrize("extractor", ["sentence", "dependency"])
def test_one_step_equals_two_steps(extractor, tmp_path, monkeypatch):
    if extractor != "sentence":
        pytest.importorskip("spacy")
    monkeypatch.setenv("LITEPYRAMID_CACHE", str(tmp_path / "cache"))
    stus = str(tmp_path / "stus.jsonl")
    assert (
        main(
            [
                "extract-units",
                "--references",
                str(SUMMARIES),
                "--output",
                stus,
                "--extractor",
                extractor,
            ]
        )
        == 0
    )
    by_file = Lite3Pyramid(evidence_output=str(tmp_path / "two.evidence.jsonl"))
    two_steps = score_instances(UnitsBasedDatasetReader().read(str(SUMMARIES), stus), [by_file])
    by_references = Lite3Pyramid(
        extractor=extractor, evidence_output=str(tmp_path / "one.evidence.jsonl")
    )
    one_step = score_instances(
        SummariesAndReferencesDatasetReader().read(str(SUMMARIES)), [by_references]
    )
    assert one_step == two_steps
    assert any(
        "lite3pyramid_jk" in scored.metrics
        for by_system in two_steps.values()
        for scored in by_system.values()
    )
    assert read_lines(tmp_path / "one.evidence.jsonl") == read_lines(
        tmp_path / "two.evidence.jsonl"
    )


def test_the_union_over_references_keeps_duplicates():
    metric = Lite3Pyramid(judge=AllWords(), extractor=SentenceExtractor())
    references = ["A cat. A dog.", "A cat."]
    score = metric.score("a cat .", references)["lite3pyramid"]
    assert score["l2c"] == 0
    score = metric.score("a cat.", references)["lite3pyramid"]
    assert score["l2c"] == pytest.approx(2 / 3)


def test_the_signature_names_the_extractor(caplog):
    caplog.set_level("INFO")
    Lite3Pyramid(judge=AllWords(), extractor="sentence").score("a", ["a"])
    assert "|extractor.type:sentence" in caplog.text
