"""Worksheets of votes, filled as an annotator would."""

import csv
from collections.abc import Callable
from pathlib import Path


def fill_vote_sheet(path: Path, judge: Callable[[str, str], object]) -> int:
    """Fill the votes of a worksheet by ``judge(summary, unit)``; return the number of its units."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows({**row, "vote": judge(row["summary"], row["unit"])} for row in rows)
    return len(rows)
