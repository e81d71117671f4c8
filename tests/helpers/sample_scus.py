"""Fill in a worksheet of SCUs as an annotator would."""

import csv
from collections.abc import Callable
from pathlib import Path

from helpers.support import read_lines
from sacrerouge_litepyramid.verdict.demo import SAMPLE

_UNITS = {line["instance_id"]: line["units"] for line in read_lines(SAMPLE / "scus.jsonl")}


def write_sample_scus(row: dict[str, str]) -> str:
    """Return the cell of a worksheet's row: what the people of the sample wrote for the
    sentence.
    """
    place = (int(row["reference"]) - 1, int(row["sentence"]) - 1)
    texts = [unit["text"] for unit in _UNITS[row["instance_id"]] if _find_place(unit) == place]
    return " | ".join(texts) or "-"


def fill_scu_worksheet(
    path: Path, write: Callable[[dict[str, str]], str] = write_sample_scus
) -> int:
    """Fill the empty cells by ``write(row)``; return their number."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    empty = [row for row in rows if not row["units"]]
    for row in empty:
        row["units"] = write(row)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return len(empty)


def _find_place(unit: dict) -> tuple[int, int]:
    """Return the first reference that states a unit, and the unit's sentence in it."""
    references = unit["reference"]
    first = references[0] if isinstance(references, list) else references
    return first, unit["sentence"]
