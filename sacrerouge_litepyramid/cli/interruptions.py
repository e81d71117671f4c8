"""The early end of a command: by SIGTERM, from the keyboard, or because its output pipe is closed."""

import io
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


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


def print_any_character() -> None:
    """Let the standard streams print every text; a character that the locale lacks becomes an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def discard_output() -> None:
    """Discard what is still to be flushed to standard output, whose reader has stopped."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _raise(number: int, frame: object) -> None:
    raise Terminated
