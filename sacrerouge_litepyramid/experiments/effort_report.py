"""A comparison at equal annotation time as a table and as a figure."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sacrerouge_litepyramid.evaluation.comparison_plot import save_figure
from sacrerouge_litepyramid.experiments.effort import (
    HUMAN,
    LITE2,
    LITE2X,
    LITE3,
    WITH_LITE2,
    WITH_LITE3,
    WITH_LITE3_SHRUNK,
    EffortRow,
)
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table

HEADERS = ("method", "hours", "sentences with SCUs", "labels", "rmse", "pairs in wrong order")


def render_effort(rows: Sequence[EffortRow], form: str = MARKDOWN) -> str:
    """Render the rows; ``form``: a format of tabulate."""
    return render_table(HEADERS, [_render_row(row) for row in rows], form)


def _render_row(row: EffortRow) -> list[str]:
    numbers = (f"{row.minutes / 60:.1f}", f"{row.sentences:.0f}", f"{row.labels:.0f}")
    return [row.method, *numbers, f"{row.rmse:.4f}", f"{row.wrong_pairs:.1%}"]


if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: the panels by the field of a row
PANELS = {"rmse": "root mean squared error of a system's score", "wrong_pairs": "share of pairs in wrong order"}
#: hours
TICKS = (0, 1, 2, 5, 10, 20, 40, 80)


class Look(NamedTuple):
    """Colour (Okabe and Ito's, which colour-blind readers can distinguish), marker, line and name of a method."""

    colour: str
    marker: str
    line: str
    label: str


LOOKS = {
    f"{LITE2X}-regressor": Look("#0072B2", "o", "-", "Lite2.xPyramid, regressor"),
    f"{LITE2X}-random": Look("#56B4E9", "s", "--", "Lite2.xPyramid, by chance"),
    HUMAN: Look("#000000", "x", "-", "annotators, some documents"),
    WITH_LITE3: Look("#D55E00", "D", "-", "annotators, some documents, and Lite3Pyramid"),
    WITH_LITE3_SHRUNK: Look("#E69F00", "P", "-", "the same, corrections shrunk"),
    f"{WITH_LITE2}-active": Look("#009E73", "^", "-", "annotators, all SCUs, and Lite2Pyramid: active"),
    f"{WITH_LITE2}-summaries": Look("#CC79A7", "v", ":", "annotators, all SCUs, and Lite2Pyramid: summaries"),
}


def save_effort_plot(rows: Sequence[EffortRow], title: str, path: str | Path) -> None:
    """Draw a panel for each error; the lines of Lite2.xPyramid run from Lite3Pyramid to Lite2Pyramid."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 4.8), layout="constrained")
    for axes, (error, name) in zip(figure.subplots(1, 2), PANELS.items(), strict=True):
        for method, look in LOOKS.items():
            points = _select_points(rows, method)
            if points:
                hours, errors = zip(*((row.minutes / 60, getattr(row, error)) for row in points), strict=True)
                axes.plot(
                    hours, errors, color=look.colour, marker=look.marker, linestyle=look.line, markersize=4,
                    label=look.label,
                )  # fmt: skip
        _set_up(axes, name)
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3, fontsize=8)
    figure.suptitle(title)
    save_figure(figure, path)


def _select_points(rows: Sequence[EffortRow], method: str) -> list[EffortRow]:
    own = [row for row in rows if row.method == method]
    ends = [row for row in rows if row.method in (LITE2, LITE3)] if own and method.startswith(LITE2X) else []
    return sorted((*own, *ends), key=lambda row: row.minutes)


def _set_up(axes: "Axes", name: str) -> None:
    # Linear up to an hour, so that 0 can be shown, then logarithmic.
    axes.set_xscale("symlog", linthresh=1)
    low, high = axes.get_xlim()
    axes.set_xticks([each for each in TICKS if each <= high], [str(each) for each in TICKS if each <= high])
    axes.minorticks_off()
    axes.set_xlim(min(low, -0.05), high)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("annotation hours")
    axes.set_title(name)
    axes.grid(alpha=0.3)
