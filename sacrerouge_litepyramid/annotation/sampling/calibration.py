"""How labels follow from the judge's probabilities: taken as calibrated, or calibrated by a pilot's labels."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.frame import SamplingFrame
from sacrerouge_litepyramid.annotation.sampling.sample import list_planned_units
from sacrerouge_litepyramid.io.label_plans import PlannedLabels
from sacrerouge_litepyramid.statistics.logistic_regression import logistic_regression

#: the labelled units that a pilot needs to calibrate the judge
MIN_PILOT_UNITS = 20
#: the pairs of labelled units that a correlation of residuals needs
MIN_PILOT_PAIRS = 20
#: probabilities are cut to this distance from 0 and 1 before their log-odds are taken
MARGIN = 1e-3
#: of the slope, which shrinks towards 0 where a pilot is small
PENALTY = 1.0


class Calibration(NamedTuple):
    """A label is 1 with log-odds ``intercept`` + ``slope`` · log-odds of the judge's probability.

    A residual is a label − the judge's probability. ``within`` is the correlation of the residuals of two units in
    one summary, ``across`` that of one unit in the summaries of two systems; that of two units in two summaries is
    their product.
    """

    intercept: float
    slope: float
    within: float
    across: float

    def expect_labels(self, probability: np.ndarray) -> np.ndarray:
        """Return the probabilities that labels are 1, from the judge's probabilities, (rows,)."""
        if self == CALIBRATED:
            return probability
        return 0.5 + 0.5 * np.tanh((self.intercept + self.slope * _to_log_odds(probability)) / 2)

    def expect_residuals(self, probability: np.ndarray) -> np.ndarray:
        """Return the residuals' means, (rows,)."""
        return self.expect_labels(probability) - probability

    def expect_deviations(self, probability: np.ndarray) -> np.ndarray:
        """Return the residuals' standard deviations, (rows,)."""
        expected = self.expect_labels(probability)
        return np.sqrt(expected * (1 - expected))


#: of labels that are 1 with the judge's probability, independently of each other
CALIBRATED = Calibration(intercept=0.0, slope=1.0, within=0.0, across=0.0)


def fit_calibration(frame: SamplingFrame, pilot: PlannedLabels) -> Calibration:
    """Fit a calibration to a pilot's labels of units in ``frame``, each weighted by 1 / its inclusion probability.

    A correlation is at least 0, and 0 where fewer than MIN_PILOT_PAIRS pairs of units were labelled. Raises
    ValueError for fewer than MIN_PILOT_UNITS labelled units, for equal labels, and for units that the population lacks.
    """
    rows, labels, inclusion = _find_labelled(frame, pilot)
    if len(rows) < MIN_PILOT_UNITS:
        raise ValueError(f"the pilot has {len(rows)} labelled units; at least {MIN_PILOT_UNITS} are needed")
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
    """Return the places of the labelled rows, their mean votes and inclusion probabilities, three (labelled,)."""
    places = {row: index for index, row in enumerate(frame.list_rows())}
    found = []
    for row, unit in list_planned_units(pilot.summaries).items():
        if row not in places or frame.text[places[row]] != unit.text:
            raise ValueError(
                f"the pilot labels {unit.text!r:.60} of instance {row.instance_id!r}, system {row.summarizer_id!r}, "
                "which the evidence does not have; give the evidence of the pilot's plan"
            )
        if unit.votes:
            found.append((places[row], sum(unit.votes.values()) / len(unit.votes), unit.probability))
    rows, labels, inclusion = np.array(found, dtype=np.float64).reshape(-1, 3).T
    return rows.astype(int), labels, inclusion


def _correlate(columns: Sequence[np.ndarray], scaled: np.ndarray) -> float:
    """Return the mean product of two scaled residuals (labelled,) of a group over the mean square, cut to 0 to 1.

    A group has the same values in all columns.
    """
    _, group = np.unique(np.column_stack(columns), axis=0, return_inverse=True)
    group = group.ravel()
    sizes, sums, squares = np.bincount(group), np.bincount(group, scaled), np.bincount(group, scaled**2)
    pairs = (sizes * (sizes - 1)).sum() / 2
    if pairs < MIN_PILOT_PAIRS or not squares.sum():
        return 0.0
    product = (sums**2 - squares).sum() / 2 / pairs
    return float(np.clip(product * len(scaled) / squares.sum(), 0.0, 1.0))
