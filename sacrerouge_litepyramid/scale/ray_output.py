"""The output of the Ray engine: a folder of Parquet parts, on this machine or behind a URL."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.io.signatures import SUFFIX, as_file_data, write_signatures
from sacrerouge_litepyramid.io.sources import local_path, open_filesystem
from sacrerouge_litepyramid.scale.parts import PART_NAME, LineParts, TableParts, hold_parts, open_table_parts
from sacrerouge_litepyramid.scale.runs import CorpusRun


class RayOutput(NamedTuple):
    """Where a run's parts are collected, and where they go; ``own``: the output's path on this machine, if it has one.

    On this machine the parts are collected beside the output and moved into place together. Elsewhere, where a folder
    cannot be moved, they are written into the output itself; it is complete when its signature is there.
    """

    own: Path | None
    parts: TableParts

    def finish(self, run: CorpusRun) -> None:
        """Remove what is not of this run, and write the output and its signature, or neither."""
        self.parts.keep_only(run.parts)
        if self.own is None:
            text = json.dumps(as_file_data([run.signature]), ensure_ascii=False, indent=2)
            with self.parts.filesystem.open_output_stream(self.parts.path + SUFFIX) as out:
                out.write(text.encode() + b"\n")
            return
        if self.own.exists():
            shutil.rmtree(self.own)  # What is still of use is among the parts.
        write_signatures(self.own, [run.signature])
        try:
            Path(self.parts.path).rename(self.own)
        except OSError:
            Path(f"{self.own}{SUFFIX}").unlink()
            raise


@contextmanager
def hold_output(output: str | Path) -> Iterator[RayOutput]:
    """Give the output of a run, which no other run on this machine uses meanwhile.

    The parts of a finished output on this machine are used again. Raises ValueError where anything else is there or an
    output behind a URL is finished, where another run on this machine writes it, and where its name is that of a file
    of JSON Lines, which this engine does not write.
    """
    if str(output).endswith(LineParts.ending):
        raise ValueError(f"{output}: the engine 'ray' writes a folder of Parquet files; give a name without .jsonl")
    own = local_path(output)
    if own is None:
        yield RayOutput(None, _open_remote(str(output)))
        return
    with hold_parts(own, TableParts.ending) as folder:
        _link_parts(own, folder)
        yield RayOutput(own, open_table_parts(folder))


def _link_parts(output: Path, folder: Path) -> None:
    """Link the parts of a finished output into a folder; raise ValueError where anything else is there."""
    if not os.path.lexists(output):
        return
    paths = list(output.iterdir()) if output.is_dir() and not output.is_symlink() else [output]
    if not paths or not all(PART_NAME.fullmatch(path.name) for path in paths):
        raise _existing(str(output))
    try:
        for path in paths:
            (folder / path.name).unlink(missing_ok=True)
            (folder / path.name).hardlink_to(path)
    except OSError:  # The file system has no hard links.
        raise _existing(str(output)) from None


def _open_remote(url: str) -> TableParts:
    parts = TableParts(*open_filesystem(url.rstrip("/")))
    try:
        if parts.filesystem.get_file_info(parts.path + SUFFIX).is_file:
            raise _existing(url)
        parts.filesystem.create_dir(parts.path, recursive=True)
    except OSError as error:
        raise ValueError(f"{url}: cannot be written ({error}); choose another output") from None
    return parts


def _existing(output: str) -> ValueError:
    return ValueError(f"{output}: it is there already; remove it and its signature, or choose another output")
