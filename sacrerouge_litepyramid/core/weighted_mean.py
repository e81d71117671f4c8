"""Compute a summary's score from its units' probabilities: Σ w_j f_j / Σ w_j (Zhang and Bansal 2021, section 3.1)."""

from collections.abc import Sequence

import numpy as np


def weighted_mean(values: np.ndarray, weights: Sequence[float] | np.ndarray) -> float:
    """Return the mean of values (units,) under weights (units,); NaN where no unit has any weight."""
    weights = np.asarray(weights, dtype=np.float64)
    if len(values) != len(weights):
        raise ValueError(f"{len(values)} values but {len(weights)} weights")
    total = weights.sum()
    if total == 0:
        return float("nan")
    return float(np.dot(values, weights) / total)
