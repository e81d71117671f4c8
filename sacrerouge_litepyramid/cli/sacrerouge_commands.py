"""SacreROUGE's own commands and metrics, which SacreROUGE's parser reads."""

import argparse
from collections.abc import Iterator, Sequence

from sacrerouge_litepyramid.cli import command_help
from sacrerouge_litepyramid.cli.file_check import check_places
from sacrerouge_litepyramid.cli.places import FilePlace, list_component_places, list_output_places, read_place
from sacrerouge_litepyramid.plugin import parser

#: endings of the names, in the namespace, of options that hold a file to write
OUTPUTS = ("output_jsonl", "output_json", "output_file", "output_plot", "log_file")
#: names, in the namespace, of options that hold files to read
INPUTS = ("input_files", "metrics_jsonl_files")


def run_command(words: Sequence[str]) -> int:
    """Run a command line of SacreROUGE's and return its exit status.

    Raises ValueError for wrong input, SystemExit where argparse prints help (0) or refuses an option (2), and any
    exception of SacreROUGE's.
    """
    args = build_parser().parse_args(words)
    check_places(list(list_places(args)))
    return args.func(args) or 0


def build_parser() -> argparse.ArgumentParser:
    """Return SacreROUGE's parser with the name of this program, and a help of each metric alone."""
    own = parser.build_parser()
    command_help.explain(own)
    return own


def list_places(args: argparse.Namespace) -> Iterator[FilePlace]:
    """Yield the places that the options of SacreROUGE's parser name, those in JSON included."""
    for name, value in vars(args).items():
        option = f"--{name.replace('_', '-')}"
        if isinstance(value, str) and name.endswith(OUTPUTS):
            yield from list_output_places(value, option)
        elif name in INPUTS:
            paths = [value] if isinstance(value, str) else value or []
            yield from (read_place(path, option) for path in paths)
        else:
            yield from list_component_places(value, option)
