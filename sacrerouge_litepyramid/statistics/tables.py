"""Tables as text for a terminal and as HTML for a notebook."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from sacrerouge_litepyramid.statistics.system_means import MeanInterval

MAX_NAME = 40
#: tabulate's name of a Markdown table with a row of alignments
MARKDOWN = "pipe"


def render_table(headers: Sequence[str], rows: Sequence[Sequence[Any]], form: str = "plain") -> str:
    """Render rows as text: the first column to the left, the others to the right.

    ``form``: a format of tabulate (plain, pipe, html, …). Numbers come as texts, with the decimals to show.
    """
    from tabulate import tabulate

    align = ["left", *("right" for _ in headers[1:])]
    return tabulate(rows, headers=list(headers), tablefmt=form, disable_numparse=True, colalign=align if rows else None)


def render_system_means(means: Mapping[str, Mapping[str, MeanInterval]], form: str = "plain") -> str:
    """Render the means of systems: a line a system, each measure with its 95% interval, and the number of summaries."""
    measures = list(dict.fromkeys(name for each in means.values() for name in each))
    rows = [
        [
            shorten(system),
            *(format_interval(each[name]) if name in each else "" for name in measures),
            _count_summaries(each),
        ]
        for system, each in means.items()
    ]
    return render_table(["system", *measures, "summaries"], rows, form)


def format_interval(value: MeanInterval) -> str:
    """Format a mean with its interval, as .412 [.380, .444]; values of 1 and more keep their whole part."""
    if math.isnan(value.mean):
        return "none"
    mean = format_number(value.mean)
    return mean if math.isnan(value.low) else f"{mean} [{format_number(value.low)}, {format_number(value.high)}]"


def format_number(value: float) -> str:
    """Format a number with three decimals."""
    return f"{value:.3f}"


def format_p(p: float | None) -> str:
    """Format a p-value with three decimals; "none" for none."""
    return "none" if p is None else "<0.001" if p < 0.001 else f"{p:.3f}"


def shorten(name: str) -> str:
    """Cut a long name with an ellipsis, and take line breaks out of it."""
    flat = " ".join(name.split())
    return flat if len(flat) <= MAX_NAME else flat[: MAX_NAME - 1] + "…"


def _count_summaries(means: Mapping[str, MeanInterval]) -> str:
    return str(max((each.size for each in means.values()), default=0))
