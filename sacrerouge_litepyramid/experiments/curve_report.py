"""The Lite2.x curve as JSON, as Markdown tables, and as a figure."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid.evaluation.comparison_plot import save_figures
from sacrerouge_litepyramid.experiments.curve import (
    STATISTICS,
    TITLES,
    Mix,
    SampledAgreement,
    agreement_to_json,
    average_samples,
    sample_agreement,
)
from sacrerouge_litepyramid.experiments.data_set import ScoredSummaries, score_by_units
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.statistics.estimate import finite_or_none
from sacrerouge_litepyramid.statistics.interval_notes import list_warnings
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table

RANDOM = "random"

#: for each selection its curves: one, but for random one for each seed
Selections = Mapping[str, Sequence[Sequence[Mix]]]


class CurvePoint(NamedTuple):
    """One percentage of a selection: a mix, its scores and their agreement for each seed, and the mean over seeds."""

    mixes: tuple[Mix, ...]
    scores: tuple[np.ndarray, ...]
    sampled: tuple[SampledAgreement, ...]
    mean: SampledAgreement


def measure_curves(
    scored: ScoredSummaries, judge: Judge, selections: Selections, draws: int = 1000, seed: int = 0
) -> dict[str, Any]:
    """Return the points by measure and selection, ``curves``, and differences from random's mean, ``against_random``.

    ``draws``: for the intervals at the system level, with a ``seed`` that all selections share.
    """
    every = [each for curves in selections.values() for curve in curves for each in curve]
    scores = score_by_units(scored, judge, [each.units for each in every])
    report: dict[str, Any] = {"curves": {}, "against_random": {}}
    for measure in scores[0]:
        bar = tqdm(scores, desc=f"intervals of {measure}", unit="mix", disable=None, delay=1)
        found = iter([(each[measure], sample_agreement(scored.human, each[measure], draws, seed)) for each in bar])
        places = {name: _group_by_percentage(curves, found) for name, curves in selections.items()}
        report["curves"][measure] = {name: [_point_as_json(place) for place in each] for name, each in places.items()}
        report["against_random"][measure] = _compare_with_random(places, scored.human, draws, seed)
    return report


def render_curves(report: Mapping[str, Any]) -> str:
    """Return a table for each measure and selection, and for its differences from random."""
    return "\n".join(_markdown_lines(report)) + "\n"


def _markdown_lines(report: Mapping[str, Any]) -> Iterator[str]:
    counts = report["counts"]
    yield f"# Lite2.xPyramid, {report['data']}"
    yield ""
    yield ", ".join(f"{value} {name}" for name, value in counts.items())
    for warning in list_warnings(counts["systems"], counts["documents"]):
        yield from ("", f"Warning: {warning}")
    for measure, curves in report["curves"].items():
        for selection, points in curves.items():
            yield from _table(f"{measure}, {selection}", points, first="SCUs saved")
        for selection, points in report["against_random"][measure].items():
            yield from _table(f"{measure}, {selection} − random", points, first=None)


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


def _group_by_percentage(
    curves: Sequence[Sequence[Mix]], found: Iterator[tuple[np.ndarray, SampledAgreement]]
) -> list[CurvePoint]:
    """Group a selection's mixes by percentage; takes from ``found`` the scores and agreement of each in turn."""
    measured = [[(each, *next(found)) for each in curve] for curve in curves]
    places = []
    for of_seeds in zip(*measured, strict=True):
        mixes, scores, sampled = zip(*of_seeds, strict=True)
        places.append(CurvePoint(mixes, scores, sampled, average_samples(sampled)))
    return places


def _point_as_json(place: CurvePoint) -> dict[str, Any]:
    """Return one point for JSON; for several seeds the mean, with the deviation over seeds."""
    efforts = [each.effort for each in place.mixes]
    point = {
        "percentage": place.mixes[0].percentage,
        "replaced": efforts[0].replaced,
        "scus_saved": float(np.mean([each.scus_saved for each in efforts])),
        "share_saved": float(np.mean([each.share_saved for each in efforts])),
        **agreement_to_json(place.mean),
    }
    if len(efforts) > 1:
        point["deviation"] = {
            name: finite_or_none(np.std([each[name].value for each in place.sampled], ddof=1)) for name in STATISTICS
        }
    return point


def _compare_with_random(
    places: Mapping[str, Sequence[CurvePoint]], human: np.ndarray, draws: int, seed: int
) -> dict[str, list[dict[str, Any]]]:
    """Compare each other selection with random, at all points but the ends, where all mixes are the same."""
    result = {}
    for name in [name for name in places if name != RANDOM and RANDOM in places]:
        differences = {
            place.mixes[0].percentage: average_samples(
                [sample_agreement(human, place.scores[0], draws, seed, each) for each in random.scores]
            )
            for place, random in zip(places[name], places[RANDOM], strict=True)
            if 0 < place.mixes[0].percentage < 100
        }
        if differences:
            rows = [
                {"percentage": percentage, **agreement_to_json(each, largest=2.0)}
                for percentage, each in differences.items()
            ]
            mean = agreement_to_json(average_samples(list(differences.values())), largest=2.0)
            result[name] = [*rows, {"percentage": "mean", **mean}]
    return result


if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: colour (Okabe and Ito's, which colour-blind readers can distinguish), marker, line
LOOKS = {
    "regressor": ("#0072B2", "o", "-"),
    "random": ("#000000", "s", "--"),
    "reverse": ("#D55E00", "v", "-."),
    "oracle": ("#009E73", "^", ":"),
    "shortest": ("#CC79A7", "d", "-"),
}
Points = Sequence[Mapping[str, Any]]


def save_curve_plots(report: Mapping[str, Any], folder: Path) -> list[Path]:
    """Write curve-MEASURE.png and .svg for each measure of a curve's report; the same report gives the same files."""
    figures = {
        f"curve-{measure}": partial(_figure, curves, f"Lite2.xPyramid {measure}, {report['data']}")
        for measure, curves in report["curves"].items()
    }
    return save_figures(figures, folder, "lite2x", 150)


def _figure(curves: Mapping[str, Points], title: str) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 7), layout="constrained")
    for axes, (statistic, name) in zip(figure.subplots(2, 2).flat, TITLES.items(), strict=True):
        for selection, points in curves.items():
            _draw(axes, selection, points, statistic)
        axes.set_title(name)
        axes.set_xlabel("sentences that use STUs (%)")
        axes.set_ylabel("agreement with human scores")
        axes.grid(alpha=0.3)
    figure.axes[0].legend()
    figure.suptitle(f"{title}\nblue band: 95% interval over documents; grey band: one deviation over random's seeds")
    return figure


def _draw(axes: "Axes", selection: str, points: Points, statistic: str) -> None:
    """Draw the line of a selection, and a band where it is the regressor's or random's."""
    known = [point for point in points if point[statistic]["value"] is not None]
    x = [point["percentage"] for point in known]
    y = [point[statistic]["value"] for point in known]
    colour, marker, line = LOOKS[selection]
    axes.plot(x, y, color=colour, marker=marker, linestyle=line, markersize=4, label=selection)
    if selection == "regressor":
        bounds = [(point[statistic]["low"], point[statistic]["high"]) for point in known]
    elif selection == RANDOM and known and all("deviation" in point for point in known):
        spread = [point["deviation"][statistic] or 0.0 for point in known]
        bounds = [(value - each, value + each) for value, each in zip(y, spread, strict=True)]
    else:
        return
    axes.fill_between(
        x, [low for low, _ in bounds], [high for _, high in bounds], color=colour, alpha=0.12, linewidth=0
    )
