"""How much of each of two texts the other holds, and the harmonic mean of both shares."""

import math
from typing import NamedTuple


class Alignment(NamedTuple):
    """``precision``: of the summary's tokens in the reference; ``recall``: of the reference's tokens in the summary."""

    precision: float
    recall: float
    f1: float


def f1(precision: float, recall: float) -> float:
    """The harmonic mean, 0 unless both are above 0 (it has no bounds for different signs), NaN where one is missing."""
    if math.isnan(precision) or math.isnan(recall):
        return math.nan
    return 2 * precision * recall / (precision + recall) if precision > 0 and recall > 0 else 0.0
