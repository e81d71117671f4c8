"""Runs that are killed half way, and what they have stored by then."""

import multiprocessing
import signal
import sqlite3
import time
from collections.abc import Callable


def count_stored(path: str) -> int:
    """Return the number of values that a store holds; 0 before it exists."""
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
            return connection.execute("SELECT count(*) FROM stored").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def kill_when(is_time: Callable[[], bool], run: Callable[..., object], *arguments: object) -> None:
    """Call a function in a process of its own, without the seconds of a start, and kill it."""
    process = multiprocessing.get_context("fork").Process(target=run, args=arguments)
    process.start()
    while not is_time() and process.is_alive():
        time.sleep(0.01)
    process.kill()
    process.join()
    assert process.exitcode == -signal.SIGKILL, "the run ended before it was killed"
