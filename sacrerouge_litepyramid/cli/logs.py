"""Where logs go: to standard error, so that standard output holds results alone."""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager

PACKAGE = "sacrerouge_litepyramid"


@contextmanager
def log_to_stderr() -> Iterator[None]:
    """Print in the block what the package logs from INFO on, and what any other logs from WARNING on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_LevelFormatter())
    root, package = logging.getLogger(), logging.getLogger(PACKAGE)
    level = package.level
    root.addHandler(handler)
    package.setLevel(logging.INFO)
    try:
        yield
    finally:
        package.setLevel(level)
        root.removeHandler(handler)


class _LevelFormatter(logging.Formatter):
    """Begins a line with its level, as the command line begins that of an error."""

    def format(self, record: logging.LogRecord) -> str:
        return f"{record.levelname.lower()}: {super().format(record)}"
