"""The evaluation of a table: units, scores, ranked systems, agreement, and the verdict."""

import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.judgements import list_measures
from sacrerouge_litepyramid.core.texts import count_nouns
from sacrerouge_litepyramid.extraction.extractor import UnitExtractor
from sacrerouge_litepyramid.io.evaluation_folder import READING, REPORT, SCORES_DIGEST
from sacrerouge_litepyramid.io.files import hash_json_lines
from sacrerouge_litepyramid.io.metrics import count_not_finite
from sacrerouge_litepyramid.io.output_folder import list_replaceable_files, replace_evaluation
from sacrerouge_litepyramid.io.table_columns import Columns
from sacrerouge_litepyramid.io.tables import list_rows, read_table
from sacrerouge_litepyramid.judges.judge import WRITTEN, Judge
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.meta_evaluation.sentinels import (
    SentinelGap,
    measure_gaps,
    score_by_sentinels,
)
from sacrerouge_litepyramid.meta_evaluation.unit_agreement import (
    UnitAgreement,
    index_labels,
    list_unit_rows,
    measure_unit_agreement,
    render_unit_agreement,
)
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.statistics.difference import Difference
from sacrerouge_litepyramid.statistics.figures import DrawnResult
from sacrerouge_litepyramid.statistics.tables import PaperTable
from sacrerouge_litepyramid.statistics.warning import ResultWarning
from sacrerouge_litepyramid.verdict.comparison.compared_systems import (
    ComparedSystem,
    SystemComparison,
    list_ranking_lines,
    render_systems,
)
from sacrerouge_litepyramid.verdict.comparison.metric_agreement import (
    AgreementReport,
    measure_agreement,
)
from sacrerouge_litepyramid.verdict.comparison.system_comparison import compare_where_shared
from sacrerouge_litepyramid.verdict.findings import Findings
from sacrerouge_litepyramid.verdict.tables.data_set import (
    build_data_set,
    check_comparable,
    write_data_set,
)
from sacrerouge_litepyramid.verdict.tables.repeats import Keep
from sacrerouge_litepyramid.verdict.tables.scored_table import (
    ScoredTable,
    build_table_extractor,
    score_data_set,
    write_scored,
)
from sacrerouge_litepyramid.verdict.trust import Trust
from sacrerouge_litepyramid.verdict.verdict import Verdict, make_verdict


@dataclass(frozen=True, repr=False)
class TableEvaluation(DrawnResult):
    """The evaluation of a table's systems by a metric; prints as text."""

    PARTS = ("systems", "pairs", "agreement", "scores")
    DIFFERENCE = SystemComparison.DIFFERENCE

    name: str
    metric: str
    measure: str
    scored: ScoredTable
    verdict: Verdict
    comparison: SystemComparison
    # the source of the human scores, "" without any
    human: str
    # None without human scores
    agreement: AgreementReport | None
    # how the judge agrees with labels of units, if there are any
    unit_agreement: tuple[UnitAgreement, ...]
    # the comparison by human scores
    by_human: SystemComparison | None
    # for each metric, the number of summaries without a score
    not_finite: dict[str, int]
    # the names of the files written into the folder
    files: tuple[str, ...] = ()
    folder: str = ""

    @property
    def signature(self) -> Signature:
        return self.scored.signature

    @property
    def trust(self) -> Trust:
        """The trust in the metric."""
        assert self.verdict.trust is not None
        return self.verdict.trust

    @property
    def warnings(self) -> tuple[ResultWarning, ...]:
        return self.verdict.warnings

    @property
    def systems(self) -> tuple[ComparedSystem, ...]:
        """The systems, the best mean first."""
        return self.comparison.systems

    @property
    def pairs(self) -> tuple[Difference, ...]:
        """All pairs of systems; empty for a single system."""
        return self.comparison.pairs

    @property
    def scores(self) -> list[dict[str, Any]]:
        """A row per summary: ids, human score, the table's other metrics, and the judge's."""
        data, judgements = self.scored.data, self.scored.judgements
        others = data.metrics()
        if self.agreement is not None:
            others = {data.human: data.human_scores(), **others}
        rows = []
        for key in self.scored.peers:
            row = key._asdict()
            for name, values in others.items():
                row[name] = values.get(key)
            for measure, score in judgements[key].scores().items():
                row[f"{self.scored.metric}_{measure}"] = score
            rows.append(row)
        return rows

    @property
    def title(self) -> str:
        """The table's name, and its numbers of summaries, systems, documents and units."""
        scored = self.scored
        summaries = count_nouns(summary=len(scored.peers))
        systems = count_nouns(system=len({key.summarizer_id for key in scored.peers}))
        units = sum(map(len, scored.units.values()))
        counts = count_nouns(document=len(scored.units), unit=units)
        source = "given" if scored.source == WRITTEN else f"extracted by {scored.source}"
        return f"{self.name}: {summaries}, {systems} × {counts}, {source}"

    def to_dict(self) -> dict[str, Any]:
        """Return the evaluation for JSON.

        Comparison and agreement are as `compare` and `agreement` write them.
        """
        agreement = None
        if self.agreement is not None:
            agreement = self.agreement.to_dict()
            for judge in self.unit_agreement:
                agreement["rows"] += list_unit_rows(judge)
        return {
            "version": __version__,
            "title": self.title,
            "summaries": self.scored.data.hash_summaries(),
            "files": list(self.files),
            READING: list(self.scored.reading),
            "verdict": self.verdict.to_dict(),
            "comparison": self.comparison.to_dict(),
            "not_finite": self.not_finite,
            "agreement": agreement,
            "signature": self.signature,
            # by which `EvaluationFolder` notices that the written scores were edited
            SCORES_DIGEST: hash_json_lines(self.scored.list_lines()),
        }

    def list_answer(self) -> Iterator[str]:
        """Yield the leader and the trust in it, the systems, and the excluded summaries."""
        verdict = self.verdict
        yield "\n".join(filter(None, [verdict.leaders[0], verdict.conflict, self.trust.describe()]))
        yield render_systems(self.comparison, by_human=self.by_human)
        yield "\n".join(self._list_excluded())
        yield "\n".join(self._list_reading())

    def list_next_steps(self) -> Iterator[str]:
        """Yield the next command, and the report if one was written."""
        yield f"Next: {self._describe_next()}"
        if self.files:
            yield f"Report: {Path(self.folder, REPORT)}"

    def _describe_next(self) -> str:
        """Return the command that follows: keep the files, label, estimate, compare or explain."""
        if not self.files:
            return (
                f"{name_argument('output_dir', 'DIR')} keeps the scores with their evidence, "
                "and a report."
            )
        command = "compare" if self.pairs else "explain"
        if self.unit_agreement:
            command = "estimate"
        elif self.trust.needs_labels:
            command = "plan-labels --budget 100"
        return f"sacrerouge-litepyramid {command} {shlex.quote(self.folder)}"

    def _list_excluded(self) -> Iterator[str]:
        for name, count in self.not_finite.items():
            yield (
                f"Excluded: {count_nouns(summary=count)} without {name}, for lack of a judged unit."
            )

    def _list_reading(self) -> Iterator[str]:
        """Yield what was done to read the table and its texts."""
        yield f"Read from {self.name}:"
        yield from (f"  {notice}" for notice in self.scored.reading)

    def list_tables(self) -> Iterator[PaperTable]:
        """Yield tables of the systems and of the agreement with human scores."""
        yield from self.comparison.list_tables()
        if self.agreement is not None:
            yield from self.agreement.list_tables()

    def draw(self) -> Any:
        """Draw the comparison of the systems."""
        return self.comparison.draw()

    def details(self) -> str:
        """Return the systems, the verdict with all warnings, and the agreement in full."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        """Yield the systems and the verdict, then its evidence, without repeating warnings."""
        yield f"{self.title}\n"
        yield from list_ranking_lines(replace(self.comparison, warnings=()))
        yield from self._list_excluded()
        yield ""
        yield from self.verdict.lines()
        if self.agreement is not None:
            yield f"\n{self.human[:1].upper()}{self.human[1:]}."
            yield replace(self.agreement, warnings=()).details()
        if self.unit_agreement:
            yield f"\n{render_unit_agreement(self.unit_agreement)}"
        yield "\n" + "\n".join(self._list_reading())
        if self.files:
            yield f"\n{self.folder}: {', '.join(self.files)}"


def evaluate(
    table: Any,
    columns: Columns | None,
    judge: Judge | str | Mapping[str, Any],
    extractor: UnitExtractor | str | Mapping[str, Any] | None,
    cache_file: str | Path | None,
    measure: str,
    output_dir: str | Path | None,
    overwrite: bool,
    keep: Keep = None,
) -> TableEvaluation:
    """Score a table and reach the verdict; arguments and errors are those of `api.evaluate_table`.

    Nothing is written: ``output_dir`` is only checked for files that no evaluation of these
    summaries wrote.
    """
    is_path = isinstance(table, str | Path)
    data = build_data_set(read_table(table) if is_path else list_rows(table), columns, keep)
    name = Path(table).name if is_path else "table"
    check_comparable(data, name)
    model: Judge = build(Judge, judge)
    measures = list_measures(model.classes)
    if measure not in measures:
        raise ValueError(f"measure must be one of {', '.join(measures)}, not {measure!r}")
    if output_dir is not None:
        list_replaceable_files(output_dir, data, overwrite)
    scored = score_data_set(
        data, model, partial(build_table_extractor, model, extractor, cache_file)
    )
    return _evaluate_scored(scored, measure, model, name)


def _evaluate_scored(scored: ScoredTable, measure: str, judge: Judge, name: str) -> TableEvaluation:
    """Compare a scored table's systems, and measure the agreement with human scores and labels."""
    data, metric = scored.data, f"{scored.metric}_{measure}"
    units: list[UnitAgreement] = []
    if data.labelled:
        labels = index_labels(data.labelled)
        units.append(measure_unit_agreement(scored.evidence(measure), labels, Statistics()))
    table = scored.to_scores()
    ordered = table.sort_documents()
    comparison = compare_where_shared(
        ordered.metrics[metric],
        ordered.systems,
        ordered.documents,
        metric,
        bounds=ordered.bounds.get(metric),
    )
    labelled = ordered.keep_labelled()
    human = data.human if labelled.documents else None
    agreement = by_human = None
    sentinels: tuple[SentinelGap, ...] = ()
    if human:
        # The judge's other measures are left out.
        metrics = {shown: labelled.metrics[shown] for shown in (metric, *data.metrics())}
        common = labelled._replace(metrics=metrics).keep_common()
        agreement = measure_agreement(common, data.human)
        summaries = [row.summary for row in data.rows]
        simple = score_by_sentinels(common, summaries, scored.units)
        sentinels = measure_gaps(common, simple, metric, Statistics())
        by_human = compare_where_shared(
            labelled.human, labelled.systems, labelled.documents, data.human
        )
    findings = Findings(
        metric=metric,
        comparison=comparison,
        signature=scored.signature,
        agreement=None if agreement is None else agreement.find(metric),
        quality=units[0] if units else None,
        judge_agreement=judge.agreement,
        by_human=by_human,
        sentinels=sentinels,
        excluded="" if agreement is None else agreement.scores.excluded,
        at_bounds=() if agreement is None else agreement.list_at_bounds(metric),
    )
    digest = data.digest()
    return TableEvaluation(
        name=name,
        metric=metric,
        measure=measure,
        scored=scored,
        verdict=make_verdict(findings, table, human, digest),
        comparison=comparison,
        human=data.describe_human() if human else "",
        agreement=agreement,
        unit_agreement=tuple(units),
        by_human=by_human,
        not_finite=count_not_finite({metric: scored.peer_scores(measure)}),
    )


def write_evaluation(
    evaluated: TableEvaluation,
    folder: Path,
    write_report: Callable[[], object],
    overwrite: bool = False,
) -> None:
    """Write all files of an evaluation into a folder, and remove those of an earlier evaluation."""
    earlier = list_replaceable_files(folder, evaluated.scored.data, overwrite)
    with replace_evaluation(folder, evaluated.to_dict(), earlier):
        write_data_set(evaluated.scored.data, folder)
        write_scored(evaluated.scored, folder)
        write_report()
