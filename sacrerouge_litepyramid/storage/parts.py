"""The finished parts of a long run, kept in a folder beside its output until the output is written."""

import logging
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from sacrerouge_litepyramid.storage.files import check_writable
from sacrerouge_litepyramid.storage.locks import hold_file

logger = logging.getLogger(__name__)

#: added to an output's name, this names the folder of its parts
SUFFIX = ".parts"
LOCK = "lock"
#: a part, whose name ends with a digest of what made it, or what a killed run left of one
PART = re.compile(r"(\.part-\d+-)?(\d{8}-)?[0-9a-f]{32}\.jsonl")
MAX_SHOWN = 3


@contextmanager
def hold_parts(output: Path) -> Iterator[Path]:
    """Give the folder of an output's parts, which no other run uses meanwhile; a part's name matches `PART`.

    Parts stay when the block ends, until `remove_parts`; a folder without any file is removed. Raises ValueError where
    another run on this machine writes the same output.
    """
    folder = output.with_name(output.name + SUFFIX)
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
        if PART.fullmatch(path.name):
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
