"""Means of systems that were not all scored on the same documents, by a fit of system and document
effects.

A score is modelled as the sum of its system's effect, its document's effect and noise, fitted by
least squares (Yates, Empire Journal of Experimental Agriculture 1933). A system's mean covers all
documents; it is the plain mean if systems share their documents.
`benchmarks/unbalanced_documents.py` compares it with means over the documents that all share."""

import numpy as np

from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.intervals import student_interval
from sacrerouge_litepyramid.statistics.paired import estimate_means
from sacrerouge_litepyramid.statistics.rounding import divide


def count_missing(scores: np.ndarray) -> np.ndarray:
    """Return, for each system of (systems, documents), the number of documents that it lacks and
    others have.

    It is 0 for a system without scores; if it is 0 for all, the systems share their documents.
    """
    known = ~np.isnan(scores)
    lacking = known.any(axis=0) & ~known
    return np.where(known.any(axis=1), lacking.sum(axis=1), 0)


def find_linked(scores: np.ndarray) -> np.ndarray:
    """Return the first system that each shares documents with, directly or through others.

    -1 without scores.
    """
    known = (~np.isnan(scores)).astype(np.float64)
    shared = known @ known.T
    is_linked = shared > 0
    # Each product doubles the length of the chains of systems that it follows.
    for _ in range(len(scores).bit_length()):
        is_linked = is_linked @ is_linked
    first = is_linked.argmax(axis=1)
    return np.where(is_linked.any(axis=1), first, -1)


def estimate_comparable_means(scores: np.ndarray) -> Estimate:
    """Return each system's mean over all documents of (systems, documents) with Student's 95%
    interval, (systems,).

    Only means of systems for which `find_linked` returns the same number are comparable.
    """
    if not count_missing(scores).any():
        return estimate_means(scores)
    linked = find_linked(scores)
    value, low, high = np.full((3, len(scores)), np.nan)
    for group in set(linked.tolist()) - {-1}:
        members = linked == group
        value[members], low[members], high[members] = _fit_means(scores[members])[:3]
    return Estimate(value, low, high, method="student")


def _fit_means(scores: np.ndarray) -> Estimate:
    """Return the means of linked systems.

    The variance is that of the documents' influences on a mean.
    """
    known = ~np.isnan(scores)
    has_scores = known.any(axis=0)
    known = known[:, has_scores].astype(np.float64)
    filled = np.nan_to_num(scores[:, has_scores])
    counts = known.sum(axis=1)
    sums = filled.sum(axis=1)
    shares = known / known.sum(axis=0)
    document_means = (shares * filled).sum(axis=0)
    # the normal equations of the systems' effects, from which those of the documents are eliminated
    equations = np.diag(counts) - shares @ known.T
    inverse = np.linalg.pinv(equations)
    effects = inverse @ (sums - known @ document_means)
    document_effects = document_means - effects @ shares
    fitted = effects[:, None] + document_effects
    residuals = filled - known * fitted

    # A document changes a mean by the systems' effects and by the mean of the documents' effects.
    centre = document_effects.mean()
    on_effects = inverse @ residuals
    on_centre = (document_effects - centre) / len(document_effects)
    on_centre = on_centre - shares.mean(axis=1) @ on_effects
    squares = ((on_effects + on_centre) ** 2).sum(axis=1)
    degrees = counts - 1
    errors = np.sqrt(squares * divide(counts, degrees))
    return student_interval(effects + centre, errors, np.maximum(degrees, 1))
