"""Means of systems that were not all scored on the same documents, by a fit of system and document effects.

A score is modelled as the sum of its system's effect, its document's effect and noise, fitted by least squares (Yates,
Empire Journal of Experimental Agriculture 1933). A system's mean covers all documents; it is the plain mean if systems
share their documents. `benchmarks/unbalanced_documents.py` compares it with means over the documents that all share."""

import numpy as np

from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.intervals import student_interval
from sacrerouge_litepyramid.statistics.paired import estimate_means


def count_missing(scores: np.ndarray) -> np.ndarray:
    """Return, for each system of (systems, documents), the number of documents that it lacks and others have.

    It is 0 for a system without scores; if it is 0 for all, the systems share their documents.
    """
    known = ~np.isnan(scores)
    return np.where(known.any(axis=1), (known.any(axis=0) & ~known).sum(axis=1), 0)


def find_linked(scores: np.ndarray) -> np.ndarray:
    """Return the first system that each shares documents with, directly or through others; -1 without scores."""
    known = (~np.isnan(scores)).astype(np.float64)
    linked = known @ known.T > 0
    for _ in range(len(linked).bit_length()):
        linked = linked.astype(np.float64) @ linked > 0
    return np.where(linked.any(axis=1), linked.argmax(axis=1), -1)


def estimate_comparable_means(scores: np.ndarray) -> Estimate:
    """Return each system's mean over all documents of (systems, documents) with Student's 95% interval, (systems,).

    Only means of systems for which `find_linked` returns the same number are comparable.
    """
    if not count_missing(scores).any():
        return estimate_means(scores)
    means, linked = np.full((3, len(scores)), np.nan), find_linked(scores)
    for group in np.unique(linked[linked >= 0]):
        means[:, linked == group] = _fit_means(scores[linked == group])[:3]
    return Estimate(means[0], means[1], means[2], method="student")


def _fit_means(scores: np.ndarray) -> Estimate:
    """Return the means of linked systems; the variance is that of the documents' influences on a mean."""
    scores = scores[:, ~np.isnan(scores).all(axis=0)]
    known = ~np.isnan(scores)
    systems, shares = known.sum(axis=0), known / known.sum(axis=0)
    filled = np.nan_to_num(scores)
    inverse = np.linalg.pinv(np.diag(known.sum(axis=1)) - shares @ known.T.astype(np.float64))
    effects = inverse @ (filled.sum(axis=1) - known @ (filled.sum(axis=0) / systems))
    document_effects = np.where(known, scores - effects[:, None], 0.0).sum(axis=0) / systems
    residuals = np.where(known, scores - effects[:, None] - document_effects, 0.0)
    influences = inverse @ residuals
    influences += (document_effects - document_effects.mean()) / len(systems) - shares.mean(axis=1) @ influences
    counts = known.sum(axis=1)
    spread = np.where(counts > 1, counts / np.maximum(counts - 1, 1), np.nan)
    errors = np.sqrt((influences**2).sum(axis=1) * spread)
    return student_interval(effects + document_effects.mean(), errors, np.maximum(counts - 1, 1))
