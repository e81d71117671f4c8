"""Extract the points of a Lite2.x curve, small enough to ship, for planning an annotation."""

from collections.abc import Mapping
from typing import Any

from sacrerouge_litepyramid.meta.curve import STATISTICS

FACTS = ("data", "version", "units", "counts", "presence", "regressor")
#: the selections that a plan may use; the oracle and the reverse are of no use to it
SELECTIONS = ("regressor", "random", "shortest")
DIGITS = 4


def select_points(report: Mapping[str, Any], command: str) -> dict[str, Any]:
    """Return a curve's report without its differences, rounded; ``command``: its provenance, the command line."""
    curves = {
        measure: {name: [_round_point(each) for each in by_name[name]] for name in SELECTIONS if name in by_name}
        for measure, by_name in report["curves"].items()
    }
    return {"command": command, **{name: report[name] for name in FACTS}, "curves": curves}


def _round_point(point: Mapping[str, Any]) -> dict[str, Any]:
    rounded = {name: {end: _round(value) for end, value in point[name].items()} for name in STATISTICS}
    return {"percentage": point["percentage"], "share_saved": _round(point["share_saved"]), **rounded}


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)
