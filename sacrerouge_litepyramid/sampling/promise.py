"""What a design promises before anybody judges: expected standard errors, and the budget that reaches a target.

With inclusion probabilities π of what is drawn as a whole, the combined estimate of a system's score has the expected
variance Σ (1 - π) / π · Var(R), where R is the sum of weight · residual over the drawn units. Source: the anticipated
variance of Isaki and Fuller, JASA 1982. The means of R add
Σ π (1 - π) · (E(R) / π - B)², B being the mean of E(R) / π under weights π (1 - π) in each stratum, as samples have a
fixed size. Source: Hájek, Annals of Mathematical Statistics 1964.
"""

import math
from collections.abc import Callable
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.sampling.calibration import Calibration
from sacrerouge_litepyramid.sampling.designs import MIN_DRAWN, Budget, Design, make_design
from sacrerouge_litepyramid.sampling.frame import Frame
from sacrerouge_litepyramid.statistics.intervals import CONFIDENCE

QUANTILE = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


class Promise(NamedTuple):
    """Expected standard errors of the systems' scores, (systems,), and of their differences, (systems, systems)."""

    scores: np.ndarray
    differences: np.ndarray

    def widest_score(self) -> float:
        """Return the expected width of the widest 95% interval of a score."""
        return compute_width(float(self.scores.max()))

    def widest_difference(self) -> float:
        """Return the expected width of the widest 95% interval of a difference."""
        return compute_width(float(self.differences.max()))


class _Elements(NamedTuple):
    """What is drawn as a whole: probability and stratum, (elements,), and the number of each row's element, (rows,)."""

    probability: np.ndarray
    stratum: np.ndarray
    of_row: np.ndarray


def expect_errors(frame: Frame, design: Design, calibration: Calibration) -> Promise:
    """Return the expected standard errors of the combined estimate with the judge's full weight."""
    covariance = _expect_covariance(frame, design, calibration)
    variance = np.diagonal(covariance)
    differences = variance[:, None] + variance[None, :] - 2 * covariance
    return Promise(np.sqrt(variance), np.sqrt(np.maximum(differences, 0.0)))


def compute_width(error: float) -> float:
    """Return the width of the 95% interval of a normal estimate from its standard error."""
    return 2 * QUANTILE * error


def compute_power(difference: float, error: float) -> float:
    """Return the probability that the 95% interval of a difference lies wholly on the true side of 0."""
    return 1.0 if error == 0 else NormalDist().cdf(abs(difference) / error - QUANTILE)


def find_budget(frame: Frame, name: str, is_enough: Callable[[Design], bool]) -> int:
    """Return the smallest number of judgements, of all systems, whose design is enough, by bisection.

    Raises ValueError if judging everything is not enough.
    """
    low, high = _count_least(frame, name) - 1, len(frame.weight)
    if not is_enough(make_design(frame, name, Budget(total=high))):
        raise ValueError(f"design {name!r}: even {high} judgements, all there are, do not reach the target; lower it")
    while high - low > 1:
        middle = (low + high) // 2
        if is_enough(make_design(frame, name, Budget(total=middle))):
            high = middle
        else:
            low = middle
    return high


def _count_least(frame: Frame, name: str) -> int:
    """Return the smallest total that pays for MIN_DRAWN draws of every system, or of documents."""
    least = MIN_DRAWN * (len(frame.weight) / len(frame.documents) if name == "documents" else len(frame.systems))
    return min(math.ceil(least), len(frame.weight))


def _expect_covariance(frame: Frame, design: Design, calibration: Calibration) -> np.ndarray:
    """Return the expected covariances of the systems' estimates, (systems, systems)."""
    elements = _list_elements(design)
    deviation = frame.weight * calibration.expect_deviations(frame.probability)
    scattered = _expect_scatter(frame, elements, deviation, calibration.within)
    same = np.eye(len(frame.systems), dtype=bool)
    means = _sum_by_system(elements.of_row, frame, frame.weight * calibration.expect_residuals(frame.probability))
    return np.where(same, scattered, calibration.across * scattered) + _spread_means(means, elements)


def _list_elements(design: Design) -> _Elements:
    _, first, of_row = np.unique(design.element, return_index=True, return_inverse=True)
    return _Elements(design.probability[first], design.stratum[first], of_row)


def _expect_scatter(frame: Frame, elements: _Elements, deviation: np.ndarray, within: float) -> np.ndarray:
    """Return the covariances of scattered residuals if they were the same in all systems, (systems, systems)."""
    factor = 1 / elements.probability - 1
    cells = np.column_stack([elements.of_row, frame.document, frame.unit])
    _, first, cell = np.unique(cells, axis=0, return_index=True, return_inverse=True)
    single = _sum_by_system(cell.ravel(), frame, deviation)
    sums = _sum_by_system(elements.of_row, frame, deviation)
    alone = single.T @ (factor[elements.of_row[first], None] * single)
    together = sums.T @ (factor[:, None] * sums)
    return (1 - within) * alone + within * together


def _spread_means(means: np.ndarray, elements: _Elements) -> np.ndarray:
    """Return the covariances that means (elements, systems) of residuals cause in fixed-size samples."""
    weight = elements.probability * (1 - elements.probability)
    scaled = means / elements.probability[:, None]
    _, stratum = np.unique(elements.stratum, return_inverse=True)
    total = np.maximum(np.bincount(stratum, weight), np.finfo(float).tiny)
    centre = np.stack([np.bincount(stratum, weight * column) for column in scaled.T], axis=1) / total[:, None]
    centred = scaled - centre[stratum]
    return centred.T @ (weight[:, None] * centred)


def _sum_by_system(groups: np.ndarray, frame: Frame, values: np.ndarray) -> np.ndarray:
    """Return the sums of values (rows,) by group and system, (groups, systems)."""
    systems = len(frame.systems)
    sums = np.bincount(groups * systems + frame.system, values, minlength=(groups.max() + 1) * systems)
    return sums.reshape(-1, systems)
