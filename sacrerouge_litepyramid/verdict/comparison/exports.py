"""Export scores and evidence as tables, and the systems' means as a paper prints them."""

from pathlib import Path
from typing import Annotated, Any, Literal

from sacrerouge_litepyramid.core.arguments import EvaluationFiles, name_argument
from sacrerouge_litepyramid.core.texts import count_nouns
from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder
from sacrerouge_litepyramid.io.evidence import list_unit_rows
from sacrerouge_litepyramid.io.files import Line, Written, atomic_write, read_json_lines
from sacrerouge_litepyramid.io.score_files import merge_metric_rows, read_score_lines
from sacrerouge_litepyramid.statistics.difference import ALPHA, LEGEND
from sacrerouge_litepyramid.statistics.tables import LATEX, MARKDOWN, PaperTable
from sacrerouge_litepyramid.verdict.comparison.compared_systems import (
    ComparisonSettings,
    tabulate_systems,
)
from sacrerouge_litepyramid.verdict.comparison.comparisons import compare_scores
from sacrerouge_litepyramid.verdict.comparison.score_sources import open_scores
from sacrerouge_litepyramid.verdict.tables.files import check_table_ending, write_table


def export_table(
    scores: Annotated[Any, EvaluationFiles(("scores", "evidence"))],
    *,
    output: str | Path,
    format: Literal["table", "markdown", "latex"] = "table",
) -> Written:
    """Write scores (one row per summary), evidence (one row per unit), or a paper's table of means.

    Args:
        scores: the folder of an evaluation, or `EvaluationFolder` with additional files.
        output: the table: CSV, TSV, Parquet or JSON Lines by its ending.
        format: table has one row per summary, or per unit of named evidence; markdown and latex
            (booktabs) have the systems' means by all metrics with intervals, groups and bold.

    Raises:
        ValueError: for an unknown ending, for evidence beside scores, and if no document has scores
            of two systems.
    """
    folder = scores if isinstance(scores, EvaluationFolder) else EvaluationFolder(scores)
    if format != "table":
        text = _format_means(folder, MARKDOWN if format == "markdown" else LATEX)
        with atomic_write(output) as out:
            out.write(text)
        return Written(Path(output), [count_nouns(line=len(text.splitlines()))])
    check_table_ending(output)
    if folder.has_named_evidence and folder.score_files:
        raise ValueError(
            f"{name_argument('evidence')} has a row per unit, scores one per summary; export one "
            "of them"
        )
    rows: list[dict[str, Any]] = []
    if folder.has_named_evidence:
        for path in folder.evidence_files:
            rows += list_unit_rows(read_json_lines(path))
    else:
        lines: list[Line] = []
        for path in folder.score_files:
            lines += read_score_lines(path)
        rows += merge_metric_rows(lines)
    write_table(output, rows)
    return Written(Path(output), [count_nouns(row=len(rows))])


def _format_means(folder: EvaluationFolder, form: str) -> str:
    """Return a paper's table: the systems' means by every metric, with intervals, groups and bold.

    ``form``: LATEX or MARKDOWN.
    """
    source = open_scores(folder)
    cells: dict[str, dict[str, str]] = {}
    for metric in source.names:
        compared = compare_scores(source.read_metric(metric), metric, None, ComparisonSettings())
        for system, mean, _, groups in tabulate_systems(compared).rows:
            # A mean in bold, of the class `Bold`, stays bold.
            cell = type(mean)(f"{mean} {groups}".rstrip())
            cells.setdefault(system, {})[metric] = cell
    rows = []
    for system, means in cells.items():
        rows.append([system, *(means.get(metric, "–") for metric in source.names)])
    note = (
        "Means with 95% intervals. Bold: the highest and those not significantly lower (p ≤ "
        f"{ALPHA}). {LEGEND}"
    )
    table = PaperTable(["system", *source.names], rows, note)
    return f"{table.render(form)}\n"
