"""What is checked of a command's files before it runs: its outputs can be written."""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

from sacrerouge_litepyramid.cli.command_parser import FileOption, Role
from sacrerouge_litepyramid.storage.files import check_writable


def check_files(args: argparse.Namespace) -> None:
    """Raise ValueError naming the first output of the command of ``args`` that cannot be written.

    ``args`` are those of a `CommandParser`. The folders that files are written into by name are made.
    """
    for option, path in list_paths(args):
        if option.role is Role.OUTPUT:
            check_writable(path)
        elif option.role is Role.OUTPUT_FOLDER:
            check_folder_writable(path, Path(option.files[0]).name.replace("*", ""))


def list_paths(args: argparse.Namespace) -> Iterator[tuple[FileOption, Path]]:
    """Yield each path that the options of a command were given, with its option."""
    for option in args.parser.file_options:
        given = getattr(args, option.dest)
        for value in given if isinstance(given, list | tuple) else [given]:
            if value is not None:
                yield option, Path(value)


def check_folder_writable(folder: Path, name: str) -> None:
    """Raise ValueError for a folder that the file ``name`` cannot be written into; a folder to come is not made."""
    if folder.is_dir():
        check_writable(folder / name)
        return
    nearest = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    if not nearest.is_dir():
        raise ValueError(f"{folder}: cannot be written ({nearest} is no folder); choose another output path")
    if not os.access(nearest, os.W_OK):
        raise ValueError(f"{folder}: cannot be written (no permission); choose another output path")
