"""The interface of metrics: what a metric needs beside the summaries, and what it returns for each summary."""

import logging
import math
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Literal, NamedTuple

from sacrerouge_litepyramid.core.judgements import Judgement
from sacrerouge_litepyramid.core.texts import Text, group_equal
from sacrerouge_litepyramid.registry import Registrable
from sacrerouge_litepyramid.signature import Signature

logger = logging.getLogger(__name__)

#: what a metric compares summaries with: units, the references, the documents; or nothing
Context = Literal["units", "references", "documents"]
#: a summary's score, or its scores by measure
Value = float | dict[str, float]


class Item(NamedTuple):
    """A summary, and what it is scored by: its units, its references or its documents; None for a metric of itself."""

    summary: Any
    context: Any = None


class MetricResult(NamedTuple):
    """A metric's value of each item, in order.

    ``signature``: what determined the values; ``notices``: remarks for readers of the values; ``judgements``: the units
    behind each value, where the metric judges units.
    """

    values: list[Value]
    signature: Signature
    notices: tuple[str, ...] = ()
    judgements: list[Judgement] | None = None


class Metric(Registrable):
    """Scores summaries. Registered by name, built from its name or JSON.

    ``name``: the name of its values in results; ``no_value``: what a summary with the value NaN lacks, as in "have no
    unit to hold"; ``judges_units``: whether its results have judgements.
    """

    noun = "metric"
    name: ClassVar[str]
    no_value: ClassVar[str]
    judges_units: ClassVar[bool] = False

    @property
    @abstractmethod
    def context(self) -> Context | None:
        """The context that the metric needs beside the summaries."""

    @property
    def value_name(self) -> str:
        """The name of the values in files, which a metric may change so that one run can have several of its values."""
        return self.name

    @abstractmethod
    def score(self, items: Sequence[Item]) -> MetricResult:
        """Score each summary by its context, of the kind that `context` states; a metric without one ignores it."""

    def settings(self) -> dict[str, Any]:
        """Return what else changes the score, for the signature."""
        return {}


def group_by_context(items: Sequence[Item]) -> list[tuple[Sequence[Text], list[int]]]:
    """Return each distinct list of texts that items have as context, and the places of these items, in order."""
    return group_equal([item.context for item in items])


def check_context(metric: Metric, given: dict[str, Any]) -> Context | None:
    """Return the metric's context. Raises ValueError when ``given`` lacks it or has another; None is not given."""
    there = [name for name, value in given.items() if value is not None]
    if metric.context is not None and metric.context not in there:
        named = f", not {' and '.join(there)}" if there else ""
        raise ValueError(f"the metric {metric.name!r} needs {metric.context}{named}; give them, one for each summary")
    unused = [name for name in there if name != metric.context]
    if unused:
        needs = f"{metric.context} alone" if metric.context else "nothing but the summaries"
        raise ValueError(f"the metric {metric.name!r} needs {needs}; leave {unused[0]} out")
    return metric.context


def iterate_measures(value: Value) -> Iterator[tuple[str, float]]:
    """Yield each measure of a value with its number; the measure of a plain number is ""."""
    yield from value.items() if isinstance(value, dict) else [("", value)]


def only_number(value: Value) -> float:
    """Return the number of a value that has one measure."""
    ((_, number),) = iterate_measures(value)
    return number


def mean_value(values: Sequence[Value]) -> Value:
    """Return the mean, by measure, of the numbers that are not missing; NaN where every one is."""
    all_numbers = [dict(iterate_measures(value)) for value in values]
    there = {name: [each[name] for each in all_numbers if not math.isnan(each[name])] for name in all_numbers[0]}
    means = {name: sum(numbers) / len(numbers) if numbers else math.nan for name, numbers in there.items()}
    return means if isinstance(values[0], dict) else means[""]


def log_missing(name: str, values: Sequence[Value], no_value: str) -> None:
    """Log how many summaries a mean leaves out, if any; ``no_value``: what they lack, as in "have no unit to hold"."""
    missing = sum(all(math.isnan(number) for _, number in iterate_measures(value)) for value in values)
    if missing:
        logger.warning("%s: %d of %d summaries %s; the mean leaves them out", name, missing, len(values), no_value)
