"""The Lite2.x curve as a figure: a panel for each correlation, a line for each selection (paper, figures 2 and 4)."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sacrerouge_litepyramid.meta.curve_report import RANDOM, TITLES
from sacrerouge_litepyramid.storage.files import atomic_path

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
KINDS = ("png", "svg")
Points = Sequence[Mapping[str, Any]]


def save_plots(report: Mapping[str, Any], folder: Path) -> list[Path]:
    """Write curve-MEASURE.png and .svg for each measure of a curve's report; the same report gives the same files."""
    import matplotlib

    paths = []
    # A fixed salt, no date, and text as text: figures can be compared and searched.
    with matplotlib.rc_context({"svg.hashsalt": "lite2x", "svg.fonttype": "none", "font.size": 9}):
        for measure, curves in report["curves"].items():
            figure = _figure(curves, f"Lite2.xPyramid {measure}, {report['data']}")
            for kind in KINDS:
                path = folder / f"curve-{measure}.{kind}"
                with atomic_path(path) as temporary:
                    figure.savefig(temporary, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None)
                paths.append(path)
    return paths


def _figure(curves: Mapping[str, Points], title: str) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 7), layout="constrained")
    for axes, (statistic, name) in zip(figure.subplots(2, 2).flat, TITLES.items(), strict=True):
        for selection, points in curves.items():
            _draw(axes, selection, points, statistic)
        axes.set_title(name)
        axes.set_xlabel("sentences that use STUs (%)")
        axes.set_ylabel("agreement with people")
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
