"""The interface of metrics: what a metric needs beside the summaries, and what it returns."""

import logging
import math
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar

from sacrerouge_litepyramid.core.judgements import Judgement
from sacrerouge_litepyramid.core.texts import Text, flatten, group_equal
from sacrerouge_litepyramid.metrics.ready_items import describe_changes, prepare_items
from sacrerouge_litepyramid.registry import Registrable
from sacrerouge_litepyramid.signature import Signature

logger = logging.getLogger(__name__)

M = TypeVar("M", bound="SummaryMetric")
#: what a metric compares summaries with: units, references or documents
Context = Literal["units", "references", "documents"]
#: a summary's score, or its scores by measure
Value = float | dict[str, float]


class Item(NamedTuple):
    """A summary and what it is compared with."""

    summary: Any
    #: units, references or documents, or None for a metric without context
    context: Any = None


class MetricResult(NamedTuple):
    """A metric's values of the items, in order."""

    values: list[Value]
    #: what determined the values
    signature: Signature
    #: remarks for readers of the values
    notices: tuple[str, ...] = ()
    #: those behind the values, if the metric judges units
    judgements: list[Judgement] | None = None
    #: the numbers of texts that were changed for comparison
    changes: Counter[str] = Counter()


class SummaryMetric(Registrable):
    """Scores summaries; it is built from its name or JSON.

    The classes in ``plugin/`` hand it to SacreROUGE.
    """

    noun = "metric"
    #: the name of its values in results
    name: ClassVar[str]
    #: the reason for NaN, in a message, such as "have no reference"
    no_value: ClassVar[str]

    @classmethod
    def add(cls, metric: type[M]) -> type[M]:
        """Register the decorated metric under its ``name``."""
        return cls.register(metric.name)(metric)

    @property
    @abstractmethod
    def context(self) -> Context | None:
        """The context that the metric needs."""

    def score(self, items: Sequence[Item]) -> MetricResult:
        """Score summaries by their contexts, after making all texts ready for comparison.

        Judgements keep the summaries as they were written; notices count the changes.
        """
        ready, changes = prepare_items(list(items), self.context)
        scored = self.score_ready(ready)
        judgements = scored.judgements
        if judgements is not None:
            judgements = [
                judgement._replace(summary=flatten(item.summary))
                for judgement, item in zip(judgements, items, strict=True)
            ]
        notices = (*describe_changes(changes), *scored.notices)
        return scored._replace(notices=notices, judgements=judgements, changes=changes)

    @abstractmethod
    def score_ready(self, items: Sequence[Item]) -> MetricResult:
        """Score summaries, whose texts are ready, by their contexts.

        A metric without context ignores them.
        """

    def settings(self) -> dict[str, Any]:
        """Return further settings that change the score, for the signature."""
        return {}


def group_by_context(items: Sequence[Item]) -> list[tuple[Sequence[Text], list[int]]]:
    """Return the distinct contexts of items in order, with the places of their items."""
    return group_equal([item.context for item in items])


def check_context(metric: SummaryMetric, inputs: dict[str, Any]) -> Context | None:
    """Return the metric's context.

    Raise ValueError if it is None in ``inputs``, or another input is not None.
    """
    present = [name for name, value in inputs.items() if value is not None]
    if metric.context is not None and metric.context not in present:
        others = f", not {' and '.join(present)}" if present else ""
        raise ValueError(
            f"the metric {metric.name!r} needs {metric.context}{others}; pass them, one for each "
            "summary"
        )
    unused = [name for name in present if name != metric.context]
    if unused:
        needs = f"only {metric.context}" if metric.context else "only the summaries"
        raise ValueError(f"the metric {metric.name!r} needs {needs}; remove {unused[0]}")
    return metric.context


def iterate_measures(value: Value) -> Iterator[tuple[str, float]]:
    """Yield the measures of a value with their numbers; the measure of a plain number is ""."""
    if isinstance(value, dict):
        yield from value.items()
    else:
        yield "", value


def unwrap_number(value: Value) -> float:
    """Return the number of a value that has one measure."""
    ((_, number),) = iterate_measures(value)
    return number


def mean_value(values: Sequence[Value]) -> Value:
    """Return the mean, by measure, of the numbers that are not NaN; NaN if all are."""
    rows = [dict(iterate_measures(value)) for value in values]
    means = {}
    for name in rows[0]:
        numbers = [row[name] for row in rows if not math.isnan(row[name])]
        means[name] = sum(numbers) / len(numbers) if numbers else math.nan
    return means if isinstance(values[0], dict) else means[""]


def log_missing(name: str, values: Sequence[Value], no_value: str) -> None:
    """Log how many summaries a mean excludes, if any.

    ``no_value``: the reason, such as "have no reference".
    """
    missing = sum(
        all(math.isnan(number) for _, number in iterate_measures(value)) for value in values
    )
    if missing:
        logger.warning(
            "%s: %d of %d summaries %s; the mean excludes them",
            name,
            missing,
            len(values),
            no_value,
        )
