"""The scores of a corpus as JSON Lines, as a Parquet file, or as a folder of Parquet files, also behind a URL."""

import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.io.files import atomic_path, atomic_write, write_together
from sacrerouge_litepyramid.io.metrics import flatten_metrics
from sacrerouge_litepyramid.io.signatures import SUFFIX, as_file_data, write_signatures
from sacrerouge_litepyramid.io.sources import local_path, open_filesystem
from sacrerouge_litepyramid.signature import Signature

#: batches by name, which sort in the order of the corpus; the scores of each are lines of SacreROUGE's Metrics
Batches = Iterable[tuple[str, str]]
#: the name of a batch's file in a folder
FILE_NAME = re.compile(r"\d{6}-\d{12}-[0-9a-f]{32}\.parquet")


def write_lines(output: str | Path, batches: Batches) -> None:
    """Write JSON Lines."""
    with atomic_write(output) as out:
        out.writelines(lines for _, lines in batches)


def write_table(output: str | Path, batches: Batches) -> None:
    """Write a Parquet file with a row group for each batch."""
    from pyarrow import parquet

    writer = None
    with atomic_path(output) as temporary:
        try:
            for _, lines in batches:
                table = as_table(lines)
                writer = writer or parquet.ParquetWriter(temporary, table.schema)
                writer.write_table(table)
        finally:
            if writer is not None:
                writer.close()


def write_folder(output: str | Path, batches: Batches) -> None:
    """Write a Parquet file for each batch into a folder, which on this machine appears when it is complete.

    Behind a URL, where a folder cannot be moved, it is complete when its signature is there.
    """
    from pyarrow import fs, parquet

    with write_together() as block:
        own = local_path(output)
        filesystem, folder = open_filesystem(_strip(output)) if own is None else (fs.LocalFileSystem(), "")
        if own is not None:
            folder = str(block.enter_context(_move_folder(own)))
        written = set()
        for name, lines in batches:
            with filesystem.open_output_stream(f"{folder}/{name}.parquet") as out:
                parquet.write_table(as_table(lines), out)
            written.add(f"{name}.parquet")
        for info in filesystem.get_file_info(fs.FileSelector(folder)):
            if FILE_NAME.fullmatch(info.base_name) and info.base_name not in written:  # of a run that was stopped
                filesystem.delete_file(info.path)


@contextmanager
def _move_folder(output: Path) -> Iterator[Path]:
    """Give a new folder, which replaces ``output`` at the end of the block, or is removed after an error."""
    folder = output.with_name(f".part-{output.name}")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        yield folder
        if output.exists():
            shutil.rmtree(output)
        folder.rename(output)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def check_replaceable(output: str | Path) -> None:
    """Raise ValueError where anything but an earlier run's folder is there, or behind a URL a finished output."""
    own = local_path(output)
    if own is not None:
        names = [path.name for path in own.iterdir()] if own.is_dir() and not own.is_symlink() else []
        is_other = os.path.lexists(own) and not (names and all(map(FILE_NAME.fullmatch, names)))
    else:
        filesystem, folder = open_filesystem(_strip(output))
        try:
            is_other = filesystem.get_file_info(folder + SUFFIX).is_file
            filesystem.create_dir(folder, recursive=True)
        except OSError as error:
            raise ValueError(f"{output}: cannot be written ({error}); choose another output") from None
    if is_other:
        raise ValueError(f"{output}: it is there already; remove it and its signature, or choose another output")


def write_signature(output: str | Path, signature: Signature) -> None:
    """Write the signature of an output beside it."""
    if own := local_path(output):
        write_signatures(own, [signature])
        return
    filesystem, path = open_filesystem(_strip(output))
    with filesystem.open_output_stream(path + SUFFIX) as out:
        out.write(json.dumps(as_file_data([signature]), ensure_ascii=False, indent=2).encode() + b"\n")


def _strip(url: str | Path) -> str:
    return str(url).rstrip("/")


def as_table(lines: str) -> Any:
    """Return SacreROUGE's Metrics as a pyarrow.Table; a score's column is METRIC_MEASURE, as SacreROUGE joins names.

    A lone surrogate, which Arrow cannot hold, becomes its escape.
    """
    from pyarrow import Table

    return Table.from_pylist([_flatten(json.loads(line)) for line in lines.split("\n")[:-1]])


def _flatten(row: dict[str, Any]) -> dict[str, Any]:
    names = {name: _escape(value) for name, value in row.items() if name != "metrics"}
    return names | dict(flatten_metrics(row["metrics"]))


def _escape(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()
