"""The mean of each system's scores, with an interval over its summaries."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

#: of the interval, two-sided
CONFIDENCE = 0.95


class MeanInterval(NamedTuple):
    """A mean, the ends of its interval (NaN below two values), and how many values it is of."""

    mean: float
    low: float
    high: float
    count: int


def mean_interval(values: Sequence[float] | np.ndarray) -> MeanInterval:
    """Return the mean of the values that are not NaN with Student's 95% interval.

    The values are taken as independent draws, as a system's scores of different documents are: the interval is that of
    other documents like these.
    """
    known = np.asarray(values, dtype=float)
    known = known[~np.isnan(known)]
    if not len(known):
        return MeanInterval(math.nan, math.nan, math.nan, 0)
    mean = float(known.mean())
    if len(known) < 2:
        return MeanInterval(mean, math.nan, math.nan, 1)
    from scipy.special import stdtrit

    margin = float(stdtrit(len(known) - 1, (1 + CONFIDENCE) / 2) * known.std(ddof=1) / math.sqrt(len(known)))
    return MeanInterval(mean, mean - margin, mean + margin, len(known))


def system_means(scores: Iterable[tuple[str, Mapping[str, float]]]) -> dict[str, dict[str, MeanInterval]]:
    """Return the mean of each measure by system, the systems sorted by the first measure, the highest first.

    ``scores``: for each summary its system and its scores by measure. Systems without any value come last.
    """
    found: dict[str, dict[str, list[float]]] = {}
    for system, values in scores:
        for measure, value in values.items():
            found.setdefault(system, {}).setdefault(measure, []).append(value)
    means = {system: {name: mean_interval(values) for name, values in each.items()} for system, each in found.items()}
    return dict(sorted(means.items(), key=lambda item: (_descending(next(iter(item[1].values())).mean), item[0])))


def _descending(mean: float) -> float:
    return math.inf if math.isnan(mean) else -mean
