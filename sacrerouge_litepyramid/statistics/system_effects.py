"""Means of systems that were not all scored on the same documents.

A score is modelled as the sum of its system's effect, its document's effect and noise, fitted by
least squares (Yates, Empire Journal of Experimental Agriculture 1933). A system's mean covers all
documents; it is the plain mean if systems share their documents.
`benchmarks/unbalanced_documents.py` compares it with means over the documents that all share.
"""

import numpy as np

from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.intervals import student_interval
from sacrerouge_litepyramid.statistics.paired import estimate_means
from sacrerouge_litepyramid.statistics.rounding import divide


def count_missing(scores: np.ndarray) -> np.ndarray:
    """Return how many documents of (systems, documents) a system lacks and others have, (systems,).

    It is 0 for a system without scores; if it is 0 for all, the systems share their documents.
    """
    known = ~np.isnan(scores)
    is_used = known.any(axis=0)
    is_lacking = is_used & ~known
    has_scores = known.any(axis=1)
    return np.where(has_scores, is_lacking.sum(axis=1), 0)


def find_linked(scores: np.ndarray) -> np.ndarray:
    """Return the first system that a system shares documents with, directly or through others.

    The result, (systems,), is -1 for a system without scores.
    """
    known = (~np.isnan(scores)).astype(np.float64)
    shared = known @ known.T
    is_linked = shared > 0
    # Each product doubles the length of the chains of systems that it follows.
    for _ in range(len(scores).bit_length()):
        is_linked = is_linked @ is_linked
    first = is_linked.argmax(axis=1)
    has_scores = is_linked.any(axis=1)
    return np.where(has_scores, first, -1)


def estimate_comparable_means(scores: np.ndarray) -> Estimate:
    """Return the systems' means over all documents with Student's 95% intervals, (systems,).

    ``scores``: (systems, documents). Only means of systems for which `find_linked` returns the
    same number are comparable.
    """
    if not count_missing(scores).any():
        return estimate_means(scores)
    linked = find_linked(scores)
    value, low, high = np.full((3, len(scores)), np.nan)
    for group in np.unique(linked[linked >= 0]):
        is_member = linked == group
        means = _fit_means(scores[is_member])
        value[is_member] = means.value
        low[is_member] = means.low
        high[is_member] = means.high
    return Estimate(value, low, high)


def _fit_means(scores: np.ndarray) -> Estimate:
    """Return the means of linked systems.

    The variance is that of the documents' influences on a mean.
    """
    is_used = ~np.isnan(scores).all(axis=0)
    scores = scores[:, is_used]
    known = (~np.isnan(scores)).astype(np.float64)
    filled = np.nan_to_num(scores)
    counts = known.sum(axis=1)
    shares = known / known.sum(axis=0)
    document_means = (shares * filled).sum(axis=0)
    # the normal equations of the systems' effects, from which those of the documents are eliminated
    equations = np.diag(counts) - shares @ known.T
    sums = filled.sum(axis=1) - known @ document_means
    inverse = np.linalg.pinv(equations)
    effects = inverse @ sums
    document_effects = document_means - effects @ shares
    fitted = effects[:, None] + document_effects
    residuals = filled - known * fitted

    # A document changes a mean by the systems' effects and by the mean of the documents' effects.
    centre = document_effects.mean()
    on_effects = inverse @ residuals
    mean_shares = shares.mean(axis=1)
    documents = len(document_effects)
    on_centre = (document_effects - centre) / documents
    on_centre -= mean_shares @ on_effects
    influences = on_effects + on_centre
    squares = (influences**2).sum(axis=1)
    degrees = counts - 1
    # as in the variance of a sample
    correction = divide(counts, degrees)
    variances = squares * correction
    errors = np.sqrt(variances)
    means = effects + centre
    return student_interval(means, errors, np.maximum(degrees, 1))
