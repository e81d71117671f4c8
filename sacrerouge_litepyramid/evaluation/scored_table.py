"""Score the summaries of a table by its units, or by units extracted from its references."""

import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.failures import name_text
from sacrerouge_litepyramid.core.judgements import Judgement
from sacrerouge_litepyramid.core.texts import flatten, list_some
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.evaluation.judges import name_source
from sacrerouge_litepyramid.evaluation.scores import Scores, to_matrix
from sacrerouge_litepyramid.extraction.extractor import UnitExtractor
from sacrerouge_litepyramid.extraction.unit_files import CachedExtractor
from sacrerouge_litepyramid.io.documents import join_references
from sacrerouge_litepyramid.io.evaluation_folder import EVIDENCE, SCORES, STUS
from sacrerouge_litepyramid.io.evidence import DETAILS, Evidence, write_evidence
from sacrerouge_litepyramid.io.files import write_json_lines
from sacrerouge_litepyramid.io.metrics import SummaryKey, build_metrics_line
from sacrerouge_litepyramid.io.signatures import write_signatures
from sacrerouge_litepyramid.io.table_data_set import TableDataSet
from sacrerouge_litepyramid.io.table_rows import SummaryRow
from sacrerouge_litepyramid.io.units import write_units
from sacrerouge_litepyramid.judges.judge import WRITTEN, Judge
from sacrerouge_litepyramid.metrics.lite_pyramid import Lite2Pyramid, Lite3Pyramid, LitePyramid
from sacrerouge_litepyramid.metrics.metric import Item
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.signature import Signature, as_text

logger = logging.getLogger(__name__)


class ScoredTable(NamedTuple):
    """A table's judgements by summary, in the order of its rows, and the units of each instance.

    ``source``: that of the units, as `name_source` returns it.
    """

    data: TableDataSet
    metric: str
    source: str
    units: Mapping[str, tuple[Unit, ...]]
    judgements: Mapping[SummaryKey, Judgement]
    signature: Signature

    @property
    def peers(self) -> list[SummaryKey]:
        """The summaries of the peers, in the order of the table's rows."""
        return [row.key for row in self.data.rows if row.summary.summarizer_type == "peer"]

    def peer_scores(self, measure: str) -> dict[SummaryKey, float]:
        """Return each peer's score by a measure; NaN for a summary without units."""
        return {key: self.judgements[key].scores()[measure] for key in self.peers}

    def to_scores(self) -> Scores:
        """Return the peers' scores by all measures, named METRIC_MEASURE, the table's metrics, and human scores."""
        peers = self.peers
        systems = tuple(sorted({key.summarizer_id for key in peers}))
        documents = tuple(dict.fromkeys(key.instance_id for key in peers))
        by_summary = {key: self.judgements[key].scores() for key in peers}
        metrics = {
            f"{self.metric}_{measure}": to_matrix(
                {key: scores[measure] for key, scores in by_summary.items()}, systems, documents
            )
            for measure in by_summary[peers[0]]
        }
        others = {name: to_matrix(values, systems, documents) for name, values in self.data.metrics().items()}
        return Scores(systems, documents, to_matrix(self.data.human_scores(), systems, documents), metrics | others)

    def evidence(self, measure: str) -> Evidence:
        """Return the probability of each unit in each summary, as `read_evidence` does for the file."""
        judged = {key: self.judgements[key] for key in sorted(set(self.peers))}
        return Evidence(
            self.metric,
            measure,
            {key.instance_id: self.units[key.instance_id] for key in judged},
            {key: np.asarray(judgement.measures[measure], dtype=np.float64) for key, judgement in judged.items()},
            {
                key: np.column_stack([judgement.details[name] for name in DETAILS])
                for key, judgement in judged.items()
                if all(name in judgement.details for name in DETAILS)
            },
            {key: flatten(judgement.summary) for key, judgement in judged.items()},
            {key: judgement.parts for key, judgement in judged.items() if judgement.parts},
        )


def build_table_extractor(judge: Judge, description: Any = None, cache_file: str | Path | None = None) -> UnitExtractor:
    """Build the extractor that is described, by default the one that the judge wants.

    ``cache_file``: a SQLite file that keeps the units, from which a stopped run goes on.
    """
    extractor: UnitExtractor = build(UnitExtractor, description or judge.default_extractor)
    return extractor if cache_file is None else CachedExtractor(extractor, str(cache_file))


def score_data_set(data: TableDataSet, judge: Judge, build_extractor: Callable[[], UnitExtractor]) -> ScoredTable:
    """Score a table by its units as lite2pyramid, without units by its references as lite3pyramid.

    ``build_extractor`` is called where units are to be extracted. Raises ValueError for an instance without units, or
    without references, and for references that differ.
    """
    rows: dict[str, list[SummaryRow]] = {}
    for row in data.rows:
        rows.setdefault(row.summary.instance_id, []).append(row)
    contexts: Sequence[Any] = _list_units(data, rows) if data.units else _list_references(data, rows)
    metric: LitePyramid = Lite2Pyramid(judge)
    if not data.units:
        metric = Lite3Pyramid(judge, build_extractor())
    judged = [row for group in rows.values() for row in group]
    items = [Item(row.text, context) for group, context in zip(rows.values(), contexts, strict=True) for row in group]
    with name_text((row.key, (row.text, *row.references)) for row in judged):
        scored = metric.score(items)
    for notice in scored.notices:
        logger.warning(notice)
    logger.debug("Signature: %s", as_text(scored.signature))
    for name in data.metrics():
        if name.startswith(f"{metric.name}_"):
            raise ValueError(f"the column {name!r} has a name of the judge's scores; rename it")
    judgements = dict(zip((row.key for row in judged), scored.judgements or (), strict=True))
    empty = [name for name, own in rows.items() if not judgements[own[0].key].units]
    if empty:
        logger.warning(
            "no score, as no reference has a word, in the documents %s; fill in the references", list_some(empty)
        )
    return ScoredTable(
        data=data,
        metric=metric.name,
        source=name_source(scored.signature.get("extractor")),
        units={name: judgements[own[0].key].units for name, own in rows.items()},
        judgements={row.key: judgements[row.key] for row in data.rows},
        signature=scored.signature,
    )


def write_scored(scored: ScoredTable, folder: Path) -> None:
    """Write scores, signature and evidence into a folder, and units that were extracted."""
    if scored.source != WRITTEN:
        write_units(folder / STUS, scored.units.items())
    lines = (
        build_metrics_line(
            row.key, {scored.metric: scored.judgements[row.key].scores(), **row.scores}, row.summary.summarizer_type
        )
        for row in scored.data.rows
    )
    write_json_lines(folder / SCORES, lines)
    write_signatures(folder / SCORES, [scored.signature])
    write_evidence(folder / EVIDENCE, {scored.metric: scored.judgements.items()}, [scored.signature])


def _list_units(data: TableDataSet, rows: Mapping[str, Sequence[SummaryRow]]) -> list[tuple[Unit, ...]]:
    for name, (first, *_) in rows.items():
        if name not in data.units:
            raise ValueError(
                f"{first.summary.where}, instance {name!r}: no units, which other instances have; fill them in, or "
                f"extract all from references: {name_argument('columns', {'units': ''})}"
            )
    return [data.units[name] for name in rows]


def _list_references(data: TableDataSet, rows: Mapping[str, Sequence[SummaryRow]]) -> list[list[Any]]:
    references = join_references(row.summary for row in data.rows if row.references)
    if not references:
        where, name = data.rows[0].summary.where, data.rows[0].key.instance_id
        known = "references" in data.columns
        columns = (name_argument("columns", {field: "NAME"}) for field in ("references", "units"))
        remedy = "fill in the references" if known else f"name a column: {' or '.join(columns)}"
        raise ValueError(f"{where}, instance {name!r}: neither references nor units; {remedy}")
    return [references.get(name, []) for name in rows]
