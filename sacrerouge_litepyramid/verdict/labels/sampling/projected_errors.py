"""Project the standard errors of a design's estimates before there are labels.

Labels are expected by the judge's probabilities, which are taken as calibrated, or calibrated by a
pilot's labels.

A residual r is the label minus the judge's probability. With inclusion probabilities π and weights
w, the combined estimate of a system's score has the expected variance Σ (1 - π) / π · w² Var(r).
Source: the anticipated variance of Isaki and Fuller, JASA 1982. The means of r add Σ π (1 - π) · (w
E(r) / π - B)², where B is the mean of w E(r) / π under weights π (1 - π), as samples have a fixed
size. Source: Hájek, Annals of Mathematical Statistics 1964.
"""

from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.intervals import student_quantile
from sacrerouge_litepyramid.statistics.logistic_regression import logistic_regression, sigmoid
from sacrerouge_litepyramid.statistics.rounding import divide
from sacrerouge_litepyramid.verdict.labels.label_plans import PlannedLabels
from sacrerouge_litepyramid.verdict.labels.sampling.designs import Design
from sacrerouge_litepyramid.verdict.labels.sampling.frame import SamplingFrame
from sacrerouge_litepyramid.verdict.labels.sampling.sample import list_planned_units, sum_by_system

#: the labelled units that a pilot needs to calibrate the judge
MIN_PILOT_UNITS = 20
#: probabilities are clipped to this distance from 0 and 1 before their log-odds are computed
MARGIN = 1e-3
#: the L2 penalty of the slope, which shrinks it towards 0 if a pilot is small
PENALTY = 1.0


class Calibration(NamedTuple):
    """The log-odds that a label is 1, as a line in the log-odds of the judge's probability."""

    intercept: float
    slope: float

    def expect_labels(self, probability: np.ndarray) -> np.ndarray:
        """Return the probabilities that labels are 1, given the judge's probabilities, (rows,)."""
        if self == CALIBRATED:
            return probability
        return sigmoid(self.intercept + self.slope * _to_log_odds(probability))


#: the calibration by which labels are 1 with the judge's probability
CALIBRATED = Calibration(intercept=0.0, slope=1.0)


def fit_calibration(frame: SamplingFrame, pilot: PlannedLabels) -> Calibration:
    """Fit a calibration to a pilot's labels of units in ``frame``.

    A label has the weight 1 / inclusion probability. Raises ValueError for fewer than
    MIN_PILOT_UNITS labelled units, for equal labels, and for units that are not in the population.
    """
    places = {row: index for index, row in enumerate(frame.list_rows())}
    rows, labels, inclusion = [], [], []
    for row, unit in list_planned_units(pilot.summaries).items():
        place = places.get(row)
        if place is None or frame.text[place] != unit.text:
            raise ValueError(
                f"the pilot labels {unit.text!r:.60} of instance {row.instance_id!r}, system "
                f"{row.summarizer_id!r}, which the evidence does not have; pass the evidence of "
                "the pilot's plan"
            )
        if unit.votes:
            rows.append(place)
            total = sum(unit.votes.values())
            labels.append(total / len(unit.votes))
            inclusion.append(unit.probability)
    if len(rows) < MIN_PILOT_UNITS:
        raise ValueError(
            f"the pilot has {len(rows)} labelled units; label at least {MIN_PILOT_UNITS}"
        )
    log_odds = _to_log_odds(frame.probability[rows])
    weights = 1 / np.array(inclusion)
    weights *= len(rows) / weights.sum()
    fitted = logistic_regression(log_odds[:, None], np.array(labels), PENALTY, weights)
    return Calibration(fitted.intercept, float(fitted.coefficients[0]))


def _to_log_odds(probability: np.ndarray) -> np.ndarray:
    cut = np.clip(probability, MARGIN, 1 - MARGIN)
    return np.log(cut / (1 - cut))


class ProjectedErrors(NamedTuple):
    """The errors to expect of the systems' scores; arrays are (systems,)."""

    # the standard errors
    error: np.ndarray
    # half the widths of the 95% intervals
    margin: np.ndarray


def project_errors(
    frame: SamplingFrame, design: Design, calibration: Calibration
) -> ProjectedErrors:
    """Project the errors of a design's combined estimates, with a judge of weight 1.

    Rows that are certain, such as those of a pilot, add nothing.
    """
    inclusion = design.probability
    expected = calibration.expect_labels(frame.probability)
    # the part of residuals' variances, Σ (1 - π) / π · w² Var(r)
    factor = (1 - inclusion) / inclusion
    scatter = factor * frame.weight**2 * expected * (1 - expected)
    # the part of residuals' means, Σ π (1 - π) · (w E(r) / π - B)²
    means = frame.weight * (expected - frame.probability) / inclusion
    shares = inclusion * (1 - inclusion)
    total_shares = sum_by_system(frame, shares)
    total_means = sum_by_system(frame, shares * means)
    center = divide(total_means, total_shares, 0.0)
    deviations = means - center[frame.system]
    variance = sum_by_system(frame, scatter + shares * deviations**2)
    error = np.sqrt(variance)
    uncertain = np.where(inclusion < 1, inclusion, 0.0)
    uncertain_draws = sum_by_system(frame, uncertain)
    degrees = np.maximum(uncertain_draws - 1, 1.0)
    return ProjectedErrors(error, error * student_quantile(degrees))
