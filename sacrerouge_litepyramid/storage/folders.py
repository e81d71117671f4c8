"""Write several files that appear together, when all of them are complete."""

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sacrerouge_litepyramid.storage.files import check_writable


@contextmanager
def write_together(folder: str | Path) -> Iterator[Path]:
    """Give a temporary folder in ``folder``; its files are moved up there when the block ends without an error."""
    folder = Path(folder)
    check_writable(folder / "file")
    with tempfile.TemporaryDirectory(prefix=".part-", dir=folder) as temporary:
        yield Path(temporary)
        for path in sorted(Path(temporary).iterdir()):
            path.replace(folder / path.name)


def check_no_leftovers(folder: str | Path, written: Iterable[str], owned: Iterable[str]) -> None:
    """Raise ValueError if a folder has a file that a command owns and will not write, as it is of another run."""
    kept = set(written)
    for name in owned:
        if name not in kept and (Path(folder) / name).exists():
            raise ValueError(
                f"{Path(folder) / name}: it is of another run, and would be read with what this one writes; remove it, "
                "or choose another --output-dir"
            )
