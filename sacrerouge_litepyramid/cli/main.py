"""`sacrerouge-litepyramid`: runs a command line, and prints an error as one line."""

import signal
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.cli import names
from sacrerouge_litepyramid.cli.files import check_files
from sacrerouge_litepyramid.cli.parser import CommandParser, check_draws
from sacrerouge_litepyramid.cli.results import CommandResult, show_result
from sacrerouge_litepyramid.cli.terminal import (
    Terminated,
    describe_error,
    discard_output,
    hold_back_notes,
    log_details,
    log_to_stderr,
    print_any_character,
    raise_terminated,
)
from sacrerouge_litepyramid.core.arguments import name_options
from sacrerouge_litepyramid.core.failures import DryRun
from sacrerouge_litepyramid.io.files import write_together
from sacrerouge_litepyramid.io.forms import ProblemsError
from sacrerouge_litepyramid.registry import explain_unknown_name

if TYPE_CHECKING:
    from sacrerouge_litepyramid.cli.binder import Command

HELP = ("-h", "--help")
#: what may stand before or after any command, with the context that it runs in
GENERAL = {"--debug": log_details, "--quiet": hold_back_notes}
USAGE_ERROR = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, by default that of the process, and return its exit status.

    0: done, or the plan of a dry run is printed; 1: wrong input, reported in one line on standard error; 2: unknown
    command; 3: a requirement does not hold, 4: it is undecided; 128 and more: ended by a signal or a closed pipe. With
    ``--debug`` an error is raised, and the log has its details; with ``--quiet`` standard error stays empty unless the
    command fails. argparse raises SystemExit for a command's help (0) and for wrong options (2).
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    with print_any_character(), name_options():
        try:
            with raise_terminated(), write_together(), ExitStack() as general:
                for start in (GENERAL[word] for word in GENERAL if word in words):
                    general.enter_context(start())
                return run_to_closed_pipe([word for word in words if word not in GENERAL])
        except DryRun as plan:
            print(plan)
            return 0
        except KeyboardInterrupt:
            return _end("stopped from the keyboard", 128 + signal.SIGINT)
        except Terminated:
            return _end("terminated", 128 + signal.SIGTERM)
        except Exception as error:
            if "--debug" in words:
                raise
            if isinstance(error, ProblemsError):
                print("".join(f"{line}\n" for line in error.said), end="")
                print(*error.problems, sep="\n", file=sys.stderr)
            return _end(f"{describe_error(error)} (--debug shows where)", 1)


def run_to_closed_pipe(words: Sequence[str]) -> int:
    """Run a command line; where the reader of its standard output stops, as `head` does, what is written stays."""
    try:
        status = run(words)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        discard_output()
        return 128 + signal.SIGPIPE


def run(words: Sequence[str]) -> int:
    """Run the help, the version, a command of the package, or a command of SacreROUGE's."""
    first = words[0] if words else "--help"
    names.include_packages(words)
    has_no_name = len(words) < 2 or words[1] in HELP
    if first in HELP:
        print(names.format_overview())
    elif first == "--version":
        print(__version__)
    elif has_no_name and first == names.SETUP:
        print(names.format_data_sets())
    elif has_no_name and first in names.read_names()["groups"]:
        print(names.format_group(first))
    elif unknown := names.explain_unknown(words):
        return _end(unknown, USAGE_ERROR)
    elif names.find_command(words):
        return run_own(words)
    elif first not in names.read_names()["metrics"]:
        return run_sacrerouge(words)
    elif has_no_name:
        print(names.format_metric(first))
    else:
        raise ValueError(explain_unknown_name(f"{first}: the action", words[1], names.ACTIONS))
    return 0


def build_command_parser(name: str) -> CommandParser:
    """Return the parser of a command of the package, such as "train judge", "setup-dataset rose", "reaper score"."""
    command = names.find_command(name.split())
    assert command is not None
    return load_command(command).build_parser(f"{names.PROGRAM} {name}", command.entry.line)


def load_command(command: names.Command) -> "Command":
    """Import the function of a command, and return what binds it."""
    from sacrerouge_litepyramid.cli.binder import Command

    first, _, second = command.name.partition(" ")
    if first == names.SETUP:
        from sacrerouge_litepyramid.cli.functions import build_setup_command

        return build_setup_command(second)
    if first in names.read_names()["metrics"]:
        from sacrerouge_litepyramid.cli.scoring import build_metric_command

        return build_metric_command(first, second)
    found = _resolve(command.entry.function)
    if isinstance(found, Command):
        return found
    return Command(found, example=command.entry.example, **command.entry.settings)


def _resolve(place: str) -> Any:
    """Return what "module:name" names in the package."""
    module, name = place.split(":")
    return getattr(import_module(f"sacrerouge_litepyramid.{module}"), name)


def run_own(words: Sequence[str]) -> int:
    """Run a command of the package."""
    command = names.find_command(words)
    assert command is not None
    args = build_command_parser(command.name).parse_args(words[len(command.name.split()) :])
    check_draws(args)
    check_files(args)
    with log_to_stderr(silent=getattr(args, "silent", False), log_file=getattr(args, "log_file", None)):
        found = load_command(command).run(args)
        return show_result(found, args) if isinstance(found, CommandResult) else found or 0


def run_sacrerouge(words: Sequence[str]) -> int:
    """Run a metric or a command of SacreROUGE's; only this imports SacreROUGE, which takes seconds."""
    from sacrerouge_litepyramid.cli import sacrerouge_commands

    return sacrerouge_commands.run_command(words)


def _end(message: str, status: int) -> int:
    print(f"error: {message}", file=sys.stderr)
    return status
