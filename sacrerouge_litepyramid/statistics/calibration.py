"""How often units are present among those of similar probability: the points of a calibration curve."""

from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.presence_quality import assign_bins


class CalibrationBin(NamedTuple):
    """The mean probability of the units of a bin, the share of them that people call present, and their number."""

    probability: float
    present: float
    units: int


def calibration_bins(probabilities: np.ndarray, labels: np.ndarray) -> list[CalibrationBin]:
    """Return the bins of equal width that have units, from probabilities and labels (0 or 1), both (units,)."""
    return [
        CalibrationBin(float(probabilities[each].mean()), float(labels[each].mean()), int(each.sum()))
        for each in assign_bins(probabilities).T
        if each.any()
    ]
