"""The mean of each system's scores, with an interval over its summaries."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sacrerouge_litepyramid.statistics.estimate import Estimate


@dataclass
class RunningMean:
    """The mean and the sum of squared deviations of values added one by one (Welford, Technometrics
    1962).
    """

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Add a value unless it is NaN."""
        if math.isnan(value):
            return
        self.count += 1
        step = value - self.mean
        self.mean += step / self.count
        self.squares += step * (value - self.mean)

    def estimate(self) -> Estimate:
        """Return the mean with Student's 95% interval over documents like these, NaN below two
        values.
        """
        if self.count < 2:
            return Estimate(self.mean if self.count else math.nan)
        # This imports numpy, which commands do not need to start.
        from sacrerouge_litepyramid.statistics.intervals import student_interval

        variance = self.squares / (self.count - 1)
        return student_interval(self.mean, math.sqrt(variance / self.count), self.count - 1)


class RunningSystemMeans:
    """The means of the measures of each system, collected summary by summary."""

    def __init__(self, scores: Iterable[tuple[str, Mapping[str, float]]] = ()) -> None:
        self._means: dict[str, dict[str, RunningMean]] = {}
        for system, values in scores:
            self.add(system, values)

    def add(self, system: str, values: Mapping[str, float]) -> None:
        """Add the scores of one summary by measure."""
        measures = self._means.setdefault(system, {})
        for name, value in values.items():
            measures.setdefault(name, RunningMean()).add(value)

    def ranked(self) -> dict[str, dict[str, RunningMean]]:
        """Return the means by system and measure, the highest first measure first, ties by name,
        missing last.
        """
        return dict(sorted(self._means.items(), key=_sort_key))


def _sort_key(item: tuple[str, Mapping[str, RunningMean]]) -> tuple[float, str]:
    first = next(iter(item[1].values()), RunningMean())
    return (-first.mean if first.count else math.inf), item[0]
