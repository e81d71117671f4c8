"""How far apart two distributions of terms are."""

import math
from collections import Counter
from collections.abc import Iterable


def jensen_shannon(one: Iterable[str], other: Iterable[str]) -> float:
    """The Jensen-Shannon divergence, in bits, of two texts' terms: 0 for equal distributions to 1 for none shared.

    A text without terms has no distribution: 1, as for none shared. Raw frequencies, without smoothing.
    """
    first, second = Counter(one), Counter(other)
    if not first or not second:
        return 1.0
    of_first, of_second = 1 / first.total(), 1 / second.total()
    terms = (_part(first[term] * of_first, second[term] * of_second) for term in sorted(first.keys() | second.keys()))
    return min(max(math.fsum(terms) / 2, 0.0), 1.0)


def _part(p: float, q: float) -> float:
    """A term's part of the sum of both divergences from the mean distribution."""
    return sum(value * math.log2(2 * value / (p + q)) for value in (p, q) if value > 0)
