"""`sacrerouge-litepyramid`: runs a command line, and prints any error as one line."""

import signal
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from importlib import import_module
from typing import TYPE_CHECKING

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.cli import names
from sacrerouge_litepyramid.cli.command_table import GROUPS
from sacrerouge_litepyramid.cli.terminal import (
    Terminated,
    defer_notes,
    describe_error,
    discard_output,
    log_details,
    log_to_stderr,
    print_any_character,
    raise_terminated,
)
from sacrerouge_litepyramid.core.arguments import name_options
from sacrerouge_litepyramid.core.failures import DryRun
from sacrerouge_litepyramid.io.files import write_together
from sacrerouge_litepyramid.io.problems import ProblemsError
from sacrerouge_litepyramid.registry import explain_unknown_name

if TYPE_CHECKING:
    from sacrerouge_litepyramid.cli.binder import Command
    from sacrerouge_litepyramid.cli.parser import CommandParser

HELP_OPTIONS = ("-h", "--help")
#: options of every command, with the context that the command then runs in
GENERAL_OPTIONS = {"--debug": log_details, "--quiet": defer_notes}
USAGE_ERROR = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, by default that of the process, and return its exit status.

    0: success, also of a dry run; 1: invalid input, reported in one line on standard error; 2:
    unknown command; 3: a requirement is not met; 4: it is undecided; 128 or more: ended by a signal
    or a closed pipe. With ``--debug``, errors are raised and details are logged; with ``--quiet``,
    nothing is printed to standard error unless the command fails. argparse raises SystemExit for a
    command's help (0) and for invalid options (2).
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    with print_any_character(), name_options():
        try:
            with raise_terminated(), write_together(), ExitStack() as general:
                for option, start in GENERAL_OPTIONS.items():
                    if option in words:
                        general.enter_context(start())
                return _run_to_closed_pipe([word for word in words if word not in GENERAL_OPTIONS])
        except DryRun as plan:
            print(plan)
            return 0
        except names.UnknownNameError as error:
            return _end(str(error), USAGE_ERROR)
        except KeyboardInterrupt:
            return _end("stopped from the keyboard", 128 + signal.SIGINT)
        except Terminated:
            return _end("terminated", 128 + signal.SIGTERM)
        except Exception as error:
            if "--debug" in words:
                raise
            if isinstance(error, ProblemsError):
                print("".join(f"{line}\n" for line in error.notes), end="")
                print(*error.problems, sep="\n", file=sys.stderr)
            return _end(f"{describe_error(error)} (--debug shows where)", 1)


def _run_to_closed_pipe(words: Sequence[str]) -> int:
    """Run a command line.

    If the reader of its standard output stops early, as `head` does, end quietly.
    """
    try:
        status = run(words)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        discard_output()
        return 128 + signal.SIGPIPE


def run(words: Sequence[str]) -> int:
    """Print the help or the version, or run a command of the package.

    Other words go to SacreROUGE's parser.
    """
    first, second = [*words, *HELP_OPTIONS][:2]
    if first in HELP_OPTIONS:
        print(names.format_overview())
    elif first == "--version":
        print(__version__)
    elif first in (*GROUPS, names.SETUP) and second in HELP_OPTIONS:
        print(names.format_group(first))
    elif command := names.find_command(words):
        return _run_package_command(command, words)
    elif first in GROUPS:
        names.check_name(f"{first}: the command", second, names.list_members(first), group=first)
    else:
        return run_sacrerouge(words)
    return 0


def run_sacrerouge(words: Sequence[str]) -> int:
    """Run one of SacreROUGE's command lines; without SacreROUGE, explain the first word."""
    try:
        from sacrerouge_litepyramid.cli import sacrerouge_commands
    except ModuleNotFoundError:
        raise  # SacreROUGE is installed, and lacks a package
    except ImportError as error:
        help_command = f"{names.PROGRAM} --help"
        unknown = explain_unknown_name(
            "the command", words[0], names.list_names(), help_command=help_command
        )
        raise names.UnknownNameError(f"{unknown}; for SacreROUGE's commands: {error}") from None
    return sacrerouge_commands.run_command(words)


def build_command_parser(name: str) -> "CommandParser":
    """Return the parser of one of the package's commands, such as "train judge"."""
    group, _, member = name.partition(" ")
    line = names.list_members(group)[member] if member else names.list_commands()[name].line
    return _load_command(name).build_parser(f"{names.PROGRAM} {name}", line)


def _load_command(name: str) -> "Command":
    """Import a command's function, and return it bound to the command line."""
    from sacrerouge_litepyramid.cli.binder import Command

    first, _, second = name.partition(" ")
    if first == names.SETUP:
        from sacrerouge_litepyramid.cli.functions import build_setup_command

        return build_setup_command(second)
    entry = names.list_commands()[name]
    module, function = entry.function.split(":")
    imported = import_module(f"sacrerouge_litepyramid.{module}")
    return Command(getattr(imported, function), example=entry.example, **entry.settings)


def _run_package_command(name: str, words: Sequence[str]) -> int:
    """Run one of the package's commands; its name begins the words of the command line."""
    parser = build_command_parser(name)
    args = parser.parse_args(words[len(name.split()) :])
    with log_to_stderr(), name_options(parser.list_options()):
        return _load_command(name).run(args)


def _end(message: str, status: int) -> int:
    print(f"error: {message}", file=sys.stderr)
    return status
