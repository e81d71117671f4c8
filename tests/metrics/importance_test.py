"""Vital and okay units: scores over all and over the vital ones, from Python to the report.

Units of weight 0.
"""

import math
from dataclasses import replace

import pytest
from sacrerouge.commands.evaluate import evaluate_instances

from helpers.score_files import score_files
from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid import evaluate_table, score
from sacrerouge_litepyramid.cli.main import main
from sacrerouge_litepyramid.core.judgements import LabelledSummary, compute_human_scores
from sacrerouge_litepyramid.core.units import (
    Unit,
    leave_reference_out,
    unit_from_json,
    unit_to_json,
)
from sacrerouge_litepyramid.metrics import lite_pyramid
from sacrerouge_litepyramid.plugin.lite_pyramid import Lite2Pyramid
from sacrerouge_litepyramid.plugin.readers import UnitsBasedDatasetReader
from sacrerouge_litepyramid.verdict.labels.sampling.estimation import estimate

VITAL = Unit("The harbour burned.", 2, importance="vital")
OKAY = Unit("Nobody was hurt.", importance="okay")
PLAIN = Unit("It rained.")
TEXT = "The harbour burned. It rained."


@pytest.fixture
def folder(tmp_path):
    """Two systems and four documents.

    The last has no vital unit, and each has a vital one of weight 0.
    """
    units = [
        [VITAL, OKAY, replace(VITAL, text="Nobody was hurt at sea.", weight=0)] for _ in range(3)
    ] + [[OKAY, PLAIN]]
    texts = {"good": f"{VITAL.text} {OKAY.text}", "poor": OKAY.text}
    keys = [
        {"instance_id": f"d{n}", "summarizer_id": name} for n in range(len(units)) for name in texts
    ]
    write_lines(
        tmp_path / "summaries.jsonl",
        [
            {**key, "summarizer_type": "peer", "summary": {"text": texts[key["summarizer_id"]]}}
            for key in keys
        ],
    )
    write_lines(
        tmp_path / "scus.jsonl",
        [
            {"instance_id": f"d{n}", "units": [unit_to_json(each) for each in own]}
            for n, own in enumerate(units)
        ],
    )
    metric = Lite2Pyramid(evidence_output=str(tmp_path / "evidence.jsonl"))
    inputs = [tmp_path / "summaries.jsonl", tmp_path / "scus.jsonl"]
    score_files(metric, UnitsBasedDatasetReader(), inputs, tmp_path / "scores.jsonl")
    return tmp_path


def write_labels(folder, label):
    """Write labels of 1, but ``label`` for the unit of weight 0."""
    lines = read_lines(folder / "evidence.jsonl")
    ids = [{name: line[name] for name in ("instance_id", "summarizer_id")} for line in lines]
    labels = [[1 if unit["weight"] else label for unit in line["units"]] for line in lines]
    write_lines(
        folder / "labels.jsonl",
        [{**key, "labels": own} for key, own in zip(ids, labels, strict=True)],
    )


def test_scores_over_vital_units_are_hand_computed():
    found = score(
        [TEXT, TEXT, ""], units=[[VITAL, OKAY, PLAIN], [OKAY, PLAIN], [VITAL]], judge="lexical"
    )
    of_units = [unit["p2c"] for unit in found.units()]
    first, second, empty = found.scores
    assert first["p2c"] == pytest.approx((2 * of_units[0] + of_units[1] + of_units[2]) / 4)
    assert (
        first["l2c"] == 0.75
        and first["p2c_vital"] == pytest.approx(of_units[0])
        and first["l2c_vital"] == 1
    )
    assert (
        second["l2c"] == 0.5 and math.isnan(second["p2c_vital"]) and math.isnan(second["l2c_vital"])
    )
    assert set(empty.values()) == {0}
    assert found.mean["l2c"] == pytest.approx((0.75 + 0.5) / 3) and found.mean["l2c_vital"] == 0.5
    assert [unit["importance"] for unit in found.units()][:3] == ["vital", "okay", None]


def test_without_importance_nothing_is_added():
    found = score([TEXT], units=[[PLAIN]], judge="lexical")
    assert list(found.scores[0]) == ["p2c", "l2c"] and "importance" not in next(found.units())
    assert "importance" not in unit_to_json(PLAIN)
    assert list(compute_human_scores(LabelledSummary("d", "s", "", (PLAIN,), (0.5,)), "h")) == ["h"]


def test_human_scores_strict_and_graded_over_all_and_vital():
    labelled = LabelledSummary("d", "s", "", (VITAL, VITAL, OKAY, PLAIN), (1, 0.5, 0.5, math.nan))
    assert compute_human_scores(labelled, "h") == pytest.approx(
        {"h": (2 + 1 + 0.5) / 5, "h_strict": 2 / 5, "h_vital": 3 / 4, "h_strict_vital": 2 / 4}
    )


def test_a_unit_keeps_its_importance():
    assert unit_from_json(unit_to_json(VITAL)) == VITAL
    assert [
        unit.importance for unit in lite_pyramid.Lite3Pyramid("lexical").weigh((VITAL, PLAIN))
    ] == ["vital", None]
    (left,) = leave_reference_out([replace(VITAL, references=(0, 1))], 0)
    assert left.importance == "vital"


def test_files_means_and_report(folder, capsys):
    good, poor = (
        line["metrics"]["lite2pyramid"] for line in read_lines(folder / "scores.jsonl")[:2]
    )
    assert (good["l2c"], good["l2c_vital"]) == (1, 1)
    assert (poor["l2c"], poor["l2c_vital"]) == (pytest.approx(1 / 3), 0)
    instances = UnitsBasedDatasetReader().read(
        str(folder / "summaries.jsonl"), str(folder / "scus.jsonl")
    )
    means = evaluate_instances(instances, [Lite2Pyramid()])[0]["lite2pyramid"]
    assert means["l2c_vital"] == 0.5 and means["l2c"] == pytest.approx(
        (3 * (1 + 1 / 3) + 2 * 0.5) / 8
    )
    assert main(["compare", str(folder), "--metrics", "lite2pyramid_l2c_vital"]) == 0
    assert main(["report", str(folder)]) == 0
    # The judge's name is in the signature that the metric writes beside its evidence.
    assert "Warning: The lexical judge compares words" in capsys.readouterr().out


def test_a_unit_of_weight_0_is_shown_and_counts_nothing(folder, capsys):
    """It is stated nearly, so that it would count if it did."""
    line = read_lines(folder / "evidence.jsonl")[1]
    assert (
        line["summarizer_id"] == "poor"
        and line["units"][2]["p2c"] > 0.4
        and line["scores"]["p2c_vital"] < 0.2
    )
    assert main(["explain", str(folder), "d0", "poor"]) == 0
    shown = capsys.readouterr().out
    assert (
        "Nobody was hurt at sea. (vital, weight 0)" in shown and "Nobody was hurt. (okay)" in shown
    )
    found = []
    for label in (1, 0):
        write_labels(folder, label)
        found.append(estimate(folder, folder / "labels.jsonl").to_dict()["systems"])
    assert found[0] == found[1]


def test_an_estimate_over_vital_units_is_refused(folder):
    write_labels(folder, 1)
    with pytest.raises(ValueError, match="estimates cover all units"):
        estimate(folder, folder / "labels.jsonl", metric="lite2pyramid_p2c_vital")


def test_a_table_with_labels(tmp_path):
    units = [unit_to_json(unit) for unit in (VITAL, OKAY)]
    rows = [
        {"id": name, "system": system, "summary": TEXT, "units": units, "labels": [1, grade]}
        for name in "abc"
        for system, grade in (("one", 0), ("two", 0.5))
    ]
    found = evaluate_table(rows, output_dir=tmp_path / "out")
    assert {"lite2pyramid_p2c_vital", "lite2pyramid_l2c_vital"} <= set(found.scores[0])
    line = read_lines(tmp_path / "out/metrics.jsonl")[1]["metrics"]
    assert line == pytest.approx(
        {"litepyramid_recall": 2.5 / 3, "litepyramid_recall_strict": 2 / 3}
        | {"litepyramid_recall_vital": 1, "litepyramid_recall_strict_vital": 1}
    )


@pytest.mark.parametrize("importance", ["", "Vital", 1, ["vital"]])
def test_another_importance_is_refused(importance):
    with pytest.raises(ValueError, match="a unit's importance must be vital or okay, not"):
        unit_from_json({"text": "It rained.", "importance": importance})
