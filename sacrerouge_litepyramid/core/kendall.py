"""Kendall's tau-b of many pairs of vectors at once."""

import numpy as np


def kendall(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Tau-b of each pair of rows, (rows,) of (rows, values); NaN for fewer than two values or a constant row.

    Concordant less discordant pairs over the geometric mean of the pairs that are not tied in the one and in the other.
    NaN must stand in the same cells of both.
    """
    one, other = np.triu_indices(first.shape[1], k=1)
    x, y = (np.nan_to_num(np.sign(values[:, one] - values[:, other])) for values in (first, second))
    untied = np.sqrt((x != 0).sum(axis=1) * (y != 0).sum(axis=1, dtype=np.float64))
    return np.where(untied > 0, (x * y).sum(axis=1) / np.where(untied > 0, untied, 1.0), np.nan)
