"""Checks a command's files before it runs: each output is writable, and is neither an input nor another output."""

import argparse
import fnmatch
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.cli.parser import FileOption, Role
from sacrerouge_litepyramid.core.arguments import MODEL_FILES
from sacrerouge_litepyramid.core.json_text import parse_json
from sacrerouge_litepyramid.io.files import check_writable, identify
from sacrerouge_litepyramid.io.sources import is_url

#: the files in a folder in the layout of Lite-Pyramid's authors
LINE_ALIGNED_FILES = ("*.txt", "*.summary", "*.label", "*/fold*")
#: the files that a component or SacreROUGE may read in a folder
FOLDER_FILES = (*MODEL_FILES, *LINE_ALIGNED_FILES)


class Use(Enum):
    """How a command uses a file."""

    READ = "an input"
    WRITE = "an output"


class DeclaredFile(NamedTuple):
    """A file that an option names, or ``files`` of a folder: their names or `fnmatch` patterns."""

    use: Use
    path: Path
    option: str
    files: tuple[str, ...] = ()


def check_files(args: argparse.Namespace) -> None:
    """Run `check_declared` on the files that a command's arguments name; ``args`` comes from a `CommandParser`."""
    check_declared(list(list_declared(args)))


def check_declared(declared: Sequence[DeclaredFile]) -> None:
    """Raise ValueError if a command would overwrite an input, write a file twice, or cannot write a file."""
    seen: dict[object, DeclaredFile] = {}
    for file in sorted(declared, key=lambda file: file.use is not Use.READ):
        for path in expand(file):
            other = seen.setdefault(identify(path), file)
            if other is not file and file.use is Use.WRITE:
                raise ValueError(_explain_conflict(file, other, path))
    for file in declared:
        if file.use is Use.WRITE:
            _check_folder_writable(file) if file.files else check_writable(file.path)


def expand(declared: DeclaredFile) -> Iterator[Path]:
    """Yield the file; for a folder, the folder, its named files, and the existing files that match a pattern."""
    folder = declared.path
    if "*" in declared.files or not declared.files:
        yield folder
    yield from (folder / name for name in declared.files if "*" not in name)
    if folder.is_dir() and any("*" in name for name in declared.files):
        for path in folder.rglob("*"):
            if any(fnmatch.fnmatchcase(path.relative_to(folder).as_posix(), name) for name in declared.files):
                yield path


def list_declared(args: argparse.Namespace) -> Iterator[DeclaredFile]:
    """Yield the files that a command's arguments name; ``args`` comes from a `CommandParser`."""
    for option in args.parser.file_options:
        values = getattr(args, option.dest)
        for value in values if isinstance(values, list | tuple) else [values]:
            # A URL is not a local file; the command that accepts URLs checks it.
            if value is not None and not is_url(value):
                yield from _list_option_files(option, value)


def list_component_files(description: Any, option: str) -> Iterator[DeclaredFile]:
    """Yield the existing files that a component's JSON names.

    ``description`` is a name, a JSON text or its value. A name yields nothing, and neither does invalid JSON, which is
    reported when the component is built.
    """
    if isinstance(description, str):
        if description.lstrip().startswith(("{", "[")):
            with suppress(ValueError):
                yield from list_component_files(parse_json(description, option), option)
    elif isinstance(description, list):
        for item in description:
            yield from _list_value_files("", item, option)
    elif isinstance(description, dict):
        for key, value in description.items():
            yield from _list_value_files(key, value, option)


def list_output(
    path: str | Path, option: str, beside: Iterable[str] = (), files: tuple[str, ...] = ()
) -> Iterator[DeclaredFile]:
    """Yield an output, and the files that are written beside it: its name with each ending of ``beside``.

    ``files`` are written into the output if it is an existing folder. Raises ValueError if the path ends in a slash.
    """
    if str(path).endswith(os.sep):
        raise ValueError(f"{option}: {path} names a folder; name a file")
    path = Path(path)
    yield DeclaredFile(Use.WRITE, path, option, files if path.is_dir() else ())
    for ending in beside if path.name else ():  # "." has no name; it is refused as a folder
        yield DeclaredFile(Use.WRITE, path.with_name(path.name + ending), f"{option}, OUTPUT{ending}")


def declare_input(path: str | Path, option: str, files: Iterable[str] = FOLDER_FILES) -> DeclaredFile:
    """Declare an input: a file, or the ``files`` of a folder."""
    is_folder = _path_exists(path) and Path(path).is_dir()
    return DeclaredFile(Use.READ, Path(path), option, tuple(files) if is_folder else ())


def _list_option_files(option: FileOption, value: str | Path) -> Iterator[DeclaredFile]:
    path = Path(value)
    if option.role is Role.COMPONENT:
        yield from list_component_files(value, option.option)
    elif option.role is Role.READ:
        yield declare_input(path, option.option, option.files)
        for ending in option.beside:
            yield DeclaredFile(Use.READ, path.with_name(path.name + ending), option.option)
    elif option.files and not option.beside:
        yield DeclaredFile(Use.WRITE, path, option.option, option.files)
    else:
        yield from list_output(value, option.option, option.beside, option.files)


def _list_value_files(key: str, value: Any, option: str) -> Iterator[DeclaredFile]:
    if isinstance(value, dict | list):
        yield from list_component_files(value, option)
    elif not isinstance(value, str) or key == "type":
        return
    elif _path_exists(value):
        yield declare_input(value, option)


def _explain_conflict(one: DeclaredFile, other: DeclaredFile, path: Path) -> str:
    """Return the message about a file that a command writes and also reads or writes again."""
    if one.use is other.use:
        options = f"{other.option} and {one.option}"
        return f"{os.path.normpath(path)}: {options} name the same file; choose another output for one of them"
    return f"{one.option}: {path} is an input of the command ({other.option}); choose another output"


def _path_exists(path: str | Path) -> bool:
    """Return whether a path exists; False for a string that cannot be a path, such as a long prompt."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def _check_folder_writable(output: DeclaredFile) -> None:
    """Raise ValueError if files cannot be written into a folder; a missing folder is not created."""
    folder, name = output.path, Path(output.files[0]).name.replace("*", "")
    if folder.is_dir() and name:
        check_writable(folder / name)
        return
    nearest = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not nearest.is_dir() or not os.access(nearest, os.W_OK):
        reason = "no permission" if nearest.is_dir() else f"{nearest} is not a folder"
        raise ValueError(f"{folder}: cannot be written ({reason}); choose another output path")
