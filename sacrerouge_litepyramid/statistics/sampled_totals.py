"""Variances of totals that are estimated from samples of fixed size with unequal probabilities."""

from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.rounding import ROUNDING


class Covariance(NamedTuple):
    """The covariance of several estimates as a sum of independent parts, (parts, estimates, estimates).

    ``degrees``: the degrees of freedom of each part, (parts,).
    """

    parts: np.ndarray
    degrees: np.ndarray

    def variances(self) -> tuple[np.ndarray, np.ndarray]:
        """Return variances and degrees of freedom of the estimates, two arrays (estimates,)."""
        return self._sum(np.diagonal(self.parts, axis1=1, axis2=2))

    def of_differences(self, first: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return variances and degrees of freedom of estimates less others, by their places: two arrays (pairs,)."""
        own = np.diagonal(self.parts, axis1=1, axis2=2)
        both = own[:, first] + own[:, second]
        variances = both - 2 * self.parts[:, first, second]
        return self._sum(np.where(variances <= ROUNDING * both, 0.0, variances))

    def _sum(self, variances: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Sum variances (parts, …); degrees of freedom after Satterthwaite, Biometrics 1946, 0 without any variance."""
        total = variances.sum(axis=0)
        doubt = (variances**2 / self.degrees[:, None]).sum(axis=0)
        return total, np.divide(total**2, doubt, out=np.zeros_like(total), where=doubt > 0)


class Centred(NamedTuple):
    """A stratum's drawn values over their probabilities, less a weighted mean of them; (elements, totals), (totals,).

    ``shares``: by how much a squared value counts in the variance, (elements,).
    """

    values: np.ndarray
    mean: np.ndarray
    shares: np.ndarray


def center_values(expanded: np.ndarray, probabilities: np.ndarray) -> Centred:
    """Center the values over their probabilities (elements, totals) of a stratum's sample of fixed size.

    The mean weighs an element by one less its probability, and so does the variance, with the small sample's
    n / (n - 1); what is drawn for certain adds nothing. Source: Deville and Tillé, Journal of Statistical Planning and
    Inference 2005, section 4.
    """
    shares = 1 - probabilities
    uncertain = int((shares > 0).sum())
    if not uncertain:
        return Centred(expanded, np.zeros(expanded.shape[1]), shares)
    mean = shares @ expanded / shares.sum()
    return Centred(expanded - mean, mean, shares * uncertain / max(uncertain - 1, 1))


def estimate_covariance(values: np.ndarray, probabilities: np.ndarray, strata: np.ndarray) -> Covariance:
    """Estimate the covariance of the totals Σ value / probability over a sample of fixed size in each stratum.

    ``values``: of the drawn elements, (elements, totals); ``probabilities``, ``strata``: (elements,). Only the draw is
    random. A stratum of a single uncertain draw has no degree of freedom and counts with one.
    """
    numbers = np.unique(strata)
    parts, degrees = np.zeros((len(numbers), values.shape[1], values.shape[1])), np.ones(len(numbers))
    for place, number in enumerate(numbers):
        members = strata == number
        centred = center_values(values[members] / probabilities[members, None], probabilities[members])
        parts[place] = centred.values.T @ (centred.values * centred.shares[:, None])
        degrees[place] = max(int((centred.shares > 0).sum()) - 1, 1)
    return Covariance(parts, degrees)
