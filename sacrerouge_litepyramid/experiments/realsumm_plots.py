"""Figures of the experiments: system scores, document correlations, the best k systems, significance tests."""

from collections.abc import Callable, Mapping, Sequence
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sacrerouge_litepyramid.evaluation.figures import draw_p_matrix, make_figure, save_figures
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.statistics.correlations import pearson

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: the positions of a label, nearest first: the text's alignment to its anchor, and the anchor's offset in points
LABEL_PLACES = [
    (horizontal, vertical, across * distance, up * distance)
    for distance in (4.0, 11.0, 18.0, 26.0)
    for horizontal, vertical, across, up in (
        ("left", "center", 1.2, 0.0),
        ("right", "center", -1.2, 0.0),
        ("center", "bottom", 0.0, 1.2),
        ("center", "top", 0.0, -1.2),
        ("left", "bottom", 1.0, 1.0),
        ("right", "bottom", -1.0, 1.0),
        ("left", "top", 1.0, -1.0),
        ("right", "top", -1.0, -1.0),
    )
]
#: the largest offset, in points, of a label that needs no line to its point
MAX_UNTIED_OFFSET = 6.0
#: the cost of one point of distance, in square points of overlap
DISTANCE_COST = 0.5
FONT_SIZE = 6.5
#: the width of a letter and the height of a line, as shares of the font size
LETTER_WIDTH, LINE_HEIGHT = 0.55, 1.15
#: half the side of the square that a point takes, in points
MARKER_RADIUS = 3.5


def place_labels(figure: "Figure", axes: "Axes", x: np.ndarray, y: np.ndarray, labels: Sequence[str]) -> None:
    """Write a label beside each point, (points,), with a thin line if it is far away; set the margins before."""
    figure.draw_without_rendering()
    # Positions are in typographic points, as font sizes and offsets are.
    anchors = axes.transData.transform(np.column_stack([x, y])) * 72 / figure.dpi
    taken = [(px - MARKER_RADIUS, py - MARKER_RADIUS, px + MARKER_RADIUS, py + MARKER_RADIUS) for px, py in anchors]
    bounds = [float(edge) * 72 / figure.dpi for edge in axes.bbox.extents]
    for (px, py), point, label in zip(anchors, zip(x, y, strict=True), labels, strict=True):
        boxes = [_place_box(px, py, label, place) for place in LABEL_PLACES]
        costs = [
            sum(_overlap_area(box, other) for other in taken)
            + _outside_area(box, bounds)
            + DISTANCE_COST * (abs(dx) + abs(dy))
            for box, (_, _, dx, dy) in zip(boxes, LABEL_PLACES, strict=True)
        ]
        best = int(np.argmin(costs))
        horizontal, vertical, dx, dy = LABEL_PLACES[best]
        taken.append(boxes[best])
        is_far = max(abs(dx), abs(dy)) > MAX_UNTIED_OFFSET
        axes.annotate(
            label, point, (dx, dy), textcoords="offset points", fontsize=FONT_SIZE, ha=horizontal, va=vertical,
            arrowprops={"arrowstyle": "-", "color": "#888888", "linewidth": 0.5} if is_far else None,
        )  # fmt: skip


def _place_box(
    x: float, y: float, label: str, place: tuple[str, str, float, float]
) -> tuple[float, float, float, float]:
    horizontal, vertical, dx, dy = place
    width, height = LETTER_WIDTH * FONT_SIZE * len(label), LINE_HEIGHT * FONT_SIZE
    left = x + dx - {"left": 0.0, "center": width / 2, "right": width}[horizontal]
    bottom = y + dy - {"bottom": 0.0, "center": height / 2, "top": height}[vertical]
    return left, bottom, left + width, bottom + height


def _overlap_area(box: Sequence[float], other: Sequence[float]) -> float:
    width = min(box[2], other[2]) - max(box[0], other[0])
    height = min(box[3], other[3]) - max(box[1], other[1])
    return max(width, 0.0) * max(height, 0.0)


def _outside_area(box: Sequence[float], bounds: Sequence[float]) -> float:
    """Return five times the area of a box outside ``bounds``: a label that is cut off cannot be read."""
    area = (box[2] - box[0]) * (box[3] - box[1])
    return 5 * (area - _overlap_area(box, bounds))


#: Okabe and Ito's colours, which colour-blind readers can distinguish, each with its own marker and line
LOOKS = (
    ("#0072B2", "o", "-"),
    ("#D55E00", "s", "--"),
    ("#009E73", "^", "-."),
    ("#CC79A7", "D", ":"),
    ("#E69F00", "v", "-"),
    ("#000000", "P", "--"),
    ("#56B4E9", "X", "-."),
)
#: the edges of the bins of correlations
BIN_EDGES = [tenth / 10 for tenth in range(-10, 11)]


def save_realsumm_plots(name: str, scores: Scores, part: Mapping[str, Any], human: str, folder: Path) -> list[Path]:
    """Write the four figures of a subset as NAME-KIND.png and .svg; equal inputs give equal files."""
    figures: dict[str, Callable[[], Figure]] = {
        f"{name}-scatter": lambda: draw_scatter(scores, part, human, name),
        f"{name}-documents": lambda: draw_document_histograms(scores, name),
        f"{name}-top-k": lambda: draw_top_k_curves(part, name),
        f"{name}-williams": lambda: draw_significance_matrix(part["williams"], name),
    }
    return save_figures(figures, folder, "experiments", 130)


def draw_scatter(scores: Scores, part: Mapping[str, Any], human: str, name: str) -> "Figure":
    """Draw one panel per metric: system means against human means, with one look for each prefix of the names."""
    figure, panels = _create_panels(len(scores.metrics), size=(6.2, 4.8))
    figure.suptitle(f"Systems' means, {_describe_counts(name, scores)}")
    groups = [system.split("_")[0] for system in scores.systems]
    looks = dict(zip(dict.fromkeys(groups), cycle(LOOKS), strict=False))
    looks = looks if len(looks) <= len(LOOKS) else dict.fromkeys(groups, LOOKS[0])
    x = np.nanmean(scores.human, axis=1)
    for axes, (metric, values) in zip(panels, scores.metrics.items(), strict=False):
        y = np.nanmean(values, axis=1)
        for group, (colour, marker, _) in looks.items():
            members = np.flatnonzero(np.array(groups) == group)
            axes.scatter(x[members], y[members], color=colour, marker=marker, s=28, label=group, zorder=3)
        estimates = part["correlations"][metric]["system"]
        r, tau = (_format_value(estimates[kind]) for kind in ("pearson", "kendall"))
        axes.set_title(f"{metric}   r = {r}, τ = {tau}")
        axes.set_xlabel(f"human score ({human})")
        axes.set_ylabel("metric")
        axes.grid(alpha=0.25)
        axes.margins(0.14)
    # The labels come last, as their positions are final only when all panels are drawn.
    for axes, values in zip(panels, scores.metrics.values(), strict=False):
        place_labels(figure, axes, x, np.nanmean(values, axis=1), _shorten_names(scores.systems))
    if len(set(looks.values())) > 1:
        panels[0].legend(loc="lower right")
    return figure


def draw_document_histograms(scores: Scores, name: str) -> "Figure":
    """Draw one panel per metric: the distribution over documents of Pearson across systems, and its mean."""
    figure, panels = _create_panels(len(scores.metrics), size=(4.2, 2.8), share=True)
    for axes, (metric, values) in zip(panels, scores.metrics.items(), strict=False):
        missing = np.isnan(values) | np.isnan(scores.human)
        r = pearson(*(np.where(missing, np.nan, matrix).T for matrix in (values, scores.human)))
        r = r[~np.isnan(r)]
        axes.hist(r, bins=BIN_EDGES, color="#56B4E9", edgecolor="white")
        if len(r):
            axes.axvline(r.mean(), color="#D55E00", linewidth=2, label=f"mean {r.mean():.2f}")
            axes.legend(loc="upper left")
        axes.set_title(f"{metric} ({len(r)} documents)")
        axes.set_xlabel("Pearson with human scores across systems")
        axes.set_ylabel("documents")
    figure.suptitle(f"Agreement document by document, {_describe_counts(name, scores)}")
    return figure


def draw_top_k_curves(part: Mapping[str, Any], name: str) -> "Figure":
    """Draw one line per metric: system-level Pearson of the k systems with the highest human means."""
    figure, (axes,) = make_figure(7.5, 4.8)
    for (metric, points), (colour, marker, line) in zip(part["top_k"].items(), cycle(LOOKS), strict=False):
        known = [(int(size), point["pearson"]["value"]) for size, point in points.items()]
        known = [(size, value) for size, value in known if value is not None]
        axes.plot(*np.reshape(known, (-1, 2)).T, color=colour, marker=marker, linestyle=line, label=metric)
    axes.axhline(0, color="#999999", linewidth=0.8)
    axes.set_xticks(sorted({int(size) for points in part["top_k"].values() for size in points}))
    axes.set_xlabel("k best systems by human score")
    axes.set_ylabel("system-level Pearson with human scores")
    axes.set_title(f"Agreement on the best systems, {name}: {part['systems']} systems")
    axes.grid(alpha=0.3)
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return figure


def draw_significance_matrix(matrix: Mapping[str, Mapping[str, float | None]], name: str) -> "Figure":
    """Draw a matrix of p, dark if the row's metric is significantly better than the column's, "-" without a test."""
    side = 2.6 + 0.75 * len(matrix)
    figure, (axes,) = make_figure(side + 0.6, side)
    draw_p_matrix(axes, matrix)
    axes.set_title(
        f"{name}: is the row better than the column?\nWilliams' test, one-tailed p; dark: p ≤ .05; -: no test"
    )
    return figure


def _create_panels(count: int, size: tuple[float, float], share: bool = False) -> tuple["Figure", Sequence["Axes"]]:
    columns = min(count, 2 if size[0] > 5 else 3)
    rows = -(-count // columns)
    figure, panels = make_figure(size[0] * columns, size[1] * rows, rows, columns, sharex=share, sharey=share)
    for unused in panels[count:]:
        unused.set_visible(False)
    return figure, panels[:count]


def _shorten_names(names: Sequence[str]) -> list[str]:
    """Return names without the affixes of REALSumm's files."""
    return [name.split("_", 1)[-1].replace("_out", "") if "_" in name else name for name in names]


def _format_value(statistic: Mapping[str, float | None]) -> str:
    value = statistic["value"]
    return "none" if value is None else f"{value:.2f}"


def _describe_counts(name: str, scores: Scores) -> str:
    return f"{name}: {len(scores.systems)} systems, {len(scores.documents)} documents"
