"""How many documents Student's paired test needs to find a difference."""

import math
from bisect import bisect_left

from sacrerouge_litepyramid.statistics.difference import ALPHA
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.intervals import student_quantile

#: the conventional probability of finding a true difference
DEFAULT_POWER = 0.8
#: a difference that needs more documents counts as undetectable
MAX_DOCUMENTS = 1_000_000


def count_documents_needed(
    difference: Estimate, documents: int, alpha: float = ALPHA
) -> int | None:
    """Return the number of documents with which Student's test finds a difference 4 times in 5.

    It assumes that further documents vary as the measured ones do, and that the true difference is
    the measured one. The result is None above MAX_DOCUMENTS.

    Args:
        difference: the mean over the documents with Student's 95% interval; the result is None if
            the mean is 0.
        documents: the number of measured documents, 2 or more.
        alpha: the level of the test; divide it by the number of tests to allow for several.
    """
    if difference.value == 0:
        return None
    half_width = (difference.high - difference.low) / 2
    error = half_width / float(student_quantile(documents - 1))
    deviation = error * math.sqrt(documents)
    if not deviation:
        return 2
    return count_documents_for_effect(abs(difference.value) / deviation, alpha)


def count_documents_for_effect(effect: float, alpha: float = ALPHA) -> int | None:
    """Return the smallest number of documents with which Student's test has DEFAULT_POWER.

    ``effect``: the true mean over the standard deviation, 0 or more. The result is 2 or more, and
    None above MAX_DOCUMENTS.
    """
    sizes = range(2, MAX_DOCUMENTS + 1)
    place = bisect_left(sizes, DEFAULT_POWER, key=lambda count: compute_power(count, effect, alpha))
    return sizes[place] if place < len(sizes) else None


def compute_power(documents: int, effect: float, alpha: float = ALPHA) -> float:
    """Return the probability that Student's two-sided test over documents finds a true effect.

    ``effect``: the mean over the standard deviation. The far tail, of the wrong sign, is not
    counted.
    """
    # This import takes half a second, and other commands do not need it.
    from scipy import stats

    degrees = documents - 1
    quantile = student_quantile(degrees, 1 - alpha)
    return float(stats.nct.sf(quantile, degrees, effect * math.sqrt(documents)))
