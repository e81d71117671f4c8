"""What a command prints besides its result: the log, notes, and errors, which take one line."""

import io
import logging
import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any, TextIO, cast

from sacrerouge_litepyramid.io.problems import ProblemsError
from sacrerouge_litepyramid.registry import explain_unknown_name


class Terminated(BaseException):
    """SIGTERM was received; partial files are removed as this exception passes."""


@contextmanager
def raise_terminated() -> Iterator[None]:
    """Let SIGTERM raise `Terminated` in the block, in which the main thread runs."""
    before = signal.signal(signal.SIGTERM, _raise)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


#: what controls a terminal or reorders its text, which names of systems, metrics and files may
#: contain: control characters except tab and line feed, and overrides and isolates of the writing
#: direction
UNSAFE_CHARACTERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def escape_controls(text: str) -> str:
    """Replace UNSAFE_CHARACTERS by their JSON escapes."""
    return UNSAFE_CHARACTERS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


#: what a progress bar writes: a carriage return before its line, or cursor movements up alone
PROGRESS = re.compile(r"\r|(\x1b\[A)+\Z")


class _SafeOutput:
    """A text stream that applies `escape_controls` to everything except PROGRESS."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        progress = PROGRESS.match(text)
        end = progress.end() if progress else 0
        return self._stream.write(text[:end] + escape_controls(text[end:]))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def print_any_character() -> Iterator[None]:
    """Let the standard streams print any text in the block, with control characters escaped.

    Characters that the locale's encoding lacks are escaped too.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    out = cast(TextIO, _SafeOutput(sys.stdout))
    err = cast(TextIO, _SafeOutput(sys.stderr))
    with redirect_stdout(out), redirect_stderr(err):
        yield


@contextmanager
def defer_notes() -> Iterator[None]:
    """Print logs, warnings and progress of the block, on standard error, only if it fails."""
    notes = io.StringIO()
    try:
        with redirect_stderr(notes):
            yield
    except (Exception, SystemExit):
        sys.stderr.write(notes.getvalue())
        raise


def discard_output() -> None:
    """Discard the rest of standard output after its reader has stopped."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _raise(number: int, frame: object) -> None:
    raise Terminated


PACKAGE = "sacrerouge_litepyramid"


@contextmanager
def log_to_stderr() -> Iterator[None]:
    """Print log messages in the block.

    The package's are printed from INFO or its own level on, all others from WARNING on.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_LevelFormatter())
    handler.addFilter(_is_unprinted)
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        with log_details(logging.getLogger(PACKAGE).level or logging.INFO):
            yield
    finally:
        root.removeHandler(handler)
        handler.close()


def _is_unprinted(record: logging.LogRecord) -> bool:
    """Return whether no handler of the record's library prints the record already."""
    name = record.name
    while name:
        handlers = logging.getLogger(name).handlers
        if any(type(handler) is logging.StreamHandler for handler in handlers):
            return False
        name = name.rpartition(".")[0]
    return True


@contextmanager
def log_details(level: int = logging.DEBUG) -> Iterator[None]:
    """Log the package's messages from a level on in the block."""
    package = logging.getLogger(PACKAGE)
    before = package.level
    package.setLevel(level)
    try:
        yield
    finally:
        package.setLevel(before)


class _LevelFormatter(logging.Formatter):
    """Begins a line with its level: `warning: …`, like the command line's `error: …`."""

    def format(self, record: logging.LogRecord) -> str:
        return f"{record.levelname.lower()}: {super().format(record)}"


#: SacreROUGE's message for an unknown name
SACREROUGE_UNKNOWN = re.compile(
    r"^(?P<name>.*) not in acceptable choices for (?P<option>.*): \[(?P<known>.*)\]"
)


def describe_error(error: Exception) -> str:
    """Return one line about an error: what happened and, if known, the remedy."""
    if isinstance(error, TypeError) and ".read() " in str(error):
        return (
            f"input_files does not match the dataset reader ({error}); name the files that it reads"
        )
    if isinstance(error, ModuleNotFoundError):
        # The module's imports take a fifth of --help's time.
        from sacrerouge_litepyramid.cli.installation import find_remedy

        return f"{error}; {find_remedy(error.name or '')}"
    if isinstance(error, ProblemsError):
        return str(error.args[0])
    # str() of SacreROUGE's ConfigurationError does not include its message.
    text = " ".join((str(error) or getattr(error, "message", "")).split())
    unknown = SACREROUGE_UNKNOWN.match(text)
    if unknown:
        known = re.findall(r"'(.*?)'", unknown["known"])
        what = f"the {unknown['option']}"
        return explain_unknown_name(what, unknown["name"], known, lists_known=False)
    # SacreROUGE raises plain Exceptions with messages for its users.
    is_for_users = isinstance(error, (ValueError, ImportError)) or type(error) is Exception
    return text if is_for_users and text else f"{type(error).__name__}: {text}"
