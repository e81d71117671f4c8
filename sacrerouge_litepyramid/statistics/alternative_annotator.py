"""The alternative annotator test: may a judge replace one of several annotators?

Each annotator in turn is left out; unit by unit, either the judge or the annotator is closer to the
remaining votes (Calderon, Reichart and Dror, ACL 2025). Deviation: the paper's t-test takes units
as independent; here documents are, because units of one document share their difficulty. With one
unit per document the two are the same."""

from collections.abc import Sequence
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
    # the p-value of the judge being worse by ``epsilon`` or more, NaN with fewer than two documents
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
    epsilon: float = EPSILON,
) -> AlternativeAnnotator:
    """Test whether a judge may replace one of the annotators: the alternative annotator test.

    Args:
        ballots: for each summary the annotators' votes, (voters, units), NaN for a missing vote.
        judged: for each summary the judge's labels, (units,), on the scale of the votes.
        documents: for each summary its document.
        epsilon: how much worse than an annotator the judge may be, as a share of units.

    Raises:
        ValueError: with fewer than three annotators.
    """
    from scipy.stats import false_discovery_control

    names = sorted({voter for ballot in ballots for voter in ballot.voters})
    if len(names) < MIN_ANNOTATORS:
        raise ValueError(f"the test needs at least {MIN_ANNOTATORS} annotators, not {len(names)}")
    comparisons = tuple(_compare(name, ballots, judged, documents, epsilon) for name in names)
    defined = [row for row in comparisons if row.units]
    if not defined:
        return AlternativeAnnotator(comparisons, float("nan"), float("nan"))
    p = false_discovery_control(np.nan_to_num([row.p for row in defined], nan=1.0), method="by")
    wins = float(np.mean([row.judge_wins for row in defined]))
    return AlternativeAnnotator(comparisons, float(np.mean(p <= FALSE_DISCOVERY_RATE)), wins)


def _compare(
    name: str,
    ballots: Sequence[Ballot],
    judged: Sequence[np.ndarray],
    documents: Sequence[str],
    epsilon: float,
) -> AnnotatorComparison:
    judge_wins, gaps, unit_documents = [], [], []
    for ballot, labels, document in zip(ballots, judged, documents, strict=True):
        if name not in ballot.voters:
            continue
        row = ballot.voters.index(name)
        others = np.delete(ballot.votes, row, axis=0)
        judge_error = average((others - labels) ** 2, axis=0)
        annotator_error = average((others - ballot.votes[row]) ** 2, axis=0)
        is_compared = ~np.isnan(judge_error + annotator_error)
        # 1 where the annotator alone is closer, −1 where the judge alone is, 0 if both are equally
        # close
        gaps.extend(np.sign(judge_error - annotator_error)[is_compared])
        judge_wins.extend((judge_error <= annotator_error)[is_compared])
        unit_documents.extend([document] * int(is_compared.sum()))
    if not gaps:
        return AnnotatorComparison(name, 0, float("nan"), float("nan"))
    clusters = np.unique(unit_documents, return_inverse=True)[1]
    p = _test_mean_below(np.array(gaps), clusters, epsilon)
    return AnnotatorComparison(name, len(gaps), float(np.mean(judge_wins)), p)


def _test_mean_below(values: np.ndarray, clusters: np.ndarray, limit: float) -> float:
    """Return the p-value of the mean of values (units,) being ``limit`` or more, where clusters are
    independent.
    """
    from scipy.stats import t

    count = clusters.max() + 1
    if count < 2:
        return float("nan")
    residuals = np.bincount(clusters, values - values.mean(), minlength=count)
    variance = count / (count - 1) * (residuals**2).sum()
    error = np.sqrt(variance) / len(values)
    distance = values.mean() - limit
    return float(t.cdf(distance / error, count - 1)) if error else float(distance >= 0)
