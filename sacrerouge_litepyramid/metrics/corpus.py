"""Score a corpus of any size in blocks of lines; each finished block is kept."""

import hashlib
import json
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from tqdm import tqdm

from sacrerouge_litepyramid.formats.corpus import PARQUET, CorpusItem
from sacrerouge_litepyramid.formats.metrics import flatten_metrics
from sacrerouge_litepyramid.metrics.lite_pyramid import LitePyramid
from sacrerouge_litepyramid.signature import Signature, sign, write_signatures
from sacrerouge_litepyramid.statistics.system_means import RunningSystemMeans
from sacrerouge_litepyramid.storage.files import atomic_path, read_json_lines, stream_json_lines, write_json_lines
from sacrerouge_litepyramid.storage.parts import hold_parts, remove_parts


class CorpusRun(NamedTuple):
    """Counts of a run (summaries, units by kind, blocks, blocks from an earlier run), means by system, signature."""

    summaries: int
    units: dict[str, int]
    blocks: int
    found: int
    means: RunningSystemMeans
    signature: Signature


def score_corpus(metric: LitePyramid, items: Iterable[CorpusItem], output: Path, block_size: int) -> CorpusRun:
    """Write the score of each item to ``output`` (JSON Lines, or Parquet by its suffix), in order.

    Finished blocks are kept in the folder OUTPUT.parts until all are done, named by a digest of their input: a run that
    was stopped computes only what is missing or changed. One block is in memory at a time. The signature is written
    beside the output. Raises ValueError where another run writes the same output.
    """
    if block_size < 1:
        raise ValueError(f"block_size must be at least 1, not {block_size}")
    with hold_parts(output) as folder:
        return _score_parts(metric, items, output, block_size, folder)


def _score_parts(
    metric: LitePyramid, items: Iterable[CorpusItem], output: Path, block_size: int, folder: Path
) -> CorpusRun:
    maker = sign(metric.name, {"presence": metric.scorer.presence.identity()})
    parts: list[Path] = []
    units: Counter[str] = Counter()
    means = RunningSystemMeans()
    summaries = found = 0
    for block in tqdm(_blocks(items, block_size), desc="blocks", unit="block", disable=None, delay=1):
        part = folder / f"{len(parts):08d}-{_digest(maker, block)}.jsonl"
        found += part.exists()
        if not part.exists():
            write_json_lines(part, _score_block(metric, block))
        parts.append(part)
        for line in stream_json_lines(part):
            means.add(line.data["summarizer_id"], dict(flatten_metrics(line.data["metrics"])))
        summaries += len(block)
        units.update(unit.kind for item in block for unit in item.units)
    corpus = {"summaries": summaries, "sha256": _combine_digests(parts)}
    signature = {**maker, "units": dict(units), "corpus": corpus}
    _join(parts, output, signature)
    remove_parts(folder)
    return CorpusRun(summaries, dict(units), len(parts), found, means, signature)


def _blocks(items: Iterable[CorpusItem], size: int) -> Iterator[list[CorpusItem]]:
    stream = iter(items)
    while block := list(islice(stream, size)):
        yield block


def _digest(maker: dict[str, Any], block: Sequence[CorpusItem]) -> str:
    digest = hashlib.sha256(json.dumps(maker, sort_keys=True).encode())
    for item in block:
        # asdict would copy every unit; a unit's repr holds all its fields.
        digest.update(repr(tuple(item)).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:32]


def _combine_digests(parts: Sequence[Path]) -> str:
    return hashlib.sha256("".join(part.name for part in parts).encode()).hexdigest()[:16]


def _score_block(metric: LitePyramid, block: Sequence[CorpusItem]) -> Iterator[dict[str, Any]]:
    """Yield SacreROUGE's Metrics as an object for each item."""
    scored = metric.score([[item.text] for item in block], [item.units for item in block])
    for item, (value,) in zip(block, scored.values, strict=True):
        yield {
            "instance_id": item.instance_id,
            "summarizer_id": item.summarizer_id,
            "summarizer_type": item.summarizer_type,
            "metrics": {metric.name: value},
        }


def _join(parts: Sequence[Path], output: Path, signature: Signature) -> None:
    """Write the output and its signature, or neither."""
    with atomic_path(output) as temporary:
        if output.suffix == PARQUET:
            _join_as_parquet(parts, temporary)
        else:
            with temporary.open("wb") as out:
                for part in parts:
                    with part.open("rb") as lines:
                        shutil.copyfileobj(lines, out)
        write_signatures(output, [signature])


def _join_as_parquet(parts: Sequence[Path], output: Path) -> None:
    """Write a row group a part; a score's column is METRIC_MEASURE, as SacreROUGE flattens names."""
    from pyarrow import Table, parquet

    writer = None
    try:
        for part in parts:
            table = Table.from_pylist([_flatten(line.data) for line in read_json_lines(part)])
            writer = writer or parquet.ParquetWriter(output, table.schema)
            writer.write_table(table)
    finally:
        if writer is not None:
            writer.close()


def _flatten(data: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != "metrics"} | dict(flatten_metrics(data["metrics"]))
