"""SacreROUGE's commands, its metrics and this package's metrics: all that SacreROUGE's own parser reads."""

import argparse
import logging
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import sacrerouge_litepyramid
from sacrerouge_litepyramid import signature
from sacrerouge_litepyramid.cli import command_help
from sacrerouge_litepyramid.cli.config_check import check_config, read_config
from sacrerouge_litepyramid.cli.file_check import check_places
from sacrerouge_litepyramid.cli.places import (
    SIGNED,
    Place,
    Use,
    list_component_places,
    list_output_places,
    read_place,
)
from sacrerouge_litepyramid.plugin import host

#: the ends of the names of options, in the namespace, that hold a file to write
OUTPUTS = ("output_jsonl", "output_json", "output_file", "output_plot", "log_file", "units_output")
#: those of them that signatures are written beside
SCORES = ("output_jsonl", "output_json")
#: the options, in the namespace, that hold files to read
INPUTS = ("input_files", "metrics_jsonl_files")
#: what is read of a folder in the Lite-Pyramid authors' layout
READER_FILES = ("*.txt", "*.summary", "*.label", "*/fold*")
PREPARE = "prepare_global_logging"


def run_command(words: Sequence[str]) -> int:
    """Run a command line of SacreROUGE or of a metric and return its exit status.

    Raises ValueError for wrong input, SystemExit where argparse prints help (0) or refuses an option (2), and whatever
    SacreROUGE raises.
    """
    signature.forget()
    parser = build_parser()
    args = parser.parse_args(words)
    if getattr(args, "config", None):
        check_config(args.config)
    check_places(list(list_places(args)))
    return args.func(args) or 0


def build_parser() -> argparse.ArgumentParser:
    """Return SacreROUGE's parser with the package's metrics in it, and a help for their options."""
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
    """Yield the places that the options of SacreROUGE's parser name, those in a config and other JSON included."""
    for name, value in vars(args).items():
        option = f"--{name.replace('_', '-')}"
        if isinstance(value, str) and name.endswith(OUTPUTS):
            yield from list_output_places(value, option, SIGNED if name.endswith(SCORES) else ())
        elif name in INPUTS:
            paths = [value] if isinstance(value, str) else value or []
            yield from (read_place(path, option, READER_FILES) for path in paths)
        elif name == "config" and value:
            yield Place(Use.READ, Path(value), option)
            yield from list_component_places(read_config(value), option)
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
