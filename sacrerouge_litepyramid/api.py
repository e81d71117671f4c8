"""The metrics from Python: `score` and `load`."""

import warnings
from collections.abc import Iterable, Mapping, Sequence, Set
from copy import copy
from typing import Any, TypeAlias

from sacrerouge_litepyramid import metrics  # noqa: F401 (registers them)
from sacrerouge_litepyramid.core.failures import name_text
from sacrerouge_litepyramid.core.texts import Text, flatten
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.extractor import ExtractorSetting, UnitExtractor
from sacrerouge_litepyramid.judges.judge import JudgeSetting
from sacrerouge_litepyramid.metrics.lite_pyramid import Lite3Pyramid
from sacrerouge_litepyramid.metrics.metric import (
    Context,
    Item,
    SummaryMetric,
    check_context,
)
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.result import DEFAULT_SYSTEM, Result

#: for each summary, its reference or document, or the list of them
TextLists: TypeAlias = Sequence[Text | Sequence[Text]]
#: the notices shown in this process; Python forgets them when a library changes the filters of
#: warnings
_SHOWN: set[str] = set()
#: the default metric for each kind of input
_DEFAULT_METRICS: dict[Context, str] = {
    "units": "lite2pyramid",
    "references": "lite3pyramid",
    "documents": "supert-native",
}


def score(
    summaries: Sequence[Text],
    *,
    units: Sequence[Sequence[str | Unit]] | None = None,
    references: TextLists | None = None,
    documents: TextLists | None = None,
    metric: str | None = None,
    instance_ids: Sequence[str] | None = None,
    systems: Sequence[str] | None = None,
    judge: JudgeSetting | None = None,
    extractor: ExtractorSetting | None = None,
    **settings: Any,
) -> Result:
    """Score each summary by its units, its references or its documents.

    Args:
        summaries: texts, or lists of sentences.
        units: for each summary, its facts, as texts or `Unit`. Only a keyword names an input, so
            that references are not taken for units.
        references: for each summary, its reference or the list of its references. Lists in
            sacrebleu's order (all first references, all second ones, …) are passed as
            ``list(zip(*references))``.
        documents: for each summary, its document or the list of its documents.
        metric: the name of a metric; by default lite2pyramid for units, lite3pyramid for references
            and supert-native for documents.
        instance_ids: for each summary, the id of what it summarizes; by default its position, from
            0.
        systems: for each summary, the system that wrote it; by default "system".
        judge: the judge of a metric that judges units, by name or as JSON: ``"nli"``, ``{"type":
            "nli", "model": …}``.
        extractor: the extractor of lite3pyramid, by name or as JSON.
        settings: the metric's other settings, as in a config: ``base=…``, ``encoder=…``.

    Raises:
        ValueError: if a metric, setting or input is missing or unknown, or if an input does not
            have an item for each summary.
    """
    inputs: dict[str, Any] = {"units": units, "references": references, "documents": documents}
    name = metric or _choose_default_metric(inputs)
    loaded = load(name, judge=judge, extractor=extractor, **settings)
    return loaded._score(summaries, inputs, instance_ids, systems)


class LoadedMetric:
    """A metric that is built once and scores any number of times.

    Args:
        metric: the name of a metric.
        settings: the metric's settings. lite3pyramid uses the judge's own extractor unless another
            is named.
    """

    def __init__(self, metric: str, **settings: Any) -> None:
        self._metric: SummaryMetric = build(SummaryMetric, {**settings, "type": metric})

    def score(
        self,
        summaries: Sequence[Text],
        *,
        units: Sequence[Sequence[str | Unit]] | None = None,
        references: TextLists | None = None,
        documents: TextLists | None = None,
        instance_ids: Sequence[str] | None = None,
        systems: Sequence[str] | None = None,
    ) -> Result:
        """Score each summary; for the arguments see the function `score`."""
        inputs = {"units": units, "references": references, "documents": documents}
        return self._score(summaries, inputs, instance_ids, systems)

    def _score(
        self,
        summaries: Sequence[Text],
        inputs: Mapping[str, Any],
        instance_ids: Sequence[str] | None,
        systems: Sequence[str] | None,
    ) -> Result:
        _check_list("summaries", summaries)
        metric = self._choose_metric(has_units=inputs["units"] is not None)
        context = check_context(metric, inputs)
        contexts: list[Any] = [None] * len(summaries)
        if context:
            contexts = _list_contexts(context, inputs[context])
            _check_length(context, contexts, len(summaries))
        ids = _list_names("instance_ids", instance_ids, range(len(summaries)))
        names = _list_names("systems", systems, [DEFAULT_SYSTEM] * len(summaries))
        documents_of = [None] * len(ids) if instance_ids is None else ids
        items = list(map(Item, summaries, contexts, documents_of))
        keys = zip(ids, names, strict=True)
        with name_text((key, [text]) for key, text in zip(keys, summaries, strict=True)):
            scored = metric.score(items)
        for notice in scored.notices:
            if notice not in _SHOWN:
                # of the line that calls the public function
                warnings.warn(notice, stacklevel=3)
                _SHOWN.add(notice)
        return Result(
            metric=metric.name,
            instance_ids=ids,
            systems=names,
            summaries=tuple(map(flatten, summaries)),
            values=tuple(scored.values),
            signature=scored.signature,
            judgements=None if scored.judgements is None else tuple(scored.judgements),
            references=tuple(contexts) if context == "references" else (),
        )

    def _choose_metric(self, has_units: bool) -> SummaryMetric:
        """Return the metric; lite3pyramid extracts units only if none are given."""
        metric = self._metric
        if isinstance(metric, Lite3Pyramid):
            if has_units:
                metric = copy(metric)
                metric.extractor = None
            elif metric.extractor is None:
                metric.extractor = build(UnitExtractor, metric.judge.default_extractor)
        return metric


def load(
    metric: str = "lite3pyramid",
    *,
    judge: JudgeSetting | None = None,
    extractor: ExtractorSetting | None = None,
    **settings: Any,
) -> LoadedMetric:
    """Build a metric by name, to score with it many times.

    Args:
        metric: the name of a metric.
        judge, extractor, settings: the metric's settings, as in `score`.

    Raises:
        ValueError: if the metric or a setting is unknown.
    """
    if judge is not None:
        settings["judge"] = judge
    if extractor is not None:
        settings["extractor"] = extractor
    return LoadedMetric(metric, **settings)


def _choose_default_metric(inputs: Mapping[str, Any]) -> str:
    """Return the default metric of the one input that is not None.

    Raise ValueError for none or several.
    """
    present = [name for name, value in inputs.items() if value is not None]
    if len(present) != 1:
        raise ValueError(
            "pass either units, references or documents, one for each summary, or name a metric"
        )
    return _DEFAULT_METRICS[present[0]]  # type: ignore[index]


def _list_contexts(context: Context, contexts: Any) -> list[list[Any]]:
    """Return the units, references or documents of each summary as a list."""
    _check_list(context, contexts)
    if context == "units":
        return [_list_units(index, facts) for index, facts in enumerate(contexts)]
    return [_list_texts(context, index, texts) for index, texts in enumerate(contexts)]


def _list_units(index: int, facts: Any) -> list[Any]:
    if isinstance(facts, str | Mapping) or not isinstance(facts, Iterable):
        raise ValueError(f"units[{index}] must be the list of a summary's facts, not {facts!r:.60}")
    listed = list(facts)
    for fact in listed:
        if not isinstance(fact, str | Unit):
            raise ValueError(
                f"units[{index}] has the fact {fact!r:.60}; pass each fact as a text or a Unit"
            )
    return listed


def _list_texts(context: Context, index: int, texts: Any) -> list[Text]:
    if isinstance(texts, Mapping) or not isinstance(texts, Iterable):
        raise ValueError(f"{context}[{index}] must be a text or a list of texts, not {texts!r:.60}")
    return [texts] if isinstance(texts, str) else list(texts)


def _list_names(name: str, names: Sequence[str] | None, default: Sequence[Any]) -> tuple[str, ...]:
    """Return the ids or systems of the summaries as texts."""
    if names is None:
        names = default
    _check_list(name, names)
    _check_length(name, names, len(default))
    return tuple(map(str, names))


def _check_list(name: str, values: Any) -> None:
    """Raise ValueError for values whose characters, keys or members would be mistaken for texts."""
    if isinstance(values, str | Mapping | Set):
        kind = "text" if isinstance(values, str) else type(values).__name__
        raise ValueError(
            f"{name} must be a list, an item for each summary, not the {kind} {values!r:.60}"
        )


def _check_length(name: str, values: Sequence[Any], summaries: int) -> None:
    if len(values) == summaries:
        return
    remedy = "pass one item for each summary"
    if name == "references":
        remedy += ", its reference or the list of its references"
        if all(isinstance(value, list | tuple) and len(value) == summaries for value in values):
            remedy += (
                "; lists in sacrebleu's order, one for each reference, are passed "
                "as list(zip(*references))"
            )
    raise ValueError(f"{summaries} summaries, but {name} for {len(values)}; {remedy}")
