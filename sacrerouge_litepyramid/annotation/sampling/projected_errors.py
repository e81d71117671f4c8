"""Project a design's standard errors before there are labels, and find the number of labels for a width or a power.

Labels are expected by the judge's probabilities, which are taken as calibrated, or calibrated by a pilot's labels.

With the inclusion probabilities π of elements, the combined estimate of a system's score has the expected variance
Σ (1 - π) / π · Var(R), where R is the sum of weight · residual over the units of an element. Source: the anticipated
variance of Isaki and Fuller, JASA 1982. The means of R add Σ π (1 - π) · (E(R) / π - B)², where B is the mean of
E(R) / π under weights π (1 - π) in each stratum, as samples have a fixed size. Source: Hájek, Annals of Mathematical
Statistics 1964. If documents are a random draw, the variance of their expected scores is added.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.designs import MIN_DRAWN, Budget, Design, extend_design
from sacrerouge_litepyramid.annotation.sampling.frame import SamplingFrame
from sacrerouge_litepyramid.annotation.sampling.sample import Elements, list_elements, list_planned_units
from sacrerouge_litepyramid.io.label_plans import PlannedLabels
from sacrerouge_litepyramid.statistics.intervals import student_quantile
from sacrerouge_litepyramid.statistics.logistic_regression import logistic_regression
from sacrerouge_litepyramid.statistics.significance import pair_indices
from sacrerouge_litepyramid.statistics.unequal_probabilities import Covariance

#: the labelled units that a pilot needs to calibrate the judge
MIN_PILOT_UNITS = 20
#: the pairs of labelled units that a correlation of residuals needs
MIN_PILOT_PAIRS = 20
#: probabilities are clipped to this distance from 0 and 1 before their log-odds are computed
MARGIN = 1e-3
#: the L2 penalty of the slope, which shrinks it towards 0 if a pilot is small
PENALTY = 1.0


class Calibration(NamedTuple):
    """How labels follow from a judge's probabilities.

    The log-odds that a label is 1 are ``intercept`` + ``slope`` · log-odds of the judge's probability. A residual is
    the label minus the judge's probability. ``within``: the correlation of the residuals of two units in one summary;
    ``across``: that of one unit in the summaries of two systems; that of two units in two summaries is their product.
    """

    intercept: float
    slope: float
    within: float
    across: float

    def expect_labels(self, probability: np.ndarray) -> np.ndarray:
        """Return the probabilities that labels are 1, given the judge's probabilities, (rows,)."""
        if self == CALIBRATED:
            return probability
        return 0.5 + 0.5 * np.tanh((self.intercept + self.slope * _to_log_odds(probability)) / 2)

    def expect_residuals(self, probability: np.ndarray) -> np.ndarray:
        """Return the means of the residuals, (rows,)."""
        return self.expect_labels(probability) - probability

    def expect_deviations(self, probability: np.ndarray) -> np.ndarray:
        """Return the standard deviations of the residuals, (rows,)."""
        expected = self.expect_labels(probability)
        return np.sqrt(expected * (1 - expected))


#: the calibration by which labels are 1 with the judge's probability, independently of each other
CALIBRATED = Calibration(intercept=0.0, slope=1.0, within=0.0, across=0.0)


def fit_calibration(frame: SamplingFrame, pilot: PlannedLabels) -> Calibration:
    """Fit a calibration to a pilot's labels of units in ``frame``, each weighted by 1 / its inclusion probability.

    Correlations are at least 0, and 0 if fewer than MIN_PILOT_PAIRS pairs of units have labels. Raises ValueError for
    fewer than MIN_PILOT_UNITS labelled units, for equal labels, and for units that are not in the population.
    """
    rows, labels, inclusion = _find_labelled(frame, pilot)
    if len(rows) < MIN_PILOT_UNITS:
        raise ValueError(f"the pilot has {len(rows)} labelled units; label at least {MIN_PILOT_UNITS}")
    probability = frame.probability[rows]
    weights = len(rows) / inclusion / (1 / inclusion).sum()
    fitted = logistic_regression(_to_log_odds(probability)[:, None], labels, PENALTY, weights)
    calibration = Calibration(fitted.intercept, float(fitted.coefficients[0]), within=0.0, across=0.0)
    deviations = np.maximum(calibration.expect_deviations(probability), MARGIN)
    scaled = (labels - calibration.expect_labels(probability)) / deviations
    unit, document, system = (side[rows] for side in (frame.unit, frame.document, frame.system))
    return calibration._replace(
        within=_correlate((document, system), scaled), across=_correlate((document, unit), scaled)
    )


def _to_log_odds(probability: np.ndarray) -> np.ndarray:
    cut = np.clip(probability, MARGIN, 1 - MARGIN)
    return np.log(cut / (1 - cut))


def _find_labelled(frame: SamplingFrame, pilot: PlannedLabels) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the indices of the labelled rows, their mean votes and their inclusion probabilities, each (labelled,)."""
    places = {row: index for index, row in enumerate(frame.list_rows())}
    labelled = []
    for row, unit in list_planned_units(pilot.summaries).items():
        if row not in places or frame.text[places[row]] != unit.text:
            raise ValueError(
                f"the pilot labels {unit.text!r:.60} of instance {row.instance_id!r}, system {row.summarizer_id!r}, "
                "which the evidence does not have; pass the evidence of the pilot's plan"
            )
        if unit.votes:
            labelled.append((places[row], sum(unit.votes.values()) / len(unit.votes), unit.probability))
    rows, labels, inclusion = np.array(labelled, dtype=np.float64).reshape(-1, 3).T
    return rows.astype(int), labels, inclusion


def _correlate(columns: Sequence[np.ndarray], scaled: np.ndarray) -> float:
    """Return the correlation of the scaled residuals (labelled,) of rows in one group, clipped to 0 to 1.

    It is the mean product of two residuals of a group over the mean square. A group has equal values in all columns.
    """
    _, group = np.unique(np.column_stack(columns), axis=0, return_inverse=True)
    group = group.ravel()
    sizes, sums, squares = np.bincount(group), np.bincount(group, scaled), np.bincount(group, scaled**2)
    pairs = (sizes * (sizes - 1)).sum() / 2
    if pairs < MIN_PILOT_PAIRS or not squares.sum():
        return 0.0
    product = (sums**2 - squares).sum() / 2 / pairs
    return float(np.clip(product * len(scaled) / squares.sum(), 0.0, 1.0))


class ProjectedErrors(NamedTuple):
    """The expected standard errors of estimates, and half the widths of their 95% intervals, arrays (estimates,)."""

    error: np.ndarray
    margin: np.ndarray

    def compute_power(self, difference: float) -> np.ndarray:
        """Return the probabilities that, for a true difference, the intervals exclude 0 and have its sign."""
        beyond = np.full(len(self.error), np.inf)
        np.divide(abs(difference) - self.margin, self.error, out=beyond, where=self.error > 0)
        return np.array([NormalDist().cdf(value) for value in beyond])


class Projection(NamedTuple):
    """The projected errors of the systems' scores, and of all pairs' differences in the order of `pair_indices`."""

    scores: ProjectedErrors
    differences: ProjectedErrors


def project_errors(frame: SamplingFrame, design: Design, calibration: Calibration, target: str = "these") -> Projection:
    """Project a design's errors for one of the estimators' TARGETS, with a judge of weight 1."""
    covariance = expect_covariance(frame, design, calibration, target)
    differences = covariance.of_differences(*pair_indices(len(frame.systems)))
    return Projection(_build_errors(*covariance.variances()), _build_errors(*differences))


def expect_covariance(frame: SamplingFrame, design: Design, calibration: Calibration, target: str) -> Covariance:
    """Return the expected covariance of the systems' combined estimates, with independent parts for the strata."""
    elements = list_elements(frame, design)
    strata = np.unique(elements.stratum)
    parts = np.stack([_covary_stratum(frame, elements, calibration, elements.stratum == stratum) for stratum in strata])
    if target == "like-these":
        whole = parts.sum(axis=0) + _covary_documents(frame, calibration)
        return Covariance(whole[None], np.array([max(_count_drawn_documents(elements) - 1, 1.0)]))
    drawn = [
        elements.probability[(elements.stratum == stratum) & (elements.probability < 1)].sum() for stratum in strata
    ]
    return Covariance(parts, np.maximum(np.array(drawn) - 1, 1.0))


def _build_errors(variance: np.ndarray, degrees: np.ndarray) -> ProjectedErrors:
    error = np.sqrt(np.maximum(variance, 0.0))
    return ProjectedErrors(error, error * student_quantile(np.maximum(degrees, 1.0)))


def _covary_stratum(
    frame: SamplingFrame, elements: Elements, calibration: Calibration, members: np.ndarray
) -> np.ndarray:
    """Return the part of the expected covariance that one stratum's draw adds, (systems, systems)."""
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
    """Return the expected covariance of scores over documents, if all units had labels, (systems, systems)."""
    documents = len(frame.documents)
    elements = Elements(np.ones(documents), np.zeros(documents), np.arange(documents), frame.document)
    deviations = frame.weight * calibration.expect_deviations(frame.probability)
    expected = _sum_cells(frame.document, frame, frame.weight * calibration.expect_labels(frame.probability))
    has_units = _sum_cells(frame.document, frame, np.ones(len(frame.weight))) > 0
    centred = np.where(has_units, expected - expected.sum(axis=0) / has_units.sum(axis=0), 0.0)
    scatter = _expect_scatter(frame, elements, deviations, np.ones(documents), calibration)
    return scatter + centred.T @ centred * (documents / max(documents - 1, 1))


def _expect_scatter(
    frame: SamplingFrame, elements: Elements, deviations: np.ndarray, factor: np.ndarray, calibration: Calibration
) -> np.ndarray:
    """Return the sum over elements of factor · covariance of their residuals' sums, (systems, systems)."""
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
    """Return the expected number of documents with a drawn element, as if elements were drawn independently."""
    missed = np.ones(elements.document.max() + 1)
    np.multiply.at(missed, elements.document, 1 - elements.probability)
    return float((1 - missed[np.unique(elements.document)]).sum())


class Goal(NamedTuple):
    """A goal: the largest ``width`` of the 95% intervals, or the ``power`` to detect a true ``difference``.

    ``compared``: whether the width is that of differences of systems, not of scores. A power is always of differences.
    """

    width: float | None = None
    power: float | None = None
    difference: float | None = None
    compared: bool = False

    def check(self) -> None:
        """Raise ValueError if the width, the power or the difference is out of bounds."""
        if self.width is not None and not 0 < self.width < math.inf:
            raise ValueError(f"width must be above 0, not {self.width}")
        if self.power is not None and not 0 < self.power < 1:
            raise ValueError(f"power must be between 0 and 1, not {self.power}")
        if self.power is not None and not (self.difference and abs(self.difference) <= 1):
            raise ValueError(f"power needs a difference of scores that is not 0 and at most 1, not {self.difference}")

    def is_reached(self, projected: Projection) -> bool:
        """Return whether the widest projected interval, or the smallest power, reaches the goal."""
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
    """Return the smallest number of labels, for all systems together, that reaches a goal, by bisection.

    ``known``: whether a row of the population has a label already, (rows,). Raises ValueError if even labels for all
    units do not reach the goal.
    """
    goal.check()
    known = np.zeros(len(frame.weight), dtype=bool) if known is None else known

    def is_enough(total: int) -> bool:
        extended = extend_design(frame, design, Budget(total=total), known)
        return goal.is_reached(project_errors(frame, extended, calibration, target))

    high = int((~known).sum())
    low = min(_count_least(frame, design), high)
    if not is_enough(high):
        raise ValueError(
            f"even all {high} remaining labels do not reach the goal for the target {target!r}; choose a larger width "
            "or a lower power"
        )
    if is_enough(low):
        return low
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


def _count_least(frame: SamplingFrame, design: str) -> int:
    """Return the smallest number of labels that allows MIN_DRAWN draws."""
    systems = len(frame.systems)
    if design == "documents":
        return math.ceil(MIN_DRAWN * len(frame.weight) / len(frame.documents))
    longest = np.bincount(frame.system * len(frame.documents) + frame.document).max() if design == "summaries" else 1
    return MIN_DRAWN * systems * int(longest)
