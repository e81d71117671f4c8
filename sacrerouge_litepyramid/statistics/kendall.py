"""Kendall's tau-b of many pairs of vectors at once."""

import numpy as np


def kendall(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return tau-b of each pair of rows, (rows,), of two arrays (rows, values).

    It is the number of concordant less discordant pairs, over the geometric mean of the numbers of pairs that are not
    tied in either row. It is NaN for fewer than two values or a constant row. NaN must stand in the same cells of both.
    """
    agreeing, untied, other_untied = np.zeros((3, len(first)))
    for column in range(first.shape[1] - 1):
        x, y = (np.nan_to_num(np.sign(each[:, column, None] - each[:, column + 1 :])) for each in (first, second))
        agreeing += (x * y).sum(axis=1)
        untied += np.abs(x).sum(axis=1)
        other_untied += np.abs(y).sum(axis=1)
    norms = np.sqrt(untied * other_untied)
    return np.where(norms > 0, agreeing / np.where(norms > 0, norms, 1.0), np.nan)
