"""Label the points of a scatter plot, with as little overlap as possible."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: the positions of a label, nearest first: alignment of the text about its anchor, and the anchor's offset in points
PLACES = [
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
#: the largest offset, in points, of a label without a line to its point
MAX_UNTIED_OFFSET = 6.0
#: the cost of a point of distance, in square points of overlap
DISTANCE_COST = 0.5
FONT_SIZE = 6.5
#: width of a letter and height of a line, as shares of the font size
LETTER, LINE = 0.55, 1.15
#: half the side of the square that a point takes, in points
MARKER_RADIUS = 3.5


def place_labels(figure: "Figure", axes: "Axes", x: np.ndarray, y: np.ndarray, labels: Sequence[str]) -> None:
    """Write a label beside each point, (points,), with a thin line where it is far off; margins must be set."""
    figure.draw_without_rendering()
    # Positions in typographic points, in which font sizes and offsets are given.
    anchors = axes.transData.transform(np.column_stack([x, y])) * 72 / figure.dpi
    taken = [(px - MARKER_RADIUS, py - MARKER_RADIUS, px + MARKER_RADIUS, py + MARKER_RADIUS) for px, py in anchors]
    bounds = [float(edge) * 72 / figure.dpi for edge in axes.bbox.extents]
    for (px, py), point, label in zip(anchors, zip(x, y, strict=True), labels, strict=True):
        boxes = [_place_box(px, py, label, place) for place in PLACES]
        costs = [
            sum(_overlap_area(box, other) for other in taken)
            + _outside_area(box, bounds)
            + DISTANCE_COST * (abs(dx) + abs(dy))
            for box, (_, _, dx, dy) in zip(boxes, PLACES, strict=True)
        ]
        best = int(np.argmin(costs))
        horizontal, vertical, dx, dy = PLACES[best]
        taken.append(boxes[best])
        line = (
            {"arrowstyle": "-", "color": "#888888", "linewidth": 0.5}
            if max(abs(dx), abs(dy)) > MAX_UNTIED_OFFSET
            else None
        )
        axes.annotate(
            label,
            point,
            (dx, dy),
            textcoords="offset points",
            fontsize=FONT_SIZE,
            ha=horizontal,
            va=vertical,
            arrowprops=line,
        )


def _place_box(
    x: float, y: float, label: str, place: tuple[str, str, float, float]
) -> tuple[float, float, float, float]:
    horizontal, vertical, dx, dy = place
    width, height = LETTER * FONT_SIZE * len(label), LINE * FONT_SIZE
    left = x + dx - {"left": 0.0, "center": width / 2, "right": width}[horizontal]
    bottom = y + dy - {"bottom": 0.0, "center": height / 2, "top": height}[vertical]
    return left, bottom, left + width, bottom + height


def _overlap_area(box: Sequence[float], other: Sequence[float]) -> float:
    width = min(box[2], other[2]) - max(box[0], other[0])
    height = min(box[3], other[3]) - max(box[1], other[1])
    return max(width, 0.0) * max(height, 0.0)


def _outside_area(box: Sequence[float], bounds: Sequence[float]) -> float:
    """Return five times the area of a box outside of ``bounds``: a label that is cut off cannot be read."""
    area = (box[2] - box[0]) * (box[3] - box[1])
    return 5 * (area - _overlap_area(box, bounds))
