"""Compare measured numbers with published ones: the targets, their rows and table.

A target is a module whose function ``rows`` returns rows for the folder or archive of the data. Expected numbers are in
oracles/TARGET.json, in groups `{"source", "tolerance", "values": {name: expected}}`, where tolerance may be null.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from sacrerouge_litepyramid.core.arguments import Files, name_argument
from sacrerouge_litepyramid.io.files import read_text
from sacrerouge_litepyramid.statistics.estimate import finite_or_none
from sacrerouge_litepyramid.statistics.tables import render_table


class ComparedNumber(NamedTuple):
    """A measured and an expected number; ``measured`` and ``tolerance`` may be None."""

    name: str
    measured: float | None
    expected: float
    tolerance: float | None
    source: str

    @property
    def difference(self) -> float | None:
        return None if self.measured is None else self.measured - self.expected

    @property
    def verdict(self) -> str:
        if self.tolerance is None:
            return "no tolerance"
        if self.difference is None:
            return "NOT MEASURED"
        return "ok" if abs(self.difference) <= self.tolerance else "OUTSIDE"

    def as_json(self) -> dict[str, Any]:
        measured = finite_or_none(self.measured)
        difference = self._replace(measured=measured).difference
        return {**self._asdict(), "measured": measured, "difference": difference, "verdict": self.verdict}

    @property
    def failed(self) -> bool:
        return self.verdict in ("OUTSIDE", "NOT MEASURED")


HEADERS = ("", "measured", "expected", "difference", "tolerance", "")
#: the files that targets read from a folder
SOURCE_FILES = ("*.csv", "*.md", "*.pkl", "*.txt", "*scores-*.json", "*.summary", "*.label", "*/fold*", "*/[0-9]*")


class Reproduction(NamedTuple):
    """A target's rows; prints as a table with counts. ``exit_status``: 1 if a number is outside its tolerance."""

    target: str
    rows: Sequence[ComparedNumber]

    def __str__(self) -> str:
        return "\n".join(render_rows(self.rows))

    @property
    def exit_status(self) -> int:
        return int(any(row.failed for row in self.rows))

    def to_dict(self) -> dict[str, Any]:
        """Return the rows, JSON-ready."""
        return {"target": self.target, "rows": [row.as_json() for row in self.rows]}


def reproduce(
    target: Literal["ffci", "lite-pyramid", "realsumm"], *, source: Annotated[str | Path, Files(SOURCE_FILES)]
) -> Reproduction:
    """Recompute published and oracle numbers.

    Args:
        target: the numbers to recompute. ffci: FFCI's numbers that need no weights, from the archive of its data or a
            copy of its folder; lite-pyramid: numbers of the Lite-Pyramid authors, from a folder with their folders
            REALSumm and PyrXSum; realsumm: REALSumm's numbers, from a copy of the repository neulab/REALSumm, or the
            same data as JSON.
        source: the folder of the data, or its archive.
    """
    if not Path(source).exists():
        raise ValueError(f"{name_argument('source')}: {source}: no such file or folder")
    return Reproduction(target, import_module(f"{__package__}.{target.replace('-', '_')}").rows(Path(source)))


def compare_with_facts(measured: Mapping[str, float], facts: Sequence[Mapping]) -> list[ComparedNumber]:
    """Return a row for each fact, in order; other measured values are ignored."""
    return [
        ComparedNumber(name, measured.get(name), expected, group["tolerance"], group["source"])
        for group in facts
        for name, expected in group["values"].items()
    ]


def read_facts(name: str) -> list[Mapping]:
    return json.loads(read_text(Path(__file__).parent / "oracles" / f"{name}.json"))


def render_rows(rows: Sequence[ComparedNumber]) -> Iterator[str]:
    """Yield the rows as a table of text, with counts at its end."""
    header, *lines = render_table(HEADERS, [_cells(row) for row in rows]).splitlines()
    yield header
    for index, (row, line) in enumerate(zip(rows, lines, strict=True)):
        if index == 0 or row.source != rows[index - 1].source:
            yield f"# {row.source}"
        yield line
    toleranced = [row for row in rows if row.tolerance is not None]
    failed = sum(row.failed for row in toleranced)
    yield (
        f"{len(rows)} rows: {len(toleranced) - failed} within their tolerance, {failed} outside, "
        f"{len(rows) - len(toleranced)} without a tolerance"
    )


def _cells(row: ComparedNumber) -> list[str]:
    tolerance = "-" if row.tolerance is None else f"{row.tolerance:g}"
    numbers = [_number(row.measured), _number(row.expected), _number(row.difference, signed=True)]
    return [row.name, *numbers, tolerance, row.verdict]


def _number(value: float | None, signed: bool = False) -> str:
    if value is None:
        return "-"
    if float(value).is_integer() and abs(value) >= 10 and not signed:
        return str(int(value))
    return f"{value:+.6f}" if signed else f"{value:.6f}"
