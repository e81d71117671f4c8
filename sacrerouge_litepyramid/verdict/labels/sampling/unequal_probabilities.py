"""Samples of fixed size with unequal probabilities: drawing, and the variances of totals."""

from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.rounding import ROUNDING, divide

#: a sum of probabilities this close to a whole number counts as that number
TOLERANCE = 1e-9


def spread_probabilities(sizes: np.ndarray, count: float) -> np.ndarray:
    """Return inclusion probabilities proportional to sizes, (elements,), that sum to ``count``.

    Probabilities above 1 become 1, and the excess is redistributed; all are 1 if there are at most
    ``count`` elements. Raises ValueError if a size is not above 0.
    """
    if not (np.isfinite(sizes) & (sizes > 0)).all():
        raise ValueError(
            "sizes must be finite and above 0; every element needs a chance to be drawn"
        )
    probabilities = np.ones(len(sizes))
    is_uncertain = np.ones(len(sizes), dtype=bool)
    while count < len(sizes):
        certain = len(sizes) - is_uncertain.sum()
        uncertain_sizes = sizes[is_uncertain]
        shares = uncertain_sizes / uncertain_sizes.sum()
        spread = np.minimum((count - certain) * shares, 1.0)
        probabilities[is_uncertain] = spread
        if (spread < 1).all():
            break
        # The excess of those that became certain goes to the others.
        is_uncertain &= probabilities < 1
    return probabilities


def draw_systematic(
    probabilities: np.ndarray,
    draws: int,
    rng: np.random.Generator,
    places: np.ndarray | None = None,
) -> np.ndarray:
    """Draw samples (draws, elements) by systematic sampling of the elements in a random order.

    Each element is a segment of a line, as long as its probability, (elements,); the sample is the
    elements that cover a point of a grid with step 1 and a random start. Every element has exactly
    its probability. The size of a sample is the sum of the probabilities if that is a whole number,
    else one of the two nearest ones. Elements with the same number in ``places`` (elements,) lie
    side by side. Source: Goodman and Kish, JASA 1950; Hartley and Rao, Annals of Mathematical
    Statistics 1962.
    """
    places = np.arange(len(probabilities)) if places is None else places
    order = _shuffle(draws, places, rng)
    ends = np.cumsum(probabilities[order], axis=1)
    total = probabilities.sum()
    if abs(total - round(total)) < TOLERANCE:
        ends *= round(total) / ends[:, -1:]
    start = rng.random((draws, 1))
    passed = np.floor(ends + start)
    taken = np.diff(passed, axis=1, prepend=0.0) > 0
    drawn = np.empty_like(taken)
    np.put_along_axis(drawn, order, taken, axis=1)
    return drawn | (probabilities >= 1)


def _shuffle(draws: int, places: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return random orders, (draws, elements); the elements of one place lie side by side."""
    distinct, groups = np.unique(places, return_inverse=True)
    keys = rng.random((draws, len(distinct)))
    # whole numbers for the places, fractions for the elements within
    place_ranks = np.argsort(keys, axis=1)
    ranks = place_ranks[:, groups]
    fractions = rng.random((draws, len(places)))
    return np.argsort(ranks + fractions, axis=1)


class Covariance(NamedTuple):
    """The covariance of several estimates as a sum of independent parts."""

    # (parts, estimates, estimates)
    parts: np.ndarray
    # the degrees of freedom of each part, (parts,)
    degrees: np.ndarray

    def variances(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the variances and degrees of freedom of the estimates, two arrays (estimates,)."""
        return self._sum(np.diagonal(self.parts, axis1=1, axis2=2))

    def of_differences(
        self, first: np.ndarray, second: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return variances and degrees of freedom of differences, two arrays (pairs,).

        ``first``, ``second``: the places of the estimates whose difference is first − second.
        """
        both = self.parts[:, first, first] + self.parts[:, second, second]
        differences = both - 2 * self.parts[:, first, second]
        is_zero = differences <= ROUNDING * both
        return self._sum(np.where(is_zero, 0.0, differences))

    def _sum(self, variances: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Sum variances (parts, …).

        Degrees of freedom by Satterthwaite, Biometrics 1946, are 0 without variance.
        """
        total = variances.sum(axis=0)
        uncertainties = variances**2 / self.degrees[:, None]
        return total, divide(total**2, uncertainties.sum(axis=0), 0.0)


class Centred(NamedTuple):
    """A stratum's drawn values over their probabilities, minus their weighted mean."""

    # (elements, totals)
    values: np.ndarray
    # (totals,)
    mean: np.ndarray
    # how much a squared value counts in the variance, (elements,)
    shares: np.ndarray


def center_values(expanded: np.ndarray, probabilities: np.ndarray) -> Centred:
    """Center a stratum's drawn values over their probabilities, (elements, totals).

    The size of its sample is fixed. The mean weights an element by 1 - probability, and so does the
    variance, with the factor n / (n - 1) for small samples; elements drawn with certainty add
    nothing. Source: Deville and Tillé, Journal of Statistical Planning and Inference 2005, section
    4.
    """
    shares = 1 - probabilities
    mean = divide(shares @ expanded, shares.sum(keepdims=True), 0.0)
    uncertain = int(np.count_nonzero(shares > 0))
    corrected_shares = shares * uncertain / max(uncertain - 1, 1)
    return Centred(expanded - mean, mean, corrected_shares)


def estimate_covariance(
    values: np.ndarray, probabilities: np.ndarray, strata: np.ndarray
) -> Covariance:
    """Estimate the covariance of the totals Σ value / probability over a sample.

    The sample has a fixed size in each stratum. ``values``: those of the drawn elements, (elements,
    totals); ``probabilities``, ``strata``: (elements,). Only the draw is random. A stratum with a
    single uncertain draw has no degree of freedom, but counts as having one.
    """
    expanded = values / probabilities[:, None]
    parts, degrees = [], []
    for stratum in np.unique(strata):
        members = strata == stratum
        centred = center_values(expanded[members], probabilities[members])
        weighted = centred.values * centred.shares[:, None]
        uncertain = np.count_nonzero(centred.shares)
        parts.append(centred.values.T @ weighted)
        degrees.append(max(uncertain - 1, 1))
    totals = values.shape[1]
    # reshaped, as there may be no stratum
    stacked = np.reshape(parts, (-1, totals, totals))
    return Covariance(stacked, np.array(degrees, dtype=np.float64))
