"""The Jensen-Shannon divergence of two distributions of terms."""

import math
from collections import Counter
from collections.abc import Iterable


def jensen_shannon(one: Iterable[str], other: Iterable[str]) -> float:
    """Return the Jensen-Shannon divergence of two texts' terms in bits: 0 if equal, 1 if they share no term.

    It is 1 also for a text without terms. Frequencies are not smoothed.
    """
    first, second = Counter(one), Counter(other)
    if not first or not second:
        return 1.0
    of_first, of_second = 1 / first.total(), 1 / second.total()
    terms = (_part(first[term] * of_first, second[term] * of_second) for term in sorted(first.keys() | second.keys()))
    return min(max(math.fsum(terms) / 2, 0.0), 1.0)


def _part(p: float, q: float) -> float:
    """Return a term's part of the sum of both divergences from the mean distribution."""
    return sum(value * math.log2(2 * value / (p + q)) for value in (p, q) if value > 0)
