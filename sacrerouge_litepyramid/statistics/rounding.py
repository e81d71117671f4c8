"""Arithmetic that allows for rounding, missing values and divisors of 0.

Equal means may differ in the last digit, as sums depend on the order of their terms.
"""

import numpy as np

#: differences up to this size relative to the largest value are due to rounding
ROUNDING = 1e-12


def scale_by_power_of_two(values: np.ndarray) -> np.ndarray:
    """Divide each row of (rows, values) by a power of two, which is exact, so that squares can be summed safely."""
    _, exponents = np.frexp(_max_absolute(values))
    return np.ldexp(values, -exponents)


def restore_ties(values: np.ndarray) -> np.ndarray:
    """Round each row of (rows, values) to whole multiples of ROUNDING times its largest value; NaN stays."""
    values = scale_by_power_of_two(values)
    steps = ROUNDING * _max_absolute(values)
    return np.round(values / np.where(steps > 0, steps, 1.0))


def _max_absolute(values: np.ndarray) -> np.ndarray:
    """Return the largest absolute value of each row, (rows, 1); 0 for a row without values."""
    return np.abs(np.nan_to_num(values)).max(axis=1, keepdims=True, initial=0.0)


def divide(above: np.ndarray, below: np.ndarray, default: float = np.nan) -> np.ndarray:
    """Divide; return the default where the divisor is not above 0."""
    quotient = np.full(np.broadcast_shapes(above.shape, below.shape), default)
    return np.divide(above, below, out=quotient, where=below > 0)


def average(values: np.ndarray, axis: int) -> np.ndarray:
    """Average over an axis, NaN ignored; NaN if all values are NaN."""
    known = ~np.isnan(values)
    return divide(np.where(known, values, 0.0).sum(axis=axis), known.sum(axis=axis))
