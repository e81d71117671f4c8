"""Decisions by an interval on either side of a bound, and the documents that would decide."""

import numpy as np
import pytest

from sacrerouge_litepyramid import agreement, compare_metrics
from sacrerouge_litepyramid.meta_evaluation.records import SYSTEM
from sacrerouge_litepyramid.statistics.correlation_estimates import Correlation
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.verdict.comparison.compared_systems import ComparisonSettings
from sacrerouge_litepyramid.verdict.comparison.requirements import (
    FAILS,
    HOLDS,
    ONCE,
    UNDECIDED,
    decide_agreement,
    decide_better_metric,
    decide_better_system,
    decide_not_worse,
    parse_requirement,
)
from sacrerouge_litepyramid.verdict.comparison.system_comparison import compare_systems

QUICK = ComparisonSettings(permutations=500)


@pytest.mark.parametrize(
    ("sign", "low", "high", "outcome"),
    [
        (">=", 0.5, 0.7, HOLDS),
        (">", 0.5, 0.7, UNDECIDED),
        (">=", 0.4, 0.5, UNDECIDED),
        (">", 0.4, 0.5, FAILS),
        (">=", 0.3, 0.4, FAILS),
        ("<=", 0.4, 0.5, HOLDS),
        ("<", 0.4, 0.5, UNDECIDED),
        ("<", 0.5, 0.7, FAILS),
        ("<", 0.3, 0.4, HOLDS),
    ],
)
def test_the_whole_interval_decides(sign, low, high, outcome):
    assert (
        parse_requirement(f"system r {sign} .5").bound.decide(Estimate(0.45, low, high)) == outcome
    )


@pytest.mark.parametrize("text", ["system r >= .9", " system  r>=+0.90 "])
def test_one_requirement_in_several_spellings(text):
    required = parse_requirement(text)
    number = Estimate(0.9)
    assert (
        required.level is SYSTEM
        and required.find(Correlation(number, *[Estimate(0.1)] * 2)) is number
    )
    assert (
        required.bound.number == 0.9
        and required.bound.is_met(0.9, 0.9)
        and not required.bound.is_met(0.8, 0.9)
    )


@pytest.mark.parametrize(
    "text", ["", "system r", "system r = .9", "pooled r > .9", "system r > high", "r > .9"]
)
def test_a_malformed_requirement_is_refused(text):
    with pytest.raises(ValueError, match='as in "system r >= .9"'):
        parse_requirement(text)


def made_up(documents):
    """Return human scores of five systems, and those of a metric with noise and one with more."""
    rng = np.random.default_rng(3)
    human = rng.random((5, documents))
    return human, {
        "good": human + rng.normal(0, 0.3, human.shape),
        "poor": human + rng.normal(0, 0.9, human.shape),
    }


def make_table(documents):
    human, metrics = made_up(documents)
    names = {"system": np.repeat(list("vwxyz"), documents), "doc": list(range(documents)) * 5}
    return {
        **names,
        "human": human.ravel(),
        **{name: values.ravel() for name, values in metrics.items()},
    }


def test_the_number_of_documents_decides():
    """An undecided correlation says how many documents would decide it, and in which direction."""
    found = agreement(make_table(30))
    value = found.find("good").summary.pearson.value
    required = parse_requirement(f"summary r > {value - 0.05:.3f}")
    decision = decide_agreement(found, "good", required)
    assert decision.outcome == UNDECIDED and "would decide that it holds" in decision.reason
    assert 60 < decision.documents_needed < 600
    against = decide_agreement(found, "good", parse_requirement(f"summary r > {value + 0.05:.3f}"))
    assert "would decide that it does not hold" in against.reason


def test_no_number_of_documents_is_advised_for_a_correlation_over_systems():
    found = agreement(make_table(30))
    r = found.find("good").system.pearson
    middle = (max(r.low, -0.9) + min(r.high, 0.99)) / 2
    decision = decide_agreement(found, "good", parse_requirement(f"system r > {middle:.3f}"))
    assert decision.outcome == UNDECIDED and decision.documents_needed is None
    assert "No number of documents is known that would decide it." in decision.reason


def test_the_decision_on_systems_follows_their_comparison():
    human, _ = made_up(20)
    scores = np.stack([human[0] + 1, human[0], human[0] + np.tile([0.2, -0.15], 10)])
    found = compare_systems(
        scores, ["high", "low", "like"], [str(place) for place in range(20)], "m", QUICK
    )
    decision = decide_better_system(found, "high", "low")
    assert decision.outcome == HOLDS and "after correction for all pairs" in decision.reason
    assert decide_better_system(found, "low", "high").outcome == FAILS
    for pair, measured in (("like", "low"), "holds"), (("low", "like"), "does not hold"):
        decision = decide_better_system(found, *pair)
        assert (
            decision.outcome == UNDECIDED and f"would decide that it {measured}" in decision.reason
        )
        # the mean .025 over the deviation .18, by Bonferroni's correction for three pairs
        assert 500 < decision.documents_needed < 650
    with pytest.raises(
        ValueError, match="'other' is not compared; the systems are: high, like, low"
    ):
        decide_better_system(found, "high", "other")


def test_systems_without_a_common_document_or_without_a_difference():
    scores = np.array(
        [[1.0, 2.0, np.nan, np.nan], [np.nan, np.nan, 2.0, 1.0], [1.0, 2.0, 2.0, 1.0]]
    )
    found = compare_systems(scores, list("abc"), list("wxyz"), "m", QUICK)
    assert decide_better_system(found, "a", "b").reason == "The two have no document in common."
    assert decide_better_system(found, "a", "c").documents_needed is None


def test_the_only_pair_needs_no_correction():
    decision = decide_better_system(compare_shifted(0.2, 20, seed=0), "new", "old")
    assert decision.outcome == HOLDS and "correction" not in decision.reason


def compare_shifted(shift, documents, seed):
    """Compare a system with a constant one, from which it differs by noise and a shift."""
    rng = np.random.default_rng(seed)
    scores = np.stack([rng.normal(shift, 0.1, documents), np.zeros(documents)])
    return compare_systems(
        scores, ["new", "old"], [str(place) for place in range(documents)], "m", QUICK
    )


def test_a_system_at_the_margin_is_rarely_called_not_worse_and_the_stated_number_decides():
    outcomes = [
        decide_not_worse(compare_shifted(-0.05, 20, seed), "new", "old", 0.05).outcome
        for seed in range(300)
    ]
    assert outcomes.count(HOLDS) <= 15 and outcomes.count(FAILS) <= 15, "2.5% each"
    undecided = (
        decide_not_worse(compare_shifted(0.01, 12, seed), "new", "old", 0.03) for seed in range(100)
    )
    decision = next(
        made
        for made in undecided
        if made.outcome == UNDECIDED and "decide that it holds" in made.reason
    )
    assert decision.documents_needed > 12
    # the true effect (.01 + .03) / .1 needs 52 documents for a power of 80%
    outcomes = [
        decide_not_worse(compare_shifted(0.01, 52, seed), "new", "old", 0.03).outcome
        for seed in range(200)
    ]
    assert 140 <= outcomes.count(HOLDS) <= 180


def test_not_worse_is_decided_by_the_whole_interval():
    better, worse = compare_shifted(0.1, 30, 0), compare_shifted(-0.2, 30, 0)
    assert decide_not_worse(better, "new", "old", 0.02).outcome == HOLDS
    assert decide_not_worse(better, "old", "new", 0.02).outcome == FAILS
    assert decide_not_worse(worse, "new", "old", 0.02).outcome == FAILS
    assert decide_not_worse(worse, "new", "old", 0.3).outcome == HOLDS
    assert (
        "needs 6 documents"
        in decide_not_worse(compare_shifted(0.1, 5, 0), "new", "old", 0.02).reason
    )
    few = compare_systems(
        np.stack([np.eye(8)[0], np.zeros(8)]), ["new", "old"], list("abcdefgh"), "m", QUICK
    )
    undecided = decide_not_worse(few, "new", "old", 0.02)
    assert undecided.reason.endswith(f"It has no interval. {ONCE}")


@pytest.mark.parametrize(
    ("score", "documents", "margin", "outcome"),
    [
        # 1 − .025^(1/n) is .459, .369 and .0367 for 6, 8 and 100 documents
        (0.9, 6, 0.45, UNDECIDED),
        (0.9, 6, 0.47, HOLDS),
        (0.9, 8, 0.02, UNDECIDED),
        (0.9, 100, 0.03, UNDECIDED),
        (0.9, 100, 0.04, HOLDS),
        # of scores up to 5 a document may lose five times as much
        (5, 100, 0.04, UNDECIDED),
        (5, 100, 0.19, HOLDS),
    ],
)
def test_ties_decide_by_what_other_documents_may_lose(score, documents, margin, outcome):
    scores = np.full((2, documents), float(score))
    names = [str(place) for place in range(documents)]
    same = compare_systems(scores, ["new", "old"], names, "m", QUICK)
    decision = decide_not_worse(same, "new", "old", margin)
    assert decision.outcome == outcome
    assert decision.reason.startswith(f"All {documents} documents have equal scores; of other ")
    assert (ONCE in decision.reason) == (outcome == UNDECIDED)


@pytest.mark.parametrize("documents", [6, 20])
def test_a_system_that_fails_on_few_documents_is_rarely_called_not_worse(documents):
    """A fifth of the documents loses .5: the true loss is .1, the margin."""
    rng = np.random.default_rng(0)
    outcomes = []
    for _ in range(100):
        new = np.where(rng.random(documents) < 0.2, 0.4, 0.9)
        scores = np.stack([new, np.full(documents, 0.9)])
        names = [str(place) for place in range(documents)]
        found = compare_systems(scores, ["new", "old"], names, "m", QUICK)
        outcomes.append(decide_not_worse(found, "new", "old", 0.1).outcome)
    assert outcomes.count(HOLDS) <= 0.05 * len(outcomes)


def test_metrics_are_decided_by_their_agreement_at_the_summary_level():
    found = compare_metrics(make_table(40), resamples=50, permutations=200)
    assert decide_better_metric(found, "good", "poor").outcome == HOLDS
    assert decide_better_metric(found, "poor", "good").outcome == FAILS


def make_small(documents, constant=0, missing=0):
    """Return human scores of five systems and a metric that agrees perfectly.

    Some documents are constant or missing.
    """
    human = np.tile(np.arange(5.0)[:, None], (1, documents))
    human[:, documents - constant :] = 2.0
    ours = human * 2
    ours[:, documents - missing :] = np.nan
    names = {"system": np.repeat(list("vwxyz"), documents), "doc": list(range(documents)) * 5}
    return {
        **names,
        "human": human.ravel().tolist(),
        "m": [None if value != value else value for value in ours.ravel()],
    }


@pytest.mark.parametrize(
    ("level", "table", "usable"),
    [
        *((level, make_small(2), 2) for level in ("system", "summary", "global")),
        *((level, make_small(30, missing=28), 2) for level in ("system", "summary", "global")),
        # constant documents count in means and over all summaries
        *(("system", make_small(30, constant=28), 30), ("global", make_small(30, constant=28), 30)),
        ("summary", make_small(30, constant=28), 2),
    ],
)
def test_each_level_counts_its_documents(level, table, usable):
    decision = decide_agreement(agreement(table), "m", parse_requirement(f"{level} r >= .5"))
    assert decision.outcome == UNDECIDED and f"by {usable} documents." in decision.reason
    assert ("A decision needs 6 documents" in decision.reason) == (usable == 2)


def test_two_systems_are_decided_over_summaries():
    table = {name: values[:60] for name, values in make_table(30).items()}
    found = agreement(table, ["good"])
    assert decide_agreement(found, "good", parse_requirement("global r >= .3")).outcome == HOLDS
    assert decide_agreement(found, "good", parse_requirement("global tau <= .1")).outcome == FAILS
    absent = decide_agreement(found, "good", parse_requirement("system r >= .3"))
    assert (
        absent.outcome == UNDECIDED
        and "needs 3 systems with both scores; require global instead" in absent.reason
    )
    compared = compare_metrics(table, ["good", "poor"], resamples=50, permutations=200)
    assert decide_better_metric(compared, "good", "poor").outcome == HOLDS


def test_missing_scores_are_not_called_constant():
    found = agreement(make_small(30, missing=28))
    assert (found.find("m").constant, found.find("m").incomplete) == (0, 0)
    assert (
        "Warning: m has scores of 2 of 30 documents. All numbers are of the 10 summaries"
        in found.details()
    )
    assert "as one side is constant" not in " ".join(map(str, found.warnings))


def test_the_human_score_cannot_be_compared_with_itself():
    for call in (agreement, compare_metrics):
        with pytest.raises(ValueError, match="'human' is the human score and cannot be a metric"):
            call(make_table(8), ["human", "good"], human="human")
