"""The Lite2.x curve as JSON and as Markdown tables."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

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
from sacrerouge_litepyramid.presence.base import PresenceModel

RANDOM = "random"
TITLES = {
    "system_pearson": "system r",
    "system_spearman": "system ρ",
    "summary_pearson": "summary r",
    "summary_spearman": "summary ρ",
}

#: for each selection its curves, one but for random, which has one a seed
Selections = Mapping[str, Sequence[Sequence[Mix]]]


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
        estimates = iter([estimate(each[measure], judged.people, draws) for each in scores])
        by_selection = {
            name: [[next(estimates) for _ in curve] for curve in curves] for name, curves in selections.items()
        }
        means = {
            name: [mean_estimate(points) for points in zip(*curves, strict=True)]
            for name, curves in by_selection.items()
        }
        report["curves"][measure] = {
            name: [
                _point(*each)
                for each in zip(
                    zip(*selections[name], strict=True), zip(*by_selection[name], strict=True), means[name], strict=True
                )
            ]
            for name in selections
        }
        report["against_random"][measure] = _against_random(selections, means)
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
    names = ["STUs for", *([first] if first else []), *TITLES.values()]
    yield "| " + " | ".join(names) + " |"
    yield "| " + " | ".join("---:" for _ in names) + " |"
    for point in points:
        share = point["percentage"]
        cells = [share if isinstance(share, str) else f"{share}%"]
        cells += [f"{100 * point['share_saved']:.0f}%"] if first else []
        cells += [_cell(point[name], point.get("deviation", {}).get(name)) for name in STATISTICS]
        yield "| " + " | ".join(cells) + " |"


def _cell(statistic: Mapping[str, float | None], deviation: float | None) -> str:
    if statistic["value"] is None:
        return "none"
    spread = "" if deviation is None else f" ± {deviation:.3f}"
    interval = "" if statistic["low"] is None else f" [{statistic['low']:.3f}, {statistic['high']:.3f}]"
    return f"{statistic['value']:.3f}{spread}{interval}"


def _point(same: Sequence[Mix], estimates: Sequence[Estimates], mean: Estimates) -> dict[str, Any]:
    """One percentage; of several seeds the mean, with the deviation over seeds."""
    point = {
        "percentage": same[0].percentage,
        "replaced": same[0].effort.replaced,
        "scus_saved": float(np.mean([each.effort.scus_saved for each in same])),
        "share_saved": float(np.mean([each.effort.share_saved for each in same])),
        **as_json(mean),
    }
    if len(same) > 1:
        deviations = {name: float(np.std([each[name].value for each in estimates], ddof=1)) for name in STATISTICS}
        point["deviation"] = {name: value if np.isfinite(value) else None for name, value in deviations.items()}
    return point


def _against_random(
    selections: Selections, means: Mapping[str, Sequence[Estimates]]
) -> dict[str, list[dict[str, Any]]]:
    """For each other selection the points but the ends, where all mixes are the same, and their mean."""
    if RANDOM not in means:
        return {}
    percentages = [each.percentage for each in selections[RANDOM][0]]
    inner = [place for place, percentage in enumerate(percentages) if 0 < percentage < 100]
    result = {}
    for name in means:
        if name != RANDOM and inner:
            less = [differences(means[name][place], means[RANDOM][place]) for place in inner]
            rows = [
                {"percentage": percentages[place], **as_json(each)} for place, each in zip(inner, less, strict=True)
            ]
            result[name] = [*rows, {"percentage": "mean", **as_json(mean_estimate(less))}]
    return result
