"""Tables as text for a terminal, HTML for a notebook, and LaTeX or Markdown for a paper."""

import re
import shutil
from collections.abc import Mapping, Sequence
from html import escape as escape_html
from textwrap import fill
from typing import Any, NamedTuple

from sacrerouge_litepyramid.statistics.system_means import RunningMean

MAX_NAME = 40
#: the longest line that is easy to read
MAX_WIDTH = 100
#: forms of a table: tabulate's names of a Markdown table with a row of alignments and of an HTML
#: table whose cells are already escaped, and a LaTeX table with booktabs
MARKDOWN, HTML, LATEX = "pipe", "unsafehtml", "latex"
#: replacements of characters that LaTeX and Markdown read as commands
ESCAPES = {
    LATEX: str.maketrans(
        {character: f"\\{character}" for character in "&%$#_{}"}
        | {
            "\\": r"\textbackslash{}",
            "~": r"\textasciitilde{}",
            "^": r"\textasciicircum{}",
            "<": "$<$",
            ">": "$>$",
        }
        | {
            "−": "$-$",
            "≤": r"$\leq$",
            "×": r"$\times$",
            "τ": r"$\tau$",
            "ρ": r"$\rho$",
            "|": r"\textbar{}",
            "\n": " ",
        }
    ),
    MARKDOWN: str.maketrans(
        {character: f"\\{character}" for character in "\\`*|"} | {"<": "&lt;", "\n": " "}
    ),
}


class Bold(str):
    """A cell that is printed bold.

    MARKS: the text before and after it by form, "" for all other forms.
    """

    MARKS = {LATEX: (r"\textbf{", "}"), HTML: ("<b>", "</b>"), "": ("**", "**")}


class Italic(str):
    """A cell that is printed in italics."""

    MARKS = {LATEX: (r"\textit{", "}"), HTML: ("<i>", "</i>"), "": ("*", "*")}


class PaperTable(NamedTuple):
    """A table as a paper prints it, and a note for its caption."""

    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str

    def render(self, form: str) -> str:
        """Return the table with its note, a comment in LaTeX.

        ``form``: LATEX, or MARKDOWN with names escaped.
        """
        if form == LATEX:
            table = render_table(self.headers, self.rows, form)
            return f"{table}\n% {escape(self.note, form)}" if self.note else table
        head, *rows = (
            [type(cell)(escape(cell, form)) for cell in row] for row in (self.headers, *self.rows)
        )
        return f"{render_table(head, rows, form)}\n\n{escape(self.note, form)}".rstrip()


def escape(text: str, form: str) -> str:
    """Escape a text for LaTeX or Markdown.

    For LaTeX, the sign of a negative number becomes a minus.
    """
    signed = re.sub(r"(?<![\w.-])-(?=\d)", "−", text) if form == LATEX else text
    return signed.translate(ESCAPES[form])


def _mark(cell: Any, form: str) -> Any:
    before, after = "", ""
    if isinstance(cell, Bold | Italic):
        before, after = cell.MARKS.get(form, cell.MARKS[""])
    if form == LATEX:
        cell = escape(cell, form)
    elif form == HTML:
        cell = escape_html(cell)
    return f"{before}{cell}{after}"


def render_table(headers: Sequence[str], rows: Sequence[Sequence[Any]], form: str = "plain") -> str:
    """Render rows as text, with the first column aligned to the left and the others to the right.

    ``form``: LATEX, or a format of tabulate (plain, pipe, html, …). Pass numbers as texts with the
    decimals to show.
    """
    from tabulate import tabulate

    headers, *rows = ([_mark(cell, form) for cell in row] for row in (headers, *rows))
    if form == LATEX:
        lines = []
        for row in (headers, *rows):
            # LaTeX would read a bracket at the start of a row as an argument of the command before
            # it.
            start = "{}" if row[0].startswith("[") else ""
            lines.append(f"{start}{' & '.join(row)} \\\\")
        begin = rf"\begin{{tabular}}{{l{'r' * (len(headers) - 1)}}}"
        return "\n".join(
            [
                begin,
                r"\toprule",
                lines[0],
                r"\midrule",
                *lines[1:],
                r"\bottomrule",
                r"\end{tabular}",
            ]
        )
    align = ["left", *["right"] * (len(headers) - 1)] if rows else None
    return tabulate(rows, headers=headers, tablefmt=form, disable_numparse=True, colalign=align)


def measure_width() -> int:
    """Return the width of a line in characters: that of the terminal ($COLUMNS), at most
    MAX_WIDTH.
    """
    return min(shutil.get_terminal_size((MAX_WIDTH, 24)).columns, MAX_WIDTH)


def wrap_line(line: str, indent: str = "") -> str:
    """Break a line at `measure_width`; ``indent``: the start of the lines after the first."""
    return fill(
        line,
        measure_width(),
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def wrap(text: str) -> str:
    """Break the lines of a text at `measure_width`, except rows of tables, which have two spaces in
    a row.
    """
    return "\n".join(line if "  " in line.strip() else wrap_line(line) for line in text.split("\n"))


def render_fitting_table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Render rows as `render_table` does, and cut names in the first column so that lines fit
    `measure_width`.
    """
    width = max(map(len, render_table(headers, [["", *cells] for _, *cells in rows]).split("\n")))
    room = measure_width() - width + len(headers[0])
    length = min(max(room, 12), MAX_NAME)
    return render_table(headers, [[shorten(name, length), *cells] for name, *cells in rows])


def tabulate_system_means(means: Mapping[str, Mapping[str, RunningMean]]) -> PaperTable:
    """Return one row per system: each measure's mean with its 95% interval, and the number of
    summaries.
    """
    from sacrerouge_litepyramid.statistics.intervals import (
        clip_share,
    )  # numpy is not needed to start

    names = list(dict.fromkeys(name for measures in means.values() for name in measures))
    rows = []
    for system, measures in means.items():
        cells, counts = [], [0]
        for name in names:
            mean = measures.get(name, RunningMean())
            cells.append(str(clip_share(mean.estimate(), name)) if name in measures else "")
            counts.append(mean.count)
        rows.append([shorten(system), *cells, str(max(counts))])
    return PaperTable(
        ["system", *names, "summaries"], rows, "Means over summaries, with 95% intervals."
    )


def render_system_means(means: Mapping[str, Mapping[str, RunningMean]]) -> str:
    """Render the means of systems as text."""
    return render_table(*tabulate_system_means(means)[:2])


def shorten(name: str, length: int = MAX_NAME) -> str:
    """Cut a long name with an ellipsis, and turn its white space into single spaces."""
    flat = " ".join(name.split())
    return flat if len(flat) <= length else flat[: length - 1] + "…"
