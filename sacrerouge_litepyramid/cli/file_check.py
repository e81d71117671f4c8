"""What is checked of a command's files before it runs: its outputs can be written."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from sacrerouge_litepyramid.cli.command_parser import FileOption, Role
from sacrerouge_litepyramid.storage.files import check_writable


def check_files(args: argparse.Namespace) -> None:
    """Raise ValueError naming the first output of the command of ``args`` that cannot be written.

    ``args`` are those of a `CommandParser`. The folders of the outputs are made.
    """
    for option, path in list_paths(args):
        if option.role is Role.OUTPUT:
            check_writable(path)
        elif option.role is Role.OUTPUT_FOLDER:
            check_writable(path / Path(option.files[0]).name.replace("*", ""))


def list_paths(args: argparse.Namespace) -> Iterator[tuple[FileOption, Path]]:
    """Yield each path that the options of a command were given, with its option."""
    for option in args.parser.file_options:
        given = getattr(args, option.dest)
        for value in given if isinstance(given, list | tuple) else [given]:
            if value is not None:
                yield option, Path(value)
