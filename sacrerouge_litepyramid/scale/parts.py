"""The store of finished parts, which all engines share: a run that was stopped scores only what is missing.

A part holds the scores of one batch and their counts. Its name says where the batch begins, and ends with a digest of
all that makes the scores, so that a part of another metric, model or text is never taken for it.
"""

import json
import logging
import os
import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.io.corpus import PARQUET
from sacrerouge_litepyramid.io.files import atomic_write, check_writable
from sacrerouge_litepyramid.io.locks import hold_file
from sacrerouge_litepyramid.io.metrics import flatten_metrics
from sacrerouge_litepyramid.scale.batches import ScoredBatch

logger = logging.getLogger(__name__)

#: added to an output's name, this names the folder that holds its lock and its parts
PARTS_SUFFIX = ".parts"
LOCK = "lock"
FINISHED = "finished"
#: a part, whose name ends with a digest of what made it, or what a killed run left of one
PART_NAME = re.compile(r"(\.part-\d+-)?(\d{6}-\d{12}-)?[0-9a-f]{32}\.(jsonl|parquet)")
#: the entry of a part's Parquet metadata that holds its counts
COUNTS = b"litepyramid_counts"
MAX_SHOWN = 3


class Parts(ABC):
    """A folder of parts of one format; it may be sent to other processes."""

    ending: ClassVar[str]

    @abstractmethod
    def read_counts(self, name: str) -> dict[str, Any] | None:
        """Return the counts of a part that is there and whole, else None."""

    @abstractmethod
    def write(self, name: str, scored: ScoredBatch) -> None:
        """Write a part, which appears when it is complete."""

    @abstractmethod
    def list_files(self) -> list[str]:
        """Return the names of all files of the folder."""

    @abstractmethod
    def remove(self, name: str) -> None:
        """Remove a file."""

    def keep_only(self, names: Collection[str]) -> None:
        """Remove the parts that are not among the names; anything else stays.

        Raises ValueError where one of the names is missing, as after workers on machines that do not share the folder.
        """
        there = self.list_files()
        missing = sorted(set(names) - set(there))
        if missing:
            raise ValueError(
                f"{self}: {len(missing)} parts that were written are not there ({missing[0]}); choose an output that "
                "all machines share"
            )
        for name in there:
            if PART_NAME.fullmatch(name) and name not in names:
                self.remove(name)

    def remove_all(self) -> None:
        """Remove the parts; anything else in the folder stays, and is logged."""
        self.keep_only(())
        others = sorted(self.list_files())
        if others:
            names = ", ".join(others[:MAX_SHOWN])
            logger.warning("%s is kept: it holds %d files that are no parts (%s)", self, len(others), names)


@dataclass(frozen=True)
class LineParts(Parts):
    """JSON Lines on this machine: a line with the counts and the digest of the lines that follow, then the scores."""

    ending = ".jsonl"
    folder: Path

    def __str__(self) -> str:
        return str(self.folder)

    def read_counts(self, name: str) -> dict[str, Any] | None:
        if not (self.folder / name).exists():
            return None
        try:
            first, *lines = (self.folder / name).read_text("utf-8").split("\n")[:-1]
            head = json.loads(first)
            counts: dict[str, Any] = head["counts"]
            return counts if head["sha256"] == _digest_lines(lines) else None
        except (ValueError, KeyError, TypeError):
            return None

    def write(self, name: str, scored: ScoredBatch) -> None:
        lines = [json.dumps(row, ensure_ascii=False) for row in scored.rows]
        with atomic_write(self.folder / name) as out:
            out.write(json.dumps({"counts": scored.counts.to_json(), "sha256": _digest_lines(lines)}) + "\n")
            out.writelines(f"{line}\n" for line in lines)

    def list_files(self) -> list[str]:
        return [path.name for path in self.folder.iterdir()]

    def remove(self, name: str) -> None:
        (self.folder / name).unlink()


def _digest_lines(lines: Sequence[str]) -> str:
    """Return a digest of lines as a file has them, with lone surrogates as their escapes."""
    return sha256("\n".join(lines).encode("utf-8", "backslashreplace"))


@dataclass(frozen=True)
class TableParts(Parts):
    """Parquet on a file system of pyarrow's, this machine's or another; the metadata of a part hold its counts."""

    ending = PARQUET
    filesystem: Any
    path: str

    def __str__(self) -> str:
        return self.path

    def read_counts(self, name: str) -> dict[str, Any] | None:
        from pyarrow import ArrowException

        try:
            metadata = self.read(name).schema.metadata or {}
            counts: dict[str, Any] | None = json.loads(metadata[COUNTS]) if COUNTS in metadata else None
        except (OSError, ArrowException, ValueError):
            return None
        return counts

    def read(self, name: str) -> Any:
        """Return a part as a pyarrow.Table; raise an error of pyarrow's for one that is damaged."""
        from pyarrow import parquet

        with self.filesystem.open_input_file(f"{self.path}/{name}") as file:
            return parquet.ParquetFile(file, page_checksum_verification=True).read()

    def write(self, name: str, scored: ScoredBatch) -> None:
        from pyarrow import parquet

        temporary = f"{self.path}/.part-{os.getpid()}-{name}"
        table = as_table(scored.rows).replace_schema_metadata({COUNTS: json.dumps(scored.counts.to_json())})
        with self.filesystem.open_output_stream(temporary) as out:
            parquet.write_table(table, out, write_page_checksum=True)
        self.filesystem.move(temporary, f"{self.path}/{name}")

    def list_files(self) -> list[str]:
        from pyarrow import fs

        found = self.filesystem.get_file_info(fs.FileSelector(self.path, allow_not_found=True))
        return [info.base_name for info in found]

    def remove(self, name: str) -> None:
        self.filesystem.delete_file(f"{self.path}/{name}")


def as_table(rows: Iterable[dict[str, Any]]) -> Any:
    """Return SacreROUGE's Metrics as a pyarrow.Table; a score's column is METRIC_MEASURE, as SacreROUGE joins names.

    A lone surrogate, which Arrow cannot hold, becomes its escape.
    """
    from pyarrow import Table

    return Table.from_pylist([_flatten(row) for row in rows])


def _flatten(row: dict[str, Any]) -> dict[str, Any]:
    names = {name: _escape(value) for name, value in row.items() if name != "metrics"}
    return names | dict(flatten_metrics(row["metrics"]))


def _escape(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()


@contextmanager
def hold_parts(output: Path, ending: str = LineParts.ending) -> Iterator[Path]:
    """Give the folder of an output's parts on this machine, which no other run uses meanwhile.

    Parts stay when the block ends; an empty folder is removed. Raises ValueError where another run on this machine
    writes the same output, and where a run kept parts of a format other than ``ending``.
    """
    held = output.with_name(output.name + PARTS_SUFFIX).absolute()
    lock, folder = held / LOCK, held / FINISHED
    check_writable(lock)
    with ExitStack() as stack:
        try:
            stack.enter_context(hold_file(lock))
        except BlockingIOError:
            raise ValueError(
                f"{output}: another run writes it now (and holds {lock}); wait for it, or choose another output"
            ) from None
        stack.callback(_leave, folder, lock)
        folder.mkdir(exist_ok=True)
        others = [path for path in folder.iterdir() if PART_NAME.fullmatch(path.name) and path.suffix != ending]
        if others:
            raise ValueError(
                f"{output}: {folder} holds the parts of a run that wrote {others[0].suffix}, not {ending}; go on with "
                "that run's engine, or remove them"
            )
        yield folder


def _leave(folder: Path, lock: Path) -> None:
    """Remove the lock, and the folders where nothing else is in them."""
    with suppress(OSError):
        folder.rmdir()
    lock.unlink(missing_ok=True)
    with suppress(OSError):
        lock.parent.rmdir()


def open_table_parts(folder: Path) -> TableParts:
    """Return the Parquet parts of a folder on this machine."""
    from pyarrow import fs

    return TableParts(fs.LocalFileSystem(), str(folder))
