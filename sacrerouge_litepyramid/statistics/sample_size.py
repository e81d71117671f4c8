"""How many documents would settle whether a mean difference is real."""

import math
from bisect import bisect_left

from sacrerouge_litepyramid.statistics.intervals import student_quantile

#: the level of the interval, and of the test by default
ALPHA = 0.05
#: the usual probability to find a difference that is there
DEFAULT_POWER = 0.8
#: a difference that needs more documents is as good as none
MAX_DOCUMENTS = 1_000_000


def count_documents_needed(
    difference: float,
    interval: tuple[float, float],
    documents: int,
    power: float = DEFAULT_POWER,
    alpha: float = ALPHA,
) -> int | None:
    """Return the smallest number of documents whose mean difference Student's two-sided test tells from 0.

    The documents are taken to scatter as the measured ones do, and the true difference to be the measured one.

    Args:
        difference: the mean over the documents.
        interval: its 95% interval, Student's.
        documents: the number behind both, 2 or more.
        power: the probability that the test finds the difference, between 0 and 1.
        alpha: the level of the test; divide it by the number of tests to allow for several.

    Returns:
        The number, 2 or more; None above `MAX_DOCUMENTS`, and for a difference of 0.

    Raises:
        ValueError: for fewer than two documents, and a power or level that is no probability, and
            numbers that are not finite.
    """
    if documents < 2:
        raise ValueError(f"documents must be 2 or more, not {documents}")
    for name, value in {"power": power, "alpha": alpha}.items():
        if not 0 < value < 1:
            raise ValueError(f"{name} must be between 0 and 1, not {value}")
    low, high = interval
    if not all(map(math.isfinite, (difference, low, high))):
        raise ValueError(f"the difference {difference} and its interval {interval} must be finite numbers")
    deviation = (high - low) / 2 / float(student_quantile(documents - 1, 1 - ALPHA)) * math.sqrt(documents)
    if difference == 0 or deviation == 0:
        return None if difference == 0 else 2
    effect = abs(difference) / deviation
    sizes = range(2, MAX_DOCUMENTS + 1)
    place = bisect_left(sizes, power, key=lambda count: compute_power(count, effect, alpha))
    return sizes[place] if place < len(sizes) else None


def compute_power(documents: int, effect: float, alpha: float = ALPHA) -> float:
    """Return the probability that Student's two-sided test over documents finds a true effect.

    ``effect``: the mean over the standard deviation. The far tail, of the wrong sign, is not counted.
    """
    # this takes half a second to import, and no other command needs it
    from scipy import stats

    quantile = student_quantile(documents - 1, 1 - alpha)
    return float(stats.nct.sf(quantile, documents - 1, effect * math.sqrt(documents)))
