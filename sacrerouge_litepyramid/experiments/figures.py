"""Figures of experiments, each as PNG and SVG."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sacrerouge_litepyramid.evaluation.comparison_plot import save_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KINDS = ("png", "svg")


def save_figures(figures: Mapping[str, Callable[[], "Figure"]], folder: Path, salt: str, dpi: int) -> list[Path]:
    """Draw each figure and write it as NAME.png and NAME.svg; the same input and salt give the same files."""
    import matplotlib

    paths = []
    with matplotlib.rc_context({"font.size": 9}):
        for name, draw in figures.items():
            figure = draw()
            for kind in KINDS:
                paths.append(folder / f"{name}.{kind}")
                save_figure(figure, paths[-1], salt, dpi)
    return paths
