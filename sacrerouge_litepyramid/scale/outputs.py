"""The scores of a corpus and their signature, written to a path or a URL."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from sacrerouge_litepyramid.io.files import UNENCODABLE, atomic_path
from sacrerouge_litepyramid.io.metrics import flatten_metrics
from sacrerouge_litepyramid.io.signatures import SUFFIX, as_file_data
from sacrerouge_litepyramid.io.sources import is_url, open_filesystem
from sacrerouge_litepyramid.io.tables import PARQUET
from sacrerouge_litepyramid.signature import Signature

#: batches of lines of SacreROUGE's Metrics
Batches = Iterator[list[dict[str, Any]]]


@contextmanager
def _open_output(output: str | Path) -> Iterator[IO[bytes]]:
    """Open a path or a URL for writing.

    The file appears there if the block ends without an error.
    """
    if not is_url(output):
        with atomic_path(output) as temporary, temporary.open("wb") as out:
            yield out
        return
    filesystem, path = open_filesystem(str(output))
    try:
        with filesystem.transaction, filesystem.open(path, "wb") as out:
            yield out
    except OSError as error:
        raise ValueError(f"{output}: cannot be written ({error}); choose another output") from None


def write_scores(output: str | Path, batches: Batches) -> None:
    """Write scores, with one batch in memory: as Parquet if the output ends so, else JSON Lines."""
    with _open_output(output) as out:
        if str(output).lower().endswith(PARQUET):
            _write_table(output, out, batches)
        else:
            for lines in batches:
                out.writelines(map(_encode_json, lines))


def write_signature(output: str | Path, signature: Signature) -> None:
    """Write the signature of an output beside it."""
    with _open_output(f"{output}{SUFFIX}") as out:
        out.write(_encode_json(as_file_data([signature]), indent=2))


def _write_table(output: str | Path, out: IO[bytes], batches: Batches) -> None:
    """Write a row group for each batch; the first decides the columns."""
    from pyarrow import Table, parquet

    first = Table.from_pylist(_fill_rows(next(batches)))
    with parquet.ParquetWriter(out, first.schema) as writer:
        writer.write_table(first)
        for lines in batches:
            rows = _fill_rows(lines)
            for name in rows[0]:
                if name not in first.schema.names:
                    raise ValueError(
                        f"{output}: the first summaries have no score {name!r}; write .jsonl, not "
                        "a table"
                    )
            writer.write_table(Table.from_pylist(rows, first.schema))


def _fill_rows(lines: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return a table's rows, with a column METRIC_MEASURE for each score, as in SacreROUGE.

    Missing scores are None.
    """
    rows = []
    for line in lines:
        row = dict(line)
        row.update(flatten_metrics(row.pop("metrics")))
        rows.append(row)
    columns = dict.fromkeys(name for row in rows for name in row)
    return [{name: row.get(name) for name in columns} for row in rows]


def _encode_json(data: Any, indent: int | None = None) -> bytes:
    text = json.dumps(data, ensure_ascii=False, indent=indent)
    return f"{text}\n".encode("utf-8", UNENCODABLE)
