"""SacreROUGE's commands, its metrics and this package's metrics: all that SacreROUGE's own parser reads."""

import argparse
import logging
import sys
from collections.abc import Sequence
from pathlib import Path

import sacrerouge_litepyramid
from sacrerouge_litepyramid.cli import command_help
from sacrerouge_litepyramid.cli.config_check import check_config
from sacrerouge_litepyramid.plugin import host
from sacrerouge_litepyramid.storage.files import check_writable

#: the ends of the names of options, in the namespace, that hold a file to write
OUTPUTS = ("output_jsonl", "output_json", "output_file", "output_plot", "log_file", "units_output")
PREPARE = "prepare_global_logging"


def run_command(words: Sequence[str]) -> int:
    """Run a command line of SacreROUGE or of a metric and return its exit status.

    Raises ValueError for wrong input, SystemExit where argparse prints help (0) or refuses an option (2), and whatever
    SacreROUGE raises.
    """
    parser = build_parser()
    args = parser.parse_args(words)
    check_outputs(args)
    if getattr(args, "config", None):
        check_config(args.config)
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


def check_outputs(args: argparse.Namespace) -> None:
    """Raise ValueError for an output that cannot be written, and for two outputs that are one file."""
    outputs = [value for name, value in vars(args).items() if isinstance(value, str) and name.endswith(OUTPUTS)]
    for place, output in enumerate(outputs):
        check_writable(output)
        if Path(output).resolve() in [Path(other).resolve() for other in outputs[:place]]:
            raise ValueError(f"{output}: two outputs of one command; the later would replace the other")


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
