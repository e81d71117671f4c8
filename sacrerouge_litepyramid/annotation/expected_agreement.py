"""Agreement with human scores measured at a share of STUs, on other data sets."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.io.files import read_text
from sacrerouge_litepyramid.io.machine_files import refuse_changes
from sacrerouge_litepyramid.statistics.estimate import Estimate

#: points.json of `experiment curve`; a file holds the command that made it
SHIPPED = (Path(__file__).with_name("curve_realsumm.json"), Path(__file__).with_name("curve_pyrxsum.json"))
MEASURE = "p2c"
STATISTICS = {"system_pearson": "system r", "summary_pearson": "summary r"}
CAUTION = "Your texts and judge may differ, and so may the agreement. 95% intervals over documents."
REGRESSOR_CAUTION = "On REALSumm and PyrXSum the regressor's choice did not beat a random one (docs/lite2x.md)."


class Point(NamedTuple):
    """The measurement at ``percentage``, the share of sentences with STUs; one estimate per entry of STATISTICS."""

    percentage: float
    estimates: tuple[Estimate, ...]


class Curve(NamedTuple):
    """A measured curve from all SCUs to all STUs; ``optimistic``: the judge was trained on its data set."""

    data: str
    systems: int
    documents: int
    optimistic: bool
    points: tuple[Point, ...]


def read_curve(path: str | Path, selection: str) -> Curve:
    """Read a selection's curve from a curve.json or a points file; ValueError names a file without it."""
    with refuse_changes(path, "file of curves", "experiment curve"):
        report = json.loads(read_text(path))
        points = [
            Point(each["percentage"], tuple(Estimate(**each[name]) for name in STATISTICS))
            for each in report["curves"][MEASURE][selection]
        ]
        counts, trained_on = report["counts"], str(report["judge"].get("model"))
        optimistic = report["data"].lower() in trained_on.lower().split(" and ")
        return Curve(report["data"], counts["systems"], counts["documents"], optimistic, tuple(points))


def find_neighbours(points: Sequence[Point], percentage: float) -> list[Point]:
    """Return the point measured at a percentage, or the two points around it; nothing is interpolated."""
    ordered = sorted(points)
    below = [point for point in ordered if point.percentage <= percentage]
    above = [point for point in ordered if point.percentage >= percentage]
    return list(dict.fromkeys((*below[-1:], *above[:1])))


def describe_expectation(curves: Iterable[Curve], selection: str, percentage: float) -> Iterator[str]:
    """Yield lines about what was measured near a percentage of STUs and at the two ends."""
    yield f"Agreement with human scores elsewhere, with STUs for about {percentage:.0f}% ({selection}, {MEASURE}):"
    for curve in curves:
        note = "; optimistic: the judge was trained on it" if curve.optimistic else ""
        yield f"  {curve.data}, {curve.systems} systems, {curve.documents} documents{note}"
        near = find_neighbours(curve.points, percentage)
        ends = [point for point in (min(curve.points), max(curve.points)) if point not in near]
        for point in sorted((*near, *ends)):
            cells = (f"{title} {each}" for title, each in zip(STATISTICS.values(), point.estimates, strict=True))
            yield f"    {'>' if point in near else ' '} {f'{point.percentage:g}% STUs':<10} " + "  ".join(cells)
    yield CAUTION
    if selection == "regressor":
        yield REGRESSOR_CAUTION
