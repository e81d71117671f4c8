"""One call from a table of summaries to a verdict: units, scores, ranked systems, agreement with people, a report."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.core.probabilities import measure_names
from sacrerouge_litepyramid.evaluation.scored_table import (
    EVIDENCE,
    SCORES,
    STUS,
    ScoredTable,
    build_table_extractor,
    score_data_set,
    write_scored,
)
from sacrerouge_litepyramid.evaluation.verdict import TableVerdict, reach_verdict
from sacrerouge_litepyramid.extraction.interfaces import UnitExtractor
from sacrerouge_litepyramid.formats import table_data_set
from sacrerouge_litepyramid.formats.table_data_set import TableDataSet, build_data_set, write_data_set
from sacrerouge_litepyramid.formats.tables import list_rows, read_table
from sacrerouge_litepyramid.presence.presence_model import PresenceModel
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.report.build import build_report_data, render_report
from sacrerouge_litepyramid.report.judges import read_signatures
from sacrerouge_litepyramid.report.reading import read_inputs
from sacrerouge_litepyramid.signature import SUFFIX
from sacrerouge_litepyramid.storage.files import atomic_write, write_json
from sacrerouge_litepyramid.storage.folders import check_no_leftovers, write_together

VERDICT, REPORT = "verdict.json", "report.html"
#: all files that an evaluation may write
FILES = (*table_data_set.FILES, STUS, SCORES, f"{SCORES}{SUFFIX}", EVIDENCE, f"{EVIDENCE}{SUFFIX}", VERDICT, REPORT)
#: those that some tables do not give, and that other commands would read
OPTIONAL_FILES = (table_data_set.UNITS, table_data_set.LABELS, table_data_set.SCORES, STUS)


def evaluate_table(
    table: Any,
    columns: Mapping[str, str] | None = None,
    *,
    presence: PresenceModel | str | Mapping[str, Any] = "lexical",
    extractor: UnitExtractor | str | Mapping[str, Any] | None = None,
    cache_file: str | Path | None = None,
    measure: str = "p2c",
    output_dir: str | Path | None = None,
) -> TableVerdict:
    """Evaluate the systems of a table of summaries; the result prints as a ranked table with its limits.

    Args:
        table: a file (.csv, .tsv, .parquet, .jsonl), a folder that datasets saved, a pandas DataFrame, a Dataset, or a
            list of dictionaries, with a row for each summary.
        columns: the column of a field (instance_id, summarizer_id, summary, references, units, human, presence) whose
            name is not found.
        presence: the presence model.
        extractor: makes units of the references where the table has none; by default ``dependency``, or ``sentence``
            where spaCy is not installed.
        cache_file: a SQLite file that keeps extracted units, from which a stopped run goes on.
        measure: p2c or l2c; with a presence model of three classes also p3c or l3c.
        output_dir: where summaries, units, scores, evidence, signature, verdict and report are written, if given.

    Raises:
        ValueError: for a table that lacks a column or contradicts itself, and for an unknown measure.
    """
    is_path = isinstance(table, str | Path)
    data = build_data_set(read_table(table) if is_path else list_rows(table), columns)
    name = Path(table).name if is_path else "table"
    check_comparable(data, name)
    model: PresenceModel = build(PresenceModel, presence)
    if measure not in measure_names(model.classes):
        raise ValueError(f"measure must be one of {', '.join(measure_names(model.classes))}, not {measure!r}")
    if output_dir is not None:
        written = [*data.list_files(), *([] if data.units else [STUS])]
        check_no_leftovers(output_dir, written, OPTIONAL_FILES)
    scored = score_data_set(data, model, partial(build_table_extractor, extractor, cache_file))
    verdict = reach_verdict(scored, measure, model.score_range, name)
    if output_dir is None:
        return verdict
    return replace(verdict, files=write_evaluation(scored, verdict, measure, name, Path(output_dir)))


def check_comparable(data: TableDataSet, name: str) -> None:
    """Raise ValueError for a table without a row of a peer, and for systems without a common instance."""
    peers = [row.key for row in data.rows if row.summary.summarizer_type == "peer"]
    if not peers:
        raise ValueError(f"{name}: no row holds a summary of a peer; there is nothing to evaluate")
    systems = {key.summarizer_id for key in peers}
    if len(systems) > 1 and max(Counter(key.instance_id for key in peers).values()) == 1:
        found = f"the column {data.columns['instance_id']!r}" if "instance_id" in data.columns else "each reference"
        raise ValueError(
            f"{name}: {len(systems)} systems, but no two summaries of one instance, as {found} differs in each row; "
            "name the column that is equal for summaries of the same text: --columns instance_id=NAME, or "
            "instance_id= to go by the references"
        )


def write_evaluation(
    scored: ScoredTable, verdict: TableVerdict, measure: str, name: str, output: Path
) -> tuple[str, ...]:
    """Write all files into a folder, where they appear together, and return their names."""
    with write_together(output) as folder:
        write_data_set(scored.data, folder)
        write_scored(scored, folder)
        write_json(folder / VERDICT, verdict.to_json())
        inputs = read_inputs(folder, [folder / SCORES], [folder / EVIDENCE], measure=measure)
        data = build_report_data(inputs._replace(name=name), read_signatures([folder / SCORES]))
        with atomic_write(folder / REPORT) as out:
            out.write(render_report(data))
        return tuple(each for each in FILES if (folder / each).exists())
