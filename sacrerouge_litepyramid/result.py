"""The result of scoring summaries from Python: it prints as a table and lists the units behind each score."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sacrerouge_litepyramid.core.judgements import Judgement
from sacrerouge_litepyramid.core.texts import Text, flatten
from sacrerouge_litepyramid.metrics.metric import Metric, MetricResult, Value, iterate_measures, mean_value
from sacrerouge_litepyramid.signature import Signature, as_text
from sacrerouge_litepyramid.statistics.estimate import finite_or_none
from sacrerouge_litepyramid.statistics.result_table import ResultTable
from sacrerouge_litepyramid.statistics.system_means import RunningSystemMeans
from sacrerouge_litepyramid.statistics.tables import render_system_means

DEFAULT_SYSTEM = "system"


@dataclass(frozen=True)
class Result(ResultTable):
    """The scores of some summaries, in their order, and the signature of what made them.

    ``values``: for each summary its score, or its scores by measure; ``judgements``: the units behind them, None for a
    metric that judges no units.
    """

    PARTS = ("rows", "units")

    metric: str
    instance_ids: tuple[str, ...]
    systems: tuple[str, ...]
    summaries: tuple[str, ...]
    values: tuple[Value, ...]
    signature: Signature
    judgements: tuple[Judgement, ...] | None = None

    @classmethod
    def of(
        cls,
        metric: Metric,
        summaries: Sequence[Text],
        scored: MetricResult,
        instance_ids: Sequence[str] | None = None,
        systems: Sequence[str] | None = None,
    ) -> "Result":
        """Collect a metric's scores of summaries that each have a context of their own."""
        count = len(summaries)
        return cls(
            metric=metric.name,
            instance_ids=tuple(map(str, range(count) if instance_ids is None else instance_ids)),
            systems=tuple([DEFAULT_SYSTEM] * count if systems is None else map(str, systems)),
            summaries=_list_texts(summaries, scored),
            values=tuple(scored.values),
            signature=scored.signature,
            judgements=None if scored.judgements is None else tuple(scored.judgements),
        )

    @property
    def scores(self) -> list[dict[str, float]]:
        """For each summary its measures (p2c, l2c, …); a metric of one number gives it by the metric's name."""
        return [{name or self.metric: number for name, number in iterate_measures(value)} for value in self.values]

    @property
    def mean(self) -> dict[str, float]:
        """The mean of each measure over the summaries that have a value."""
        return {name or self.metric: number for name, number in self._list_means()}

    def columns(self) -> list[dict[str, float]]:
        """Return for each summary its measures under the names of tables and files: METRIC_MEASURE."""
        return [{self._column(name): number for name, number in iterate_measures(value)} for value in self.values]

    def column_names(self) -> list[str]:
        """Return the names of `columns`."""
        return list(self.columns()[0]) if self.values else []

    def mean_columns(self) -> dict[str, float]:
        """Return the mean of each of the `columns`."""
        return {self._column(name): number for name, number in self._list_means()}

    def _list_means(self) -> Iterator[tuple[str, float]]:
        return iterate_measures(mean_value(self.values) if self.values else {})

    def units(self) -> Iterator[dict[str, Any]]:
        """Yield each unit of each summary: the summary's ids, the unit's fields, and its measures."""
        for index, judgement in enumerate(self.judgements or ()):
            for place, unit in enumerate(judgement.units):
                measures = {name: float(values[place]) for name, values in judgement.measures.items()}
                fields = {"text": unit.text, "kind": unit.kind, "weight": unit.weight}
                fields |= {"importance": unit.importance} if judgement.has_vital else {}
                yield {"summary": index, **self._ids(index), **fields, **measures}

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The summaries: the ids, the text and the scores of each."""
        rows = zip(self.summaries, self.columns(), strict=True)
        return [{**self._ids(index), "summary": text, **scores} for index, (text, scores) in enumerate(rows)]

    def to_dict(self) -> dict[str, Any]:
        """Return means, rows and signature for JSON, None where there is no number."""
        scores = [{name: finite_or_none(number) for name, number in each.items()} for each in self.columns()]
        return {
            "metric": self.metric,
            "mean": {name: finite_or_none(number) for name, number in self.mean_columns().items()},
            "rows": [{**row, **each} for row, each in zip(self.rows, scores, strict=True)],
            "signature": self.signature,
        }

    def list_answer(self) -> Iterator[str]:
        """Yield the table of systems."""
        yield self._table("plain")

    def details(self) -> str:
        """Return the table of systems, and the signature of what made the scores."""
        return f"{self._table('plain')}\n{as_text(self.signature)}"

    def _repr_html_(self) -> str:
        """Return the table of a notebook."""
        from html import escape

        return f"{self._table('html')}<p><small>{escape(as_text(self.signature))}</small></p>"

    def _table(self, form: str) -> str:
        return render_system_means(RunningSystemMeans(zip(self.systems, self.columns(), strict=True)).ranked(), form)

    def _ids(self, index: int) -> dict[str, str]:
        return {"instance_id": self.instance_ids[index], "summarizer_id": self.systems[index]}

    def _column(self, measure: str) -> str:
        return f"{self.metric}_{measure}" if measure else self.metric


def _list_texts(summaries: Sequence[Text], scored: MetricResult) -> tuple[str, ...]:
    """Return the summaries as strings in the form NFC: those that were judged, if any were."""
    if scored.judgements is not None:
        return tuple(judgement.summary for judgement in scored.judgements)
    return tuple(flatten(summary) if _is_text(summary) else str(summary) for summary in summaries)


def _is_text(summary: object) -> bool:
    return isinstance(summary, str) or (isinstance(summary, list) and all(isinstance(each, str) for each in summary))
