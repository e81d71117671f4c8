"""Files to read by path, folder, glob, or a URL that pyarrow or fsspec knows (s3://, gs://, hdfs://, https://)."""

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
#: names in a folder that readers of data sets pass over
HIDDEN = (".", "_")


class SourceFile(NamedTuple):
    """A file to read; ``name`` is what messages call it, ``filesystem`` pyarrow's, None for this machine's own."""

    name: str
    path: str
    filesystem: Any = None


def is_url(place: str | Path) -> bool:
    """Return whether a text is a URL; "file://" is one too."""
    return "://" in str(place)


def list_sources(places: Sequence[str | Path], suffixes: tuple[str, ...]) -> list[SourceFile]:
    """Return the files of several places, each file once: of files, of folders those of ``suffixes``, of globs.

    The files of a folder or glob are sorted by name; names that begin with "." or "_" are passed over, and links are
    followed. Raises ValueError for a place without any file.
    """
    found: dict[str, SourceFile] = {}
    for place in map(str, places):
        sources = _list_remote(place, suffixes) if _is_remote(place) else _list_local(_local_path(place), suffixes)
        if not sources:
            raise ValueError(f"{place}: no such file, and no folder or glob with files that end in {_join(suffixes)}")
        for source in sources:
            found.setdefault(source.name if source.filesystem else os.path.realpath(source.path), source)
    return list(found.values())


@contextmanager
def open_source(source: SourceFile) -> Iterator[IO[bytes]]:
    """Open a file to read from any position; raise ValueError naming it where it cannot be read."""
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
    """Return the file system of a URL, as pyarrow's, and the path in it; what pyarrow does not know fsspec opens.

    Raises ValueError for a protocol that neither knows, or whose package is missing.
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
            f"{url}: cannot be opened ({error}); pass a path, or install what the protocol needs"
        ) from None
    return fs.PyFileSystem(fs.FSSpecHandler(other)), path


def check_apart(output: str | Path, inputs: Sequence[str | Path]) -> None:
    """Raise ValueError for an output that lies in a folder, or matches a glob, whose files are read.

    Another run would read it too, and the parts that a stopped run leaves beside it or in it.
    """
    written = _as_absolute(output)
    for place in inputs:
        read = _as_absolute(place)
        is_inside = PurePosixPath(read) in PurePosixPath(written).parents and not Path(read).is_file()
        if is_inside or _matches(written, read) or _matches(f"{written}/part{PurePosixPath(read).suffix}", read):
            raise ValueError(f"{output} lies in {place}, whose files are read; choose another output")


def _as_absolute(place: str | Path) -> str:
    """Return the absolute path of a local place, links resolved; of another its URL without a slash at the end."""
    own = local_path(place)
    return str(place).rstrip("/") if own is None else os.path.realpath(own)


def local_path(place: str | Path) -> Path | None:
    """Return the path on this machine that a path or a URL names, None for any other URL."""
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
        found = sorted(Path(pattern.anchor).glob(str(pattern.relative_to(pattern.anchor))))
    except ValueError as error:
        raise ValueError(f"{pattern}: not a glob that can be expanded ({error}); choose another") from None
    return [path for path in found if not _is_hidden(path, set(pattern.parts))]


def _list_folder(path: Path, suffixes: tuple[str, ...]) -> list[Path]:
    """Return the files of a folder and of the folders in it, linked ones too; a file itself, whatever its ending."""
    if not path.is_dir():
        return [path] if path.exists() else []
    found, seen = [], set()
    for folder, folders, names in os.walk(path, followlinks=True):
        # A link may lead to a folder above it.
        folders[:] = [name for name in folders if not name.startswith(HIDDEN)]
        place = os.path.realpath(folder)
        if place in seen:
            folders.clear()
            continue
        seen.add(place)
        found += [Path(folder, name) for name in names if name.endswith(suffixes) and not name.startswith(HIDDEN)]
    return sorted(found)


def _list_remote(url: str, suffixes: tuple[str, ...]) -> list[SourceFile]:
    filesystem, path = open_filesystem(url)
    protocol = "" if is_url(path) else url.partition("://")[0] + "://"
    try:
        paths = _list_paths(filesystem, path, suffixes)
    except OSError as error:
        raise ValueError(f"{url}: cannot be read ({error}); choose another path") from None
    return [SourceFile(protocol + each, each, filesystem) for each in sorted(paths)]


def _list_paths(filesystem: Any, path: str, suffixes: tuple[str, ...]) -> list[str]:
    """Return the files that a path, folder or glob of a pyarrow file system names."""
    from pyarrow import fs

    if filesystem.get_file_info(path).is_file:
        return [path]
    # What is still a URL is an address of the web, where nothing can be listed, and "?" begins a query.
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
    return [str(file) for file in below if file.name.endswith(suffixes)]


def _matches(path: str, pattern: str) -> bool:
    """Return whether a path matches a glob, whose "*" stays within a folder and whose "**" stands for any folders."""
    return _match_parts(PurePosixPath(path).parts, PurePosixPath(pattern).parts)


def _match_parts(parts: Sequence[str], patterns: Sequence[str]) -> bool:
    if not patterns:
        return not parts
    if patterns[0] == "**":
        return any(_match_parts(parts[place:], patterns[1:]) for place in range(len(parts) + 1))
    return bool(parts) and fnmatchcase(parts[0], patterns[0]) and _match_parts(parts[1:], patterns[1:])


def _is_hidden(path: PurePath, spelled: Container[str] = ()) -> bool:
    """Return whether a part of a path begins with "." or "_"; ``spelled``: parts that were asked for by name."""
    return any(part.startswith(HIDDEN) and part not in spelled and part not in (".", "..") for part in path.parts)


def _join(suffixes: tuple[str, ...]) -> str:
    return " or ".join(suffixes)
