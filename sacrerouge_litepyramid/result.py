"""The results of scoring in Python: they print as tables and show the units behind the scores."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from sacrerouge_litepyramid.core.answers import drop_answer_counts
from sacrerouge_litepyramid.core.judgements import Judgement
from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.evaluation_folder import EVIDENCE, SCORES, SUMMARIES
from sacrerouge_litepyramid.io.evidence import write_evidence
from sacrerouge_litepyramid.io.files import write_json_lines
from sacrerouge_litepyramid.io.metrics import SummaryKey, build_metrics_line
from sacrerouge_litepyramid.io.signatures import write_signed_lines
from sacrerouge_litepyramid.io.summaries import Summary, summary_to_json
from sacrerouge_litepyramid.meta_evaluation.figures import DrawnResult, draw_panels
from sacrerouge_litepyramid.metrics.metric import (
    Value,
    iterate_measures,
    mean_value,
)
from sacrerouge_litepyramid.scoring import sum_answers
from sacrerouge_litepyramid.signature import Signature, as_text
from sacrerouge_litepyramid.statistics.estimate import finite_or_none
from sacrerouge_litepyramid.statistics.interval_notes import describe_missing_answers
from sacrerouge_litepyramid.statistics.intervals import clip_share
from sacrerouge_litepyramid.statistics.result_table import MAX_ROWS
from sacrerouge_litepyramid.statistics.system_means import RunningMean, RunningSystemMeans
from sacrerouge_litepyramid.statistics.tables import PaperTable, render_table, tabulate_system_means
from sacrerouge_litepyramid.statistics.warning import Kind, ResultWarning

if TYPE_CHECKING:
    from sacrerouge_litepyramid.verdict.report.explanation import Explanation

DEFAULT_SYSTEM = "system"


@dataclass(frozen=True, repr=False)
class Result(DrawnResult):
    """The scores of summaries, in their order, with the signature of what made them."""

    PARTS = ("rows", "units")

    metric: str
    instance_ids: tuple[str, ...]
    systems: tuple[str, ...]
    summaries: tuple[str, ...]
    #: for each summary, its score, or its scores by measure
    values: tuple[Value, ...]
    signature: Signature
    #: the units behind the scores; None for a metric that does not judge units
    judgements: tuple[Judgement, ...] | None = None
    #: the references of each summary, if it was scored by them
    references: tuple[Sequence[Text], ...] = ()

    def explain(self, document: str | None = None, system: str | None = None) -> "Explanation":
        """Explain why a summary has its score, unit by unit.

        By default it is the summary with the lowest score. Raises ValueError if the document or
        system is unknown, or if the metric does not judge units.
        """
        from sacrerouge_litepyramid.verdict.report.explain import explain

        with self._open_folder() as folder:
            return explain(folder, document, system)

    def report(self, path: str | Path) -> Path:
        """Write scores and units as one HTML file, and return its path.

        Raises ValueError as `explain` does.
        """
        from sacrerouge_litepyramid.verdict.report.write import write_report

        with self._open_folder() as folder:
            write_report(folder, output=path)
        return Path(path)

    @contextmanager
    def _open_folder(self) -> Iterator[Path]:
        """Yield a temporary folder of an evaluation: summaries, units, scores and evidence."""
        if self.judgements is None:
            raise ValueError(
                f"{self.metric} does not judge units; choose a metric that does, such as "
                "lite3pyramid"
            )
        keys = self._list_distinct_keys()
        judgements = dict(zip(keys, self.judgements, strict=True))
        units: dict[str, tuple[Unit, ...]] = {}
        for key, judgement in judgements.items():
            if units.setdefault(key.instance_id, judgement.units) != judgement.units:
                raise ValueError(
                    f"summaries of {key.instance_id!r} differ in their units; pass other "
                    "instance_ids"
                )
        references = self.references or [()] * len(keys)
        summaries = [
            Summary(*key, "peer", text, list(listed), documents=[], where="")
            for key, text, listed in zip(keys, self.summaries, references, strict=True)
        ]
        lines = [
            build_metrics_line(key, {self.metric: value}, "peer")
            for key, value in zip(keys, self.values, strict=True)
        ]
        with TemporaryDirectory() as temporary:
            # The page is called by the folder's name.
            folder = Path(temporary, self.metric)
            write_json_lines(folder / SUMMARIES, map(summary_to_json, summaries))
            write_signed_lines(folder / SCORES, lines, [self.signature])
            write_evidence(folder / EVIDENCE, {self.metric: judgements.items()}, [self.signature])
            yield folder

    def _list_distinct_keys(self) -> list[SummaryKey]:
        """Return the summaries' keys; raise ValueError if there are none, or if two are equal."""
        keys = [SummaryKey(*names) for names in zip(self.instance_ids, self.systems, strict=True)]
        if not keys:
            raise ValueError("the result has no summary; score at least one")
        [((document, system), count)] = Counter(keys).most_common(1)
        if count > 1:
            raise ValueError(
                f"{count} summaries of {document!r} by {system!r}; pass other instance_ids or "
                "systems"
            )
        return keys

    @property
    def scores(self) -> list[dict[str, float]]:
        """For each summary, its measures (p2c, l2c, …).

        A metric without measures gives its score by its name.
        """
        return [
            {name or self.metric: number for name, number in iterate_measures(value)}
            for value in self.values
        ]

    @property
    def mean(self) -> dict[str, float]:
        """The mean of each measure over the summaries that have a value."""
        return {name or self.metric: number for name, number in self._list_means()}

    def columns(self) -> list[dict[str, float]]:
        """Return each summary's measures under the names of tables and files."""
        return [
            {self._column(name): number for name, number in iterate_measures(value)}
            for value in self.values
        ]

    def column_names(self) -> list[str]:
        """Return the names of `columns`."""
        return list(self.columns()[0]) if self.values else []

    def _list_means(self) -> Iterator[tuple[str, float]]:
        return iterate_measures(mean_value(self.values) if self.values else {})

    def units(self) -> Iterator[dict[str, Any]]:
        """Yield each unit of each summary: ids, and the unit's fields and measures."""
        for index, judgement in enumerate(self.judgements or ()):
            for place, unit in enumerate(judgement.units):
                measures = {
                    name: float(values[place]) for name, values in judgement.measures.items()
                }
                fields = {"text": unit.text, "kind": unit.kind, "weight": unit.weight}
                if judgement.has_vital:
                    fields["importance"] = unit.importance
                yield {"summary": index, **self._ids(index), **fields, **measures}

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The summaries: the ids, the text and the scores of each."""
        rows = []
        for index, scores in enumerate(self.columns()):
            rows.append({**self._ids(index), "summary": self.summaries[index], **scores})
        return rows

    def to_dict(self) -> dict[str, Any]:
        """Return means, rows and signature for JSON, with None for undefined numbers."""
        rows = self.rows
        for row, columns in zip(rows, self.columns(), strict=True):
            for name, number in columns.items():
                row[name] = finite_or_none(number)
        means = {self._column(name): finite_or_none(mean) for name, mean in self._list_means()}
        return {
            "metric": self.metric,
            "mean": means,
            "rows": rows,
            "signature": self.signature,
        }

    def list_answer(self) -> Iterator[str]:
        """Yield the table of systems."""
        table = self._tabulate()
        rows = list(table.rows[:MAX_ROWS])
        if len(table.rows) > MAX_ROWS:
            rows.append([f"… {len(table.rows) - MAX_ROWS} more"])
        yield render_table(table.headers, rows)

    def headline(self) -> str:
        """Return an empty text, as the table is the answer."""
        return ""

    def list_tables(self) -> Iterator[PaperTable]:
        """Yield the table of the systems' means."""
        yield self._tabulate()

    @property
    def warnings(self) -> tuple[ResultWarning, ...]:
        """How many answers of which system are missing, if any."""
        missing = describe_missing_answers(self._count_answers())
        text = f"{missing}: means are of the answered units."
        return (ResultWarning(Kind.UNANSWERED, text),) if missing else ()

    def _count_answers(self) -> dict[str, tuple[int, int]]:
        """Return the numbers of answered and of all units of each system, {} without units."""
        return sum_answers(self.systems, self.judgements) if self.judgements else {}

    def draw(self) -> Any:
        """Draw a panel for each measure: systems' means with 95% intervals."""
        means = self._rank_means()
        panels = {}
        for name in drop_answer_counts(self.column_names()):
            intervals = [clip_share(row[name].estimate(), name) for row in means.values()]
            panels[f"mean {name}"] = intervals
        return draw_panels(list(means), panels)

    def details(self) -> str:
        """Return the table of systems, and the signature of what made the scores."""
        table = self._tabulate()
        return f"{render_table(table.headers, table.rows)}\n{as_text(self.signature)}"

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows."""
        from html import escape

        return f"{super()._repr_html_()}<p><small>{escape(as_text(self.signature))}</small></p>"

    def _rank_means(self) -> dict[str, dict[str, RunningMean]]:
        return RunningSystemMeans(zip(self.systems, self.columns(), strict=True)).ranked()

    def _tabulate(self) -> PaperTable:
        return tabulate_system_means(self._rank_means(), self._count_answers())

    def _ids(self, index: int) -> dict[str, str]:
        return {"instance_id": self.instance_ids[index], "summarizer_id": self.systems[index]}

    def _column(self, measure: str) -> str:
        return f"{self.metric}_{measure}" if measure else self.metric
