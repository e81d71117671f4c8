"""How a command ends early: by SIGTERM, from the keyboard, or because nobody reads what it prints."""

import io
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Terminated(BaseException):
    """SIGTERM came: what is half written is removed on the way out."""


@contextmanager
def raise_terminated() -> Iterator[None]:
    """Let SIGTERM raise `Terminated` in the block; in a thread other than the main one nothing changes."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _raise)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def print_any_character() -> None:
    """Let the standard streams print every text, whatever the locale: what it lacks becomes an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def discard_output() -> None:
    """Send what is still to be flushed to standard output nowhere: its reader has stopped."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _raise(number: int, frame: object) -> None:
    raise Terminated
