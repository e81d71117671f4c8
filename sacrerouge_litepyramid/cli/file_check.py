"""The one check before a command runs: no output is an input or another output, and all can be written."""

import argparse
import os
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

from sacrerouge_litepyramid.cli.command_parser import FileOption, Role
from sacrerouge_litepyramid.cli.config_file import read_config
from sacrerouge_litepyramid.cli.places import (
    FilePlace,
    Use,
    find_common_file,
    list_component_places,
    list_output_places,
    read_place,
)
from sacrerouge_litepyramid.io.files import check_writable
from sacrerouge_litepyramid.io.sources import is_url
from sacrerouge_litepyramid.io.store import cache_folder, expand_home


def check_files(args: argparse.Namespace) -> None:
    """Raise ValueError for files of a command that exclude each other, and for an output that cannot be written.

    ``args`` are those of a `CommandParser`. The folders that files are written into by name are made.
    """
    check_places(list(list_places(args)))


def check_places(places: Sequence[FilePlace]) -> None:
    """Raise ValueError where a command would write over what it reads, or write a file twice, or cannot write."""
    written = [place for place in places if place.use is Use.WRITTEN]
    for output in written:
        for other in places:
            if other.use is not Use.WRITTEN:
                _check_apart(output, other)
    for cache in (place for place in places if place.use is Use.CACHED):
        for other in (place for place in places if place.use is Use.READ):
            _check_apart(cache, other)
    for output, other in combinations(written, 2):
        common = find_common_file(output, other) or find_common_file(other, output)
        if common is not None:
            options = f"{output.option} and {other.option}"
            raise ValueError(f"{common}: two outputs of one command ({options}); the later would replace the other")
    for output in written:
        if output.files:
            check_folder_writable(output.path, Path(output.files[0]).name.replace("*", ""))
        else:
            check_writable(output.path)


def list_places(args: argparse.Namespace) -> Iterator[FilePlace]:
    """Yield the places that the options of a command name; ``args`` are those of a `CommandParser`."""
    for option in args.parser.file_options:
        given = getattr(args, option.dest)
        values = given if isinstance(given, list | tuple) else [given]
        if option.role is Role.CACHE and given is None:
            values = [cache_folder() / option.files[0]]
        for value in values:
            # A URL is no place on this machine; the command that takes one looks after it.
            if value is not None and not is_url(value):
                yield from _list_option_places(option, value)


def _list_option_places(option: FileOption, value: str | Path) -> Iterator[FilePlace]:
    path = Path(value)
    if option.role is Role.INPUT:
        for ending in ("", *option.beside):
            yield FilePlace(Use.READ, path.with_name(path.name + ending), option.option)
    elif option.role is Role.INPUT_FOLDER:
        yield read_place(path, option.option, option.files)
    elif option.role is Role.OUTPUT_FOLDER:
        yield FilePlace(Use.WRITTEN, path, option.option, option.files)
    elif option.role is Role.CACHE:
        yield FilePlace(Use.CACHED, expand_home(path), option.option)
    elif option.role is Role.COMPONENT:
        yield from list_component_places(value, option.option)
    elif option.role is Role.CONFIG:
        yield FilePlace(Use.READ, path, option.option)
        yield from list_component_places(read_config(path), option.option)
    else:
        yield from list_output_places(value, option.option, option.beside)


def _check_apart(output: FilePlace, other: FilePlace) -> None:
    common = find_common_file(output, other)
    if common is not None:
        what = "a cache" if other.use is Use.CACHED else "an input"
        raise ValueError(f"{output.option}: {common} is {what} of the command ({other.option}); choose another output")


def check_folder_writable(folder: Path, name: str) -> None:
    """Raise ValueError for a folder that cannot be written into; a folder to come is not made.

    ``name``: the first of its files, or "" where any may be written.
    """
    if folder.is_dir() and name:
        check_writable(folder / name)
        return
    nearest = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    if not nearest.is_dir():
        raise ValueError(f"{folder}: cannot be written ({nearest} is no folder); choose another output path")
    if not os.access(nearest, os.W_OK):
        raise ValueError(f"{folder}: cannot be written (no permission); choose another output path")
