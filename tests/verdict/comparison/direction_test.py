"""The question whether a lower score is better: by names, and by correlations."""

import pytest

from sacrerouge_litepyramid import agreement, compare, compare_metrics
from sacrerouge_litepyramid.meta_evaluation.records import MetricAgreement
from sacrerouge_litepyramid.statistics.correlation_estimates import Correlation
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.verdict.comparison.direction import ask_direction


def ask(human, *values, metric="m"):
    measured = [
        MetricAgreement(metric, system=Correlation(*[Estimate(value)] * 3)) for value in values
    ]
    return [warning.text for warning in ask_direction(human, measured)]


@pytest.mark.parametrize(
    "name", ["rank", "overall_rank", "avgRank", "numErrors", "Edit distance", "hallucinations"]
)
def test_names_of_ranks_and_errors_are_asked_about(name):
    (question,) = ask(name, 0.9)
    assert question.startswith(f"Is a lower {name} better? If so, pass lower_is_better=['{name}'];")
    assert ask("quality", 0.9, metric=name) == [question]


@pytest.mark.parametrize(
    "name", ["rating", "credit", "franked", "glossary", "error_free", "overall_rank_negated"]
)
def test_other_names_are_not(name):
    assert ask(name, 0.9) == ask(name) == []


@pytest.mark.parametrize(
    "values, asked", [((-0.9, -0.2), True), ((-0.9, 0.1), False), ((-0.3,), False)]
)
def test_scores_that_all_correlate_negatively_are_asked_about(values, asked):
    assert bool(ask("quality", *values, float("nan"))) is asked
    assert ask("quality_negated", *values) == []


ROWS = [
    {
        "instance_id": str(document),
        "summarizer_id": str(rank),
        "rank": rank,
        "ter": rank / 4 + document / 9,
        "f1": -rank,
    }
    for document in range(3)
    for rank in range(1, 5)
]


def test_named_scores_are_negated_in_all_results():
    lower = ["rank", "ter"]
    report = agreement(ROWS, ["ter", "f1"], human="rank", lower_is_better=lower)
    assert report.human_metric == "rank_negated" and set(report.scores.metrics) == {
        "ter_negated",
        "f1",
    }
    assert [row.system.pearson.value for row in report.metrics] == pytest.approx([1, 1])
    assert (
        str(compare_metrics(ROWS, ["ter", "f1"], human="rank", lower_is_better=lower)).count(
            "rank_negated"
        )
        == 1
    )
    ranked = compare(ROWS, metric="ter", lower_is_better=lower)
    assert ranked.metric == "ter_negated" and [row.system for row in ranked.systems] == [
        "1",
        "2",
        "3",
        "4",
    ]
    with pytest.raises(ValueError, match="no metric 'tar'; known: .*did you mean 'ter'"):
        agreement(ROWS, ["f1"], human="rank", lower_is_better=["tar"])
