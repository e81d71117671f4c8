"""Affinity propagation (Frey and Dueck 2007): clusters around members, whose number follows from the similarities."""

import numpy as np

DAMPING = 0.5
MAX_ROUNDS = 200
STABLE_ROUNDS = 15
#: share of the similarities' range: an advantage of earlier points, without which equal points alternate for ever
TIE_BREAK = 1e-6


def exemplars(similarity: np.ndarray) -> np.ndarray:
    """Return the ascending indices of the cluster centres.

    ``similarity``: (points, points). Each point's preference for itself is the median of the others' similarities, and
    the settings are the usual ones (damping .5; at most 200 rounds, fewer when 15 change nothing). At the end the
    centre of each cluster becomes its member most similar to the others, as in the authors' code. If all points are
    alike they form one cluster around the first; if no point becomes a centre they form one around the most similar.
    """
    points = len(similarity)
    others = ~np.eye(points, dtype=bool)
    spread = float(np.ptp(similarity[others])) if points > 1 else 0.0
    if spread == 0:
        return np.arange(min(points, 1))
    similarity = np.array(similarity, dtype=float)
    np.fill_diagonal(similarity, np.median(similarity[others]))
    similarity -= TIE_BREAK * spread * np.arange(points) / points
    centres = _propagate(similarity)
    return (
        _refine(similarity, np.flatnonzero(centres)) if centres.any() else similarity.sum(axis=0).argmax(keepdims=True)
    )


def _propagate(similarity: np.ndarray) -> np.ndarray:
    """Return booleans, (points,), true for the centres, when they no longer change."""
    responsibility = np.zeros_like(similarity)
    availability = np.zeros_like(similarity)
    centres, stable = np.zeros(len(similarity), dtype=bool), 0
    for _ in range(MAX_ROUNDS):
        responsibility += (1 - DAMPING) * (_responsibility(similarity, availability) - responsibility)
        availability += (1 - DAMPING) * (_availability(responsibility) - availability)
        before, centres = centres, np.diagonal(responsibility) + np.diagonal(availability) > 0
        stable = stable + 1 if (before == centres).all() else 0
        if stable >= STABLE_ROUNDS and centres.any():
            break
    return centres


def _refine(similarity: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """Return the centres, ascending: in each cluster the member to which all its members are most similar."""
    owner = similarity[:, centres].argmax(axis=1)
    owner[centres] = np.arange(len(centres))
    members = [np.flatnonzero(owner == cluster) for cluster in range(len(centres))]
    return np.sort([each[similarity[np.ix_(each, each)].sum(axis=0).argmax()] for each in members])


def _responsibility(similarity: np.ndarray, availability: np.ndarray) -> np.ndarray:
    """Return how well each column serves each row as a centre, against the best other column (equation 1)."""
    rows = np.arange(len(similarity))
    total = availability + similarity
    best = total.argmax(axis=1)
    highest = total[rows, best]
    total[rows, best] = -np.inf
    rival = np.repeat(highest[:, None], len(rows), axis=1)
    rival[rows, best] = total.max(axis=1)
    return similarity - rival


def _availability(responsibility: np.ndarray) -> np.ndarray:
    """Return how much the other rows support each column as a centre (equations 2 and 3)."""
    support = np.maximum(responsibility, 0)
    np.fill_diagonal(support, np.diagonal(responsibility))
    available = support.sum(axis=0) - support
    own = np.diagonal(available).copy()
    available = np.minimum(available, 0)
    np.fill_diagonal(available, own)
    return available
