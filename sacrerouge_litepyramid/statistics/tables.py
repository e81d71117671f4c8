"""Tables as text for a terminal and as HTML for a notebook."""

from collections.abc import Mapping, Sequence
from typing import Any

from sacrerouge_litepyramid.statistics.system_means import RunningMean

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


def render_system_means(means: Mapping[str, Mapping[str, RunningMean]], form: str = "plain") -> str:
    """Render the means of systems: a line a system, each measure with its 95% interval, and the number of summaries."""
    from sacrerouge_litepyramid.statistics.intervals import hold_share  # numpy is not needed to start

    measures = list(dict.fromkeys(name for each in means.values() for name in each))
    rows = [
        [
            shorten(system),
            *(str(hold_share(each[name].estimate(), name)) if name in each else "" for name in measures),
            str(max((mean.count for mean in each.values()), default=0)),
        ]
        for system, each in means.items()
    ]
    return render_table(["system", *measures, "summaries"], rows, form)


def shorten(name: str) -> str:
    """Cut a long name with an ellipsis, and take line breaks out of it."""
    flat = " ".join(name.split())
    return flat if len(flat) <= MAX_NAME else flat[: MAX_NAME - 1] + "…"
