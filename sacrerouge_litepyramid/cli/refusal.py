"""Files that people filled in: a command reports all their problems, and never overwrites them."""

import sys
from collections.abc import Sequence
from pathlib import Path

from sacrerouge_litepyramid.io.forms import Problem

#: lines that a terminal shows
MAX_SHOWN = 50


def refuse_problems(problems: Sequence[Problem]) -> None:
    """Print the problems, one per line, and raise ValueError with their number; do nothing if there are none."""
    for problem in problems[:MAX_SHOWN]:
        print(problem, file=sys.stderr)
    if len(problems) > MAX_SHOWN:
        print(f"… and {len(problems) - MAX_SHOWN} more", file=sys.stderr)
    if problems:
        raise ValueError(f"{len(problems)} problem{'s' * (len(problems) > 1)}, listed above; nothing was written")


def check_not_started(worksheet: Path) -> None:
    """Raise ValueError if a worksheet exists already, as people may have written into it."""
    if worksheet.exists():
        raise ValueError(
            f"{worksheet}: the worksheet is there already, perhaps filled in; choose another --output-dir, or remove it"
        )
