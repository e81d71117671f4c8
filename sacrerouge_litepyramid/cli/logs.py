"""Logging to standard error, so that standard output holds results alone."""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager

PACKAGE = "sacrerouge_litepyramid"


@contextmanager
def log_to_stderr(silent: bool = False, log_file: str | None = None) -> Iterator[None]:
    """Print in the block the package's log from INFO on, and any other log from WARNING on.

    ``silent`` prints nothing; ``log_file`` is a file that also gets the log, with the time of each line.
    """
    handlers: list[logging.Handler] = [] if silent else [logging.StreamHandler(sys.stderr)]
    for handler in handlers:
        handler.setFormatter(_LevelFormatter())
    if log_file:
        handlers.append(logging.FileHandler(log_file, mode="w", encoding="utf-8"))
        handlers[-1].setFormatter(logging.Formatter("%(asctime)s - %(levelname)s - %(name)s - %(message)s"))
    # Without a handler, logging would print warnings itself.
    handlers = handlers or [logging.NullHandler()]
    root, package = logging.getLogger(), logging.getLogger(PACKAGE)
    level = package.level
    package.setLevel(logging.INFO)
    for handler in handlers:
        root.addHandler(handler)
    try:
        yield
    finally:
        package.setLevel(level)
        for handler in handlers:
            root.removeHandler(handler)
            handler.close()


class _LevelFormatter(logging.Formatter):
    """Begins a line with its level, as the command line begins an error."""

    def format(self, record: logging.LogRecord) -> str:
        return f"{record.levelname.lower()}: {super().format(record)}"
