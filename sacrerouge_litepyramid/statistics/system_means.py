"""The mean of each system's scores, with an interval over its summaries."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sacrerouge_litepyramid.statistics.estimate import Estimate


@dataclass
class RunningMean:
    """The mean and the sum of squared deviations of values added one by one (Welford, Technometrics 1962)."""

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

    def merge(self, other: "RunningMean") -> None:
        """Add the values of another running mean (Chan, Golub and LeVeque, The American Statistician 1983)."""
        count = self.count + other.count
        if not count:
            return
        step = other.mean - self.mean
        self.squares += other.squares + step * step * self.count * other.count / count
        self.mean += step * other.count / count
        self.count = count

    def estimate(self) -> Estimate:
        """Return the mean with Student's 95% interval over documents like these, NaN below two values."""
        if self.count < 2:
            return Estimate(self.mean if self.count else math.nan)
        # This imports numpy, which commands do not need to start.
        from sacrerouge_litepyramid.statistics.intervals import student_interval

        deviation = math.sqrt(self.squares / (self.count - 1))
        return student_interval(self.mean, deviation, self.count - 1, self.count)


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

    def merge(self, other: "RunningSystemMeans") -> None:
        """Add the scores that another object has collected."""
        for system, measures in other._means.items():
            merged = self._means.setdefault(system, {})
            for name, mean in measures.items():
                merged.setdefault(name, RunningMean()).merge(mean)

    def to_json(self) -> dict[str, Any]:
        """Return count, mean and sum of squared deviations by system and measure, for `from_json`."""
        return {
            system: {name: [mean.count, mean.mean, mean.squares] for name, mean in measures.items()}
            for system, measures in self._means.items()
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Mapping[str, Any]]) -> "RunningSystemMeans":
        means = cls()
        means._means = {
            system: {name: RunningMean(*values) for name, values in measures.items()}
            for system, measures in data.items()
        }
        return means

    def ranked(self) -> dict[str, dict[str, RunningMean]]:
        """Return the means by system and measure, the highest first measure first, ties by name, missing last."""
        return dict(sorted(self._means.items(), key=_sort_key))


def _sort_key(item: tuple[str, Mapping[str, RunningMean]]) -> tuple[float, str]:
    first = next(iter(item[1].values()), RunningMean())
    return (-first.mean if first.count else math.inf), item[0]
