"""The mean of each system's scores, with an interval over its summaries."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sacrerouge_litepyramid.statistics.estimate import Estimate


@dataclass
class RunningMean:
    """The mean of values that are added one by one (Welford, Technometrics 1962)."""

    count: int = 0
    mean: float = 0.0
    # the sum of squared deviations from the mean
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
        """Return the mean with Student's 95% interval over documents like these.

        There is no interval with fewer than two values; the mean of none is NaN.
        """
        if self.count < 2:
            return Estimate(self.mean if self.count else math.nan)
        # This imports numpy, which commands do not need to start.
        from sacrerouge_litepyramid.statistics.intervals import student_interval

        degrees = self.count - 1
        variance = self.squares / degrees
        error = math.sqrt(variance / self.count)
        return student_interval(self.mean, error, degrees)


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
        """Return the means by system and measure, the highest mean of the first measure first.

        Equal systems are in the order of their names; those without scores are last.
        """
        names = sorted(self._means, key=self._sort_key)
        return {name: self._means[name] for name in names}

    def _sort_key(self, system: str) -> tuple[float, str]:
        measures = self._means[system].values()
        first = next(iter(measures), RunningMean())
        return -first.mean if first.count else math.inf, system
