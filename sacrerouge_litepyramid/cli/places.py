"""The files that a command reads and writes, as the options of its command line name them."""

import fnmatch
import json
import os
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.io.signatures import SUFFIX
from sacrerouge_litepyramid.io.store import cache_folder, expand_home

#: the files read from a folder with a model of transformers
MODEL_FILES = ("config.json", "*.safetensors", "*.bin", "*token*", "vocab*", "merges.txt")
#: the files read from a folder in the Lite-Pyramid authors' layout
LINE_ALIGNED_FILES = ("*.txt", "*.summary", "*.label", "*/fold*")
#: the default files of cached components in the cache folder
CACHES = ("judgements.sqlite", "units.sqlite")


class Use(Enum):
    """The use that a command makes of a file. A cache is read and written, possibly by several options."""

    READ = "read"
    WRITTEN = "written"
    CACHED = "cached"


class FilePlace(NamedTuple):
    """A file, or files of a folder; ``files`` holds their names or `fnmatch` patterns, empty for a single file."""

    use: Use
    path: Path
    option: str
    files: tuple[str, ...] = ()


def find_common_file(written: FilePlace, other: FilePlace) -> Path | None:
    """Return a file that both places name, links resolved, or None.

    In a folder that is read, a pattern matches existing files only; a name also a file that does not exist yet.
    """
    first, second = _resolve(written.path), _resolve(other.path)
    if not written.files and not other.files:
        return written.path if first == second else None
    if not written.files:
        return written.path if _names(second, other, first) else None
    if not other.files:
        return other.path if _names(first, written, second) else None
    if first != second and first not in second.parents and second not in first.parents:
        return None
    return next((file for file in _list_files(second, other) if _names(first, written, file)), None)


def list_component_places(description: Any, option: str) -> Iterator[FilePlace]:
    """Yield the places that the JSON of a component names: evidence, caches, and existing files.

    ``description`` is a name, a JSON text, or its value. A name or a text that is not JSON yields nothing; building
    the component reports the latter.
    """
    if isinstance(description, str):
        try:
            description = json.loads(description) if description.lstrip().startswith(("{", "[")) else None
        except (ValueError, RecursionError):
            return
    if isinstance(description, list):
        for item in description:
            yield from _list_value_places("", item, {}, option)
    elif isinstance(description, dict):
        for key, value in description.items():
            yield from _list_value_places(key, value, description, option)
        if description.get("type") == "cached" and "path" not in description:
            yield from (FilePlace(Use.CACHED, cache_folder() / name, option) for name in CACHES)


def list_output_places(path: str | Path, option: str, beside: Iterable[str] = ()) -> Iterator[FilePlace]:
    """Yield the place of an output, and the places beside it, named by the output and an ending.

    An ending with "/" is for a folder whose files all belong to the command.
    """
    path = _file_path(path, option)
    yield FilePlace(Use.WRITTEN, path, option)
    for ending in beside if path.name else ():  # "." has none, and is refused as a folder
        files = ("*",) if ending.endswith("/") else ()
        yield FilePlace(Use.WRITTEN, path.with_name(path.name + ending.rstrip("/")), f"{option}, OUTPUT{ending}", files)


def read_place(path: str | Path, option: str, files: Iterable[str] = (*MODEL_FILES, *LINE_ALIGNED_FILES)) -> FilePlace:
    """Return the place of a file that is read, or of the ``files`` of a folder."""
    return FilePlace(Use.READ, Path(path), option, tuple(files) if _is_there(path, Path.is_dir) else ())


def _list_value_places(key: str, value: Any, owner: dict[str, Any], option: str) -> Iterator[FilePlace]:
    if isinstance(value, dict | list):
        yield from list_component_places(value, option)
    elif isinstance(value, str) and key == "evidence_output":
        yield from list_output_places(value, f"{option} (evidence_output)", (SUFFIX,))
    elif isinstance(value, str) and key == "path" and owner.get("type") == "cached":
        yield FilePlace(Use.CACHED, _file_path(expand_home(value), option), option)
    elif isinstance(value, str) and key != "type" and _is_there(value):
        yield read_place(value, option)


def _file_path(text: str | Path, option: str) -> Path:
    """Return the path of a file to write; raise ValueError for a text that can only name a folder, or nothing."""
    if "\0" in str(text):
        raise ValueError(f"{option}: {str(text)!r:.100} is no path, for it holds a zero character; give another")
    if str(text).endswith(os.sep):
        raise ValueError(f"{option}: {text} names a folder; give the name of a file")
    return Path(text)


def _is_there(path: str | Path, kind: Callable[[Path], bool] = Path.exists) -> bool:
    """Return whether a path exists; a text that cannot be a path, such as a long prompt, does not."""
    try:
        return kind(Path(path))
    except (OSError, ValueError):
        return False


def _names(folder: Path, place: FilePlace, file: Path) -> bool:
    """Return whether a file lies in the place's folder and is one of its files, or is the folder itself."""
    if file == folder:
        return place.use is Use.WRITTEN
    if folder not in file.parents:
        return False
    name = file.relative_to(folder).as_posix()
    exact = name in place.files
    return exact or (_matches(name, place.files) and (place.use is Use.WRITTEN or file.exists()))


def _list_files(folder: Path, place: FilePlace) -> Iterator[Path]:
    """Yield the files of a place: the named files, and existing files that match its patterns."""
    yield from (folder / name for name in place.files if "*" not in name)
    if folder.is_dir():
        for file in folder.rglob("*"):
            if _matches(file.relative_to(folder).as_posix(), place.files):
                yield _resolve(file)


def _matches(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def _resolve(path: Path) -> Path:
    return Path(os.path.realpath(path))
