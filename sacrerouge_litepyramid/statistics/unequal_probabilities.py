"""Samples of fixed size with given inclusion probabilities: the probabilities, and how the samples are drawn."""

import numpy as np

#: a sum of probabilities that is as close to a whole number is that number
TOLERANCE = 1e-9


def spread_probabilities(sizes: np.ndarray, count: float) -> np.ndarray:
    """Return inclusion probabilities (elements,) that sum to ``count``, proportional to sizes above 0.

    None is above 1: what would be is 1, and the rest is redistributed. All are 1 where there are no more than
    ``count`` elements. Raises ValueError for a size that is not above 0.
    """
    if not (np.isfinite(sizes) & (sizes > 0)).all():
        raise ValueError("sizes must be finite and above 0; every element needs a chance to be drawn")
    probabilities = np.ones(len(sizes))
    open_ = np.ones(len(sizes), dtype=bool)
    while count < len(sizes):
        probabilities[open_] = sizes[open_] * (count - (~open_).sum()) / sizes[open_].sum()
        above = open_ & (probabilities >= 1)
        if not above.any():
            break
        probabilities[above] = 1.0
        open_ &= ~above
    return probabilities


def draw_systematic(
    probabilities: np.ndarray, draws: int, rng: np.random.Generator, places: np.ndarray | None = None
) -> np.ndarray:
    """Draw samples (draws, elements) by systematic sampling of the elements in a random order.

    The elements lie one after another on a line, as long as their probabilities (elements,); those are taken that
    cover a point of a grid of step 1 with a random start. Every element has its probability exactly, and the size of a
    sample is the sum of the probabilities, if that is a whole number, else one of the two next to it. Elements of one
    number of ``places`` (elements,) lie beside each other. Source: Goodman and Kish, JASA 1950; Hartley and Rao, Annals
    of Mathematical Statistics 1962.
    """
    order = _shuffle(draws, np.arange(len(probabilities)) if places is None else places, rng)
    ends = np.cumsum(probabilities[order], axis=1)
    total = probabilities.sum()
    if abs(total - round(total)) < TOLERANCE:
        ends *= round(total) / ends[:, -1:]
    taken = np.diff(np.floor(ends + rng.random((draws, 1))), axis=1, prepend=0.0) > 0
    drawn = np.empty_like(taken)
    np.put_along_axis(drawn, order, taken, axis=1)
    return drawn | (probabilities >= 1)


def _shuffle(draws: int, places: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return random orders (draws, elements) in which the elements of one place lie beside each other."""
    _, groups = np.unique(places, return_inverse=True)
    ranks = np.argsort(rng.random((draws, groups.max() + 1)), axis=1)
    return np.argsort(ranks[:, groups] + rng.random((draws, len(places))), axis=1)
