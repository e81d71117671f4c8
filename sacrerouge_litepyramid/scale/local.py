"""The local engine: one process scores the batches of a corpus one after the other."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from sacrerouge_litepyramid.io.corpus import FIELDS, PARQUET, cut_batches
from sacrerouge_litepyramid.io.files import atomic_path, check_writable
from sacrerouge_litepyramid.io.signatures import write_signatures
from sacrerouge_litepyramid.io.sources import SourceFile
from sacrerouge_litepyramid.scale.batches import BatchScorer
from sacrerouge_litepyramid.scale.parts import LineParts, Parts, TableParts, hold_parts, open_table_parts
from sacrerouge_litepyramid.scale.runs import CorpusRun, Tally, score_part


def score_locally(scorer: BatchScorer, sources: Sequence[SourceFile], output: Path, batch_size: int) -> CorpusRun:
    """Write the score of each summary to ``output`` (JSON Lines, or Parquet by its suffix), in order.

    Finished parts are kept beside the output until all are done: a run that was stopped computes only what is missing,
    damaged or changed. One batch is in memory at a time. The signature is written beside the output. Raises ValueError
    where the output cannot be written, or another run writes it.
    """
    check_writable(output)
    is_table = output.suffix == PARQUET
    with hold_parts(output, PARQUET if is_table else LineParts.ending) as folder:
        parts: Parts = open_table_parts(folder) if is_table else LineParts(folder)
        tally = Tally()
        batches = ((file, each) for file, it in enumerate(sources) for each in cut_batches(it, batch_size, FIELDS))
        for file, batch in tqdm(batches, desc="batches", unit="batch", disable=None, delay=1):
            tally.add(score_part(scorer, parts, file, batch))
        run = tally.finish()
        with atomic_path(output) as temporary:
            if isinstance(parts, TableParts):
                _join_tables(parts, run.parts, temporary)
            else:
                _join_lines(folder, run.parts, temporary)
            write_signatures(output, [run.signature])
        parts.remove_all()
    return run


def _join_lines(folder: Path, names: Sequence[str], output: Path) -> None:
    with output.open("wb") as out:
        for name in names:
            with (folder / name).open("rb") as lines:
                lines.readline()  # the counts
                shutil.copyfileobj(lines, out)


def _join_tables(parts: TableParts, names: Sequence[str], output: Path) -> None:
    """Write a row group a part."""
    from pyarrow import parquet

    writer = None
    try:
        for name in names:
            table = parts.read(name).replace_schema_metadata(None)
            writer = writer or parquet.ParquetWriter(output, table.schema)
            writer.write_table(table)
    finally:
        if writer is not None:
            writer.close()
