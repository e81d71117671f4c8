"""The package from Python."""

import json
import math
import subprocess
import sys

import numpy as np
import pytest

import sacrerouge_litepyramid
from sacrerouge_litepyramid import api, load, score
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.plugin.lite_pyramid import Lite2Pyramid, Lite3Pyramid

SUMMARIES = ["A fire closed the harbour on Monday.", "Nobody was hurt."]
UNITS = [["A fire closed the harbour.", "Nobody was hurt."]] * 2
REFERENCES = [
    "A fire closed the harbour. Nobody was hurt.",
    ["Nobody was hurt.", "The mayor spoke."],
]


def test_only_a_keyword_names_an_input():
    """References in the second place, as other packages take them, would be taken for units."""
    with pytest.raises(TypeError, match="positional"):
        score(SUMMARIES, [["The cat sat on the mat."]] * len(SUMMARIES))


def test_units_are_scored_as_lite2pyramid_does():
    found = score(SUMMARIES, units=UNITS)
    expected = [
        Lite2Pyramid().score(summary, [{"text": unit} for unit in units])["lite2pyramid"]
        for summary, units in zip(SUMMARIES, UNITS, strict=True)
    ]
    assert found.scores == expected
    assert found.mean == pytest.approx(
        {name: (expected[0][name] + expected[1][name]) / 2 for name in ("p2c", "l2c")}
    )
    assert found.signature["metric"] == "lite2pyramid" and found.signature["units"]["distinct"] == {
        "scu": 2
    }


def test_references_are_scored_as_lite3pyramid_does():
    metric = Lite3Pyramid(extractor="clauses")
    contexts = [[REFERENCES[0]], REFERENCES[1]]
    expected = [
        metric.score(summary, each)["lite3pyramid"]
        for summary, each in zip(SUMMARIES, contexts, strict=True)
    ]
    assert score(SUMMARIES, references=REFERENCES).scores == expected


def test_every_score_opens_down_to_the_unit():
    found = score(SUMMARIES, units=[UNITS[0], [Unit("Nobody was hurt.", weight=2)]])
    table = found.to_pandas("units")
    assert list(table["summary"]) == [0, 0, 1]
    assert list(table["weight"]) == [1, 1, 2]
    assert table["p2c"][:2].mean() == pytest.approx(found.scores[0]["p2c"])


def test_ids_and_systems_may_be_arrays():
    found = score(
        SUMMARIES, units=UNITS, instance_ids=np.array(["x", "y"]), systems=np.array(["s", "t"])
    )
    assert (found.instance_ids, found.systems) == (("x", "y"), ("s", "t"))


def test_a_summary_without_units_has_no_score_and_is_left_out_of_the_mean():
    found = score(SUMMARIES, units=[[], UNITS[1]])
    assert math.isnan(found.scores[0]["p2c"])
    assert found.mean == found.scores[1]
    assert math.isnan(score(SUMMARIES[:1], units=[[]]).mean["p2c"])
    assert score([], units=[]).mean == {}


def test_settings_are_those_of_a_config():
    cached = score(SUMMARIES, units=UNITS, judge={"type": "lexical"})
    assert cached.scores == score(SUMMARIES, units=UNITS, judge="lexical").scores
    sentence = score(SUMMARIES, references=REFERENCES, extractor={"type": "sentence"})
    assert [judgement.units[0].text for judgement in sentence.judgements] == [
        "A fire closed the harbour.",
        "Nobody was hurt.",
    ]


MISTAKES = {
    "pass either units, references or documents": {},
    "pass either units, references or documents, one for each summary": {
        "units": UNITS,
        "references": REFERENCES,
    },
    "2 summaries, but units for 1": {"units": UNITS[:1]},
    "2 summaries, but references for 3": {"references": [*REFERENCES, "x"]},
    "units must be a list, an item for each summary, not the text 'Nobody was hurt.'": {
        "units": "Nobody was hurt."
    },
    r"units\[1\] must be the list of a summary's facts, not '火灾'": {"units": [UNITS[0], "火灾"]},
    r"units\[0\] has the fact \{'text': 'x'\}; pass each fact as a text or a Unit": {
        "units": [[{"text": "x"}], UNITS[0]]
    },
    "references must be a list, an item for each summary, not the text 'Hi'": {"references": "Hi"},
    r"references\[1\] must be a text or a list of texts, not None": {
        "references": [REFERENCES[0], None]
    },
    "the metric 'rouge' is unknown; .*known: .*lite2pyramid": {"units": UNITS, "metric": "rouge"},
    # The keys of a dictionary are not scored.
    "references must be a list, .*not the dict": {"references": {"A fire": 1, "Rain": 2}},
}


@pytest.mark.parametrize("message", MISTAKES)
def test_mistakes_are_named(message):
    with pytest.raises(ValueError, match=message):
        score(SUMMARIES, **MISTAKES[message])


def test_a_summary_that_is_not_a_text_is_refused():
    with pytest.raises(
        ValueError, match="a text must be a string or a list of sentences, not None"
    ):
        score([SUMMARIES[0], None], references=REFERENCES)


SECOND = ["Nobody was hurt by the fire.", "The mayor gave a speech."]
BY_SUMMARY = [
    [first, second] for first, second in zip(["A fire.", "Nobody was hurt."], SECOND, strict=True)
]


def test_references_have_one_order_and_another_is_refused_with_the_remedy():
    lists = [list(each) for each in zip(*BY_SUMMARY, strict=True)]
    assert (
        score(SUMMARIES, references=lists).scores != score(SUMMARIES, references=BY_SUMMARY).scores
    )
    message = (
        r"2 summaries, but references for 3; pass .*its references; lists in sacrebleu's "
        r"order.*list\(zip\(\*ref"
    )
    with pytest.raises(ValueError, match=message):
        score(SUMMARIES, references=[*lists, lists[0]])
    with pytest.raises(
        ValueError, match="2 summaries, but references for 1; pass .*or the list of its references$"
    ):
        score(SUMMARIES, references=REFERENCES[:1])


def test_completion_lists_the_api_and_imports_nothing():
    script = (
        "import sys, json, sacrerouge_litepyramid as p; "
        "print(json.dumps([dir(p), [m for m in sys.modules if m.startswith(('numpy', "
        "'sacrerouge_litepyramid.'))]]))"
    )
    out = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout
    names, modules = json.loads(out)
    assert names == sorted(sacrerouge_litepyramid.__all__) and "evaluate_table" in names
    assert modules == ["sacrerouge_litepyramid._version"]
    assert all(getattr(sacrerouge_litepyramid, name) for name in names)


EVERY = {
    "lite2pyramid": {"units": UNITS},
    "lite2xpyramid": {"units": UNITS},
    "lite3pyramid": {"references": REFERENCES},
    "supert-native": {"documents": REFERENCES},
    "tfidf-relevance": {"documents": REFERENCES},
    "js-relevance": {"documents": REFERENCES},
    "reaper": {"documents": REFERENCES},
    "cls-cosine": {"documents": REFERENCES},
    "ffci-faithfulness": {"documents": REFERENCES},
    "ffci-focus": {"references": REFERENCES},
    "ffci-coverage": {"references": REFERENCES},
    "ffci-coherence": {},
}
TWO_SENTENCES = [
    "A fire closed the harbour. Nobody was hurt.",
    "Nobody was hurt. The harbour was closed.",
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("metric", EVERY)
def test_every_metric_is_loaded_by_its_name(metric):
    loaded = load(metric)
    found = loaded.score(TWO_SENTENCES, **EVERY[metric])
    assert len(found.scores) == 2 and all(
        math.isfinite(value) for row in found.scores for value in row.values()
    )
    assert found.signature["metric"] == metric


@pytest.mark.parametrize(
    ("metric", "given", "message"),
    [
        (
            "supert-native",
            {"references": REFERENCES},
            "'supert-native' needs documents, not references; pass them",
        ),
        (
            "ffci-focus",
            {},
            "the metric 'ffci-focus' needs references; pass them, one for each summary",
        ),
        ("ffci-coherence", {"units": UNITS}, "needs only the summaries; remove units"),
        (
            "lite2pyramid",
            {"units": UNITS, "documents": REFERENCES},
            "needs only units; remove documents",
        ),
        ("lite2pyramid", {"units": UNITS, "systems": ["a"]}, "2 summaries, but systems for 1"),
    ],
)
def test_what_a_metric_needs_is_checked(metric, given, message):
    with pytest.raises(ValueError, match=message):
        score(TWO_SENTENCES, metric=metric, **given)


def test_an_unknown_setting_names_the_nearest():
    with pytest.raises(ValueError, match="the argument 'jugde' is unknown; did you mean 'judge'"):
        load("lite2pyramid", jugde="lexical")


def test_the_notice_of_the_default_judge_is_shown_once():
    script = (
        "from sacrerouge_litepyramid import score\n"
        "import warnings\n"
        "for _ in range(3):\n"
        "    score(['A fire.'], units=[['A fire.']])\n"
        "    warnings.simplefilter('default')  # after a change of the filters Python repeats "
        "warnings\nscore(['A fire.'], units=[['A fire.']], judge='lexical')"
    )
    said = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stderr
    assert said.count("No judge was named, so the default judges: lexical") == 1


def test_a_result_prints_as_a_table_of_systems_the_best_first():
    found = score(
        [*SUMMARIES, *SUMMARIES], units=UNITS * 2, systems=["b", "a", "b", "a"], judge="lexical"
    )
    head, first, second, signature = found.details().splitlines()
    assert str(found).splitlines() == [head, first, second]
    assert head.split() == ["system", "lite2pyramid_p2c", "lite2pyramid_l2c", "summaries"]
    means = {"b": found.scores[0]["p2c"], "a": found.scores[1]["p2c"]}
    best, other = sorted(means, key=lambda name: -means[name])
    assert first.split()[:2] == [best, f"{means[best]:.3f}"] and second.split()[0] == other
    assert first.split()[-1] == "2" and signature.startswith("lite2pyramid|version:")
    assert found._repr_html_().startswith("<table>")


def test_a_result_is_explained_drawn_and_reported_as_an_evaluation_is(tmp_path):
    references = ["A fire closed the market on Monday. Nobody was hurt."] * 2
    texts = ["A fire closed the market.", "It rained."]
    found = score(
        texts,
        references=references,
        instance_ids=["x", "x"],
        systems=["one", "none"],
        judge="lexical",
    )
    assert found.explain().about["summarizer_id"] == "none", "the lowest score by default"
    text = str(found.explain("x", "one"))
    assert repr(found.explain("x", "one")) == text and repr(found) == str(found)
    assert (
        text.startswith(f"x, one: lite3pyramid p2c {found.scores[0]['p2c']:.3f}")
        and "Monday" in text
    )
    page = found.report(tmp_path / "page.html").read_text("utf-8")
    assert page.startswith("<!doctype html>") and "lite3pyramid_p2c" in page
    figure = found.plot(tmp_path / "means.svg")
    assert [axes.get_xlabel() for axes in figure.axes] == [
        f"mean {name}, 95% interval" for name in found.column_names()
    ]
    assert "none" in (tmp_path / "means.svg").read_text("utf-8")
    assert (
        found.to_latex().count("\n") < 10
        and "none" in found.to_markdown()
        and "It rained" not in found.to_latex()
    )


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"units": [["A fire."]] * 2, "instance_ids": ["x", "x"]},
            "2 summaries of 'x' by 'system'; pass other instance_ids or systems",
        ),
        (
            {"units": [["A fire."], ["B."]], "instance_ids": ["x", "x"], "systems": ["a", "b"]},
            "summaries of 'x' differ in their units",
        ),
        (
            {"references": ["A fire."] * 2, "metric": "rouge-native"},
            "rouge-native does not judge units; choose a metric that does",
        ),
    ],
)
def test_what_cannot_be_explained_is_refused(given, message):
    settings = {} if "metric" in given else {"judge": "lexical"}
    with pytest.raises(ValueError, match=message):
        score(SUMMARIES, **given, **settings).explain()
    with pytest.raises(ValueError, match="^the result has no summary; score at least one$"):
        score([], units=[]).explain()


def test_a_table_of_scores_has_ids_systems_and_texts():
    table = score(
        SUMMARIES, units=UNITS, instance_ids=["x", "y"], systems=["s", "t"], judge="lexical"
    ).to_pandas()
    assert table[["instance_id", "summarizer_id", "summary"]].values.tolist() == [
        ["x", "s", SUMMARIES[0]],
        ["y", "t", SUMMARIES[1]],
    ]
    assert "lite2pyramid_p2c" in table.columns


def test_given_units_of_lite3pyramid_are_not_extracted():
    found = score(SUMMARIES, units=UNITS, metric="lite3pyramid", judge="lexical")
    assert [unit.text for unit in found.judgements[0].units] == UNITS[0]


@pytest.mark.parametrize("scorer", [score, load("lite3pyramid").score])
def test_a_warning_names_the_line_that_scored(scorer, monkeypatch):
    monkeypatch.setattr(api, "_SHOWN", set())
    with pytest.warns(UserWarning, match="made ready") as caught:
        scorer(["A [UNK] fire."], references=[["A fire closed the harbour."]])
    assert {warning.filename for warning in caught} == {__file__}
