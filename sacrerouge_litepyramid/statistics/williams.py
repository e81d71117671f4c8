"""Williams' test of the difference of two correlations that share a variable (Williams 1959; Steiger 1980)."""

import math

#: the test's t has n - 3 degrees of freedom
MIN_ITEMS = 4


def williams_test(first: float, second: float, between: float, items: int, two_tailed: bool) -> float:
    """Return the p-value of the hypothesis that two metrics correlate equally with people.

    ``first`` and ``second`` are the two metrics' correlations with people, ``between`` that of the two metrics, all
    over the same ``items``, with their signs. SacreROUGE and the scripts of WMT take absolute values, which is another
    test, and with a negative ``between`` a wrong one: of the determinant's 2 · first · second · between only the
    positive value is left. One-tailed, the alternative is that ``first`` is the higher. NaN where the test has no
    answer, as for metrics that correlate perfectly. Raises ValueError for fewer than four items.
    """
    if items < MIN_ITEMS:
        raise ValueError(f"Williams' test needs at least {MIN_ITEMS} items, not {items}")
    t = williams_t(first, second, between, items)
    if math.isnan(t):
        return math.nan
    from scipy.special import stdtr

    return float(2 * stdtr(items - 3, -abs(t)) if two_tailed else stdtr(items - 3, -t))


def williams_t(first: float, second: float, between: float, items: int) -> float:
    """Return the t of `williams_test`, of items - 3 degrees of freedom; NaN where its denominator is not positive.

    Source: Steiger 1980, equation 7, as psych::r.test computes it.
    """
    determinant = 1 - first**2 - second**2 - between**2 + 2 * first * second * between
    mean = (first + second) / 2
    denominator = 2 * determinant * (items - 1) / (items - 3) + mean**2 * (1 - between) ** 3
    if not denominator > 0:
        return math.nan
    return (first - second) * math.sqrt((items - 1) * (1 + between) / denominator)
