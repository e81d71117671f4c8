"""Checks a command's files before it runs: each output is writable, and is neither an input nor another output."""

import argparse
import fnmatch
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.cli.config import read_config
from sacrerouge_litepyramid.cli.parser import FileOption, Role
from sacrerouge_litepyramid.core.arguments import MODEL_FILES
from sacrerouge_litepyramid.core.json_text import parse_json
from sacrerouge_litepyramid.io.files import check_writable, identify
from sacrerouge_litepyramid.io.signatures import SUFFIX
from sacrerouge_litepyramid.io.sources import is_url

#: the files that are read from a folder in the layout of Lite-Pyramid's authors
LINE_ALIGNED_FILES = ("*.txt", "*.summary", "*.label", "*/fold*")


class Use(Enum):
    """How a command uses a file."""

    READ = "an input"
    WRITE = "an output"


class Declared(NamedTuple):
    """A file that a command uses, or ``files`` of a folder: their names or `fnmatch` patterns."""

    use: Use
    path: Path
    option: str
    files: tuple[str, ...] = ()


def check_files(args: argparse.Namespace) -> None:
    """Run `check_declared` on the files that a command's arguments name; ``args`` comes from a `CommandParser`."""
    check_declared(list(list_declared(args)))


def check_declared(declared: Sequence[Declared]) -> None:
    """Raise ValueError if a command would overwrite an input, write a file twice, or cannot write a file."""
    seen: dict[object, Declared] = {}
    for file in sorted(declared, key=lambda file: file.use is not Use.READ):
        for path in expand(file):
            other = seen.setdefault(identify(path), file)
            if other is not file and file.use is Use.WRITE:
                raise ValueError(_explain_conflict(file, other, path))
    for file in declared:
        if file.use is Use.WRITE:
            _check_folder_writable(file) if file.files else check_writable(file.path)


def expand(declared: Declared) -> Iterator[Path]:
    """Yield the file; for a folder, the folder, its named files, and the existing files that match a pattern."""
    folder = declared.path
    if "*" in declared.files or not declared.files:
        yield folder
    yield from (folder / name for name in declared.files if "*" not in name)
    if folder.is_dir() and any("*" in name for name in declared.files):
        for path in folder.rglob("*"):
            if any(fnmatch.fnmatchcase(path.relative_to(folder).as_posix(), name) for name in declared.files):
                yield path


def list_declared(args: argparse.Namespace) -> Iterator[Declared]:
    """Yield the files that a command's arguments name; ``args`` comes from a `CommandParser`."""
    for option in args.parser.file_options:
        values = getattr(args, option.dest)
        for value in values if isinstance(values, list | tuple) else [values]:
            # A URL is not a local file; the command that accepts URLs checks it.
            if value is not None and not is_url(value):
                yield from _list_of_option(option, value, getattr(args, "overrides", None))


def list_of_component(description: Any, option: str) -> Iterator[Declared]:
    """Yield the files that a component's JSON names: its evidence output, and existing files.

    ``description`` is a name, a JSON text or its value. A name yields nothing, and neither does invalid JSON, which is
    reported when the component is built.
    """
    if isinstance(description, str):
        if description.lstrip().startswith(("{", "[")):
            with suppress(ValueError):
                yield from list_of_component(parse_json(description, option), option)
    elif isinstance(description, list):
        for item in description:
            yield from _list_of_value("", item, option)
    elif isinstance(description, dict):
        for key, value in description.items():
            yield from _list_of_value(key, value, option)


def list_output(
    path: str | Path, option: str, beside: Iterable[str] = (), files: tuple[str, ...] = ()
) -> Iterator[Declared]:
    """Yield an output, and the files that are written beside it: its name with each ending of ``beside``.

    ``files`` are written into the output if it is an existing folder. Raises ValueError if the path ends in a slash.
    """
    if str(path).endswith(os.sep):
        raise ValueError(f"{option}: {path} names a folder; name a file")
    path = Path(path)
    yield Declared(Use.WRITE, path, option, files if path.is_dir() else ())
    for ending in beside if path.name else ():  # "." has no name; it is refused as a folder
        yield Declared(Use.WRITE, path.with_name(path.name + ending), f"{option}, OUTPUT{ending}")


def read_input(path: str | Path, option: str, files: Iterable[str] = (*MODEL_FILES, *LINE_ALIGNED_FILES)) -> Declared:
    """Declare an input: a file, or the ``files`` of a folder."""
    return Declared(Use.READ, Path(path), option, tuple(files) if _is_there(path) and Path(path).is_dir() else ())


def _list_of_option(option: FileOption, value: str | Path, overrides: str | None) -> Iterator[Declared]:
    path = Path(value)
    if option.role is Role.COMPONENT:
        yield from list_of_component(value, option.option)
    elif option.role is Role.CONFIG:
        yield Declared(Use.READ, path, option.option)
        yield from list_of_component(read_config(path, overrides), option.option)
    elif option.role is Role.READ:
        yield read_input(path, option.option, option.files)
        for ending in option.beside:
            yield Declared(Use.READ, path.with_name(path.name + ending), option.option)
    elif option.files and not option.beside:
        yield Declared(Use.WRITE, path, option.option, option.files)
    else:
        yield from list_output(value, option.option, option.beside, option.files)


def _list_of_value(key: str, value: Any, option: str) -> Iterator[Declared]:
    if isinstance(value, dict | list):
        yield from list_of_component(value, option)
    elif not isinstance(value, str) or key == "type":
        return
    elif key == "evidence_output":
        yield from list_output(value, f"{option} (evidence_output)", (SUFFIX,))
    elif _is_there(value):
        yield read_input(value, option)


def _explain_conflict(one: Declared, other: Declared, path: Path) -> str:
    """Return the message about a file that a command writes and also reads or writes again."""
    if one.use is other.use:
        options = f"{other.option} and {one.option}"
        return f"{os.path.normpath(path)}: {options} name the same file; choose another output for one of them"
    return f"{one.option}: {path} is an input of the command ({other.option}); choose another output"


def _is_there(path: str | Path) -> bool:
    """Return whether a path exists; False for a string that cannot be a path, such as a long prompt."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def _check_folder_writable(output: Declared) -> None:
    """Raise ValueError if files cannot be written into a folder; a missing folder is not created."""
    folder, name = output.path, Path(output.files[0]).name.replace("*", "")
    if folder.is_dir() and name:
        check_writable(folder / name)
        return
    nearest = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not nearest.is_dir() or not os.access(nearest, os.W_OK):
        reason = "no permission" if nearest.is_dir() else f"{nearest} is not a folder"
        raise ValueError(f"{folder}: cannot be written ({reason}); choose another output path")
