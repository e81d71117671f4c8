"""Evaluate a table of summaries: units, scores, ranked systems, agreement with human scores, and the verdict."""

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.judgements import list_measures
from sacrerouge_litepyramid.core.texts import count_nouns
from sacrerouge_litepyramid.evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.evaluation.compared_systems import (
    ComparedSystem,
    SystemComparison,
    list_ranking_lines,
    render_systems,
)
from sacrerouge_litepyramid.evaluation.figures import DrawnResult, draw_panels
from sacrerouge_litepyramid.evaluation.judges import DataIdentity
from sacrerouge_litepyramid.evaluation.metric_agreement import AgreementReport, measure_agreement
from sacrerouge_litepyramid.evaluation.scored_table import (
    ScoredTable,
    build_table_extractor,
    score_data_set,
    write_scored,
)
from sacrerouge_litepyramid.evaluation.scores import arrange_scores, to_matrix
from sacrerouge_litepyramid.evaluation.system_comparison import compare_where_shared
from sacrerouge_litepyramid.evaluation.unit_agreement import (
    UnitAgreement,
    collect_labelled_units,
    measure_unit_agreement,
    render_unit_agreement,
    summarise_labels,
)
from sacrerouge_litepyramid.evaluation.verdict import Findings, Verdict, make_verdict, rate_trust
from sacrerouge_litepyramid.extraction.extractor import UnitExtractor
from sacrerouge_litepyramid.io.evaluation_folder import REPORT
from sacrerouge_litepyramid.io.metrics import SummaryKey, count_not_finite
from sacrerouge_litepyramid.io.output_folder import list_replaceable_files, replace_evaluation
from sacrerouge_litepyramid.io.table_columns import Columns
from sacrerouge_litepyramid.io.table_data_set import TableDataSet, build_data_set, write_data_set
from sacrerouge_litepyramid.io.table_repeats import Keep
from sacrerouge_litepyramid.io.tables import list_rows, read_table
from sacrerouge_litepyramid.judges.judge import WRITTEN, Judge
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.statistics.difference import Difference
from sacrerouge_litepyramid.statistics.estimate import row_to_json
from sacrerouge_litepyramid.statistics.intervals import clip_share
from sacrerouge_litepyramid.statistics.system_means import RunningSystemMeans
from sacrerouge_litepyramid.statistics.tables import PaperTable, render_system_means


@dataclass(frozen=True, repr=False)
class TableEvaluation(DrawnResult):
    """The evaluation of a table's systems by a metric; prints as text.

    ``means``: the mean of a single system as text, if ``comparison`` is None. ``human``: the source of the human
    scores, "" without any; ``agreement`` and ``by_human``, the comparison by human scores, are then None. ``trust``:
    the level of trust and the reason. ``not_finite``: for each metric, the number of summaries without a score.
    ``files``: the names of the files written into ``folder``.
    """

    PARTS = ("systems", "pairs", "agreement", "scores")
    DIFFERENCE = SystemComparison.DIFFERENCE

    name: str
    metric: str
    measure: str
    scored: ScoredTable
    verdict: Verdict
    comparison: SystemComparison | None
    means: str
    human: str
    agreement: AgreementReport | None
    unit_agreement: tuple[UnitAgreement, ...]
    trust: tuple[str, str]
    by_human: SystemComparison | None
    not_finite: dict[str, int]
    files: tuple[str, ...] = ()
    folder: str = ""

    @property
    def signature(self) -> Signature:
        return self.scored.signature

    @property
    def warnings(self) -> tuple[str, ...]:
        return self.verdict.warnings

    @property
    def systems(self) -> tuple[ComparedSystem, ...]:
        """The systems, the best mean first; a single system has no groups."""
        if self.comparison is not None:
            return self.comparison.systems
        scores = self.scored.peer_scores(self.measure).items()
        means = RunningSystemMeans((key.summarizer_id, {self.metric: value}) for key, value in scores).ranked()
        return tuple(
            ComparedSystem(system, clip_share(mean[self.metric].estimate(), self.metric), mean[self.metric].count, "")
            for system, mean in means.items()
        )

    @property
    def pairs(self) -> tuple[Difference, ...]:
        """All pairs of systems; empty for a single system."""
        return () if self.comparison is None else self.comparison.pairs

    @property
    def scores(self) -> list[dict[str, Any]]:
        """A row per summary: ids, human score, the table's other metrics, and the judge's scores by all measures."""
        data, judgements = self.scored.data, self.scored.judgements
        others = {**({data.human: data.human_scores()} if self.agreement is not None else {}), **data.metrics()}
        return [
            {
                **key._asdict(),
                **{name: values.get(key) for name, values in others.items()},
                **{f"{self.scored.metric}_{name}": score for name, score in judgements[key].scores().items()},
            }
            for key in self.scored.peer_scores(self.measure)
        ]

    @property
    def title(self) -> str:
        """The table's name, and its numbers of summaries, systems, documents and units."""
        scored = self.scored
        systems = count_nouns(system=len({key.summarizer_id for key in scored.peers}))
        counts = count_nouns(document=len(scored.units), unit=sum(map(len, scored.units.values())))
        source = "given" if scored.source == WRITTEN else f"extracted by {scored.source}"
        return f"{self.name}: {count_nouns(summary=len(scored.peers))}, {systems} × {counts}, {source}"

    def to_dict(self) -> dict[str, Any]:
        """Return the evaluation for JSON, with comparison and agreement as `compare` and `agreement` write them."""
        units = [row_to_json(row) for judge in self.unit_agreement for row in judge.rows]
        agreement = None if self.agreement is None else self.agreement.to_dict()
        return {
            "version": __version__,
            "title": self.title,
            "summaries": self.scored.data.hash_summaries(),
            "files": list(self.files),
            "verdict": self.verdict._asdict(),
            "comparison": None if self.comparison is None else self.comparison.to_dict(),
            "not_finite": self.not_finite,
            "agreement": agreement and {**agreement, "rows": [*agreement["rows"], *units]},
            "signature": self.signature,
        }

    def list_answer(self) -> Iterator[str]:
        """Yield the leader and the trust in it, the systems, and the summaries that are excluded."""
        yield f"{self.verdict.leaders[0]}\nTrust: {self.trust[0]}. {self.trust[1]}"
        yield render_systems(self.comparison, by_human=self.by_human) if self.comparison else self.means.strip()
        yield "\n".join(self._list_excluded())

    def list_next_steps(self) -> Iterator[str]:
        """Yield the next command, and the report if one was written."""
        yield f"Next: {self._describe_next()}"
        if self.files:
            yield f"Report: {Path(self.folder, REPORT)}"

    def _describe_next(self) -> str:
        """Return the next step: keep the files, estimate with labels, plan labels, or compare pairs or explain."""
        if not self.files:
            return f"{name_argument('output_dir', 'DIR')} keeps the scores with their evidence, and a report."
        trusted = "compare" if self.comparison else "explain"
        advised = "plan-labels --budget 100" if self.trust[0] in ("low", "unknown") else trusted
        command = "estimate" if self.unit_agreement else advised
        return f"sacrerouge-litepyramid {command} {shlex.quote(self.folder)}"

    def _list_excluded(self) -> Iterator[str]:
        for name, count in self.not_finite.items():
            yield f"Excluded: {count_nouns(summary=count)} without {name}, for lack of a judged unit."

    def list_tables(self) -> Iterator[PaperTable]:
        """Yield tables of the systems and of the agreement with human scores."""
        if self.comparison is None:
            rows = [[row.system, str(row.mean), str(row.documents)] for row in self.systems]
            yield PaperTable(["system", self.metric, "documents"], rows, "Mean over documents, with its 95% interval.")
        for part in filter(None, (self.comparison, self.agreement)):
            yield from part.list_tables()

    def draw(self) -> Any:
        """Draw the comparison of the systems, or the mean of a single system."""
        if self.comparison:
            return self.comparison.draw()
        means = {f"mean {self.metric}": [row.mean for row in self.systems]}
        return draw_panels([row.system for row in self.systems], means)

    def details(self) -> str:
        """Return the systems, the verdict with all warnings, and the agreement with human scores and with labels."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        """Yield the systems and the verdict, then its evidence, without repeating the verdict's warnings."""
        yield self.title
        if self.comparison is None:
            yield self.means
        else:
            yield ""
            yield from list_ranking_lines(replace(self.comparison, warnings=()))
        yield from self._list_excluded()
        yield ""
        yield from self.verdict.lines()
        if self.agreement is not None:
            yield f"\n{self.human[:1].upper()}{self.human[1:]}."
            yield replace(self.agreement, warnings=()).details()
        if self.unit_agreement:
            yield from ("", render_unit_agreement(self.unit_agreement))
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

    Nothing is written: ``output_dir`` is only checked for files that no evaluation of these summaries wrote.
    """
    is_path = isinstance(table, str | Path)
    data = build_data_set(read_table(table) if is_path else list_rows(table), columns, keep)
    name = Path(table).name if is_path else "table"
    check_comparable(data, name)
    model: Judge = build(Judge, judge)
    if measure not in list_measures(model.classes):
        raise ValueError(f"measure must be one of {', '.join(list_measures(model.classes))}, not {measure!r}")
    if output_dir is not None:
        list_replaceable_files(output_dir, data, overwrite)
    scored = score_data_set(data, model, partial(build_table_extractor, model, extractor, cache_file))
    return _evaluate_scored(scored, measure, model, name)


def _evaluate_scored(scored: ScoredTable, measure: str, judge: Judge, name: str) -> TableEvaluation:
    """Compare the systems of a scored table, and measure the agreement with its human scores and labels, if any."""
    metric = f"{scored.metric}_{measure}"
    scores = scored.peer_scores(measure)
    human = {key: value for key, value in scored.data.human_scores().items() if key in scores}
    statistics = Statistics()
    agreement = _measure_agreement(scored, human, {metric: scores}) if human else None
    labels = {SummaryKey(summary.instance_id, summary.summarizer_id): summary for summary in scored.data.labelled}
    evidence = [scored.evidence(measure)] if labels else []
    units = measure_unit_agreement(evidence, labels, statistics)
    comparison = _compare(scores, metric)
    rows = [row for row in agreement.rows if row.metric == metric] if agreement is not None else ()
    quality = summarise_labels(collect_labelled_units(evidence[0], labels), *units) if labels else None
    by_human = _compare(human, scored.data.human)
    findings = Findings(
        metric, comparison, scored.signature, rows, quality, judge.agreement, by_human, report=agreement
    )
    identity = DataIdentity(name, scored.data.digest())
    lengths = [len(scored.judgements[key].summary.split()) for key in scores]
    return TableEvaluation(
        name=name,
        metric=metric,
        measure=measure,
        scored=scored,
        verdict=make_verdict(findings, scored.to_scores(), scored.data.human if human else None, identity),
        comparison=comparison,
        means="" if comparison is not None else _describe_mean(scores, metric),
        human=scored.data.describe_human() if human else "",
        agreement=agreement,
        unit_agreement=tuple(units),
        trust=rate_trust(findings, sum(lengths) / len(lengths), identity),
        by_human=findings.by_human,
        not_finite=count_not_finite({metric: scores}),
    )


def _measure_agreement(
    scored: ScoredTable, human: dict[SummaryKey, float], judged: dict[str, dict[SummaryKey, float]]
) -> AgreementReport:
    """Measure the agreement of the judge's scores and of the table's metrics; test the latter against the former."""
    name = scored.data.human
    others = {metric: values for metric, values in scored.data.metrics().items() if any(key in human for key in values)}
    metrics = {**judged, **others}
    statistics = Statistics(baseline=next(iter(judged)) if others else None)
    return measure_agreement(arrange_scores({name: human, **metrics}, name, list(metrics)), name, statistics)


def _compare(scores: dict[SummaryKey, float], metric: str) -> SystemComparison | None:
    """Compare the systems; None if no two of them have scores of the same document."""
    systems, documents = sorted({key.summarizer_id for key in scores}), sorted({key.instance_id for key in scores})
    matrix = to_matrix(scores, systems, documents).reshape(len(systems), len(documents))
    return compare_where_shared(matrix, systems, documents, metric)


def _describe_mean(scores: dict[SummaryKey, float], metric: str) -> str:
    """Return a single system's mean with its interval."""
    means = RunningSystemMeans((key.summarizer_id, {metric: value}) for key, value in scores.items())
    return f"\n{render_system_means(means.ranked())}"


def check_comparable(data: TableDataSet, name: str) -> None:
    """Raise ValueError if no row has a system summary, or if no two systems have a document in common."""
    peers = [row.key for row in data.rows if row.summary.summarizer_type == "peer"]
    if not peers:
        raise ValueError(f"{name}: no row has a system summary; there is nothing to evaluate")
    systems = {key.summarizer_id for key in peers}
    can_score = any(row.references or row.units for row in data.rows)
    if can_score and len(systems) > 1 and max(Counter(key.instance_id for key in peers).values()) == 1:
        column, empty = (name_argument("columns", {"instance_id": value}) for value in ("NAME", ""))
        cause, remedy = "the references or units differ", ""
        if "instance_id" in data.columns:
            cause = f"the values of {data.columns['instance_id']!r} differ"
            remedy = f", or match by the {'question' if 'question' in data.columns else 'references'}: {empty}"
        raise ValueError(
            f"{name}: {len(systems)} systems, but no two summaries of the same document, as {cause} in each row; name "
            f"the column that identifies the document: {column}{remedy}"
        )


def write_evaluation(
    evaluated: TableEvaluation, folder: Path, write_report: Callable[[], object], overwrite: bool = False
) -> None:
    """Write all files of an evaluation into a folder, and remove those of an earlier evaluation."""
    earlier = list_replaceable_files(folder, evaluated.scored.data, overwrite)
    with replace_evaluation(folder, evaluated.to_dict(), earlier):
        write_data_set(evaluated.scored.data, folder)
        write_scored(evaluated.scored, folder)
        write_report()
