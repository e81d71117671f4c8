"""SacreROUGE's commands and metrics that are none of this package's: what SacreROUGE's own parser reads."""

import argparse
import logging
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import sacrerouge_litepyramid
from sacrerouge_litepyramid.cli import command_help
from sacrerouge_litepyramid.cli.file_check import check_places
from sacrerouge_litepyramid.cli.places import Place, Use, list_component_places, read_place
from sacrerouge_litepyramid.plugin import host

#: the ends of the names of options, in the namespace, that hold a file to write
OUTPUTS = ("output_jsonl", "output_json", "output_file", "output_plot", "log_file")
#: the options, in the namespace, that hold files to read
INPUTS = ("input_files", "metrics_jsonl_files")
PREPARE = "prepare_global_logging"


def run_command(words: Sequence[str]) -> int:
    """Run a command line of SacreROUGE's and return its exit status.

    Raises ValueError for wrong input, SystemExit where argparse prints help (0) or refuses an option (2), and whatever
    SacreROUGE raises.
    """
    parser = build_parser()
    args = parser.parse_args(words)
    check_places(list(list_places(args)))
    return args.func(args) or 0


def build_parser() -> argparse.ArgumentParser:
    """Return SacreROUGE's parser, which takes the dataset readers of this package too."""
    host.plot_late()
    host.import_by_full_names()
    host.quiet_parameters()
    from sacrerouge.arguments import build_argument_parser

    host.import_module_and_submodules(sacrerouge_litepyramid.__name__)
    parser = build_argument_parser()
    log_to_stderr()
    command_help.explain(parser)
    return parser


def list_places(args: argparse.Namespace) -> Iterator[Place]:
    """Yield the places that the options of SacreROUGE's parser name, those in JSON included."""
    for name, value in vars(args).items():
        option = f"--{name.replace('_', '-')}"
        if isinstance(value, str) and name.endswith(OUTPUTS):
            yield Place(Use.WRITTEN, Path(value), option)
        elif name in INPUTS:
            paths = [value] if isinstance(value, str) else value or []
            yield from (read_place(path, option) for path in paths)
        else:
            yield from list_component_places(value, option)


def log_to_stderr() -> None:
    """Let SacreROUGE's commands, each of which holds the function that sets up logging, log to standard error."""
    for name, module in list(sys.modules.items()):
        if name.startswith("sacrerouge.") and hasattr(module, PREPARE):
            setattr(module, PREPARE, prepare_logging)


def prepare_logging(file_path: str | None = None, silent: bool = False) -> None:
    """Log to a file if one is given, and to standard error unless ``silent``, in SacreROUGE's format."""
    handlers: list[logging.Handler] = []
    if file_path is not None:
        Path(file_path).parent.mkdir(parents=True, exist_ok=True)
        handlers.append(logging.FileHandler(file_path))
    if not silent:
        handlers.append(logging.StreamHandler(sys.stderr))
    logging.basicConfig(
        level=logging.INFO, format="%(asctime)s - %(levelname)s - %(name)s - %(message)s", handlers=handlers
    )
