"""The folder that a corpus's scores go into: parts are collected until all are done, then the folder is complete."""

import json
import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.scale.part_folder import PartFolder, open_part_folder
from sacrerouge_litepyramid.signature import SUFFIX, Signature, as_file_data, write_signatures
from sacrerouge_litepyramid.storage.parts import hold_parts
from sacrerouge_litepyramid.storage.sources import local_path

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
