"""A run over a corpus: what a part adds to it, its signature, and the local engine, one process for all batches."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tqdm import tqdm

from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.io.corpus import FIELDS, PARQUET, LineBatch, cut_batches
from sacrerouge_litepyramid.io.files import atomic_path, check_writable
from sacrerouge_litepyramid.io.signatures import write_signatures
from sacrerouge_litepyramid.io.sources import SourceFile
from sacrerouge_litepyramid.scale.batches import BatchScorer, Counts
from sacrerouge_litepyramid.scale.parts import LineParts, Parts, TableParts, hold_parts, open_table_parts
from sacrerouge_litepyramid.signature import Signature, as_text


class Part(NamedTuple):
    """A finished part; ``is_found``: an earlier run had scored it; ``maker``: the signature of the metric."""

    name: str
    is_found: bool
    counts: dict[str, Any]
    maker: Signature


def score_part(scorer: BatchScorer, parts: Parts, file: int, batch: LineBatch) -> Part | None:
    """Score a batch of the corpus's file number ``file``, unless its part is there.

    Returns None for a batch without summaries: lines of white space that is not ASCII.
    """
    items = scorer.parse(batch)
    if not items:
        return None
    name = f"{file:06d}-{batch.first:012d}-{scorer.digest(items)}{parts.ending}"
    counts = parts.read_counts(name)
    is_found = counts is not None
    if counts is None:
        scored = scorer.score(items)
        parts.write(name, scored)
        counts = scored.counts.to_json()
    return Part(name, is_found, counts, scorer.signature())


class CorpusRun(NamedTuple):
    """The counts of a run, the names of its parts in the order of the corpus, how many were found, the signature."""

    counts: Counts
    parts: list[str]
    found: int
    signature: Signature


class Tally:
    """The names of a run's parts, and the sum of what they count."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.counts = Counts()
        self.found = 0
        self.maker: Signature = {}

    def add(self, part: Part | None) -> None:
        """Add a part; raise ValueError where its worker's model differs, as scores of two models do."""
        if part is None:
            return
        if self.maker and part.maker != self.maker:
            raise ValueError(
                f"the workers' models differ ({as_text(self.maker)} and {as_text(part.maker)}), so that their scores "
                'are not comparable; give the model a "precision" that all machines have'
            )
        self.maker = part.maker
        self.names.add(part.name)
        self.counts.merge(Counts.from_json(part.counts))
        self.found += part.is_found

    def finish(self) -> CorpusRun:
        """Return the run with its signature: what made the scores, and the digests of the batches in their order.

        Raises ValueError for a corpus without any summary.
        """
        if not self.counts.summaries:
            raise ValueError("the input files hold no summary; each line must be one JSON object")
        names = sorted(self.names)
        digests = "".join(name.partition(".")[0].rpartition("-")[2] for name in names)
        corpus = {"summaries": self.counts.summaries, "sha256": sha256(digests.encode())[:16]}
        judge = self.maker["judge"] | self.counts.to_json()["observed"]
        signature = {**self.maker, "judge": judge, "units": dict(sorted(self.counts.units.items())), "corpus": corpus}
        return CorpusRun(self.counts, names, self.found, signature)


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
