"""The agreement of people's votes while they come in: summaries may be judged in part, by any number of people."""

from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.meta.scores import finite_or_none
from sacrerouge_litepyramid.statistics.krippendorff import MIN_VOTES, nominal_alpha, share_agreeing_pairs


class AgreementSoFar(NamedTuple):
    """The units with a vote, those with two or more, and the latter's Krippendorff's alpha and share of equal pairs.

    Alpha and share are None without a unit of two votes; alpha is None also where all votes are equal.
    """

    voted: int
    units: int
    alpha: float | None
    share: float | None


def measure_agreement_so_far(counts: np.ndarray) -> AgreementSoFar:
    """Measure the agreement of counts of votes (units, 2), which may be 0."""
    votes = counts.sum(axis=1)
    alpha, share = finite_or_none(nominal_alpha(counts)), finite_or_none(share_agreeing_pairs(counts))
    return AgreementSoFar(int((votes > 0).sum()), int((votes >= MIN_VOTES).sum()), alpha, share)


def describe_agreement_so_far(measured: AgreementSoFar, planned: int) -> str:
    """Return the line for a terminal; ``planned`` is the number of units that people are asked for."""
    head = f"Votes so far: on {measured.voted} of {planned} units, two or more on {measured.units}"
    if measured.share is None:
        return f"{head}; no agreement to measure yet"
    alpha = "undefined, all votes are equal" if measured.alpha is None else f"{measured.alpha:.3f}"
    return f"{head}; {100 * measured.share:.1f}% of pairs of votes agree, Krippendorff's alpha {alpha}"
