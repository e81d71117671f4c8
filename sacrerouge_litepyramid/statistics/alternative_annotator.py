"""The alternative annotator test: may a judge replace one of several annotators?

Each annotator in turn is left out; unit by unit, either the judge or the annotator is closer to the
remaining votes (Calderon, Reichart and Dror, ACL 2025). Deviation: the paper's t-test takes units
as independent; here documents are, because units of one document share their difficulty. With one
unit per document the two are the same.
"""

import math
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.rounding import average
from sacrerouge_litepyramid.statistics.votes import Ballot

#: the smallest number of annotators for the test
MIN_ANNOTATORS = 3
#: the share of units by which a judge may be worse than an annotator, as it costs less: the paper's
#: value for experts
EPSILON = 0.2
#: the false discovery rate over the annotators, by Benjamini and Yekutieli (2001)
FALSE_DISCOVERY_RATE = 0.05
#: a judge that beats this share of the annotators passes
PASSING_RATE = 0.5


class AnnotatorComparison(NamedTuple):
    """A judge and one annotator, each against the votes of the other annotators."""

    annotator: str
    units: int
    # the share of units on which the judge is at least as close to the votes as the annotator
    judge_wins: float
    # the p-value of the judge being worse by EPSILON or more, NaN with fewer than two documents
    p: float


class AlternativeAnnotator(NamedTuple):
    """The judge against all annotators."""

    comparisons: tuple[AnnotatorComparison, ...]
    # the share of annotators that the judge beats
    winning_rate: float
    # the judge's mean share of wins
    advantage: float

    @property
    def passes(self) -> bool:
        """Whether the judge may replace an annotator."""
        return self.winning_rate >= PASSING_RATE


def compare_with_annotators(
    ballots: Sequence[Ballot],
    judged: Sequence[np.ndarray],
    documents: Sequence[str],
) -> AlternativeAnnotator:
    """Test whether a judge may replace one of the annotators: the alternative annotator test.

    Args:
        ballots: for each summary the annotators' votes, (voters, units), NaN for a missing vote.
        judged: for each summary the judge's labels, (units,), on the scale of the votes.
        documents: for each summary its document.

    Raises:
        ValueError: with fewer than three annotators.
    """
    from scipy.stats import false_discovery_control

    voters = [ballot.voters for ballot in ballots]
    names = sorted(set(chain.from_iterable(voters)))
    if len(names) < MIN_ANNOTATORS:
        raise ValueError(f"the test needs at least {MIN_ANNOTATORS} annotators, not {len(names)}")
    comparisons = tuple(_compare(name, ballots, judged, documents) for name in names)
    defined = [row for row in comparisons if row.units]
    if not defined:
        return AlternativeAnnotator(comparisons, math.nan, math.nan)
    # An unknown p does not show that the judge is as good.
    p = np.nan_to_num([row.p for row in defined], nan=1.0)
    adjusted_p = false_discovery_control(p, method="by")
    return AlternativeAnnotator(
        comparisons,
        winning_rate=float(np.mean(adjusted_p <= FALSE_DISCOVERY_RATE)),
        advantage=float(np.mean([row.judge_wins for row in defined])),
    )


def _compare(
    name: str,
    ballots: Sequence[Ballot],
    judged: Sequence[np.ndarray],
    documents: Sequence[str],
) -> AnnotatorComparison:
    # for each unit, 1 if the annotator alone is closer, −1 if the judge alone is, 0 if both are
    gaps: list[float] = []
    unit_documents: list[str] = []
    for ballot, labels, document in zip(ballots, judged, documents, strict=True):
        if name not in ballot.voters:
            continue
        row = ballot.voters.index(name)
        others = np.delete(ballot.votes, row, axis=0)
        judge_error = average((others - labels) ** 2, axis=0)
        annotator_error = average((others - ballot.votes[row]) ** 2, axis=0)
        signs = np.sign(judge_error - annotator_error)
        is_compared = ~np.isnan(signs)
        gaps.extend(signs[is_compared])
        unit_documents.extend([document] * int(is_compared.sum()))
    if not gaps:
        return AnnotatorComparison(name, 0, math.nan, math.nan)
    values = np.array(gaps)
    judge_wins = float(np.mean(values <= 0))
    _, clusters = np.unique(unit_documents, return_inverse=True)
    p = _test_mean_below(values, clusters, EPSILON)
    return AnnotatorComparison(name, len(gaps), judge_wins, p)


def _test_mean_below(values: np.ndarray, clusters: np.ndarray, limit: float) -> float:
    """Return the p-value of the mean of values (units,) being ``limit`` or more.

    ``clusters``: the place of each unit's cluster, (units,); clusters are independent.
    """
    from scipy.stats import t

    count = clusters.max() + 1
    if count < 2:
        return math.nan
    mean = values.mean()
    residuals = np.bincount(clusters, values - mean, minlength=count)
    variance = count / (count - 1) * (residuals**2).sum()
    error = np.sqrt(variance) / len(values)
    distance = mean - limit
    if not error:
        return float(distance >= 0)
    return float(t.cdf(distance / error, count - 1))
