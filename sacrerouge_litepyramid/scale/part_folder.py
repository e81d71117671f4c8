"""The Parquet parts of a corpus's scores, in a folder on any file system that pyarrow or fsspec knows."""

import json
import os
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.storage.sources import local_path, open_filesystem

#: a part, named by its file, its first line and a digest of what made it, or what a killed worker left of one
PART = re.compile(r"(\.part-\d+-)?\d{6}-\d{12}-[0-9a-f]{32}\.parquet")
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
            if PART.fullmatch(info.base_name) and info.base_name not in names:
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
