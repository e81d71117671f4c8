"""The bases of this package's metrics in SacreROUGE."""

import logging
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from sacrerouge.data import MetricsDict
from sacrerouge.data.jackknifers import ReferencesJackknifer
from sacrerouge.metrics import SummaryBasedMetric

from sacrerouge_litepyramid.core.failures import name_text
from sacrerouge_litepyramid.core.units import Unit, unit_from_json
from sacrerouge_litepyramid.io.evidence import write_evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.metrics.metric import (
    Item,
    MetricResult,
    SummaryMetric,
    log_missing,
    mean_value,
)
from sacrerouge_litepyramid.plugin.readers import ReferencesBesideUnits, UnitsJackknifer
from sacrerouge_litepyramid.registry import build, construct
from sacrerouge_litepyramid.scoring import sum_answers
from sacrerouge_litepyramid.signature import as_text
from sacrerouge_litepyramid.statistics.interval_notes import describe_missing_answers

logger = logging.getLogger(__name__)

#: how the contexts of each kind are jackknifed; documents are not
_JACKKNIFERS = {"units": UnitsJackknifer, "references": ReferencesJackknifer}
_UNUSED_UNITS = (
    "%s: the units of the dataset reader are not used, as the extractor makes units of the "
    "references; remove the extractor to use them, or read with summaries-and-references"
)


class SummaryValues(MetricsDict):
    """A summary's values, whose mean leaves out NaN: a fold of jackknifing may have no unit.

    SacreROUGE computes it as ``sum(folds) / len(folds)``.
    """

    def __radd__(self, start: Any) -> "_Sum":
        return _Sum([self])


class _Sum:
    """Values that are added up, one after the other, to be divided by their number."""

    def __init__(self, folds: list[MetricsDict]) -> None:
        self.folds = folds

    def __add__(self, fold: MetricsDict) -> "_Sum":
        return _Sum([*self.folds, fold])

    def __truediv__(self, count: int) -> MetricsDict:
        names = self.folds[0]
        means = {name: mean_value([fold[name] for fold in self.folds]) for name in names}
        return MetricsDict(means)


class PluginMetric(SummaryBasedMetric):
    """A metric of this package for SacreROUGE, with its values as ``{name: value}``.

    A value is a number, or ``{measure: number}``.

    SacreROUGE passes the ids of the summaries, which every reader gives with this plugin
    (`host.describe_instances`); in Python they may be omitted: ``metric.score_all(summaries,
    contexts)``.

    Args:
        name: the name of its values, by default the metric's.
        settings: its settings; components may be built, or described as in a config.
    """

    #: of a class, the metric's name in this package and in SacreROUGE; of an object, its values'
    name: str

    def __init__(self, name: str | None = None, **settings: Any) -> None:
        self.metric: SummaryMetric = build(SummaryMetric, {"type": self.name, **settings})
        self.name = name or self.name
        context = self.metric.context
        jackknifer = _JACKKNIFERS[context]() if context in _JACKKNIFERS else None
        super().__init__(
            ["summary", "summary_id"], [context] if context else [], jackknifer=jackknifer
        )

    @classmethod
    def from_params(cls, params: Any, **extras: Any) -> "PluginMetric":
        """Build the metric from a config, by this package's registry, which explains mistakes."""
        settings = params.as_dict(quiet=True)
        # SacreROUGE removes the type, unless this class is called by name.
        settings.pop("type", None)
        return construct(cls, settings, f"the metric {cls.name!r}")

    @property
    def value_name(self) -> str:
        """The name of its values, which no other metric of a run may have."""
        return self.name

    def score_all(
        self, summaries: list[Any], *fields: list[Any], **keywords: Any
    ) -> list[MetricsDict]:
        """Score each summary by its context.

        ``fields``: the ids, which may be missing, and the contexts, if any. Raises ValueError if
        the contexts are missing, are passed by a keyword, or are not a list for each summary.
        """
        keys, contexts = self._read_fields(fields, keywords, len(summaries))
        items = [Item(*pair) for pair in zip(summaries, contexts, strict=True)]
        return self._wrap_values(self._score_items(items, keys))

    def score_multi_all(
        self, summaries_list: list[list[Any]], *fields: list[Any], **keywords: Any
    ) -> list[list[Any]]:
        """Score nested summaries: those of the i-th list, and their ids, share the i-th context.

        Raises ValueError as `score_all` does.
        """
        keys_list, contexts = self._read_fields(fields, keywords, len(summaries_list))
        items = []
        for summaries, context in zip(summaries_list, contexts, strict=True):
            items += [Item(summary, context) for summary in summaries]
        scored = self._score_items(items, list(chain.from_iterable(keys_list)))
        results = iter(self._wrap_values(scored))
        return [[next(results) for _ in summaries] for summaries in summaries_list]

    def _read_fields(
        self, fields: Sequence[list[Any]], keywords: Mapping[str, Any], count: int
    ) -> tuple[list[Any], list[Any]]:
        """Return the ids, or an empty list, and the ``count`` contexts, which may be None."""
        kind = self.metric.context
        usage = "pass only the summaries"
        if kind:
            usage = (
                f"pass the list of {kind} after each summary, without a keyword: score(summary, "
                f"{kind}), score_all(summaries, [{kind}, …])"
            )
        if keywords:
            raise ValueError(
                f"{self.name}: the keyword {next(iter(keywords))!r} is unknown; {usage}"
            )
        ids = list(fields)
        if not kind:
            return (ids[0] if ids else []), [None] * count
        if not ids:
            raise ValueError(f"{self.name} needs {kind}; {usage}")
        contexts = ids.pop()
        for context in contexts:
            if isinstance(context, str | Mapping):
                raise ValueError(f"{self.name}: {context!r:.60} is not a list of {kind}; {usage}")
        if len(contexts) != count:
            raise ValueError(
                f"{self.name}: {count} summaries, but {kind} for {len(contexts)}; {usage}"
            )
        return (ids[0] if ids else []), contexts

    def _score_items(self, items: list[Item], ids: Sequence[Any]) -> MetricResult:
        """Score summaries; log notices about the scores, and the signature of all behind them."""
        if ids:
            items = [item._replace(document=key[0]) for item, key in zip(items, ids, strict=True)]
        named = zip(ids, items, strict=bool(ids))
        with name_text((key, [item.summary]) for key, item in named):
            scored = self.metric.score(items)
        for notice in scored.notices:
            logger.warning(notice)
        if self.name != self.metric.name:
            signature = {"metric": self.name, "type": self.metric.name}
            scored = scored._replace(signature={**scored.signature, **signature})
        logger.info("Signature: %s", as_text(scored.signature))
        return scored

    def _wrap_values(self, scored: MetricResult) -> list[MetricsDict]:
        return [SummaryValues({self.name: value}) for value in scored.values]

    def aggregate(self, metrics_list: list[MetricsDict]) -> MetricsDict:
        """Return the mean over the summaries that have a value; log how many have none."""
        values = [metrics[self.name] for metrics in metrics_list]
        log_missing(self.name, values, self.metric.no_value)
        return MetricsDict({self.name: mean_value(values)})


class UnitMetric(PluginMetric):
    """A metric that judges units, and can write each judgement.

    Args:
        evidence_output: a JSON Lines file for each summary's units with their probabilities, or
            None.
        name: the name of its values, by default the metric's.
        settings: the other settings of the metric.
    """

    def __init__(
        self, evidence_output: str | None, name: str | None = None, **settings: Any
    ) -> None:
        super().__init__(name, **settings)
        self.evidence_output = evidence_output

    def _read_fields(
        self, fields: Sequence[list[Any]], keywords: Mapping[str, Any], count: int
    ) -> tuple[list[Any], list[Any]]:
        ids, contexts = super()._read_fields(fields, keywords, count)
        if self.metric.context == "units":
            contexts = [tuple(map(self._read_unit, units)) for units in contexts]
        return ids, contexts

    def _read_unit(self, unit: Any) -> Unit:
        """Return a unit; raise ValueError for a text, as references would be taken for units."""
        if isinstance(unit, Unit):
            return unit
        if isinstance(unit, str | list):
            raise ValueError(
                f"{self.name} needs units, not {unit!r:.60}; to score by references, use "
                'lite3pyramid with extractor="clauses"; a unit is {"text": "…"}'
            )
        return unit_from_json(unit)

    def _score_items(self, items: list[Item], ids: Sequence[Any]) -> MetricResult:
        if any(isinstance(item.context, ReferencesBesideUnits) for item in items):
            logger.warning(_UNUSED_UNITS, self.name)
        scored = super()._score_items(items, ids)
        if ids and scored.judgements is not None:
            missing = describe_missing_answers(
                sum_answers([system for _, system in ids], scored.judgements)
            )
            if missing:
                logger.warning("%s: %s: means are of the answered units", self.name, missing)
        if self.evidence_output:
            if not ids:
                raise ValueError(
                    f"{self.name}: evidence_output needs the summaries' ids; pass them before the "
                    "contexts"
                )
            keys = [SummaryKey(*key) for key in ids]
            judgements = zip(keys, scored.judgements or (), strict=True)
            write_evidence(self.evidence_output, {self.name: judgements}, [scored.signature])
        return scored
