"""What people filled in: a command tells all that is wrong with it, and never writes over it."""

import sys
from collections.abc import Sequence
from pathlib import Path

from sacrerouge_litepyramid.formats.problems import Problem

#: more lines than a terminal shows help nobody
SHOWN = 50


def refuse(problems: Sequence[Problem]) -> None:
    """Prints the problems, one a line, and raises ValueError with their number; nothing where there are none."""
    for problem in problems[:SHOWN]:
        print(problem, file=sys.stderr)
    if len(problems) > SHOWN:
        print(f"… and {len(problems) - SHOWN} more", file=sys.stderr)
    if problems:
        raise ValueError(f"{len(problems)} problem{'s' * (len(problems) > 1)}, told above; nothing was written")


def check_unused(worksheet: Path) -> None:
    """ValueError where a worksheet is there already: people may have written into it."""
    if worksheet.exists():
        raise ValueError(
            f"{worksheet}: the worksheet is there already, perhaps filled in; choose another --output-dir, or remove it"
        )
