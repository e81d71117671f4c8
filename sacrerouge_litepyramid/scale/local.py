"""The local engine: one process scores the batches of a corpus one after the other."""

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tqdm import tqdm

from sacrerouge_litepyramid.formats.line_batches import PARQUET, LineBatch, cut_batches
from sacrerouge_litepyramid.scale.batch_scorer import BatchScorer, ScoredBatch
from sacrerouge_litepyramid.scale.counts import Counts
from sacrerouge_litepyramid.scale.run import CorpusRun, sign_corpus
from sacrerouge_litepyramid.scale.tables import as_table
from sacrerouge_litepyramid.signature import Signature, write_signatures
from sacrerouge_litepyramid.storage.files import atomic_path, stream_json_lines, write_json_lines
from sacrerouge_litepyramid.storage.parts import hold_parts, remove_parts
from sacrerouge_litepyramid.storage.sources import Source


def score_locally(scorer: BatchScorer, sources: Sequence[Source], output: Path, batch_size: int) -> CorpusRun:
    """Write the score of each summary to ``output`` (JSON Lines, or Parquet by its suffix), in order.

    Finished batches are kept in the folder OUTPUT.parts until all are done, named by a digest of what makes them: a run
    that was stopped computes only what is missing or changed. One batch is in memory at a time. The signature is
    written beside the output. Raises ValueError where another run writes the same output.
    """
    batches = (batch for source in sources for batch in cut_batches(source, batch_size))
    with hold_parts(output) as folder:
        parts: list[Path] = []
        counts = Counts()
        found = 0
        for batch in tqdm(batches, desc="batches", unit="batch", disable=None, delay=1):
            part, is_found = _write_part(scorer, batch, folder, len(parts))
            parts.append(part)
            found += is_found
            counts.merge(Counts.from_json(next(stream_json_lines(part)).data))
        digests = [part.stem.partition("-")[2] for part in parts]
        signature = sign_corpus(scorer.signature(), counts, digests)
        _join(parts, output, signature)
        remove_parts(folder)
    return CorpusRun(counts, len(parts), found, signature)


def _write_part(scorer: BatchScorer, batch: LineBatch, folder: Path, number: int) -> tuple[Path, bool]:
    """Return the part of a batch, scored now or by an earlier run, and whether the part was there."""
    items = scorer.parse(batch)
    part = folder / f"{number:08d}-{scorer.digest(items)}.jsonl"
    is_found = part.exists()
    if not is_found:
        write_json_lines(part, _part_lines(scorer.score(items)))
    return part, is_found


def _part_lines(scored: ScoredBatch) -> Iterator[dict[str, Any]]:
    """Yield the counts of a batch, which are the first line of its part, and the scores."""
    yield scored.counts.to_json()
    yield from scored.rows


def _join(parts: Sequence[Path], output: Path, signature: Signature) -> None:
    """Write the output and its signature, or neither."""
    with atomic_path(output) as temporary:
        if output.suffix == PARQUET:
            _join_as_parquet(parts, temporary)
        else:
            with temporary.open("wb") as out:
                for part in parts:
                    with part.open("rb") as lines:
                        lines.readline()
                        shutil.copyfileobj(lines, out)
        write_signatures(output, [signature])


def _join_as_parquet(parts: Sequence[Path], output: Path) -> None:
    """Write a row group a part."""
    from pyarrow import parquet

    writer = None
    try:
        for part in parts:
            table = as_table(_read_rows(part))
            writer = writer or parquet.ParquetWriter(output, table.schema)
            writer.write_table(table)
    finally:
        if writer is not None:
            writer.close()


def _read_rows(part: Path) -> Iterator[dict[str, Any]]:
    lines = stream_json_lines(part)
    next(lines)
    return (line.data for line in lines)
