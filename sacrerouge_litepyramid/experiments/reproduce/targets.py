"""`experiment reproduce`: compare recomputed numbers with published ones, and show them in a table.

A target is a module whose function ``compute_rows`` takes the data's folder or archive. Its
expected numbers are in oracles/TARGET.json, in groups `{"source", "tolerance", "values": {name:
expected}}`; a tolerance may be null.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, NamedTuple

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.io.files import read_text
from sacrerouge_litepyramid.statistics.estimate import finite_or_none
from sacrerouge_litepyramid.statistics.tables import render_table


class ComparedNumber(NamedTuple):
    """A measured and an expected number."""

    name: str
    # None if missing
    measured: float | None
    expected: float
    # None if any difference is accepted
    tolerance: float | None
    # where the expected number was published
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

    def to_dict(self) -> dict[str, Any]:
        measured = finite_or_none(self.measured)
        difference = self._replace(measured=measured).difference
        return {
            **self._asdict(),
            "measured": measured,
            "difference": difference,
            "verdict": self.verdict,
        }

    @property
    def has_failed(self) -> bool:
        return self.verdict in ("OUTSIDE", "NOT MEASURED")


HEADERS = ("", "measured", "expected", "difference", "tolerance", "")


class Reproduction(NamedTuple):
    """A target's rows, which print as a table with counts."""

    target: str
    rows: Sequence[ComparedNumber]

    def __str__(self) -> str:
        return "\n".join(render_rows(self.rows))

    @property
    def exit_status(self) -> int:
        """1 if a number is outside its tolerance, else 0."""
        return int(any(row.has_failed for row in self.rows))

    def to_dict(self) -> dict[str, Any]:
        """Return the rows, JSON-ready."""
        return {"target": self.target, "rows": [row.to_dict() for row in self.rows]}


def reproduce(
    target: Literal["docker-lite3pyramid", "ffci", "lite-pyramid", "realsumm"],
    *,
    source: str | Path,
) -> Reproduction:
    """Recompute published numbers, and compare them with the expected ones.

    Args:
        target: the numbers to recompute. docker-lite3pyramid: the scores that SacreROUGE expects of
            the paper's models on its fixture, from a copy of SacreROUGE's repository; ffci: those
            that need no model weights, from the archive of FFCI's data; lite-pyramid: the
            Lite-Pyramid authors' numbers, from the folder with their folders REALSumm and PyrXSum,
            or from one of the two; realsumm: REALSumm's numbers, from a copy of the repository
            neulab/REALSumm or the same data as JSON.
        source: the folder of the data, or its archive.
    """
    if not Path(source).exists():
        raise ValueError(f"{name_argument('source')}: {source}: no such file or folder")
    module = import_module(f"{__package__}.{target.replace('-', '_')}")
    return Reproduction(target, module.compute_rows(Path(source)))


def compare_with_expected(
    measured: Mapping[str, float], expected: Sequence[Mapping]
) -> list[ComparedNumber]:
    """Return a row for each expected number, in order; other measured numbers are ignored.

    ``expected``: groups as `read_expected` returns them.
    """
    return [
        ComparedNumber(name, measured.get(name), value, group["tolerance"], group["source"])
        for group in expected
        for name, value in group["values"].items()
    ]


def read_expected(name: str) -> list[Mapping]:
    """Return the groups of expected numbers in oracles/NAME.json."""
    return json.loads(read_text(Path(__file__).parent / "oracles" / f"{name}.json"))


def render_rows(rows: Sequence[ComparedNumber]) -> Iterator[str]:
    """Yield the lines of a table of the rows, with the counts of verdicts at its end."""
    header, *lines = render_table(HEADERS, [_format_row(row) for row in rows]).splitlines()
    yield header
    for index, (row, line) in enumerate(zip(rows, lines, strict=True)):
        if index == 0 or row.source != rows[index - 1].source:
            yield f"# {row.source}"
        yield line
    with_tolerance = [row for row in rows if row.tolerance is not None]
    failed = sum(row.has_failed for row in with_tolerance)
    yield (
        f"{len(rows)} rows: {len(with_tolerance) - failed} within their tolerance, {failed} "
        f"outside, {len(rows) - len(with_tolerance)} without a tolerance"
    )


def _format_row(row: ComparedNumber) -> list[str]:
    tolerance = "-" if row.tolerance is None else f"{row.tolerance:g}"
    numbers = [
        _format_number(row.measured),
        _format_number(row.expected),
        _format_number(row.difference, signed=True),
    ]
    return [row.name, *numbers, tolerance, row.verdict]


def _format_number(value: float | None, signed: bool = False) -> str:
    if value is None:
        return "-"
    if float(value).is_integer() and abs(value) >= 10 and not signed:
        return str(int(value))
    return f"{value:+.6f}" if signed else f"{value:.6f}"
