"""Projected standard errors of a design, before any label is given, and the labels that reach a width or a power.

With inclusion probabilities π of what is drawn as a whole, the combined estimate of a system's score has the expected
variance Σ (1 - π) / π · Var(R), where R is the sum of weight · residual over the drawn units. Source: the anticipated
variance of Isaki and Fuller, JASA 1982. The means of R add Σ π (1 - π) · (E(R) / π - B)², B being the mean of E(R) / π
under weights π (1 - π) in each stratum, as samples have a fixed size. Source: Hájek, Annals of Mathematical Statistics
1964. Documents that are a random draw add the variance of their expected scores.
"""

import math
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.calibration import Calibration
from sacrerouge_litepyramid.annotation.sampling.designs import MIN_DRAWN, Budget, Design, extend_design
from sacrerouge_litepyramid.annotation.sampling.frame import SamplingFrame
from sacrerouge_litepyramid.annotation.sampling.sample import Elements, list_elements
from sacrerouge_litepyramid.statistics.intervals import student_quantile
from sacrerouge_litepyramid.statistics.significance import pair_indices
from sacrerouge_litepyramid.statistics.unequal_probabilities import Covariance


class ProjectedErrors(NamedTuple):
    """Expected standard errors and half widths of the 95% intervals of some estimates, two arrays (estimates,)."""

    error: np.ndarray
    margin: np.ndarray

    def compute_power(self, difference: float) -> np.ndarray:
        """Return the probabilities that the intervals exclude 0 on the right side for a true difference."""
        beyond = np.full(len(self.error), np.inf)
        np.divide(abs(difference) - self.margin, self.error, out=beyond, where=self.error > 0)
        return np.array([NormalDist().cdf(value) for value in beyond])


class Projection(NamedTuple):
    """The projected errors of the systems' scores, and of all pairs' differences in the order of `pair_indices`."""

    scores: ProjectedErrors
    differences: ProjectedErrors


def project_errors(frame: SamplingFrame, design: Design, calibration: Calibration, target: str = "these") -> Projection:
    """Project a design's errors for one of the estimators' TARGETS; the judge counts whole in the estimate."""
    covariance = expect_covariance(frame, design, calibration, target)
    differences = covariance.of_differences(*pair_indices(len(frame.systems)))
    return Projection(_build_errors(*covariance.variances()), _build_errors(*differences))


def expect_covariance(frame: SamplingFrame, design: Design, calibration: Calibration, target: str) -> Covariance:
    """Return the expected covariance of the systems' combined estimates, of independent parts where strata are."""
    elements = list_elements(frame, design)
    strata = np.unique(elements.stratum)
    parts = np.stack([_covary_stratum(frame, elements, calibration, elements.stratum == each) for each in strata])
    if target == "like-these":
        whole = parts.sum(axis=0) + _covary_documents(frame, calibration)
        return Covariance(whole[None], np.array([max(_count_drawn_documents(elements) - 1, 1.0)]))
    drawn = [elements.probability[(elements.stratum == each) & (elements.probability < 1)].sum() for each in strata]
    return Covariance(parts, np.maximum(np.array(drawn) - 1, 1.0))


def _build_errors(variance: np.ndarray, degrees: np.ndarray) -> ProjectedErrors:
    error = np.sqrt(np.maximum(variance, 0.0))
    return ProjectedErrors(error, error * student_quantile(np.maximum(degrees, 1.0)))


def _covary_stratum(
    frame: SamplingFrame, elements: Elements, calibration: Calibration, members: np.ndarray
) -> np.ndarray:
    """Return the expected covariances from the draw of one stratum's elements, (systems, systems)."""
    probability = elements.probability
    deviations = frame.weight * calibration.expect_deviations(frame.probability)
    scatter = _expect_scatter(frame, elements, deviations, np.where(members, 1 / probability - 1, 0.0), calibration)
    means = _sum_cells(elements.of_row, frame, frame.weight * calibration.expect_residuals(frame.probability))
    count = np.where(members, probability * (1 - probability), 0.0)
    if not count.any():
        return scatter
    scaled = means / probability[:, None]
    centred = scaled - count @ scaled / count.sum()
    return scatter + centred.T @ (count[:, None] * centred)


def _covary_documents(frame: SamplingFrame, calibration: Calibration) -> np.ndarray:
    """Return the covariances of scores over documents like these, all labelled, (systems, systems)."""
    documents = len(frame.documents)
    whole = Elements(np.ones(documents), np.zeros(documents), np.arange(documents), frame.document)
    deviations = frame.weight * calibration.expect_deviations(frame.probability)
    expected = _sum_cells(frame.document, frame, frame.weight * calibration.expect_labels(frame.probability))
    there = _sum_cells(frame.document, frame, np.ones(len(frame.weight))) > 0
    centred = np.where(there, expected - expected.sum(axis=0) / there.sum(axis=0), 0.0)
    scatter = _expect_scatter(frame, whole, deviations, np.ones(documents), calibration)
    return scatter + centred.T @ centred * (documents / max(documents - 1, 1))


def _expect_scatter(
    frame: SamplingFrame, elements: Elements, deviations: np.ndarray, factor: np.ndarray, calibration: Calibration
) -> np.ndarray:
    """Return the sums over elements of factor · covariance of what the residuals scatter, (systems, systems)."""
    cells = np.column_stack([elements.of_row, frame.document, frame.unit])
    _, first, cell = np.unique(cells, axis=0, return_index=True, return_inverse=True)
    single = _sum_cells(cell.ravel(), frame, deviations)
    sums = _sum_cells(elements.of_row, frame, deviations)
    alone = single.T @ (factor[elements.of_row[first], None] * single)
    together = sums.T @ (factor[:, None] * sums)
    scatter = (1 - calibration.within) * alone + calibration.within * together
    return np.where(np.eye(len(frame.systems), dtype=bool), scatter, calibration.across * scatter)


def _sum_cells(groups: np.ndarray, frame: SamplingFrame, values: np.ndarray) -> np.ndarray:
    """Return the sums of values (rows,) by group and system, (groups, systems)."""
    systems = len(frame.systems)
    sums = np.bincount(groups * systems + frame.system, values, minlength=(groups.max() + 1) * systems)
    return sums.reshape(-1, systems)


def _count_drawn_documents(elements: Elements) -> float:
    """Return the number of documents of which something is drawn, as if elements were drawn independently."""
    missed = np.ones(elements.document.max() + 1)
    np.multiply.at(missed, elements.document, 1 - elements.probability)
    return float((1 - missed[np.unique(elements.document)]).sum())


class Goal(NamedTuple):
    """A goal: the largest ``width`` of the 95% intervals, or the ``power`` to detect a true ``difference``.

    ``compared``: whether the width is that of the differences of systems, not of their scores. A power is always of
    differences.
    """

    width: float | None = None
    power: float | None = None
    difference: float | None = None
    compared: bool = False

    def check(self) -> None:
        """Raise ValueError for a width, a power or a difference out of bounds."""
        if self.width is not None and not 0 < self.width < math.inf:
            raise ValueError(f"width must be above 0, not {self.width}")
        if self.power is not None and not 0 < self.power < 1:
            raise ValueError(f"power must be between 0 and 1, not {self.power}")
        if self.power is not None and not (self.difference and abs(self.difference) <= 1):
            raise ValueError(f"power needs a difference of scores to detect, up to 1 and not 0, not {self.difference}")

    def is_reached(self, projected: Projection) -> bool:
        """Return whether the widest projected interval, or the smallest power, is good enough."""
        if self.power is not None:
            return bool((projected.differences.compute_power(self.difference or 0.0) >= self.power).all())
        errors = projected.differences if self.compared else projected.scores
        return bool((2 * errors.margin <= (self.width or 0.0)).all())


def find_budget(
    frame: SamplingFrame,
    design: str,
    goal: Goal,
    calibration: Calibration,
    target: str = "these",
    known: np.ndarray | None = None,
) -> int:
    """Return the smallest number of labels, of all systems together, that reaches a goal, by bisection.

    ``known``: whether a row of the population has a label already, (rows,). Raises ValueError if labels of everything
    do not reach the goal.
    """
    goal.check()
    known = np.zeros(len(frame.weight), dtype=bool) if known is None else known

    def is_enough(total: int) -> bool:
        made = extend_design(frame, design, Budget(total=total), known)
        return goal.is_reached(project_errors(frame, made, calibration, target))

    high = int((~known).sum())
    low = min(_count_least(frame, design), high)
    if not is_enough(high):
        raise ValueError(
            f"all {high} remaining labels do not reach the goal for the target {target!r}; take a "
            "larger width, or a lower power"
        )
    if is_enough(low):
        return low
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


def _count_least(frame: SamplingFrame, design: str) -> int:
    """Return the smallest number of labels that pays for MIN_DRAWN draws."""
    systems = len(frame.systems)
    if design == "documents":
        return math.ceil(MIN_DRAWN * len(frame.weight) / len(frame.documents))
    longest = np.bincount(frame.system * len(frame.documents) + frame.document).max() if design == "summaries" else 1
    return MIN_DRAWN * systems * int(longest)
