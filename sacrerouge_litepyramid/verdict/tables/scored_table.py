"""Score the summaries of a table by its units, or by units extracted from its references."""

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.answers import drop_answer_counts
from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.failures import name_text
from sacrerouge_litepyramid.core.judgements import Judgement
from sacrerouge_litepyramid.core.texts import flatten, list_some
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.extractor import UnitExtractor
from sacrerouge_litepyramid.extraction.unit_files import CachedExtractor
from sacrerouge_litepyramid.io.documents import join_references
from sacrerouge_litepyramid.io.evaluation_folder import EVIDENCE, EXTRACTED, SCORES
from sacrerouge_litepyramid.io.evidence import DETAILS, Evidence, write_evidence
from sacrerouge_litepyramid.io.files import write_json_lines
from sacrerouge_litepyramid.io.metrics import SummaryKey, build_metrics_line
from sacrerouge_litepyramid.io.signatures import write_signatures
from sacrerouge_litepyramid.io.units import write_units
from sacrerouge_litepyramid.judges.judge import WRITTEN, Judge
from sacrerouge_litepyramid.meta_evaluation.answers import ScoreBounds, bound_scores, name_counts
from sacrerouge_litepyramid.meta_evaluation.judges import name_source
from sacrerouge_litepyramid.meta_evaluation.scores import Scores, arrange_bounds, to_matrix
from sacrerouge_litepyramid.metrics.lite_pyramid import Lite2Pyramid, Lite3Pyramid, LitePyramid
from sacrerouge_litepyramid.metrics.metric import Item
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.signature import Signature, as_text
from sacrerouge_litepyramid.verdict.tables.references import find_equal
from sacrerouge_litepyramid.verdict.tables.rows import SummaryRow
from sacrerouge_litepyramid.verdict.tables.table_data_set import TableDataSet

logger = logging.getLogger(__name__)


class ScoredTable(NamedTuple):
    """A table's judgements by summary, in the order of its rows."""

    data: TableDataSet
    # the judge's metric, such as lite2pyramid
    metric: str
    # where the units come from, as `name_source` returns it
    source: str
    # the units of each document
    units: Mapping[str, tuple[Unit, ...]]
    judgements: Mapping[SummaryKey, Judgement]
    signature: Signature
    # what was done to the texts, a sentence each
    notices: tuple[str, ...] = ()

    @property
    def peers(self) -> list[SummaryKey]:
        """The keys of the systems' summaries, in the order of the table's rows."""
        return [row.key for row in self.data.rows if row.summary.summarizer_type == "peer"]

    @property
    def reading(self) -> tuple[str, ...]:
        """What was done to read the table and its texts, a sentence each."""
        return (*self.data.notices, *self.notices)

    def peer_scores(self, measure: str) -> dict[SummaryKey, float]:
        """Return each system summary's score by a measure; NaN for a summary without units."""
        scores = {}
        for key in self.peers:
            by_measure = self.judgements[key].scores()
            scores[key] = by_measure[measure]
        return scores

    def to_scores(self) -> Scores:
        """Return the systems' human scores, and those by the judge and the table's metrics.

        The judge's are named METRIC_MEASURE.
        """
        peers = self.peers
        systems = tuple(sorted({key.summarizer_id for key in peers}))
        documents = tuple(dict.fromkeys(key.instance_id for key in peers))
        by_metric = {}
        measures = self.judgements[peers[0]].scores()
        for name in drop_answer_counts(f"{self.metric}_{measure}" for measure in measures):
            by_metric[name] = self.peer_scores(name.removeprefix(f"{self.metric}_"))
        bounds = {}
        for name, values in by_metric.items():
            given = arrange_bounds(self._bound_scores(name, values), systems, documents)
            if given is not None:
                bounds[name] = given
        by_metric |= self.data.metrics()
        metrics = {}
        for name, values in by_metric.items():
            metrics[name] = to_matrix(values, systems, documents)
        human = to_matrix(self.data.human_scores(), systems, documents)
        return Scores(systems, documents, human, metrics, bounds=bounds)

    def _bound_scores(
        self, name: str, values: Mapping[SummaryKey, float]
    ) -> dict[SummaryKey, ScoreBounds]:
        """Return the bounds of a score METRIC_MEASURE, {} if no answer is missing."""
        if not any(self.judgements[key].has_unanswered for key in self.peers):
            return {}
        counts = [
            self.peer_scores(count.removeprefix(f"{self.metric}_")) for count in name_counts(name)
        ]
        return bound_scores(values, counts)

    def list_lines(self) -> list[dict[str, Any]]:
        """Return the lines of scores.jsonl: each summary's scores by judge and table."""
        lines = []
        for row in self.data.rows:
            scores = {self.metric: self.judgements[row.key].scores(), **row.scores}
            lines.append(build_metrics_line(row.key, scores, row.summary.summarizer_type))
        return lines

    def evidence(self, measure: str) -> Evidence:
        """Return the probability of each unit in each summary, as `read_evidence` reads them."""
        units = {}
        values = {}
        details = {}
        summaries = {}
        parts = {}
        clauses = {}
        unanswered = {}
        for key in sorted(self.peers):
            judgement = self.judgements[key]
            units[key.instance_id] = self.units[key.instance_id]
            values[key] = np.asarray(judgement.measures[measure], dtype=np.float64)
            summaries[key] = flatten(judgement.summary)
            # Only NLI models have further probabilities.
            if judgement.details.keys() >= set(DETAILS):
                details[key] = np.column_stack([judgement.details[name] for name in DETAILS])
            if judgement.parts:
                parts[key] = judgement.parts
            if judgement.clauses:
                clauses[key] = judgement.clauses
            if judgement.unanswered.any():
                unanswered[key] = judgement.unanswered
        return Evidence(
            name=self.metric,
            measure=measure,
            units=units,
            values=values,
            details=details,
            summaries=summaries,
            parts=parts,
            clauses=clauses,
            unanswered=unanswered,
        )


def build_table_extractor(
    judge: Judge, description: Any = None, cache_file: str | Path | None = None
) -> UnitExtractor:
    """Build the described extractor, by default the judge's own.

    ``cache_file``: a SQLite file that keeps the units, so that a stopped run can be resumed.
    """
    extractor: UnitExtractor = build(UnitExtractor, description or judge.default_extractor)
    return extractor if cache_file is None else CachedExtractor(extractor, str(cache_file))


def score_data_set(
    data: TableDataSet, judge: Judge, build_extractor: Callable[[], UnitExtractor]
) -> ScoredTable:
    """Score a table by its units or, if it has none, by units of its references.

    The metric is lite2pyramid with units, else lite3pyramid. ``build_extractor`` is only called if
    the table has no units. Raises ValueError if a document has no units, if the table has no
    references either, and if a document's references differ. A reference is scored by the other
    ones.
    """
    metric: LitePyramid
    if data.units:
        contexts = _find_units(data)
        metric = Lite2Pyramid(judge)
    else:
        contexts = _find_references(data)
        metric = Lite3Pyramid(judge, build_extractor())
    items = []
    for row in data.rows:
        document = row.key.instance_id
        items.append(Item(row.text, contexts.get(document, []), document))
    with name_text((row.key, (row.text, *row.references)) for row in data.rows):
        scored = metric.score(items)
    logger.debug("Signature: %s", as_text(scored.signature))
    for name in data.metrics():
        if name.startswith(f"{metric.name}_"):
            raise ValueError(f"the column {name!r} has the name of a score of the judge; rename it")
    units: dict[str, tuple[Unit, ...]] = {}
    judgements = {}
    for row, judgement in zip(data.rows, scored.judgements or (), strict=True):
        units[row.key.instance_id] = judgement.units
        if row.summary.summarizer_type == "reference":
            # A reference states its own units.
            judgement = judgement.leave_references_out(find_equal(row))
        judgements[row.key] = judgement
    empty = [name for name in units if not units[name]]
    if empty:
        logger.warning(
            "no scores: the references of these documents have no words: %s; fill them in",
            list_some(empty),
        )
    source = name_source(scored.signature.get("extractor"))
    return ScoredTable(
        data, metric.name, source, units, judgements, scored.signature, tuple(scored.notices)
    )


def write_scored(scored: ScoredTable, folder: Path) -> None:
    """Write scores, signature, the systems' evidence, and extracted units into a folder."""
    if scored.source != WRITTEN:
        write_units(folder / EXTRACTED, scored.units.items())
    write_json_lines(folder / SCORES, scored.list_lines())
    write_signatures(folder / SCORES, [scored.signature])
    judged = [(key, scored.judgements[key]) for key in scored.peers]
    write_evidence(folder / EVIDENCE, {scored.metric: judged}, [scored.signature])


def _find_units(data: TableDataSet) -> Mapping[str, Any]:
    """Return the units by document; raise ValueError if a document has none."""
    for row in data.rows:
        if row.key.instance_id not in data.units:
            raise ValueError(
                f"{_name_place(row)}: no units, although other instances have some; fill them in, "
                "or extract all units from the references: "
                f"{name_argument('columns', {'units': ''})}"
            )
    return data.units


def _find_references(data: TableDataSet) -> Mapping[str, Any]:
    """Return the references by document; raise ValueError if no document has any."""
    references = join_references(row.summary for row in data.rows if row.references)
    if not references:
        remedy = "fill in the references"
        if "references" not in data.columns:
            references_column = name_argument("columns", {"references": "NAME"})
            units_column = name_argument("columns", {"units": "NAME"})
            remedy = f"name a column: {references_column} or {units_column}"
        raise ValueError(f"{_name_place(data.rows[0])}: neither references nor units; {remedy}")
    return references


def _name_place(row: SummaryRow) -> str:
    return f"{row.summary.where}, instance {row.key.instance_id!r}"
