"""Write several files that appear together, when all of them are complete."""

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sacrerouge_litepyramid.storage.files import atomic_path, check_writable
from sacrerouge_litepyramid.storage.locks import hold_temporary


@contextmanager
def write_together(folder: str | Path) -> Iterator[Path]:
    """Give a temporary folder in ``folder``; its files are moved up there when the block ends without an error.

    A file that is a symbolic link there is written through. What a killed run left is removed.
    """
    folder = Path(folder)
    check_writable(folder / "file")
    with hold_temporary(folder / "files") as lock:
        temporary = lock.with_name(f"{lock.name}.folder")
        shutil.rmtree(temporary, ignore_errors=True)
        temporary.mkdir()
        try:
            yield temporary
            for path in sorted(temporary.iterdir()):
                _move(path, folder / path.name)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
            lock.unlink(missing_ok=True)


def _move(source: Path, target: Path) -> None:
    if target.is_symlink():
        with atomic_path(target) as temporary:
            shutil.copyfile(source, temporary)
    else:
        source.replace(target)


def check_no_leftovers(folder: str | Path, written: Iterable[str], owned: Iterable[str]) -> None:
    """Raise ValueError if a folder has a file that a command owns and will not write, as it is of another run."""
    kept = set(written)
    for name in owned:
        if name not in kept and (Path(folder) / name).exists():
            raise ValueError(
                f"{Path(folder) / name}: it is of another run, and would be read with what this one writes; remove it, "
                "or choose another --output-dir"
            )
