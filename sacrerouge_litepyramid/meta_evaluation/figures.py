"""Figures: the parts that they share, the scatter of systems' means, and results that have one."""

import io
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sacrerouge_litepyramid.io.files import atomic_path
from sacrerouge_litepyramid.meta_evaluation.scores import Scores
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.intervals import clip_share
from sacrerouge_litepyramid.statistics.paired import estimate_means
from sacrerouge_litepyramid.statistics.result_table import ResultTable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ENDINGS = (".png", ".svg", ".pdf")
COLOUR = "#0072B2"
#: the longest side of a figure in inches
MAX_SIDE = 40.0


class DrawnResult(ResultTable):
    """A result that can be drawn."""

    def draw(self) -> "Figure":
        """Return the result as a figure."""
        raise NotImplementedError

    def plot(self, path: str | Path | None = None) -> "Figure":
        """Return the result as a figure of matplotlib, as ``--plot`` draws it.

        If a path is given, write the figure to it. Raises ValueError for a path that does not end
        in .png, .svg or .pdf, and ImportError without matplotlib.
        """
        if path is not None:
            check_plot_path(path)
        figure = self.draw()
        # Without pyplot, notebooks do not show figures by themselves.
        vars(figure)["_repr_png_"] = partial(_render_figure, figure, "png", dpi=80)
        if path is not None:
            _save_figure(figure, path)
        return figure


def check_plot_path(path: str | Path) -> None:
    """Raise ValueError if the file's ending is not that of a figure."""
    if Path(path).suffix not in ENDINGS:
        raise ValueError(f"a figure must end in {', '.join(ENDINGS)}, not {str(path)!r}")


def _make_figure(width: float, height: float, rows: int) -> "tuple[Figure, list[Axes]]":
    """Return a figure and its panels, one below the other; raise ImportError without matplotlib."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ImportError(
            'a figure needs matplotlib: pip install "sacrerouge-litepyramid[plot]"'
        ) from None
    figure = Figure(figsize=(width, min(height, MAX_SIDE)), layout="constrained")
    return figure, list(figure.subplots(rows, squeeze=False).flat)


def draw_agreement(scores: Scores, human: str) -> "Figure":
    """Draw the systems' means by each metric against those by the human score, with 95% intervals.

    The intervals are Student's. Each metric has a panel.
    """
    figure, panels = _make_figure(6, 4.5 * len(scores.metrics), len(scores.metrics))
    for axes, (name, values) in zip(panels, scores.metrics.items(), strict=True):
        lacks = np.isnan(values) | np.isnan(scores.human)
        x = clip_share(estimate_means(np.where(lacks, np.nan, values)), name)
        y = clip_share(estimate_means(np.where(lacks, np.nan, scores.human)), human)
        axes.errorbar(
            x.value,
            y.value,
            _find_errors(y),
            _find_errors(x),
            fmt="o",
            color=COLOUR,
            ecolor="#9DC3DB",
            capsize=2,
        )
        for system, *place in zip(scores.systems, x.value, y.value, strict=True):
            axes.annotate(
                system,
                tuple(place),
                xytext=(4, 4),
                textcoords="offset points",
                fontsize=8,
                parse_math=False,
            )
        axes.set_xlabel(f"mean {name}", parse_math=False)
        axes.set_ylabel(f"mean {human}", parse_math=False)
        axes.grid(alpha=0.3)
    figure.suptitle("means of systems with 95% intervals")
    return figure


def draw_panels(names: Sequence[str], panels: Mapping[str, Sequence[Estimate]]) -> "Figure":
    """Draw a panel for each list of estimates, all of the same names, with its title."""
    figure, drawn = _make_figure(7, len(panels) * (1.2 + 0.35 * len(names)), len(panels))
    for axes, (title, estimates) in zip(drawn, panels.items(), strict=True):
        _draw_estimates(axes, names, estimates)
        axes.set_xlabel(f"{title}, 95% interval", parse_math=False)
    return figure


def _draw_estimates(axes: "Axes", names: Sequence[str], estimates: Sequence[Estimate]) -> None:
    """Draw a row for each estimate, the first on top: a dot, and its interval if it has one."""
    numbers = [(estimate.value, estimate.low, estimate.high) for estimate in estimates]
    joined = Estimate(*np.array(numbers, dtype=float).T)
    axes.errorbar(
        joined.value, range(len(names)), xerr=_find_errors(joined), fmt="o", color=COLOUR, capsize=3
    )
    axes.set_yticks(range(len(names)), names, parse_math=False)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(axis="x", alpha=0.3)


def _find_errors(estimates: Estimate) -> np.ndarray:
    """Return how far intervals extend below and above the values, (2, values), 0 without one."""
    value, low, high = estimates.value, estimates.low, estimates.high
    return np.nan_to_num([value - low, high - value]).clip(0)


def _save_figure(figure: "Figure", path: str | Path) -> None:
    """Write a figure in the format of the path's ending, one of ENDINGS.

    The same figure gives the same file.
    """
    # Rendered in memory: on a full disk, matplotlib's PDF writer hides the error behind one of its
    # own.
    rendered = _render_figure(figure, Path(path).suffix[1:])
    with atomic_path(path) as temporary:
        temporary.write_bytes(rendered)


def _render_figure(figure: "Figure", kind: str, dpi: int = 150) -> bytes:
    """Return a figure as png, svg or pdf."""
    import matplotlib

    metadata = {"png": None, "svg": {"Date": None}, "pdf": {"CreationDate": None}}[kind]
    # A fixed salt and no date make files comparable, text as text makes them searchable.
    with (
        matplotlib.rc_context({"svg.hashsalt": "comparison", "svg.fonttype": "none"}),
        io.BytesIO() as stream,
    ):
        figure.savefig(stream, format=kind, dpi=dpi, metadata=metadata)
        return stream.getvalue()
