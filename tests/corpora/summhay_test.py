"""SummHay's layout with made-up texts, and the released file: labels of people and models."""

import json

import pytest

from helpers.support import read_lines
from sacrerouge_litepyramid.corpora.summhay import SummHay
from sacrerouge_litepyramid.verdict.comparison.comparisons import agreement

INSIGHTS = [
    {"insight_id": "i1", "insight": "The ferry was late."},
    {"insight_id": "i2", "insight": "Two cars were damaged."},
]
RECORD = {
    "subtopic_id": "t1",
    "summkey": "summary_subtopic_vector_m1",
    "summary": ["* The ferry was an hour late. [1]", "* Nobody complained. [2]"],
    "reference_insights": INSIGHTS,
    "annotation": [
        {"insight_id": "i2", "coverage": "not_covered"},
        {"insight_id": "i1", "coverage": "partially_covered"},
    ],
    "predictions_m9": [
        {"insight_id": "i1", "coverage": "FULL_COVERAGE"},
        {"insight_id": "i2", "coverage": "NO_COVERAGE"},
    ],
}


def setup(tmp_path, *records):
    path = tmp_path / "released.json"
    path.write_text(json.dumps(records), "utf-8")
    return SummHay().setup(tmp_path / "data", source=path)


def test_labels_scores_and_evidence(tmp_path):
    counts = setup(tmp_path, RECORD, {**RECORD, "summkey": "summary_subtopic_m2"})
    assert counts == {"dataset": "SummHay", "instances": 1, "systems": 2, "labels": 4}
    labels = read_lines(tmp_path / "data/labels.jsonl")
    assert [(line["summarizer_id"], line["labels"]) for line in labels] == [
        ("vector_m1", [0.5, 0]),
        ("m2", [0.5, 0]),
    ]
    assert read_lines(tmp_path / "data/metrics.jsonl")[0]["metrics"] == {
        "litepyramid_recall": 0.25,
        "m9": 0.5,
    }
    (units,) = read_lines(tmp_path / "data/scus.jsonl")
    assert [unit["text"] for unit in units["units"]] == [insight["insight"] for insight in INSIGHTS]
    judged = read_lines(tmp_path / "data/evidence.jsonl")[0]
    assert judged["metric"] == "m9" and [unit["p2c"] for unit in judged["units"]] == [1, 0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"annotation": RECORD["annotation"][:1]}, "as Summary of a Haystack wrote it .*'i1'"),
        ({"annotation": [{"insight_id": "i1", "coverage": "half"}]}, "no field 'half'"),
    ],
)
def test_another_layout_is_refused(tmp_path, change, message):
    with pytest.raises(ValueError, match=message):
        setup(tmp_path, {**RECORD, **change})
    assert not (tmp_path / "data").exists()


@pytest.mark.numbers
def test_published_labels_of_models_have_the_correlations_of_the_paper(shared, tmp_path):
    """Over summaries; origin: the README beside the data, by another program."""
    SummHay().setup(tmp_path, source=shared / "data/summhay/eval_benchmark_data.json")
    rows = agreement(tmp_path, resamples=0).to_dict()["rows"]
    r = {
        row["metric"].removesuffix("_p2c"): row["value"]
        for row in rows
        if (row["level"], row["coefficient"]) == ("global", "pearson")
    }
    expected = {
        "prompted_gpt-4o": 0.801,
        "prompted_claude3-opus": 0.739,
        "prompted_gemini-1.5-pro": 0.818,
        "prompted_gpt3.5": 0.639,
        "prompted_claude3-haiku": 0.561,
    }
    assert {name: r[name] for name in expected} == pytest.approx(expected, abs=0.002)
