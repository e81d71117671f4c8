"""What a terminal sees: a command's early end, its log, an error in one line, and the problems of a filled-in file."""

import io
import logging
import os
import re
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any, TextIO, cast

from sacrerouge_litepyramid.cli.installation import find_remedy
from sacrerouge_litepyramid.io.forms import ProblemsError
from sacrerouge_litepyramid.registry import explain_unknown_name


class Terminated(BaseException):
    """SIGTERM was received; partial files are removed while this is raised."""


@contextmanager
def raise_terminated() -> Iterator[None]:
    """Let SIGTERM raise `Terminated` in the block; outside the main thread nothing changes."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _raise)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


#: what commands a terminal or reorders its text, in the names of systems, metrics and files too: control characters but
#: tab and line feed, and the overrides and isolates of writing direction
UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def escape_controls(text: str) -> str:
    """Return a text that is safe for a terminal, with UNSAFE characters as their escapes in JSON."""
    return UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


#: what a progress bar begins a text with, to write its line again, or writes alone, to go up
PROGRESS = re.compile(r"\r|(\x1b\[A)+\Z")


class _SafeOutput:
    """A text stream whose text passes `escape_controls`, but for PROGRESS."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        moved = PROGRESS.match(text)
        end = moved.end() if moved else 0
        return self._stream.write(text[:end] + escape_controls(text[end:]))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def print_any_character() -> Iterator[None]:
    """Let the standard streams print every text in the block, none of which commands the terminal.

    A character that the locale lacks becomes an escape.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    out, err = (cast(TextIO, _SafeOutput(stream)) for stream in (sys.stdout, sys.stderr))
    with redirect_stdout(out), redirect_stderr(err):
        yield


@contextmanager
def hold_back_notes() -> Iterator[None]:
    """Hold back what the block writes to standard error: logs, warnings, progress; print it only after an error."""
    held = io.StringIO()
    try:
        with redirect_stderr(held):
            yield
    except (Exception, SystemExit):
        sys.stderr.write(held.getvalue())
        raise


def discard_output() -> None:
    """Discard what is still to be flushed to standard output, whose reader has stopped."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _raise(number: int, frame: object) -> None:
    raise Terminated


PACKAGE = "sacrerouge_litepyramid"


@contextmanager
def log_to_stderr(silent: bool = False, log_file: str | None = None) -> Iterator[None]:
    """Print in the block the package's log from INFO on, or from its own level, and any other log from WARNING on.

    ``silent`` prints nothing; ``log_file`` is a file that also gets the log, with the time of each line.
    """
    handlers: list[logging.Handler] = [] if silent else [logging.StreamHandler(sys.stderr)]
    for handler in handlers:
        handler.setFormatter(_LevelFormatter())
        handler.addFilter(_is_unprinted)
    if log_file:
        handlers.append(logging.FileHandler(log_file, mode="w", encoding="utf-8"))
        handlers[-1].setFormatter(logging.Formatter("%(asctime)s - %(levelname)s - %(name)s - %(message)s"))
    # Without a handler, logging would print warnings itself.
    handlers = handlers or [logging.NullHandler()]
    root, package = logging.getLogger(), logging.getLogger(PACKAGE)
    level = package.level
    package.setLevel(level or logging.INFO)
    for handler in handlers:
        root.addHandler(handler)
    try:
        yield
    finally:
        package.setLevel(level)
        for handler in handlers:
            root.removeHandler(handler)
            handler.close()


def _is_unprinted(record: logging.LogRecord) -> bool:
    """Return whether the record's library has no handler of its own, which would print it too."""
    name = record.name
    while name:
        if any(type(handler) is logging.StreamHandler for handler in logging.getLogger(name).handlers):
            return False
        name = name.rpartition(".")[0]
    return True


@contextmanager
def log_details() -> Iterator[None]:
    """Let the package's log begin at DEBUG in the block."""
    package = logging.getLogger(PACKAGE)
    level = package.level
    package.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        package.setLevel(level)


class _LevelFormatter(logging.Formatter):
    """Begins a line with its level, as the command line begins an error."""

    def format(self, record: logging.LogRecord) -> str:
        return f"{record.levelname.lower()}: {super().format(record)}"


FIELD_HINTS = {
    "units": "use --dataset-reader units-based, pyramid-units or line-aligned; lite3pyramid extracts them: --extractor",
    "summary_id": "--evidence-output needs --dataset-reader units-based, pyramid-units or line-aligned",
    "references": "give references in the summaries file, and use a reader of them (reference-based, units-based, …)",
    "documents": "give documents in the summaries file, and use a reader of them (document-based, units-based, …)",
}
#: SacreROUGE's message for an unknown name
SACREROUGE_UNKNOWN = re.compile(r"^(?P<name>.*) not in acceptable choices for (?P<option>.*): \[(?P<known>.*)\]")


def describe_error(error: Exception) -> str:
    """Return one line for an error: what is wrong and, if known, the remedy."""
    if isinstance(error, KeyError) and error.args and error.args[0] in FIELD_HINTS:
        field = error.args[0]
        return f"the dataset reader gives no {field!r}; {FIELD_HINTS[field]}"
    if isinstance(error, TypeError) and ".read() " in str(error):
        return f"--input-files (input_files) are not those that the dataset reader takes ({error})"
    if isinstance(error, ModuleNotFoundError):
        remedy = find_remedy(error.name or "") or "`sacrerouge-litepyramid doctor` says what is missing"
        return f"{error}; {remedy}"
    if isinstance(error, MemoryError):
        return f"not enough memory ({error}); use less data, or fewer --resamples and --permutations"
    if isinstance(error, ProblemsError):
        return str(error.args[0])
    # A ConfigurationError of SacreROUGE's keeps its text out of str().
    text = " ".join((str(error) or getattr(error, "message", "")).split())
    unknown = SACREROUGE_UNKNOWN.match(text)
    if unknown:
        known = re.findall(r"'(.*?)'", unknown["known"])
        return explain_unknown_name(f"the {unknown['option']}", unknown["name"], known, lists_known=False)
    # SacreROUGE raises bare Exceptions, whose texts are for its users.
    is_for_users = isinstance(error, (ValueError, ImportError)) or type(error) is Exception
    return text if is_for_users and text else f"{type(error).__name__}: {text}"
