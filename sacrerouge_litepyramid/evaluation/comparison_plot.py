"""Comparisons as figures: systems' means with intervals and groups, and p-values of all pairs as matrices."""

import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sacrerouge_litepyramid.evaluation.compared_systems import SystemComparison
from sacrerouge_litepyramid.evaluation.metric_comparison import LEVELS, MetricComparison
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.io.files import atomic_path
from sacrerouge_litepyramid.statistics.difference import ALPHA, Difference
from sacrerouge_litepyramid.statistics.estimate import format_p
from sacrerouge_litepyramid.statistics.intervals import hold_share
from sacrerouge_litepyramid.statistics.paired import estimate_means

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ENDINGS = (".png", ".svg", ".pdf")
COLOUR = "#0072B2"
#: the longest side of a matrix of systems in inches
MAX_SIDE = 40.0
Matrix = Mapping[str, Mapping[str, float | None]]


def check_plot_path(path: str | Path) -> None:
    """Raise ValueError for a file's ending that is no figure's."""
    if Path(path).suffix not in ENDINGS:
        raise ValueError(f"--plot must end in {', '.join(ENDINGS)}, not {str(path)!r}")


def save_systems_plot(found: SystemComparison, path: str | Path) -> None:
    """Draw the systems' means with 95% intervals and letters of groups, and the adjusted p of all pairs."""
    from matplotlib.figure import Figure

    names = [row.system for row in found.systems]
    side = min(2.2 + 0.5 * len(names), MAX_SIDE)
    figure = Figure(figsize=(5 + side, max(3.0, side)), layout="constrained")
    means, matrix = figure.subplots(1, 2, width_ratios=(4.5, side))
    _draw_means(means, found)
    draw_p_matrix(matrix, _build_matrix(names, found.pairs))
    matrix.set_title(f"adjusted p; dark: the row is better, p ≤ {ALPHA}")
    save_figure(figure, path)


def save_metrics_plot(found: MetricComparison, path: str | Path) -> None:
    """Draw a panel for each level: the adjusted p of the difference in Pearson of all pairs of metrics."""
    from matplotlib.figure import Figure

    names = list(dict.fromkeys(name for pair in found.pairs for name in (pair.first, pair.second)))
    side = 2.6 + 0.75 * len(names)
    figure = Figure(figsize=(2 * side, side), layout="constrained")
    for axes, level in zip(figure.subplots(1, 2), LEVELS, strict=True):
        pairs = [pair for pair in found.pairs if pair.level == level and pair.coefficient == "pearson"]
        draw_p_matrix(axes, _build_matrix(names, pairs))
        axes.set_title(f"{level} level, Pearson")
    figure.suptitle(f"adjusted p; dark: the row agrees better with human scores, p ≤ {ALPHA}")
    save_figure(figure, path)


def save_agreement_plot(scores: Scores, human: str, path: str | Path) -> None:
    """Draw a panel for each metric: systems' means by it and by the human score, both with Student's 95% intervals."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 4.5 * len(scores.metrics)), layout="constrained")
    panels = figure.subplots(len(scores.metrics), squeeze=False).flat
    for axes, (name, values) in zip(panels, scores.metrics.items(), strict=True):
        lacks = np.isnan(values) | np.isnan(scores.human)
        x, y = (
            hold_share(estimate_means(np.where(lacks, np.nan, each)), of)
            for each, of in ((values, name), (scores.human, human))
        )
        errors = [np.nan_to_num([each.value - each.low, each.high - each.value]) for each in (x, y)]
        axes.errorbar(x.value, y.value, errors[1], errors[0], fmt="o", color=COLOUR, ecolor="#9DC3DB", capsize=2)
        for system, *place in zip(scores.systems, x.value, y.value, strict=True):
            axes.annotate(system, place, xytext=(4, 4), textcoords="offset points", fontsize=8, parse_math=False)
        axes.set_xlabel(f"mean {name}")
        axes.set_ylabel(f"mean {human}")
        axes.grid(alpha=0.3)
    figure.suptitle("means of systems with 95% intervals")
    save_figure(figure, path)


def draw_p_matrix(axes: "Axes", matrix: Mapping[str, Mapping[str, float | None]]) -> None:
    """Draw p by row and column, dark up to ALPHA, "–" for None."""
    from matplotlib.colors import ListedColormap

    names = list(matrix)
    p = np.array([[np.nan if (v := matrix[row].get(column)) is None else v for column in names] for row in names])
    state = np.where(np.isnan(p), 0, np.where(p <= ALPHA, 2, 1))
    axes.imshow(state, cmap=ListedColormap(["#FFFFFF", "#DCE9F2", "#0072B2"]), vmin=0, vmax=2)
    for row, column in np.ndindex(p.shape):
        value = p[row, column]
        text = "–" if np.isnan(value) else format_p(float(value))
        axes.text(column, row, text, ha="center", va="center", color="white" if state[row, column] == 2 else "black")
    axes.set_xticks(range(len(names)), names, rotation=40, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_xticks(np.arange(len(names) + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(len(names) + 1) - 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=2)
    axes.tick_params(which="minor", length=0)


def _build_matrix(names: Sequence[str], pairs: Sequence[Difference]) -> Matrix:
    """Return the adjusted p where the row is no worse than the column, None elsewhere."""
    matrix: dict[str, dict[str, float | None]] = {name: {} for name in names}
    for pair in pairs:
        if not np.isnan(pair.difference.value):
            row, column = (pair.first, pair.second) if pair.difference.value >= 0 else (pair.second, pair.first)
            matrix[row][column] = pair.adjusted_p
    return matrix


def _draw_means(axes: "Axes", found: SystemComparison) -> None:
    rows = np.arange(len(found.systems))
    means = np.array([row.mean.value for row in found.systems])
    margins = [row.mean.high - row.mean.value if row.mean.has_interval else 0.0 for row in found.systems]
    axes.errorbar(means, rows, xerr=margins, fmt="o", color=COLOUR, capsize=3)
    axes.set_yticks(rows, [f"{row.system}  {row.groups}" for row in found.systems])
    axes.invert_yaxis()
    axes.grid(axis="x", alpha=0.3)
    axes.set_xlabel(f"mean {found.metric}, 95% interval")
    axes.set_title("systems that share a letter\ndo not differ significantly")


def save_figure(figure: "Figure", path: str | Path, salt: str = "comparison", dpi: int = 150) -> None:
    """Write a figure in the format of the path's ending, one of ENDINGS; the same figure gives the same file."""
    import matplotlib

    kind = Path(path).suffix[1:]
    metadata = {"png": None, "svg": {"Date": None}, "pdf": {"CreationDate": None}}[kind]
    # A fixed salt, no date, and text as text: figures can be compared and searched.
    with matplotlib.rc_context({"svg.hashsalt": salt, "svg.fonttype": "none"}), io.BytesIO() as drawn:
        # Drawn in memory: where a disk is full, matplotlib's writer of PDF hides the error behind one of its own.
        figure.savefig(drawn, format=kind, dpi=dpi, metadata=metadata)
        with atomic_path(path) as temporary:
            temporary.write_bytes(drawn.getvalue())


def save_figures(figures: Mapping[str, Callable[[], "Figure"]], folder: Path, salt: str, dpi: int) -> list[Path]:
    """Draw each figure and write it as NAME.png and NAME.svg; the same input and salt give the same files."""
    import matplotlib

    paths = []
    with matplotlib.rc_context({"font.size": 9}):
        for name, draw in figures.items():
            figure = draw()
            for ending in (".png", ".svg"):
                paths.append(folder / f"{name}{ending}")
                save_figure(figure, paths[-1], salt, dpi)
    return paths
