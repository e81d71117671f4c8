"""The rows of a simulation as a table."""

from collections.abc import Sequence

from sacrerouge_litepyramid.sampling.simulation import SimulatedRow
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table

HEADERS = (
    "judge",
    "design",
    "estimator",
    "budget",
    "rmse",
    "bias",
    "coverage",
    "width",
    "of differences: coverage",
    "width",
    "pairs told apart",
    "judgements saved",
    "summaries",
)


def render_simulation(rows: Sequence[SimulatedRow], form: str = MARKDOWN) -> str:
    """Render the rows of one or several judges; ``form``: a format of tabulate."""
    return render_table(HEADERS, [_render_row(row) for row in rows], form)


def _render_row(row: SimulatedRow) -> list[str]:
    return [
        row.judge,
        row.design or "",
        row.estimator,
        str(row.budget),
        f"{row.rmse:.4f}",
        f"{row.bias:.4f}",
        _format(row.coverage, "{:.1%}"),
        _format(row.width, "{:.3f}"),
        _format(row.difference_coverage, "{:.1%}"),
        _format(row.difference_width, "{:.3f}"),
        _format(row.pairs_told_apart, "{:.1f}"),
        _format(row.judgements_saved, "{:.2f}"),
        _format(row.summaries, "{:.0f}"),
    ]


def _format(value: float | None, form: str) -> str:
    return "" if value is None else form.format(value)
