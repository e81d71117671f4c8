"""`sacrerouge-litepyramid`: runs a command line, and prints an error as one line."""

import signal
import sys
from collections.abc import Sequence

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.cli import catalogue, overview
from sacrerouge_litepyramid.cli.bounds import check_draws
from sacrerouge_litepyramid.cli.command_parser import PROGRAM
from sacrerouge_litepyramid.cli.error_messages import describe_error
from sacrerouge_litepyramid.cli.file_check import check_files
from sacrerouge_litepyramid.cli.interruptions import Terminated, discard_output, print_any_character, raise_terminated
from sacrerouge_litepyramid.cli.logs import log_to_stderr
from sacrerouge_litepyramid.cli.own_commands import build_parser, load_command
from sacrerouge_litepyramid.registry import explain_unknown_name

HELP = ("-h", "--help")
SETUP = "setup-dataset"
USAGE_ERROR = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, by default that of the process, and return its exit status.

    0: done; 1: wrong input, reported in one line on standard error; 2: unknown command; 128 and more: ended by a signal
    or by a closed pipe. With ``--debug`` an error is raised. argparse raises SystemExit for a command's
    help (0) and for wrong options (2).
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        print_any_character()
        with raise_terminated():
            status = run([word for word in words if word != "--debug"])
            sys.stdout.flush()
            return status
    except KeyboardInterrupt:
        return _end("stopped from the keyboard", 128 + signal.SIGINT)
    except Terminated:
        return _end("terminated", 128 + signal.SIGTERM)
    except BrokenPipeError:
        discard_output()
        return 128 + signal.SIGPIPE
    except Exception as error:
        if "--debug" in words:
            raise
        return _end(f"{describe_error(error)} (--debug shows where)", 1)


def run(words: Sequence[str]) -> int:
    """Run the help, the version, a command of the package, or a command of SacreROUGE's."""
    first = words[0] if words else "--help"
    if first in HELP or first == "--version":
        print(overview.format_overview() if first in HELP else __version__)
        return 0
    if first == SETUP and (len(words) == 1 or words[1] in HELP):
        print(overview.format_data_sets())
        return 0
    words = [catalogue.OLD_NAMES.get(first, first), *words[1:]]
    unknown = explain_unknown(words)
    if unknown:
        return _end(unknown, USAGE_ERROR)
    if words[0] in catalogue.METRICS:
        return run_metric(words)
    return run_own(words) if is_own(words) else run_sacrerouge(words)


def is_own(words: Sequence[str]) -> bool:
    """Return whether a known command is this package's; SacreROUGE has data sets to set up too."""
    if words[0] == SETUP:
        return words[1] in catalogue.DATA_SETS
    return words[0] in dict(catalogue.describe_commands())


def explain_unknown(words: Sequence[str]) -> str:
    """Return the message for an unknown command, metric or data set; "" if it is known."""
    if words[0] not in catalogue.list_names():
        return explain_unknown_name(
            "the command or metric", words[0], catalogue.list_names(), help_command=f"{PROGRAM} --help"
        )
    data_sets = (*catalogue.DATA_SETS, *catalogue.SACREROUGE_DATA_SETS)
    if words[0] == SETUP and words[1] not in data_sets:
        return explain_unknown_name("the data set", words[1], data_sets, help_command=f"{PROGRAM} {SETUP} --help")
    return ""


def run_own(words: Sequence[str]) -> int:
    """Run a command of the package."""
    args = build_parser(words[0]).parse_args(words[1:])
    check_draws(args)
    check_files(args)
    with log_to_stderr(silent=getattr(args, "silent", False), log_file=getattr(args, "log_file", None)):
        return load_command(words[0]).run(args) or 0


def run_metric(words: Sequence[str]) -> int:
    """Run one of the package's metrics."""
    from sacrerouge_litepyramid.cli import metric_commands

    return metric_commands.run_metric(words)


def run_sacrerouge(words: Sequence[str]) -> int:
    """Run a metric or a command of SacreROUGE's; only this imports SacreROUGE, which takes seconds."""
    from sacrerouge_litepyramid.cli import sacrerouge_commands

    return sacrerouge_commands.run_command(words)


def _end(message: str, status: int) -> int:
    print(f"error: {message}", file=sys.stderr)
    return status
