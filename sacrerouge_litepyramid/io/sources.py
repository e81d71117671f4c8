"""Finds input files by path, folder, glob, or a URL that pyarrow or fsspec supports (s3://, gs://, https://, …)."""

import io
import os
import re
from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path, PurePath, PurePosixPath
from typing import IO, Any, NamedTuple
from urllib.parse import unquote

from sacrerouge_litepyramid.io.files import open_binary

FILE_URL = "file://"
BYTES_PER_READ = 2**16
WILDCARDS = re.compile(r"[*?\[]")
#: the first characters of names of hidden files and folders, which readers of data sets skip
HIDDEN = (".", "_")


class SourceFile(NamedTuple):
    """A file to read; ``name``: its name in messages; ``filesystem``: one of pyarrow's, or None for a local file."""

    name: str
    path: str
    filesystem: Any = None


def is_url(place: str | Path) -> bool:
    """Return whether a string is a URL, including "file://"."""
    return "://" in str(place)


def list_sources(places: Sequence[str | Path], suffixes: tuple[str, ...]) -> list[SourceFile]:
    """Return the files at ``places`` (files, globs, and folders, of which files with ``suffixes`` count), each once.

    The files of a folder or glob are sorted by name; names that begin with "." or "_" are skipped, and links are
    followed. Raises ValueError for a place without files.
    """
    files: dict[str, SourceFile] = {}
    for place in map(str, places):
        sources = _list_remote(place, suffixes) if _is_remote(place) else _list_local(_local_path(place), suffixes)
        if not sources:
            raise ValueError(
                f"{place}: no such file, and no folder or glob with files that end in {' or '.join(suffixes)}"
            )
        for source in sources:
            files.setdefault(source.name if source.filesystem else os.path.realpath(source.path), source)
    return list(files.values())


@contextmanager
def open_source(source: SourceFile) -> Iterator[IO[bytes]]:
    """Open a file for reading from any position; raise ValueError naming it if it cannot be read."""
    if source.filesystem is None:
        with open_binary(source.path) as file:
            yield file
        return
    try:
        with source.filesystem.open_input_file(source.path) as file:
            yield io.BufferedReader(file, BYTES_PER_READ)
    except OSError as error:
        raise ValueError(f"{source.name}: cannot be read ({error}); choose another path") from None


def open_filesystem(url: str) -> tuple[Any, str]:
    """Return a pyarrow file system for a URL, and the path in it; fsspec opens URLs that pyarrow does not support.

    Raises ValueError if neither supports the protocol, or its package is missing.
    """
    from pyarrow import ArrowInvalid, fs

    try:
        filesystem, path = fs.FileSystem.from_uri(url)
        return filesystem, path
    except ArrowInvalid:
        pass
    try:
        from fsspec.core import url_to_fs

        other, path = url_to_fs(url)
    except (ImportError, ValueError) as error:
        raise ValueError(
            f"{url}: cannot be opened ({error}); use a path, or install the package for the protocol"
        ) from None
    return fs.PyFileSystem(fs.FSSpecHandler(other)), path


def check_apart(output: str | Path, inputs: Sequence[str | Path]) -> None:
    """Raise ValueError if an output lies in a folder, or matches a glob, that is an input.

    Another run would read the output, or the parts that a stopped run leaves, as input.
    """
    written = _as_absolute(output)
    for place in inputs:
        read = _as_absolute(place)
        is_inside = PurePosixPath(read) in PurePosixPath(written).parents and not Path(read).is_file()
        if is_inside or _matches(written, read) or _matches(f"{written}/part{PurePosixPath(read).suffix}", read):
            raise ValueError(f"{output} lies in {place}, which is an input; choose another output")


def _as_absolute(place: str | Path) -> str:
    """Return the real path of a local place, or the URL of any other without its final slash."""
    path = local_path(place)
    return str(place).rstrip("/") if path is None else os.path.realpath(path)


def local_path(place: str | Path) -> Path | None:
    """Return the local path that a path or URL names, or None for a remote URL."""
    return None if _is_remote(str(place)) else Path(_local_path(str(place)))


def _is_remote(place: str) -> bool:
    return is_url(place) and not place.startswith(FILE_URL)


def _local_path(place: str) -> str:
    return unquote(place.removeprefix(FILE_URL)) if place.startswith(FILE_URL) else place


def _list_local(place: str, suffixes: tuple[str, ...]) -> list[SourceFile]:
    if not place:
        raise ValueError("a path of an input is empty; pass a file, a folder, a glob or a URL")
    paths = [Path(place)] if Path(place).exists() or not WILDCARDS.search(place) else _expand(Path(place))
    files = [file for path in paths for file in _list_folder(path, suffixes)]
    return [SourceFile(str(file), str(file.absolute())) for file in files]


def _expand(pattern: Path) -> list[Path]:
    """Return the paths that match a glob, without hidden ones that it does not spell out."""
    try:
        paths = sorted(Path(pattern.anchor).glob(str(pattern.relative_to(pattern.anchor))))
    except ValueError as error:
        raise ValueError(f"{pattern}: not a valid glob ({error}); pass another") from None
    return [path for path in paths if not _is_hidden(path, set(pattern.parts))]


def _list_folder(path: Path, suffixes: tuple[str, ...]) -> list[Path]:
    """Return the files in a folder and its subfolders, including linked ones, or a file itself, whatever its ending."""
    if not path.is_dir():
        return [path] if path.exists() else []
    files, seen = [], set()
    for folder, folders, names in os.walk(path, followlinks=True):
        folders[:] = [name for name in folders if not name.startswith(HIDDEN)]
        real = os.path.realpath(folder)
        # A link may lead to a folder above it.
        if real in seen:
            folders.clear()
            continue
        seen.add(real)
        visible = [name for name in names if not name.startswith(HIDDEN)]
        files += [Path(folder, name) for name in visible if name.lower().endswith(suffixes)]
    return sorted(files)


def _list_remote(url: str, suffixes: tuple[str, ...]) -> list[SourceFile]:
    filesystem, path = open_filesystem(url)
    protocol = "" if is_url(path) else url.partition("://")[0] + "://"
    try:
        paths = _list_paths(filesystem, path, suffixes)
    except OSError as error:
        raise ValueError(f"{url}: cannot be read ({error}); choose another path") from None
    return [SourceFile(protocol + file, file, filesystem) for file in sorted(paths)]


def _list_paths(filesystem: Any, path: str, suffixes: tuple[str, ...]) -> list[str]:
    """Return the files that a path, folder or glob in a pyarrow file system names."""
    from pyarrow import fs

    if filesystem.get_file_info(path).is_file:
        return [path]
    # A path that is still a URL is a web address, where nothing can be listed and "?" begins a query.
    wildcard = None if is_url(path) else WILDCARDS.search(path)
    base = path[: max(path.rfind("/", 0, wildcard.start()), 0)] if wildcard else path
    if filesystem.get_file_info(base).type != fs.FileType.Directory:
        return []
    infos = filesystem.get_file_info(fs.FileSelector(base, recursive=True))
    files = [PurePosixPath(info.path) for info in infos if info.is_file]
    if wildcard:
        spelled = set(PurePosixPath(path).parts)
        return [str(file) for file in files if _matches(str(file), path) and not _is_hidden(file, spelled)]
    below = [file for file in files if not _is_hidden(file.relative_to(base))]
    return [str(file) for file in below if file.name.lower().endswith(suffixes)]


def _matches(path: str, pattern: str) -> bool:
    """Return whether a path matches a glob; "*" matches within a folder, and "**" matches any folders."""
    return _match_parts(PurePosixPath(path).parts, PurePosixPath(pattern).parts)


def _match_parts(parts: Sequence[str], patterns: Sequence[str]) -> bool:
    if not patterns:
        return not parts
    if patterns[0] == "**":
        return any(_match_parts(parts[place:], patterns[1:]) for place in range(len(parts) + 1))
    return bool(parts) and fnmatchcase(parts[0], patterns[0]) and _match_parts(parts[1:], patterns[1:])


def _is_hidden(path: PurePath, spelled: Container[str] = ()) -> bool:
    """Return whether a part of a path begins with "." or "_", except parts in ``spelled``."""
    return any(part.startswith(HIDDEN) and part not in spelled and part not in (".", "..") for part in path.parts)
