"""Folders that several processes of a test run use and one of them builds."""

import fcntl
import shutil
from collections.abc import Callable
from pathlib import Path

BuildOnce = Callable[[str, Callable[[Path], object]], Path]


def build_folder(folder: Path, build: Callable[[Path], object]) -> Path:
    """Return the folder after one call of ``build(folder)``, whichever process comes first.

    The others wait. A build that raises is tried again by the next caller, in an emptied folder.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    done = folder.with_name(f"{folder.name}.done")
    with folder.with_name(f"{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            build(folder)
            done.touch()
    return folder
