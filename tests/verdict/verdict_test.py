"""The verdict: the judge, the agreement with human scores by hand, and the warnings."""

import re

import numpy as np
import pytest

from sacrerouge_litepyramid.meta_evaluation.judges import (
    describe_judge,
    describe_overlap,
    find_signature,
)
from sacrerouge_litepyramid.meta_evaluation.records import SYSTEM, MetricAgreement, SystemPairs
from sacrerouge_litepyramid.meta_evaluation.scores import Scores
from sacrerouge_litepyramid.meta_evaluation.sentinels import SentinelGap
from sacrerouge_litepyramid.meta_evaluation.unit_agreement import UnitAgreement
from sacrerouge_litepyramid.statistics.correlation_estimates import Correlation
from sacrerouge_litepyramid.statistics.estimate import Estimate, Interval
from sacrerouge_litepyramid.statistics.warning import Kind
from sacrerouge_litepyramid.verdict.comparison.compared_systems import ComparisonSettings
from sacrerouge_litepyramid.verdict.comparison.system_comparison import compare_systems
from sacrerouge_litepyramid.verdict.findings import Findings
from sacrerouge_litepyramid.verdict.trust import TrustLevel, rate_trust
from sacrerouge_litepyramid.verdict.verdict import Verdict, make_verdict

DATA = "abc"
LEXICAL = {
    "metric": "lite2pyramid",
    "judge": {"type": "lexical", "model": "REALSumm"},
    "training": {"source": "REALSumm", "units": ["a80", "e60"]},
    "units": {"distinct": {"scu": 1056}},
}
HUMAN = np.tile(np.arange(6.0)[:, None], (1, 30))


def scores(ours=HUMAN):
    return Scores(tuple("abcdef"), tuple(map(str, range(30))), HUMAN, {"m": ours})


def compare_by(values, metric):
    return compare_systems(
        values, tuple("abcdef"), tuple(map(str, range(30))), metric, ComparisonSettings(500)
    )


SAME = compare_by(HUMAN, "m")


def quality(accuracy, majority, kappa):
    model = {"accuracy": Estimate(accuracy), "kappa": Estimate(kappa)}
    return UnitAgreement("m", model, {"accuracy": Estimate(majority)}, units=100, stated=0.2)


def measured(value=np.nan, low=np.nan, high=1.0, constant=0, documents=30):
    limit = None if np.isnan(low) else Interval(low, high)
    r = Estimate(value, low, np.nan if np.isnan(low) else high, limit=limit)
    return MetricAgreement(
        "m",
        system=Correlation(r, r, r),
        systems=6,
        summary=None,
        averaged_documents=documents - constant,
        over_summaries=None,
        summaries=0,
        documents=documents,
        constant=constant,
        system_pairs=SystemPairs(Estimate(1.0), spa=1.0, ties=0.0),
    )


def warnings(signature=None, agreement=None, of_labels=None, human="p", data=DATA):
    return make_verdict(
        Findings("m", SAME, signature, agreement, of_labels), scores(), human, data
    ).warnings


def test_a_judge_that_was_trained_on_the_data():
    warning = describe_overlap(LEXICAL, "e60")
    assert warning.startswith("The judge was trained on this data set (REALSumm)")
    for signature, digest in ((LEXICAL, "f00"), (LEXICAL, None), ({}, "e60"), (None, "e60")):
        assert describe_overlap(signature, digest) is None


def test_the_training_warning_comes_first():
    found = warnings(LEXICAL, data="e60")
    assert [warning.kind for warning in found] == [Kind.TRAINED_HERE, Kind.NOTE]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"of_labels": quality(0.8, 0.82, 0.3)}, r"no better than .* \(80.0% against 82.0%\)"),
        ({"of_labels": quality(0.83, 0.82, 0.3)}, r"weakly with annotators \(kappa 0.30\)"),
        ({"signature": LEXICAL}, "The lexical judge compares words"),
    ],
)
def test_each_warning(given, words):
    (found,) = warnings(**given)
    assert re.search(words, found.text)


BEATEN = SentinelGap("length in words", SYSTEM, 0.95, 0.9, Estimate(-0.05, -0.1, -0.01))


@pytest.mark.parametrize(
    ("more", "human", "sentence"),
    [
        ({"agreement": measured(0.1, -0.6, 0.4)}, "p", "Do not choose a system by this score."),
        ({"agreement": measured(0.9, 0.8)}, "p", describe_overlap(LEXICAL, "e60")),
        ({"agreement": measured(0.9, 0.8), "excluded": "m lacks a."}, "p", "m lacks a."),
        (
            {"agreement": measured(0.9, 0.8), "sentinels": [BEATEN]},
            "p",
            "Without any judge, length in words (r over systems 0.950 against 0.900) agrees "
            "significantly better with human scores.",
        ),
        ({}, None, "There are no human scores"),
    ],
)
def test_what_the_trust_says_is_not_a_warning_too(more, human, sentence):
    findings = Findings("m", SAME, LEXICAL, **{"agreement": None, "quality": None, **more})
    verdict = make_verdict(findings, scores(), human, "e60")
    assert sentence in verdict.trust.reason
    assert " ".join(verdict.lines()).count(sentence) == 1
    assert verdict.warnings[-1].kind is Kind.NOTE


def test_no_warnings():
    verdict = make_verdict(
        Findings("m", SAME, None, measured(0.9, 0.8), quality(0.9, 0.8, 0.7)), scores(), "p", DATA
    )
    assert verdict.warnings == () and verdict.lines()[-1] == "No warnings."


def test_trust_says_what_the_correlation_speaks_of():
    judged = Findings("m", SAME, None, measured(0.92, 0.85, 0.97), quality(0.832, 0.82, 0.4))
    verdict = make_verdict(judged, scores(), "p", DATA)
    assert verdict.agreement is None and verdict.trust.level is TrustLevel.HIGH
    assert verdict.trust.reason == (
        "r over systems is 0.920 on these 30 documents; another 30 like these would give 0.850 to "
        "0.970. Without the documents' noise, r of these systems is 0.850 to 0.970."
    )
    assert verdict.lines()[1] == verdict.trust.describe()
    assert Verdict.from_dict(verdict.to_dict()).lines() == verdict.lines()


def test_trust_on_the_judges_training_data_is_at_most_moderate():
    findings = Findings("m", SAME, LEXICAL, measured(0.9, 0.8), None)
    assert rate_trust(findings, DATA).level is TrustLevel.HIGH
    trust = rate_trust(findings, "e60")
    assert trust.level is TrustLevel.MODERATE
    assert trust.reason.endswith(describe_overlap(LEXICAL, "e60"))


def test_without_human_scores_trust_is_unknown_and_labels_are_a_second_choice():
    assert rate_trust(Findings("m", SAME, LEXICAL, None, None)) == (
        TrustLevel.UNKNOWN,
        "There are no human scores: whether this score ranks these systems as annotators would is "
        "unknown. The judge's agreement with human scores by such units on other data is not "
        "known.",
    )
    trust = rate_trust(Findings("m", SAME, None, None, quality(0.832, 0.82, 0.4)))
    assert trust == (
        TrustLevel.UNDECIDED,
        "Unit by unit it agrees with 83.2% of 100 labels by annotators; always saying “not stated” "
        "would in 82.0%.",
    )


WRONG = "both differ significantly, in opposite directions"


@pytest.mark.parametrize(
    ("order", "shift", "end"),
    [
        (range(6), 1.0, "orders 15 of 15 pairs of systems as human scores do (100%)."),
        ((0, 1, 2, 3, 5, 4), 1.0, f"in 1 pair {WRONG}: e over f."),
        ((1, 0, 2, 3, 5, 4), 1.0, f"in 2 pairs {WRONG}: e over f and a over b."),
        # noise about differences that are too small to be found
        ((0, 1, 2, 3, 5, 4), 0.01, "in none of the others do both differ significantly."),
    ],
)
def test_human_scores_come_first_and_the_metrics_significant_errors_are_named(order, shift, end):
    noise = np.random.default_rng(0).normal(size=HUMAN.shape)
    noise -= noise.mean(axis=1, keepdims=True)
    ours = np.array(order)[:, None] * shift + noise * 0.1
    found, by_human = compare_by(ours, "m"), compare_by(HUMAN, "coverage")
    verdict = make_verdict(
        Findings("m", found, LEXICAL, None, None, by_human=by_human), scores(ours), "coverage", DATA
    )
    assert verdict.agreement.startswith(
        "By human scores (coverage), f leads with the highest mean, 5.000:"
    )
    assert "lite2pyramid (lexical) orders" in verdict.agreement and verdict.agreement.endswith(end)
    said = "Human scores put f first, significantly above e (p = "
    assert verdict.conflict.startswith("" if list(order) == list(range(6)) else said)
    assert bool(verdict.conflict) == (list(order) != list(range(6)))
    assert verdict.lines()[0] == verdict.agreement and verdict.lines()[1].startswith(
        "By lite2pyramid (lexical), "
    )


def test_the_judge_is_described():
    assert find_signature("lite2pyramid_p2c", [{"metric": "lite2"}, LEXICAL]) is LEXICAL
    assert find_signature("lite2pyramid (a.jsonl)", [LEXICAL]) is LEXICAL
    assert find_signature("lite2", [LEXICAL]) is None
    assert describe_judge("lite2pyramid_p2c", LEXICAL, "p") == (
        "Judged by lite2pyramid_p2c: the lexical model, which compares words and not meaning, "
        "fitted to REALSumm, by 1,056 units written by annotators."
    )
    nli = {
        "metric": "m",
        "judge": {"type": "nli", "model": "x/y"},
        "units": {"distinct": {"stu": 2}},
    }
    assert (
        describe_judge("m_p3c", nli, None)
        == "Judged by m_p3c: an NLI model (x/y), by 2 extracted units."
    )
    assert describe_judge("p", None, "p") == "Judged by annotators: p."
    assert "without a signature beside the scores" in describe_judge("m", None, "p")
    assert describe_judge("rouge", {"metric": "rouge"}, "p") == "Judged by rouge."


def test_constant_documents_are_warned_of():
    (warning,) = warnings(agreement=measured(0.9, 0.85, constant=5, documents=8))
    assert warning.text.startswith("m: 5 (62%) of 8 documents have no correlation")
