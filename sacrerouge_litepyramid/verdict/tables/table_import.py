"""Tables of summaries that are imported."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from sacrerouge_litepyramid.core.texts import count_nouns
from sacrerouge_litepyramid.io.files import Written
from sacrerouge_litepyramid.io.output_folder import replace_data
from sacrerouge_litepyramid.io.table_columns import Columns
from sacrerouge_litepyramid.io.tables import list_rows, read_table
from sacrerouge_litepyramid.verdict.tables.raters import HUMAN_SCALE
from sacrerouge_litepyramid.verdict.tables.table_data_set import (
    LOWER_IS_BETTER,
    TABLE_FILES,
    build_data_set,
    write_table_data,
    write_table_metrics,
)


def import_table(
    table: str | Path | Any,
    columns: Columns | None = None,
    *,
    lower_is_better: Sequence[str] = (),
    human_scale: Sequence[str] = (),
    output_dir: str | Path,
    overwrite: bool = False,
    keep: Literal["last"] | None = None,
) -> Written:
    """Write a table's summaries, units, labels and human scores in this package's formats.

    Args:
        table: CSV, TSV, Excel, Parquet or JSON with one row per summary or document, or a folder of
            a saved Hugging Face data set (one split); from Python also a DataFrame, a Dataset or a
            list of dictionaries.
        columns: columns that are not recognised by name, for the fields instance_id, summarizer_id,
            summary, references, units, documents, human, labels, question, metrics; FIELD= leaves a
            field out; references=A references=B names several, of which those of human are
            averaged, and those of instance_id identify a document together; summary=A summary=B if
            each system has its own column.
        lower_is_better: columns of scores, human ones too, where lower is better, such as ranks and
            errors; they are negated, and called NAME_negated.
        human_scale: the range of the human scores, such as 1:5, outside of which a number is
            missing; z standardises several raters' columns within raters before their mean.
        output_dir: the folder for the summaries, units, labels and metrics (.jsonl) that the table
            has.
        overwrite: replace other data in the folder.
        keep: which row to use if rows repeat a document and system; by default they are refused.

    Raises:
        ValueError: if the table lacks a column or contradicts itself, or the folder contains other
            data.
    """
    lines = read_table(table) if isinstance(table, str | Path) else list_rows(table)
    fields = {**(columns or {}), LOWER_IS_BETTER: lower_is_better, HUMAN_SCALE: human_scale}
    data = build_data_set(lines, fields, keep)
    folder = Path(output_dir)
    with replace_data(folder, TABLE_FILES, overwrite):
        write_table_data(data, folder)
        write_table_metrics(data, folder)
    units = data.units.values()
    counts = count_nouns(summary=len(data.rows), unit=sum(map(len, units)))
    messages = [f"{counts} of {count_nouns(document=len(units))}", data.describe_human()]
    return Written(folder, list(filter(None, messages)), data.notices)
