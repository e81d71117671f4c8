"""Files to read by path, folder, glob, or a URL that pyarrow or fsspec knows (s3://, gs://, hdfs://, https://)."""

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path, PurePath, PurePosixPath
from typing import IO, Any, NamedTuple
from urllib.parse import unquote

from sacrerouge_litepyramid.storage.files import open_binary

FILE_URL = "file://"
BYTES_PER_READ = 2**16
WILDCARDS = re.compile(r"[*?\[]")
#: names in a folder that readers of data sets pass over
HIDDEN = (".", "_")


class Source(NamedTuple):
    """A file to read; ``name`` is what messages call it, ``filesystem`` pyarrow's, None for this machine's own."""

    name: str
    path: str
    filesystem: Any = None


def is_url(place: str | Path) -> bool:
    """Return whether a text is a URL; "file://" is one too."""
    return "://" in str(place)


def list_sources(places: Sequence[str | Path], suffixes: tuple[str, ...]) -> list[Source]:
    """Return the files of several places, each file once: of files, of folders those of ``suffixes``, of globs.

    The files of a folder or glob are sorted by name; names that begin with "." or "_" are passed over. Raises
    ValueError for a place without any file.
    """
    found: dict[str, Source] = {}
    for place in map(str, places):
        sources = _list_remote(place, suffixes) if _is_remote(place) else _list_local(_local_path(place), suffixes)
        if not sources:
            raise ValueError(f"{place}: no such file, and no folder or glob with files that end in {_join(suffixes)}")
        found.update((source.name, source) for source in sources)
    return list(found.values())


@contextmanager
def open_source(source: Source) -> Iterator[IO[bytes]]:
    """Open a file to read from any position; raise ValueError naming it where it cannot be read."""
    if source.filesystem is None:
        with open_binary(source.path) as file:
            yield file
        return
    try:
        with source.filesystem.open_input_file(source.path) as file:
            yield io.BufferedReader(file, BYTES_PER_READ)
    except OSError as error:
        raise ValueError(f"{source.name}: cannot be read ({error}); give another path") from None


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
            f"{url}: cannot be opened ({error}); give a path, or install what the protocol needs"
        ) from None
    return fs.PyFileSystem(fs.FSSpecHandler(other)), path


def check_apart(output: str | Path, inputs: Sequence[str | Path]) -> None:
    """Raise ValueError for an output that lies in a folder whose files are read: another run would read it too."""
    written = local_path(output)
    for place in inputs:
        folder = local_path(place)
        if written and folder and folder.is_dir() and folder.resolve() in written.resolve().parents:
            raise ValueError(f"{output} lies in {place}, whose files are read; choose another output")


def local_path(place: str | Path) -> Path | None:
    """Return the path on this machine that a path or a URL names, None for any other URL."""
    return None if _is_remote(str(place)) else Path(_local_path(str(place)))


def _is_remote(place: str) -> bool:
    return is_url(place) and not place.startswith(FILE_URL)


def _local_path(place: str) -> str:
    return unquote(place.removeprefix(FILE_URL)) if place.startswith(FILE_URL) else place


def _list_local(place: str, suffixes: tuple[str, ...]) -> list[Source]:
    paths = [Path(place)] if Path(place).exists() or not WILDCARDS.search(place) else _expand(Path(place))
    files = [file for path in paths for file in _list_folder(path, suffixes)]
    return [Source(str(file), str(file.absolute())) for file in files]


def _expand(pattern: Path) -> list[Path]:
    return sorted(Path(pattern.anchor).glob(str(pattern.relative_to(pattern.anchor))))


def _list_folder(path: Path, suffixes: tuple[str, ...]) -> list[Path]:
    """Return the files of a folder; a file itself, whatever its ending."""
    if not path.is_dir():
        return [path] if path.exists() else []
    return sorted(file for file in path.rglob("*") if file.is_file() and _is_wanted(file.relative_to(path), suffixes))


def _list_remote(url: str, suffixes: tuple[str, ...]) -> list[Source]:
    filesystem, path = open_filesystem(url)
    protocol = "" if is_url(path) else url.partition("://")[0] + "://"
    try:
        paths = _list_paths(filesystem, path, suffixes)
    except OSError as error:
        raise ValueError(f"{url}: cannot be read ({error}); give another path") from None
    return [Source(protocol + each, each, filesystem) for each in sorted(paths)]


def _list_paths(filesystem: Any, path: str, suffixes: tuple[str, ...]) -> list[str]:
    """Return the files that a path, folder or glob of a pyarrow file system names."""
    from pyarrow import fs

    # What is still a URL is an address of the web, where nothing can be listed, and "?" begins a query.
    wildcard = None if is_url(path) else WILDCARDS.search(path)
    base = path[: max(path.rfind("/", 0, wildcard.start()), 0)] if wildcard else path
    info = filesystem.get_file_info(base)
    if info.type != fs.FileType.Directory:
        return [path] if info.is_file and not wildcard else []
    files = [each.path for each in filesystem.get_file_info(fs.FileSelector(base, recursive=True)) if each.is_file]
    if wildcard:
        return [file for file in files if _matches(file, path)]
    return [file for file in files if _is_wanted(PurePosixPath(file).relative_to(base), suffixes)]


def _matches(path: str, pattern: str) -> bool:
    """Return whether a path matches a glob, whose "*" stays within a folder and whose "**" does not."""
    parts, patterns = PurePosixPath(path).parts, PurePosixPath(pattern).parts
    if "**" in patterns:
        return fnmatchcase(path, pattern.replace("**/", "*"))
    return len(parts) == len(patterns) and all(map(fnmatchcase, parts, patterns))


def _is_wanted(file: PurePath, suffixes: tuple[str, ...]) -> bool:
    return file.name.endswith(suffixes) and not any(part.startswith(HIDDEN) for part in file.parts)


def _join(suffixes: tuple[str, ...]) -> str:
    return " or ".join(suffixes)
