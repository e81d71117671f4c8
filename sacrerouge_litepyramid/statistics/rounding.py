"""Arithmetic that allows for rounding, missing values and divisors of 0.

Equal means may differ in the last digit, as sums depend on the order of their terms.
"""

import numpy as np

#: differences up to this size relative to the largest value are due to rounding
ROUNDING = 1e-12


def restore_ties(values: np.ndarray) -> np.ndarray:
    """Round each row of (rows, values) to whole multiples of ROUNDING times its largest value.

    NaN stays.
    """
    sizes = np.abs(np.nan_to_num(values))
    largest = sizes.max(axis=1, keepdims=True, initial=0.0)
    step = ROUNDING * largest
    # A row of zeros has no step, and stays.
    step[largest == 0] = 1.0
    return np.round(values / step)


def divide(above: np.ndarray, below: np.ndarray, default: float = np.nan) -> np.ndarray:
    """Divide; return the default where the divisor is not above 0."""
    shape = np.broadcast_shapes(above.shape, below.shape)
    quotient = np.full(shape, default)
    np.divide(above, below, out=quotient, where=below > 0)
    return quotient


def count_documents(values: np.ndarray) -> np.ndarray:
    """Return the number of values other than NaN in each row of (rows, documents)."""
    return (~np.isnan(values)).sum(axis=1)


def average(values: np.ndarray, axis: int) -> np.ndarray:
    """Average over an axis, NaN ignored; return NaN if all values are NaN."""
    known = ~np.isnan(values)
    sums = np.nansum(values, axis=axis)
    counts = known.sum(axis=axis)
    return divide(sums, counts)
