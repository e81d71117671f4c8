"""Scores by the judge, whose corrections by people are shrunk towards their mean over systems."""

import numpy as np

from sacrerouge_litepyramid.sampling.estimators import estimate_combined, score_by_judge
from sacrerouge_litepyramid.sampling.sample import Sample


def estimate_shrunk(sample: Sample) -> np.ndarray:
    """Estimate the scores (systems,) by the judge, corrected by a mean of a system's own error and that of all.

    The own error counts by the share of its variance over systems that is not the sample's: with few judgements all
    scores move alike, and the judge's order of the systems stays; with many each score has its own correction. The
    scores are biased towards the judge's order, unlike those of `estimate_combined`. Source: Fay and Herriot, Journal
    of the American Statistical Association 1979, with the variance by moments.
    """
    judged = score_by_judge(sample.frame)
    found = estimate_combined(sample, judge_weights=np.ones(len(sample.frame.weight)))
    errors = found.score - judged
    own_share = _share_between(errors, found.covariance.parts.sum(axis=0))
    return judged + errors.mean() + own_share * (errors - errors.mean())


def _share_between(errors: np.ndarray, covariance: np.ndarray) -> float:
    """Return the share of the variance of errors (systems,) that is not due to the sample, from 0 to 1."""
    systems = len(errors)
    if systems < 2:
        return 1.0
    observed = float(errors.var(ddof=1))
    # The variance over systems of errors with this covariance: what all systems share moves none against another.
    sampled = float(np.trace(covariance) - covariance.sum() / systems) / (systems - 1)
    return max(0.0, 1 - sampled / observed) if observed > 0 else 0.0
