"""Tables as text for a terminal, HTML for a notebook, and LaTeX or Markdown for a paper."""

import re
import shutil
from collections.abc import Mapping, Sequence
from html import escape as escape_html
from itertools import chain
from textwrap import fill
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.answers import drop_answer_counts
from sacrerouge_litepyramid.statistics.system_means import RunningMean

#: the longest name in a table
MAX_NAME = 40
#: the longest line that is easy to read
MAX_WIDTH = 100
#: tabulate's name of a Markdown table with a row of alignments
MARKDOWN = "pipe"
#: tabulate's name of an HTML table whose cells are already escaped
HTML = "unsafehtml"
#: a LaTeX table with booktabs
LATEX = "latex"
#: replacements of characters that LaTeX reads as commands or lacks
_LATEX_ESCAPES = {
    **{character: f"\\{character}" for character in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": "$<$",
    ">": "$>$",
    "−": "$-$",
    "≤": r"$\leq$",
    "×": r"$\times$",
    "τ": r"$\tau$",
    "ρ": r"$\rho$",
    "|": r"\textbar{}",
    "\n": " ",
}
#: replacements of characters that Markdown reads as commands
_MARKDOWN_ESCAPES = {
    **{character: f"\\{character}" for character in "\\`*|"},
    "<": "&lt;",
    "\n": " ",
}
_ESCAPES = {LATEX: str.maketrans(_LATEX_ESCAPES), MARKDOWN: str.maketrans(_MARKDOWN_ESCAPES)}


class Bold(str):
    """A cell that is printed bold."""

    # the text before and after the cell by form; "" stands for all other forms
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
        """Return the table for LATEX or MARKDOWN with its note, a comment in LaTeX."""
        table = render_table(self.headers, self.rows, form)
        if not self.note:
            return table
        before = "% " if form == LATEX else "\n"
        return f"{table}\n{before}{escape(self.note, form)}"


def escape(text: str, form: str) -> str:
    """Escape a text for LaTeX or Markdown.

    For LaTeX, the sign of a negative number becomes a minus.
    """
    signed = re.sub(r"(?<![\w.-])-(?=\d)", "−", text) if form == LATEX else text
    return signed.translate(_ESCAPES[form])


def _mark(cell: Any, form: str) -> Any:
    before, after = "", ""
    if isinstance(cell, Bold | Italic):
        before, after = cell.MARKS.get(form, cell.MARKS[""])
    if form in _ESCAPES:
        cell = escape(cell, form)
    elif form == HTML:
        cell = escape_html(cell)
    return f"{before}{cell}{after}"


def render_table(headers: Sequence[str], rows: Sequence[Sequence[Any]], form: str = "plain") -> str:
    """Render rows as text, with the first column aligned to the left and the others to the right.

    ``form``: LATEX, MARKDOWN, HTML or plain. Cells are escaped. Pass numbers as texts with the
    decimals to show.
    """
    from tabulate import tabulate

    marked_headers = [_mark(cell, form) for cell in headers]
    marked_rows = []
    for row in rows:
        marked_rows.append([_mark(cell, form) for cell in row])
    if form == LATEX:
        return _render_latex(marked_headers, marked_rows)
    align = ["left", *["right"] * (len(headers) - 1)] if rows else None
    return tabulate(
        marked_rows, marked_headers, tablefmt=form, disable_numparse=True, colalign=align
    )


def _render_latex(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a LaTeX table of escaped cells."""
    head, *body = [f"{' & '.join(row)} \\\\" for row in (headers, *rows)]
    alignment = "l" + "r" * (len(headers) - 1)
    begin = rf"\begin{{tabular}}{{{alignment}}}"
    ending = [r"\bottomrule", r"\end{tabular}"]
    return "\n".join([begin, r"\toprule", head, r"\midrule", *body, *ending])


def measure_width() -> int:
    """Return the width of the terminal ($COLUMNS) in characters, at most MAX_WIDTH."""
    terminal = shutil.get_terminal_size((MAX_WIDTH, 24))
    return min(terminal.columns, MAX_WIDTH)


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
    """Break the lines of a text at `measure_width`, except the rows of tables.

    The rest of an indented line is indented further.
    """
    lines = []
    for line in text.split("\n"):
        is_row = "  " in line.strip()
        indent = line[: len(line) - len(line.lstrip())]
        lines.append(line if is_row else wrap_line(line, f"{indent}  " if indent else ""))
    return "\n".join(lines)


def render_fitting_table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Render rows as `render_table` does, with names cut so that lines fit `measure_width`.

    The names are the cells of the first column.
    """
    nameless = render_table(headers, [["", *cells] for _, *cells in rows])
    width = max(len(line) for line in nameless.split("\n"))
    room = measure_width() - width + len(headers[0])
    length = min(max(room, 12), MAX_NAME)
    return render_table(headers, [[shorten(name, length), *cells] for name, *cells in rows])


def tabulate_system_means(
    means: Mapping[str, Mapping[str, RunningMean]], answers: Mapping[str, tuple[int, int]]
) -> PaperTable:
    """Return a row per system: its means with 95% intervals and its number of summaries.

    ``answers``: for each system, the numbers of answered and of all units, shown if they differ.
    """
    # This imports numpy, which commands do not need to start.
    from sacrerouge_litepyramid.statistics.intervals import clip_share

    names = drop_answer_counts(dict.fromkeys(chain.from_iterable(means.values())))
    is_incomplete = any(answered < units for answered, units in answers.values())
    rows = []
    for system, measures in means.items():
        cells = []
        for name in names:
            mean = measures.get(name)
            cells.append(str(clip_share(mean.estimate(), name)) if mean else "")
        summaries = max((mean.count for mean in measures.values()), default=0)
        if is_incomplete:
            cells.append("{:,}/{:,}".format(*answers[system]))
        rows.append([shorten(system), *cells, str(summaries)])
    headers = ["system", *names, *(["answered"] if is_incomplete else []), "summaries"]
    return PaperTable(headers, rows, "Means over summaries, with 95% intervals.")


def shorten(name: str, length: int = MAX_NAME) -> str:
    """Cut a long name in its middle, as names of systems often differ at the end.

    White space becomes single spaces.
    """
    flat = " ".join(name.split())
    if len(flat) <= length:
        return flat
    end = (length - 1) // 2
    return f"{flat[: length - 1 - end]}…{flat[len(flat) - end :]}"
