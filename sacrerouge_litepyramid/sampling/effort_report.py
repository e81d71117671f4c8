"""The rows of a comparison at equal effort as a table."""

from collections.abc import Sequence

from sacrerouge_litepyramid.sampling.effort import EffortRow
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table

HEADERS = ("method", "hours", "sentences with SCUs", "judgements", "rmse", "pairs in wrong order")


def render_effort(rows: Sequence[EffortRow], form: str = MARKDOWN) -> str:
    """Render the rows; ``form``: a format of tabulate."""
    return render_table(HEADERS, [_render_row(row) for row in rows], form)


def _render_row(row: EffortRow) -> list[str]:
    numbers = (f"{row.minutes / 60:.1f}", f"{row.sentences:.0f}", f"{row.judgements:.0f}")
    return [row.method, *numbers, f"{row.rmse:.4f}", f"{row.wrong_pairs:.1%}"]
