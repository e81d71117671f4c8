"""The evaluation of a table: units, scores, ranked systems, agreement, and the verdict."""

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.judgements import list_measures
from sacrerouge_litepyramid.core.texts import count_nouns
from sacrerouge_litepyramid.extraction.extractor import ExtractorSetting
from sacrerouge_litepyramid.io.evaluation_folder import (
    LABELS,
    METRIC,
    NAME,
    PLANNED_LABELS,
    READING,
    REPORT,
    SCORES_DIGEST,
    VERDICT,
    EvaluationFolder,
)
from sacrerouge_litepyramid.io.files import hash_json_lines, write_json, write_singly
from sacrerouge_litepyramid.io.metrics import count_not_finite
from sacrerouge_litepyramid.io.output_folder import list_replaceable_files, replace_evaluation
from sacrerouge_litepyramid.io.signatures import as_file_data
from sacrerouge_litepyramid.io.table_columns import Columns
from sacrerouge_litepyramid.io.tables import list_rows, read_table
from sacrerouge_litepyramid.judges.judge import WRITTEN, Judge, JudgeSetting
from sacrerouge_litepyramid.meta_evaluation.figures import DrawnResult
from sacrerouge_litepyramid.meta_evaluation.unit_agreement import (
    UnitAgreement,
    index_labels,
    list_unit_rows,
    render_unit_agreement,
)
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.statistics.difference import Difference
from sacrerouge_litepyramid.statistics.tables import PaperTable
from sacrerouge_litepyramid.statistics.warning import ResultWarning
from sacrerouge_litepyramid.verdict.assessment import Assessment
from sacrerouge_litepyramid.verdict.comparison.compared_systems import (
    ComparedSystem,
    SystemComparison,
    list_ranking_lines,
    render_systems,
)
from sacrerouge_litepyramid.verdict.comparison.metric_agreement import (
    AgreementReport,
)
from sacrerouge_litepyramid.verdict.report.build import write_evaluation_page
from sacrerouge_litepyramid.verdict.report.explain import explain
from sacrerouge_litepyramid.verdict.report.explanation import Explanation
from sacrerouge_litepyramid.verdict.report.write import write_report
from sacrerouge_litepyramid.verdict.tables.raters import HUMAN_SCALE
from sacrerouge_litepyramid.verdict.tables.scored_table import (
    ScoredTable,
    build_table_extractor,
    score_data_set,
    write_scored,
)
from sacrerouge_litepyramid.verdict.tables.table_data_set import (
    LOWER_IS_BETTER,
    TableDataSet,
    build_data_set,
    check_comparable,
    write_table_data,
)
from sacrerouge_litepyramid.verdict.trust import Trust
from sacrerouge_litepyramid.verdict.verdict import Verdict


@dataclass(frozen=True, repr=False)
class TableEvaluation(DrawnResult):
    """The evaluation of a table's systems by a metric; prints as text."""

    PARTS = ("systems", "pairs", "agreement", "scores")
    DIFFERENCE = SystemComparison.DIFFERENCE

    name: str
    metric: str
    measure: str
    scored: ScoredTable
    assessment: Assessment
    verdict: Verdict
    # for each metric, the number of summaries without a score
    not_finite: dict[str, int]
    # the names of the files written into the folder
    files: tuple[str, ...] = ()
    folder: str = ""

    @property
    def comparison(self) -> SystemComparison:
        """How systems compare by the metric."""
        return self.assessment.compare(self.metric)

    @property
    def by_human(self) -> SystemComparison | None:
        """How systems compare by human scores, None without them."""
        return self.assessment.by_human

    @property
    def human(self) -> str:
        """The source of the human scores, "" without any."""
        return self.scored.data.describe_human() if self.assessment.human else ""

    @cached_property
    def agreement(self) -> AgreementReport | None:
        """How metric and columns of scores agree with human scores, None without them.

        The judge's other measures are left out.
        """
        report = self.assessment.agreement
        return report and report.select([self.metric, *self.scored.data.metrics()])

    @property
    def unit_agreement(self) -> tuple[UnitAgreement, ...]:
        """How the judge agrees with labels of units, if there are any."""
        return self.assessment.judges

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
            NAME: self.name,
            METRIC: self.metric,
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
        yield self.verdict.answer()
        yield render_systems(self.comparison, by_human=self.by_human)
        yield "\n".join(self._list_excluded())
        yield "\n".join(self._list_reading())

    def list_next_steps(self) -> Iterator[str]:
        """Yield the next command, and the report if one was written."""
        yield f"Next: {self._describe_next()}"
        if self.files:
            yield f"Report: {Path(self.folder, REPORT)}"

    def report(self, path: str | Path) -> Path:
        """Write scores, units and this evaluation as one HTML file, and return its path."""
        with self._open_folder() as folder:
            write_evaluation_page(EvaluationFolder(folder), self.assessment, Path(path))
        return Path(path)

    def explain(self, document: str | None = None, system: str | None = None) -> Explanation:
        """Explain why a summary has its score, by default the one with the lowest.

        Raises ValueError if the document or system is unknown.
        """
        with self._open_folder() as folder:
            return explain(folder, document, system)

    @contextmanager
    def _open_folder(self) -> Iterator[Path]:
        """Yield a temporary folder with the evaluation."""
        with TemporaryDirectory() as temporary:
            folder = Path(temporary)
            write_json(folder / VERDICT, self.to_dict())
            write_table_data(self.scored.data, folder)
            write_scored(self.scored, folder)
            yield folder

    def _describe_next(self) -> str:
        """Return the command that follows: keep the files, label, estimate, compare or explain."""
        if not self.files:
            return (
                f"{name_argument('output_dir', 'DIR')} keeps the scores with their evidence, "
                "and a report."
            )
        folder, human = shlex.quote(self.folder), self.by_human
        command = f"{'compare' if self.pairs else 'explain'} {folder}"
        if self.unit_agreement:
            command = f"estimate {folder}"
        elif self.trust.needs_labels and human is None:
            command = f"plan-labels --budget 100 {folder}"
        elif self.trust.needs_labels and human is not None and human.pairs:
            # Human scores decide between the systems where the metric cannot be trusted.
            command += f" --metrics {shlex.quote(human.metric)}"
        return f"sacrerouge-litepyramid {command}"

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


@write_singly()
def evaluate_table(
    table: str | Path | Any,
    columns: Columns | None = None,
    *,
    human: str | None = None,
    lower_is_better: Sequence[str] = (),
    human_scale: Sequence[str] = (),
    judge: JudgeSetting = "lexical",
    extractor: ExtractorSetting | None = None,
    cache_file: str | Path | None = None,
    measure: str = "p2c",
    output_dir: str | Path | None = None,
    overwrite: bool = False,
    keep: Literal["last"] | None = None,
) -> TableEvaluation:
    """Rank the systems of a table of summaries.

    The result prints as the verdict, its table and its warnings.

    Args:
        table: a file (.csv, .tsv, .parquet, .jsonl), a folder that datasets saved, a pandas
            DataFrame, a Dataset, or a list of dictionaries, with a row for each summary.
        columns: the columns of fields (instance_id, summarizer_id, summary, references, units,
            human, labels, question) that are not found by name, or several: references=A
            references=B; those of human are averaged, and those of instance_id identify a document
            together; summary=A summary=B if each system has its own column; ``metrics``: columns of
            numbers that are metrics though all systems have equal values.
        human: the column of the human score, short for ``columns={"human": …}``.
        lower_is_better: columns of scores, human ones too, where lower is better, such as ranks and
            errors; they are negated, and called NAME_negated.
        human_scale: the range of the human scores, such as 1:5, outside of which a number is
            missing; z standardises several raters' columns within raters before their mean.
        judge: the judge, by name or as JSON.
        extractor: the extractor for a table without units, by name or as JSON; by default the
            judge's, ``clauses``.
        cache_file: a SQLite file that stores extracted units; a stopped run goes on from it.
        measure: p2c or l2c; for a judge with three classes also p3c or l3c.
        output_dir: a folder for summaries, units, scores, evidence, signature, verdict and report;
            an earlier evaluation of the same summaries in it is replaced.
        overwrite: replace an evaluation of other data in the folder.
        keep: which row to use if rows repeat a document and system; by default they are refused.

    Raises:
        ValueError: if the table lacks a column or contradicts itself, if the measure is unknown, or
            if the folder has an evaluation of other data.
    """
    columns = {**(columns or {}), LOWER_IS_BETTER: lower_is_better, HUMAN_SCALE: human_scale}
    if human is not None:
        columns["human"] = human
    is_path = isinstance(table, str | Path)
    data = build_data_set(read_table(table) if is_path else list_rows(table), columns, keep)
    name = Path(table).name if is_path else "table"
    check_comparable(data, name)
    model: Judge = build(Judge, judge)
    measures = list_measures(model.classes)
    if measure not in measures:
        raise ValueError(f"measure must be one of {', '.join(measures)}, not {measure!r}")
    if output_dir is not None:
        # Before the judge's work: the folder may hold other data.
        _list_earlier(output_dir, data, overwrite)
    scored = score_data_set(
        data, model, partial(build_table_extractor, model, extractor, cache_file)
    )
    evaluation = _evaluate_scored(scored, measure, model, name)
    if output_dir is None:
        return evaluation
    return _write(evaluation, Path(output_dir), overwrite)


def _list_earlier(folder: str | Path, data: TableDataSet, overwrite: bool) -> tuple[str, ...]:
    """Return the files of an earlier evaluation; raise ValueError if the folder has other data."""
    files = data.list_evaluation_files()
    return list_replaceable_files(folder, data.hash_summaries(), files, overwrite)


def _evaluate_scored(scored: ScoredTable, measure: str, judge: Judge, name: str) -> TableEvaluation:
    """Compare a scored table's systems, and measure the agreement with human scores and labels."""
    data, metric = scored.data, f"{scored.metric}_{measure}"
    scores = scored.to_scores()
    assessment = Assessment(
        scores,
        data.human if scores.keep_labelled().documents else None,
        signatures=as_file_data([scored.signature]),
        summaries=[row.summary for row in data.rows],
        evidence=[scored.evidence(measure)],
        labels=index_labels(data.labelled),
        units_digest=data.digest(),
        judge_agreements={metric: judge.agreement},
    )
    return TableEvaluation(
        name=name,
        metric=metric,
        measure=measure,
        scored=scored,
        assessment=assessment,
        verdict=assessment.judge(metric),
        not_finite=count_not_finite({metric: scored.peer_scores(measure)}),
    )


def _write(evaluation: TableEvaluation, folder: Path, overwrite: bool = False) -> TableEvaluation:
    """Write the folder of an evaluation, then its page; return it with the names of the files."""
    data = evaluation.scored.data
    earlier = _list_earlier(folder, data, overwrite)
    written = replace(evaluation, files=data.list_evaluation_files(), folder=str(folder))
    # An earlier page would show other scores than those beside it.
    with replace_evaluation(folder, written.to_dict(), [*earlier, REPORT]):
        write_table_data(data, folder)
        write_scored(evaluation.scored, folder)
    source = EvaluationFolder(folder)
    others = (LABELS, PLANNED_LABELS)
    if any(name not in written.files and source.find(name) for name in others):
        # The page has these labels too, or the estimate from them.
        write_report(source)
    else:
        write_evaluation_page(source, evaluation.assessment, folder / REPORT)
    return written
