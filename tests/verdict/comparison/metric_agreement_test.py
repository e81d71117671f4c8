"""The rows of an agreement by hand, its counts and its text."""

import json

import numpy as np
import pytest
from scipy import stats

from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.meta_evaluation.records import GLOBAL, SUMMARY, SYSTEM
from sacrerouge_litepyramid.meta_evaluation.scores import Scores
from sacrerouge_litepyramid.statistics.tables import Bold
from sacrerouge_litepyramid.statistics.warning import Kind
from sacrerouge_litepyramid.verdict.comparison.metric_agreement import (
    measure_agreement,
    render_correlations,
)

QUICK = Statistics(resamples=20, permutations=20, seed=3)


def made_up(systems=6, documents=8, noise=(0.2, 0.6)):
    generator = np.random.default_rng(0)
    human = generator.random((systems, documents))
    metrics = {
        name: human + generator.normal(0, scale, human.shape)
        for name, scale in zip("mn", noise, strict=True)
    }
    names = (
        tuple(f"s{place}" for place in range(systems)),
        tuple(f"d{place}" for place in range(documents)),
    )
    return Scores(*names, human, metrics)


def rows(report):
    return {(row["metric"], row["level"], row["coefficient"]): row for row in report.rows}


def test_by_hand():
    human = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 0.0]])
    ours = np.array([[1.0, 1.0], [2.0, 2.0], [1.0, 1.0]])
    scores = Scores(("x", "y", "z"), ("a", "b"), human, {"m": ours})
    found = rows(measure_agreement(scores, "human", Statistics(resamples=0)))
    for level, coefficient, value, n in [
        ("system", "pearson", -0.5, 3),
        ("summary", "kendall", -0.25, 2),
    ]:
        row = found["m", level, coefficient]
        assert row["value"] == pytest.approx(value) and row["low"] is None and row["n"] == n
    pooled = stats.kendalltau(ours.ravel(), human.ravel())[0]
    assert found["m", "global", "kendall"]["value"] == pytest.approx(pooled, abs=1e-9)
    assert found["m", "global", "kendall"]["n"] == 6


@pytest.mark.filterwarnings("error")
def test_scaling_the_scores_changes_no_value():
    scores = made_up()
    metrics = {name: matrix * 1e6 for name, matrix in scores.metrics.items()}
    scaled = scores._replace(human=scores.human * 1e6, metrics=metrics)
    one, other = (measure_agreement(case, "human", QUICK) for case in (scores, scaled))
    for row, found in zip(one.rows, other.rows, strict=True):
        for end in ("value", "low", "high"):
            assert row["coefficient"] == "epsilon" or found[end] == pytest.approx(
                row[end], abs=1e-5
            )


def test_the_order_of_systems_and_documents_changes_no_value():
    scores = made_up()
    turned = Scores(
        scores.systems[::-1],
        scores.documents[::-1],
        scores.human[::-1, ::-1],
        {name: matrix[::-1, ::-1] for name, matrix in scores.metrics.items()},
    )
    one, other = (
        rows(measure_agreement(case, "human", Statistics(0, 0))) for case in (scores, turned)
    )
    assert one.keys() == other.keys()
    assert all(found["value"] == pytest.approx(one[name]["value"]) for name, found in other.items())


def test_exclusions_are_counted_and_small_samples_warned_of():
    scores = made_up(systems=4)
    scores.metrics["m"][0, 0] = np.nan
    scores.metrics["n"][:, 1] = 1.0
    report = measure_agreement(scores._replace(not_finite={"m": 1}), "human", QUICK)
    assert [(row.missing, row.constant) for row in report.metrics] == [(1, 0), (0, 1)]
    text = report.details()
    assert (
        "summary level: 1 (12%) for n" in text
        and "m lacks 1 summary; NaN or infinite scores of m: 1." in text
    )
    assert (
        "Warning: 4 systems: with fewer than 5" in text
        and "Warning: 8 documents: with fewer than 20" in text
    )


def test_constant_documents_are_counted_beside_the_summary_level():
    scores = made_up()
    scores.human[:, :3] = 0.5
    report = measure_agreement(scores, "human", QUICK)
    assert "3 (38%) for m" in report.details() and "5; 3 (38%) constant" in report.details()
    assert Kind.NO_CORRELATION not in [warning.kind for warning in report.warnings]
    scores.human[:, 3:5] = 0.5
    report = measure_agreement(scores, "human", QUICK)
    assert "m: 5 (62%) of 8 documents have no correlation across systems" in " ".join(
        map(str, report.warnings)
    )
    system_alone = measure_agreement(scores, "human", QUICK, [SYSTEM])
    assert Kind.NO_CORRELATION not in [warning.kind for warning in system_alone.warnings]


def test_the_answer_has_the_first_two_levels():
    report = measure_agreement(made_up(), "human", QUICK)
    for text in (report.headline(), render_correlations(report)):
        assert SUMMARY.place in text and GLOBAL.place not in text


def test_two_systems_have_no_correlation():
    scores = made_up(systems=2)
    scores.human[:, 0] = 0.5
    report = measure_agreement(scores, "human", Statistics(20))
    for row in report.metrics:
        assert (
            row.system is None
            and row.summary is None
            and not np.isnan(row.over_summaries.pearson.value)
        )
    assert report.headline().startswith(
        "m has the highest r with human of 2 metrics: r over summaries is 0."
    )
    assert "of the 7 documents that they do not tie" in report.headline()
    for absent in (
        "none",
        "system level",
        "summary level",
        "correlation across",
        "Williams",
        "SPA",
        "two-way",
    ):
        assert absent not in report.details()


@pytest.mark.parametrize(
    "rated", [[[1, 1, 0, 0], [1, 1, 1, 1], [0, 0, 1, 1]], [[1, 1], [1, 1], [0, 0]]]
)
def test_a_level_is_that_of_summaries_with_both_scores(rated):
    """Two systems with human scores have no summary level, and three have a system level."""
    scores = made_up(systems=3, documents=len(rated[0]))
    scores.human[~np.array(rated, dtype=bool)] = np.nan
    report = measure_agreement(scores, "human", Statistics(5, 5))
    assert report.levels == ((SYSTEM, GLOBAL) if len(rated[0]) == 4 else (GLOBAL,))
    assert not any(row.incomplete for row in report.metrics)
    assert Kind.NO_CORRELATION not in [warning.kind for warning in report.warnings]


@pytest.mark.parametrize(
    ("human", "ours", "cause"),
    [
        ([[1, 1], [1, 1]], [[1, 2], [3, 4]], "all scores of human are equal"),
        ([[1, 2], [3, 4]], [[0, 0], [0, 0]], "all scores of m are equal"),
        ([[1], [2]], [[1], [2]], "too few documents have both scores"),
    ],
)
def test_the_cause_of_an_undefined_correlation(human, ours, cause):
    human, ours = np.array(human, dtype=float), np.array(ours, dtype=float)
    scores = Scores(("x", "y"), tuple("ab"[: human.shape[1]]), human, {"m": ours})
    report = measure_agreement(scores, "human", Statistics(0))
    assert report.headline() == f"No correlation with human is defined: {cause}."


def test_json_has_the_rows():
    report = measure_agreement(made_up(), "human", QUICK, [SYSTEM])
    written = json.loads(json.dumps(report.to_dict()))
    names = [
        "pearson",
        "spearman",
        "kendall",
        "pairwise_accuracy",
        "spa",
        "ties",
        "acc_eq",
        "acc_eq_in_sample",
        "epsilon",
        "ties",
    ]
    assert [row["coefficient"] for row in written["rows"]] == 2 * names
    assert list(written["rows"][0]) == [
        "metric",
        "level",
        "coefficient",
        "value",
        "low",
        "high",
        "limit",
        "n",
    ]
    assert written["statistics"]["method"] == "two-way"


def test_unlabelled_documents_change_no_row():
    whole = made_up(systems=9, documents=12)
    hidden = whole.human.copy()
    hidden[:, 8:] = np.nan
    labelled = measure_agreement(
        whole.part("documents", whole.documents[:8]), "human", QUICK, (SYSTEM, SUMMARY)
    )
    found = measure_agreement(whole._replace(human=hidden), "human", QUICK, (SYSTEM, SUMMARY))
    assert found.documents == 8 and found.rows == labelled.rows


def test_a_table_for_a_paper_names_its_level_and_marks_equal_printed_values():
    scores = made_up()
    equal = scores.with_metrics({"as_m": scores.metrics["m"] * (1 + 1e-12)})
    tables = list(measure_agreement(equal, "human", QUICK, (SYSTEM, SUMMARY)).list_tables())
    assert [table.headers[0] for table in tables] == [
        "metric, system level",
        "metric, summary level",
    ]
    for table in tables:
        assert [row[0] for row in table.rows if isinstance(row[1], Bold)] == ["m", "as_m"]


def test_r_is_that_of_these_documents_and_the_limit_has_a_column_of_its_own():
    scores = made_up(systems=30)
    for matrix in (scores.human, scores.metrics["n"]):
        matrix += np.linspace(0, 1, 30)[:, None]
    report = measure_agreement(scores, "human", Statistics(200, 0))
    r = report.find("n").system.pearson
    means = [matrix.mean(axis=1) for matrix in (scores.human, scores.metrics["n"])]
    assert r.value == pytest.approx(np.corrcoef(means)[0, 1])
    row = render_correlations(report).splitlines()[2]
    assert f"{r.value:.3f} [{r.low:.3f}, {r.high:.3f}]" in row
    assert r.limit.describe() in row
    assert "on these 8 documents; another 8 like these would give" in report.headline()
