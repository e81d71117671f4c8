"""The Lite2.x curve as JSON and as Markdown tables."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid.meta.curve import (
    STATISTICS,
    Estimates,
    Mix,
    as_json,
    differences,
    estimate,
    mean_estimate,
)
from sacrerouge_litepyramid.meta.scored import ScoredSummaries, score_by_units
from sacrerouge_litepyramid.meta.scores import number
from sacrerouge_litepyramid.presence.presence_model import PresenceModel
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table

RANDOM = "random"
TITLES = {
    "system_pearson": "system r",
    "system_spearman": "system ρ",
    "summary_pearson": "summary r",
    "summary_spearman": "summary ρ",
}

#: for each selection its curves, one but for random, which has one a seed
Selections = Mapping[str, Sequence[Sequence[Mix]]]


class Place(NamedTuple):
    """One percentage of a selection: a mix and an estimate a seed, and the mean over seeds."""

    mixes: tuple[Mix, ...]
    estimates: tuple[Estimates, ...]
    mean: Estimates


def curve_report(
    judged: ScoredSummaries, presence: PresenceModel, selections: Selections, draws: np.ndarray
) -> dict[str, Any]:
    """``curves``: by measure and selection a list of points; ``against_random``: the differences from random's mean.

    ``draws``: documents drawn for the bootstrap, (resamples, documents). All selections share them.
    """
    every = [each for curves in selections.values() for curve in curves for each in curve]
    scores = score_by_units(judged, presence, [each.units for each in every])
    report: dict[str, Any] = {"curves": {}, "against_random": {}}
    for measure in scores[0]:
        bar = tqdm(scores, desc=f"intervals of {measure}", unit="mix", disable=None, delay=1)
        estimates = iter([estimate(each[measure], judged.people, draws) for each in bar])
        places = {name: _places(curves, estimates) for name, curves in selections.items()}
        report["curves"][measure] = {name: [_point(place) for place in each] for name, each in places.items()}
        report["against_random"][measure] = _against_random(places)
    return report


def as_markdown(report: Mapping[str, Any]) -> str:
    """A table a measure and selection, and one of the differences from random."""
    return "\n".join(_markdown_lines(report)) + "\n"


def _markdown_lines(report: Mapping[str, Any]) -> Iterator[str]:
    counts = report["counts"]
    yield f"# Lite2.xPyramid, {report['data']}"
    yield ""
    yield ", ".join(f"{value} {name}" for name, value in counts.items())
    for measure, curves in report["curves"].items():
        for selection, points in curves.items():
            yield from _table(f"{measure}, {selection}", points, first="SCUs saved")
        for selection, points in report["against_random"][measure].items():
            yield from _table(f"{measure}, {selection} less random", points, first=None)


def _table(title: str, points: Sequence[Mapping[str, Any]], first: str | None) -> Iterator[str]:
    yield from ("", f"## {title}", "")
    rows = []
    for point in points:
        share = point["percentage"]
        cells = [share if isinstance(share, str) else f"{share}%"]
        cells += [f"{100 * point['share_saved']:.0f}%"] if first else []
        rows.append(cells + [_cell(point[name], point.get("deviation", {}).get(name)) for name in STATISTICS])
    yield render_table(["STUs for", *([first] if first else []), *TITLES.values()], rows, MARKDOWN)


def _cell(statistic: Mapping[str, float | None], deviation: float | None) -> str:
    if statistic["value"] is None:
        return "none"
    spread = "" if deviation is None else f" ± {deviation:.3f}"
    interval = "" if statistic["low"] is None else f" [{statistic['low']:.3f}, {statistic['high']:.3f}]"
    return f"{statistic['value']:.3f}{spread}{interval}"


def _places(curves: Sequence[Sequence[Mix]], estimates: Iterator[Estimates]) -> list[Place]:
    """The percentages of a selection; takes an estimate for each of its mixes, curve by curve."""
    estimated = [[(each, next(estimates)) for each in curve] for curve in curves]
    places = []
    for pairs in zip(*estimated, strict=True):
        found = tuple(pair[1] for pair in pairs)
        places.append(Place(tuple(pair[0] for pair in pairs), found, mean_estimate(found)))
    return places


def _point(place: Place) -> dict[str, Any]:
    """One percentage; of several seeds the mean, with the deviation over seeds."""
    efforts = [each.effort for each in place.mixes]
    point = {
        "percentage": place.mixes[0].percentage,
        "replaced": efforts[0].replaced,
        "scus_saved": float(np.mean([each.scus_saved for each in efforts])),
        "share_saved": float(np.mean([each.share_saved for each in efforts])),
        **as_json(place.mean),
    }
    if len(efforts) > 1:
        point["deviation"] = {
            name: number(np.std([each[name].value for each in place.estimates], ddof=1)) for name in STATISTICS
        }
    return point


def _against_random(places: Mapping[str, Sequence[Place]]) -> dict[str, list[dict[str, Any]]]:
    """For each other selection the points but the ends, where all mixes are the same, and their mean."""
    result = {}
    for name in [name for name in places if name != RANDOM and RANDOM in places]:
        less = {
            place.mixes[0].percentage: differences(place.mean, random.mean)
            for place, random in zip(places[name], places[RANDOM], strict=True)
            if 0 < place.mixes[0].percentage < 100
        }
        if less:
            rows = [{"percentage": percentage, **as_json(each)} for percentage, each in less.items()]
            result[name] = [*rows, {"percentage": "mean", **as_json(mean_estimate(list(less.values())))}]
    return result
