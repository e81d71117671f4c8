"""One call from a table of summaries to a verdict: units, scores, ranked systems, agreement with people, a report."""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.judgements import measure_names
from sacrerouge_litepyramid.evaluation.scored_table import (
    EVIDENCE,
    SCORES,
    STUS,
    ScoredTable,
    build_table_extractor,
    score_data_set,
    write_scored,
)
from sacrerouge_litepyramid.evaluation.table_verdict import TableVerdict, reach_verdict
from sacrerouge_litepyramid.extraction.extractor import UnitExtractor
from sacrerouge_litepyramid.io import evaluation_folder
from sacrerouge_litepyramid.io.evaluation_folder import TableDataSet, build_data_set, write_data_set
from sacrerouge_litepyramid.io.files import check_no_leftovers, write_json
from sacrerouge_litepyramid.io.signatures import SUFFIX
from sacrerouge_litepyramid.io.tables import list_rows, read_table
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.registry import build

VERDICT, REPORT = "verdict.json", "report.html"
#: all files that an evaluation may write
FILES = (*evaluation_folder.FILES, STUS, SCORES, f"{SCORES}{SUFFIX}", EVIDENCE, f"{EVIDENCE}{SUFFIX}", VERDICT, REPORT)
#: those that some tables do not give, and that other commands would read
OPTIONAL_FILES = (evaluation_folder.UNITS, evaluation_folder.LABELS, evaluation_folder.SCORES, STUS)


class Evaluated(NamedTuple):
    """A scored table and its verdict by a measure; ``name``: of the table."""

    scored: ScoredTable
    verdict: TableVerdict
    measure: str
    name: str


def evaluate(
    table: Any,
    columns: Mapping[str, str] | None,
    judge: Judge | str | Mapping[str, Any],
    extractor: UnitExtractor | str | Mapping[str, Any] | None,
    cache_file: str | Path | None,
    measure: str,
    output_dir: str | Path | None,
) -> Evaluated:
    """Score a table and reach the verdict; the arguments and errors are those of `api.evaluate_table`.

    Nothing is written: ``output_dir`` is only checked for files that another table left there.
    """
    is_path = isinstance(table, str | Path)
    data = build_data_set(read_table(table) if is_path else list_rows(table), columns)
    name = Path(table).name if is_path else "table"
    check_comparable(data, name)
    model: Judge = build(Judge, judge)
    if measure not in measure_names(model.classes):
        raise ValueError(f"measure must be one of {', '.join(measure_names(model.classes))}, not {measure!r}")
    if output_dir is not None:
        written = [*data.list_files(), *([] if data.units else [STUS])]
        check_no_leftovers(output_dir, written, OPTIONAL_FILES)
    scored = score_data_set(data, model, partial(build_table_extractor, extractor, cache_file))
    verdict = reach_verdict(scored, measure, model, name)
    return Evaluated(scored, verdict, measure, name)


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


def write_evaluation(evaluated: Evaluated, folder: Path) -> None:
    """Write the data set, units, scores, evidence and the verdict into a folder."""
    write_data_set(evaluated.scored.data, folder)
    write_scored(evaluated.scored, folder)
    write_json(folder / VERDICT, evaluated.verdict.to_json())
