"""Write the scores of a corpus as JSON Lines, a Parquet file, or a folder of Parquet files, also at a URL."""

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

#: batches by name, and their scores as lines of SacreROUGE's Metrics; the names sort in the order of the corpus
Batches = Iterable[tuple[str, str]]
#: the name of a batch's file in a folder
FILE_NAME = re.compile(r"\d{6}-\d{12}-[0-9a-f]{32}\.parquet")


def write_lines(output: str | Path, batches: Batches) -> None:
    """Write the lines of all batches to one JSON Lines file."""
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
    """Write a Parquet file for each batch into a folder, which appears on this machine when it is complete.

    At a URL, where a folder cannot be moved, it is complete when its signature exists.
    """
    from pyarrow import fs, parquet

    with write_together() as block:
        path = local_path(output)
        filesystem, folder = open_filesystem(_strip_slash(output)) if path is None else (fs.LocalFileSystem(), "")
        if path is not None:
            folder = str(block.enter_context(_replace_folder(path)))
        written = set()
        for name, lines in batches:
            with filesystem.open_output_stream(f"{folder}/{name}.parquet") as out:
                parquet.write_table(as_table(lines), out)
            written.add(f"{name}.parquet")
        for info in filesystem.get_file_info(fs.FileSelector(folder)):
            if FILE_NAME.fullmatch(info.base_name) and info.base_name not in written:  # from a stopped run
                filesystem.delete_file(info.path)


@contextmanager
def _replace_folder(output: Path) -> Iterator[Path]:
    """Yield a new folder that replaces ``output`` at the end of the block; after an error it is removed."""
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
    """Raise ValueError if a local output exists and is not an earlier run's folder, or one at a URL is finished."""
    folder_path = local_path(output)
    if folder_path is not None:
        is_folder = folder_path.is_dir() and not folder_path.is_symlink()
        names = [path.name for path in folder_path.iterdir()] if is_folder else []
        is_other = os.path.lexists(folder_path) and not (names and all(map(FILE_NAME.fullmatch, names)))
    else:
        filesystem, folder = open_filesystem(_strip_slash(output))
        try:
            is_other = filesystem.get_file_info(folder + SUFFIX).is_file
            filesystem.create_dir(folder, recursive=True)
        except OSError as error:
            raise ValueError(f"{output}: cannot be written ({error}); choose another output") from None
    if is_other:
        raise ValueError(f"{output}: it exists already; remove it and its signature, or choose another output")


def write_signature(output: str | Path, signature: Signature) -> None:
    """Write the signature of an output beside it."""
    if path := local_path(output):
        write_signatures(path, [signature])
        return
    filesystem, name = open_filesystem(_strip_slash(output))
    with filesystem.open_output_stream(name + SUFFIX) as out:
        out.write(json.dumps(as_file_data([signature]), ensure_ascii=False, indent=2).encode() + b"\n")


def _strip_slash(url: str | Path) -> str:
    return str(url).rstrip("/")


def as_table(lines: str) -> Any:
    """Return lines of SacreROUGE's Metrics as a pyarrow.Table; a score's column is METRIC_MEASURE, as in SacreROUGE."""
    from pyarrow import Table

    rows = []
    for line in lines.split("\n")[:-1]:
        row = json.loads(line)
        metrics = dict(flatten_metrics(row.pop("metrics")))
        # Arrow does not accept lone surrogates.
        rows.append({name: text.encode("utf-8", "backslashreplace").decode() for name, text in row.items()} | metrics)
    return Table.from_pylist(rows)
