"""The local engine: one process scores the batches of a corpus one after the other."""

import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tqdm import tqdm

from sacrerouge_litepyramid.io.corpus import FIELDS, PARQUET, cut_batches
from sacrerouge_litepyramid.io.files import atomic_path, atomic_write, sha256, stream_json_lines
from sacrerouge_litepyramid.io.sources import Source
from sacrerouge_litepyramid.scale.batches import BatchScorer, CorpusRun, Counts, ScoredBatch, as_table, sign_corpus
from sacrerouge_litepyramid.scale.parts import hold_parts, remove_parts
from sacrerouge_litepyramid.signature import Signature, write_signatures


def score_locally(scorer: BatchScorer, sources: Sequence[Source], output: Path, batch_size: int) -> CorpusRun:
    """Write the score of each summary to ``output`` (JSON Lines, or Parquet by its suffix), in order.

    Finished batches are kept in the folder OUTPUT.parts until all are done, named by a digest of what makes them: a run
    that was stopped computes only what is missing, damaged or changed. One batch is in memory at a time. The signature
    is written beside the output. Raises ValueError where another run writes the same output.
    """
    if output.suffix == PARQUET:
        import pyarrow  # noqa: F401 (a missing package is noticed before anything is scored)
    batches = (batch for source in sources for batch in cut_batches(source, batch_size, FIELDS))
    with hold_parts(output) as folder:
        parts: list[Path] = []
        counts = Counts()
        found = 0
        for batch in tqdm(batches, desc="batches", unit="batch", disable=None, delay=1):
            items = scorer.parse(batch)
            if not items:
                continue  # lines of white space that is not ASCII
            part = folder / f"{len(parts):08d}-{scorer.digest(items)}.jsonl"
            kept = _read_counts(part)
            found += kept is not None
            parts.append(part)
            counts.merge(Counts.from_json(_write_part(part, scorer.score(items)) if kept is None else kept))
        digests = [part.stem.partition("-")[2] for part in parts]
        signature = sign_corpus(scorer.signature(), counts, digests)
        _join(parts, output, signature)
        remove_parts(folder)
    return CorpusRun(counts, len(parts), found, signature)


def _write_part(part: Path, scored: ScoredBatch) -> dict[str, Any]:
    """Write a part, a line of counts with the digest of the lines that follow, and return the counts."""
    lines = [json.dumps(row, ensure_ascii=False) for row in scored.rows]
    counts = scored.counts.to_json()
    with atomic_write(part) as out:
        out.write(json.dumps({"counts": counts, "sha256": _digest_lines(lines)}) + "\n")
        out.writelines(f"{line}\n" for line in lines)
    return counts


def _read_counts(part: Path) -> dict[str, Any] | None:
    """Return the counts of a part that an earlier run left whole, else None."""
    if not part.exists():
        return None
    try:
        first, *lines = part.read_text("utf-8").split("\n")[:-1]
        head = json.loads(first)
        counts: dict[str, Any] = head["counts"]
        return counts if head["sha256"] == _digest_lines(lines) else None
    except (ValueError, KeyError, TypeError):
        return None


def _digest_lines(lines: Sequence[str]) -> str:
    """Return a digest of lines as a file has them, with lone surrogates as their escapes."""
    return sha256("\n".join(lines).encode("utf-8", "backslashreplace"))


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
