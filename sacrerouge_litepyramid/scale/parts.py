"""The finished parts of a long run, which are kept until its output is complete."""

import json
import logging
import os
import re
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.io.files import check_writable
from sacrerouge_litepyramid.io.locks import hold_file
from sacrerouge_litepyramid.io.sources import local_path, open_filesystem
from sacrerouge_litepyramid.signature import SUFFIX, Signature, as_file_data, write_signatures

logger = logging.getLogger(__name__)

#: added to an output's name, this names the folder of its parts
PARTS_SUFFIX = ".parts"
LOCK = "lock"
#: a part, whose name ends with a digest of what made it, or what a killed run left of one
LINES_PART = re.compile(r"(\.part-\d+-)?(\d{8}-)?[0-9a-f]{32}\.jsonl")
MAX_SHOWN = 3


@contextmanager
def hold_parts(output: Path) -> Iterator[Path]:
    """Give the folder of an output's parts, which no other run uses meanwhile; a part's name matches `PART`.

    Parts stay when the block ends, until `remove_parts`; a folder without any file is removed. Raises ValueError where
    another run on this machine writes the same output.
    """
    folder = output.with_name(output.name + PARTS_SUFFIX)
    lock = folder / LOCK
    with ExitStack() as stack:
        check_writable(lock)
        try:
            stack.enter_context(hold_file(lock))
        except BlockingIOError:
            raise ValueError(
                f"{output}: another run writes it now (and holds {lock}); wait for it, or choose another output"
            ) from None
        stack.callback(_leave, folder)
        yield folder


def remove_parts(folder: Path) -> None:
    """Remove the parts; anything else in the folder stays, and is logged."""
    others = []
    for path in folder.iterdir():
        if LINES_PART.fullmatch(path.name):
            path.unlink()
        elif path.name != LOCK:
            others.append(path.name)
    if others:
        names = ", ".join(sorted(others)[:MAX_SHOWN])
        logger.warning("%s is kept: it holds %d files that are no parts (%s)", folder, len(others), names)


def _leave(folder: Path) -> None:
    """Remove the lock, and the folder if nothing else is in it."""
    (folder / LOCK).unlink(missing_ok=True)
    with suppress(OSError):
        folder.rmdir()


#: a part, named by its file, its first line and a digest of what made it, or what a killed worker left of one
PARQUET_PART = re.compile(r"(\.part-\d+-)?\d{6}-\d{12}-[0-9a-f]{32}\.parquet")
#: the entry of a part's Parquet metadata that holds its counts
COUNTS = b"litepyramid_counts"


class PartFolder(NamedTuple):
    """A folder of parts; it may be sent to other processes."""

    filesystem: Any
    path: str

    def read_counts(self, name: str) -> dict[str, Any] | None:
        """Return the counts of a part that is there and whole, else None."""
        from pyarrow import ArrowException, parquet

        try:
            with self.filesystem.open_input_file(self._path(name)) as file:
                part = parquet.ParquetFile(file, page_checksum_verification=True)
                part.read()
                metadata = part.metadata.metadata or {}
            counts: dict[str, Any] | None = json.loads(metadata[COUNTS]) if COUNTS in metadata else None
        except (OSError, ArrowException, ValueError):
            return None
        return counts

    def write(self, name: str, table: Any, counts: dict[str, Any]) -> None:
        """Write a part, which appears when it is complete."""
        from pyarrow import parquet

        temporary = self._path(f".part-{os.getpid()}-{name}")
        known = table.schema.metadata or {}
        with self.filesystem.open_output_stream(temporary) as out:
            named = table.replace_schema_metadata({**known, COUNTS: json.dumps(counts)})
            parquet.write_table(named, out, write_page_checksum=True)
        self.filesystem.move(temporary, self._path(name))

    def create(self) -> None:
        """Make the folder, unless it is there."""
        self.filesystem.create_dir(self.path, recursive=True)

    def keep_only(self, names: Collection[str]) -> None:
        """Remove the parts of earlier runs that are not among the names; anything else stays.

        Raises ValueError where one of the names is missing, as after workers on machines that do not share the folder.
        """
        from pyarrow import fs

        infos = self.filesystem.get_file_info(fs.FileSelector(self.path, allow_not_found=True))
        missing = sorted(set(names) - {info.base_name for info in infos})
        if missing:
            raise ValueError(
                f"{self.path}: {len(missing)} parts that were written are not there ({missing[0]}); choose an output "
                "that all machines share"
            )
        for info in infos:
            if PARQUET_PART.fullmatch(info.base_name) and info.base_name not in names:
                self.filesystem.delete_file(info.path)

    def _path(self, name: str) -> str:
        return f"{self.path}/{name}"


def name_part(file: int, first: int, digest: str) -> str:
    """Return the name of a part; names sort in the order of the corpus."""
    return f"{file:06d}-{first:012d}-{digest}.parquet"


def digest_of(name: str) -> str:
    """Return the digest in a part's name."""
    return name.removesuffix(".parquet").rpartition("-")[2]


def open_part_folder(place: str | Path) -> PartFolder:
    """Return the folder of a path or URL. Raises ValueError for a URL that cannot be opened."""
    from pyarrow import fs

    own = local_path(place)
    return PartFolder(fs.LocalFileSystem(), str(own)) if own is not None else PartFolder(*open_filesystem(str(place)))


#: the folder in OUTPUT.parts that becomes the output
TABLE = "table"


class OutputFolder(NamedTuple):
    """Where a run's parts are collected, and where they go; ``own``: the output's path on this machine, if it has one.

    On this machine the parts are collected beside the output and moved into place together. Elsewhere, where a folder
    cannot be moved, they are written into the output itself; it is complete when its signature is there.
    """

    output: str
    own: Path | None
    parts: PartFolder

    def finish(self, names: Collection[str], signature: Signature) -> None:
        """Remove what is not of this run, and write the output and its signature, or neither."""
        self.parts.keep_only(names)
        if self.own is None:
            text = json.dumps(as_file_data([signature]), ensure_ascii=False, indent=2)
            with self.parts.filesystem.open_output_stream(self.parts.path + SUFFIX) as out:
                out.write(text.encode() + b"\n")
            return
        write_signatures(self.own, [signature])
        try:
            Path(self.parts.path).rename(self.own)
        except OSError:
            Path(f"{self.own}{SUFFIX}").unlink()
            raise


@contextmanager
def hold_output_folder(output: str | Path) -> Iterator[OutputFolder]:
    """Give the folder of a run, which no other run on this machine uses meanwhile.

    Raises ValueError where the output is there already, or another run on this machine writes it.
    """
    own = local_path(output)
    if own is None:
        yield _open_remote(str(output))
        return
    if os.path.lexists(own):
        raise _existing(str(output))
    with hold_parts(own) as held:
        folder = OutputFolder(str(output), own, open_part_folder((held / TABLE).absolute()))
        folder.parts.create()
        try:
            yield folder
        finally:
            with suppress(OSError):
                (held / TABLE).rmdir()  # of a run that finished no part


def _open_remote(url: str) -> OutputFolder:
    parts = open_part_folder(url.rstrip("/"))
    try:
        if parts.filesystem.get_file_info(parts.path + SUFFIX).is_file:
            raise _existing(url)
        parts.create()
    except OSError as error:
        raise ValueError(f"{url}: cannot be written ({error}); choose another output") from None
    return OutputFolder(url, None, parts)


def _existing(output: str) -> ValueError:
    return ValueError(f"{output}: it is there already; remove it and its signature, or choose another output")
