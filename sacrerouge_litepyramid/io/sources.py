"""Input files: paths, folders, globs, and URLs that fsspec supports (s3://, gs://, https://, …)."""

import io
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from glob import escape, glob
from pathlib import Path, PurePath
from typing import IO, Any, NamedTuple

from sacrerouge_litepyramid.io.files import open_binary

BYTES_PER_READ = 2**16
#: the first characters of names of hidden files and folders, which readers of data sets skip
HIDDEN = (".", "_")


class SourceFile(NamedTuple):
    """A file to read."""

    # the name in messages
    name: str
    # the path in the file system
    path: str
    # one of fsspec's file systems, or None for a local file
    filesystem: Any = None


def is_url(place: str | Path) -> bool:
    """Return whether a string is a URL, including "file://"."""
    return "://" in str(place)


def list_sources(places: Sequence[str | Path], suffixes: tuple[str, ...]) -> list[SourceFile]:
    """Return the files at ``places``, which are files, globs and folders, without repetition.

    The files of a folder or glob are sorted by name. In a folder, only files with ``suffixes``
    count, and names that begin with "." or "_" are skipped. Raises ValueError for a place without
    files.
    """
    files: dict[str, SourceFile] = {}
    for place in map(str, places):
        sources = _list_remote(place, suffixes) if is_url(place) else _list_local(place, suffixes)
        if not sources:
            endings = " or ".join(suffixes)
            raise ValueError(
                f"{place}: no such file, and no folder or glob with files that end in {endings}"
            )
        for source in sources:
            files.setdefault(_find_real_place(source.name), source)
    return list(files.values())


@contextmanager
def open_source(source: SourceFile) -> Iterator[IO[bytes]]:
    """Open a file for reading; raise ValueError naming it if it cannot be read."""
    if source.filesystem is None:
        with open_binary(source.path) as file:
            yield file
        return
    try:
        with source.filesystem.open(source.path, "rb") as file:
            # fsspec's own files search each line in a whole block of megabytes.
            yield io.BufferedReader(file, BYTES_PER_READ)
    except OSError as error:
        raise ValueError(f"{source.name}: cannot be read ({error}); choose another path") from None


def open_filesystem(url: str) -> tuple[Any, str]:
    """Return fsspec's file system for a URL, and the path in it.

    Raises ValueError if the protocol is unknown, or its package is missing.
    """
    from fsspec.core import url_to_fs

    try:
        filesystem, path = url_to_fs(url)
    except (ImportError, ValueError) as error:
        raise ValueError(
            f"{url}: cannot be opened ({error}); use a path, or install the package for the "
            "protocol"
        ) from None
    return filesystem, path


def check_apart(output: str | Path, sources: Sequence[SourceFile]) -> None:
    """Raise ValueError if an output is a file to read."""
    written = _find_real_place(output)
    for source in sources:
        if _find_real_place(source.name) == written:
            raise ValueError(f"{output} is {source.name}, an input; choose another output")


def _find_real_place(place: str | Path) -> str:
    return str(place) if is_url(place) else os.path.realpath(place)


def _list_local(place: str, suffixes: tuple[str, ...]) -> list[SourceFile]:
    if not place:
        raise ValueError("a path of an input is empty; pass a file, a folder, a glob or a URL")
    path = Path(place)
    # The name of a file or folder may have characters that mean a pattern.
    pattern = escape(str(path)) if path.exists() else place
    if path.is_dir():
        pattern += "/**"
    names = glob(pattern, recursive=True)  # noqa: PTH207 (Path.glob lists hidden files)
    if path.is_dir():
        names = _choose_data(names, place, suffixes)
    files = [name for name in sorted(names) if not Path(name).is_dir()]
    return [SourceFile(name, str(Path(name).absolute())) for name in files]


def _list_remote(url: str, suffixes: tuple[str, ...]) -> list[SourceFile]:
    filesystem, path = open_filesystem(url)
    # The packages of the protocols raise errors of their own.
    try:
        if filesystem.isdir(path):
            names = _choose_data(filesystem.find(path), path, suffixes)
        else:
            names = [path] if filesystem.isfile(path) else filesystem.glob(path)
    except Exception as error:
        raise ValueError(f"{url}: cannot be read ({error}); choose another path") from None
    return [
        SourceFile(filesystem.unstrip_protocol(name), name, filesystem) for name in sorted(names)
    ]


def _choose_data(paths: Sequence[str], folder: str, suffixes: tuple[str, ...]) -> list[str]:
    """Return the files in a folder that have one of the endings and are not hidden."""
    chosen = []
    for path in paths:
        parts = PurePath(path).relative_to(folder).parts
        is_hidden = any(part.startswith(HIDDEN) for part in parts)
        if path.lower().endswith(suffixes) and not is_hidden:
            chosen.append(path)
    return chosen
