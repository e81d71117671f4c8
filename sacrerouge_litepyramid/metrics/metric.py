"""The interface of metrics: what a metric needs beside the summaries, and what it returns.

A metric gets texts that are ready for comparison, or its summaries and units as they were written
if its judge reads them so; a notice counts what was changed.
"""

import logging
import math
from abc import abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias, TypeVar

from sacrerouge_litepyramid.core.answers import Answers
from sacrerouge_litepyramid.core.judge_input import prepare_units
from sacrerouge_litepyramid.core.judgements import Judgement
from sacrerouge_litepyramid.core.ready_text import READY, TextForm, prepare
from sacrerouge_litepyramid.core.texts import Text, flatten, make_key, prepare_text
from sacrerouge_litepyramid.core.units import as_units
from sacrerouge_litepyramid.registry import Registrable
from sacrerouge_litepyramid.scoring import Unanswered
from sacrerouge_litepyramid.signature import Signature

logger = logging.getLogger(__name__)

M = TypeVar("M", bound="SummaryMetric")
#: what a metric compares summaries with: units, references or documents
Context = Literal["units", "references", "documents"]
#: a summary's score, or its scores by measure
Value = float | dict[str, float]
#: the number of texts of a kind to which something was done, as "summaries: reasoning dropped"
Changes: TypeAlias = Counter[str]
_MARKS = "numbers, bullets or Markdown dropped"


class Item(NamedTuple):
    """A summary and what it is compared with."""

    summary: Any
    #: units, references or documents, or None for a metric without context
    context: Any = None
    #: the id of what it summarizes, by which notices count; None if it is unknown
    document: str | None = None


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
    changes: Changes = Counter()
    #: how many units the judge did not answer, if there is one
    unanswered: Unanswered | None = None


class SummaryMetric(Registrable):
    """Scores summaries; it is built from its name or JSON.

    The classes in ``plugin/`` hand it to SacreROUGE.
    """

    noun = "metric"
    #: the name of its values in results
    name: ClassVar[str]
    #: the form in which summaries and units are compared
    texts: TextForm = READY
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

    def score(self, items: Sequence[Item], is_whole: bool = True) -> MetricResult:
        """Score summaries by their contexts, after making all texts ready for comparison.

        Judgements keep the summaries as they were written; notices count the changes. Raises
        ValueError if a judge left more than half of the units unanswered, unless the items are only
        a part of the run (``is_whole``).
        """
        ready, changes = prepare_items(items, self.context, self.texts)
        scored = self.score_ready(ready)
        if scored.unanswered is not None and is_whole:
            scored.unanswered.check()
        judgements = scored.judgements
        if judgements is not None:
            judgements = [
                judgement._replace(summary=flatten(item.summary))
                for judgement, item in zip(judgements, items, strict=True)
            ]
        notices = (*describe_changes(changes.counts, changes.first), *scored.notices)
        return scored._replace(notices=notices, judgements=judgements, changes=changes.counts)

    @abstractmethod
    def score_ready(self, items: Sequence[Item]) -> MetricResult:
        """Score summaries, whose texts are ready, by their contexts.

        A metric without context ignores them.
        """

    def settings(self) -> dict[str, Any]:
        """Return further settings that change the score, for the signature."""
        return {}


class ChangeLog:
    """Counts the texts to which something was done.

    A text of a known document counts once, also if several folds or summaries are compared with it.
    """

    def __init__(self) -> None:
        self.counts: Changes = Counter()
        #: by change, the first document with it
        self.first: dict[str, str] = {}
        self._counted: set[Hashable] = set()

    def add(self, kind: str, text: Text, causes: Iterable[str], document: str | None) -> None:
        """Count what was done to a text of a kind, such as "summaries"."""
        for cause in causes:
            change = f"{kind}: {cause}"
            key = (change, document, make_key(text))
            if document is None or key not in self._counted:
                self.counts[change] += 1
            if document is not None:
                self.first.setdefault(change, document)
                self._counted.add(key)


def prepare_items(
    items: Sequence[Item], kind: Context | None, form: TextForm = READY
) -> tuple[list[Item], ChangeLog]:
    """Return items with ready texts, and the changes; ``kind``: what their contexts are.

    ``form`` is that of summaries and units; references and documents, which are split into
    sentences, are always ready. A context that several items share is prepared and counted once.
    Units stay, because judgements show them as they were written.
    """
    changes = ChangeLog()
    contexts: dict[int, Any] = {}
    ready = []
    for item in items:
        key = id(item.context)
        if key not in contexts:
            contexts[key] = _prepare_context(changes, kind, item, form)
        summary = _prepare_text(changes, "summaries", item.summary, item.document, form)
        ready.append(item._replace(summary=summary, context=contexts[key]))
    return ready, changes


def _prepare_context(changes: ChangeLog, kind: Context | None, item: Item, form: TextForm) -> Any:
    if kind is None:
        return item.context
    if kind == "units":
        _count_unit_changes(changes, item, form)
        return item.context
    return [_prepare_text(changes, kind, text, item.document) for text in item.context]


def _count_unit_changes(changes: ChangeLog, item: Item, form: TextForm) -> None:
    members = as_units(item.context)
    for unit, read in zip(members, prepare_units(members, form), strict=True):
        text, causes = prepare(unit.text, form=form)
        if text != read and text.split() != read.split():
            causes |= {_MARKS}
        changes.add("units", unit.text, causes, item.document)


def _prepare_text(
    changes: ChangeLog, kind: str, text: Any, document: str | None, form: TextForm = READY
) -> Any:
    """Return a text made ready, and count what was done; the metric refuses what is not a text."""
    is_list = isinstance(text, list | tuple) and all(isinstance(sentence, str) for sentence in text)
    if not is_list and not isinstance(text, str):
        return text
    ready, causes = prepare_text(text, kind == "summaries", form)
    changes.add(kind, text, causes, document)
    return ready


def describe_changes(changes: Changes, first: Mapping[str, str] = {}) -> tuple[str, ...]:
    """Return the notice about texts that were changed, if there are any.

    ``first``: by change, the first document that has it.
    """
    if not changes:
        return ()
    counts = []
    for change, number in sorted(changes.items()):
        place = f", first in {first[change]!r}" if change in first else ""
        counts.append(f"{change} ({number}{place})")
    return (f"Texts were made ready for comparison: {'; '.join(counts)}.",)


def group_by_context(items: Sequence[Item]) -> list[tuple[Sequence[Text], list[int]]]:
    """Return the distinct contexts of items in order, with the places of their items."""
    groups: dict[Hashable, tuple[Sequence[Text], list[int]]] = {}
    for place, item in enumerate(items):
        _, places = groups.setdefault(make_key(item.context), (item.context, []))
        places.append(place)
    return list(groups.values())


def check_context(metric: SummaryMetric, inputs: Mapping[str, Any]) -> Context | None:
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
    missing = sum(map(_lacks_value, values))
    if missing:
        logger.warning(
            "%s: %d of %d summaries %s; the mean excludes them",
            name,
            missing,
            len(values),
            no_value,
        )


def _lacks_value(value: Value) -> bool:
    """Return whether all measures are NaN for another reason than missing answers."""
    measures = dict(iterate_measures(value))
    if measures.get("units"):
        return False
    return all(math.isnan(measures[name]) for name in measures.keys() - set(Answers._fields))
