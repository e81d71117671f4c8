"""The base class of all results in Python: tables, also for pandas, LaTeX, Markdown and JSON."""

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, ClassVar, NamedTuple

from sacrerouge_litepyramid.statistics.difference import Difference
from sacrerouge_litepyramid.statistics.estimate import format_number, row_to_json
from sacrerouge_litepyramid.statistics.tables import (
    HTML,
    LATEX,
    MARKDOWN,
    PaperTable,
    escape,
    render_table,
    shorten,
    wrap,
)
from sacrerouge_litepyramid.statistics.warning import describe_gravest

HOLDS, FAILS, UNDECIDED = "holds", "does not hold", "undecided"
#: the most rows of all tables in a notebook together
MAX_ROWS = 24
#: the most characters of a text beside the tables
MAX_TEXT = 400


class Decision(NamedTuple):
    """The outcome of a requirement and the reason."""

    required: str
    # HOLDS, FAILS or UNDECIDED
    outcome: str
    # a sentence with the numbers
    reason: str
    # how many documents would decide an undecided one with the power DEFAULT_POWER, if known
    documents_needed: int | None = None

    @property
    def exit_status(self) -> int:
        """The exit status of a command with this requirement."""
        return {HOLDS: 0, FAILS: 3, UNDECIDED: 4}[self.outcome]

    def __str__(self) -> str:
        return f"Required: {self.required}: {self.outcome}. {self.reason}"


def decision_to_dict(decision: Decision | None) -> dict[str, Any]:
    """Return the part of a result's JSON about a requirement, empty without one."""
    return {} if decision is None else {"required": decision._asdict()}


class ResultTable:
    """A result as a table: ``result[0]`` is a row, ``result["mean"]`` a column.

    `len` and iteration are over rows. A row is a dictionary of plain values; an estimate gives its
    number, followed by the ends of its interval as ``low`` and ``high``. `str` gives the answer,
    `details` the whole text.
    """

    # the names of the attributes that hold rows; the first holds the rows of the table
    PARTS: ClassVar[tuple[str, ...]] = ("rows",)
    # the attributes of a `Difference` by their names in rows and JSON
    DIFFERENCE: ClassVar[Mapping[str, str]] = {}

    def details(self) -> str:
        """Return the result as text with methods, all figures and all warnings.

        A paragraph is one line.
        """
        return str(self)

    def headline(self) -> str:
        """Return the answer in a sentence or two."""
        return next(self.list_answer())

    def list_answer(self) -> Iterator[str]:
        """Yield the parts of the answer; `str` puts empty lines between them."""
        raise NotImplementedError

    def list_next_steps(self) -> Iterator[str]:
        """Yield what to do next and where the result was written, the end of `str`."""
        yield from ()

    def __str__(self) -> str:
        answer = _join([*self.list_answer(), self._describe_gravest_warning()])
        next_steps = "\n".join(self.list_next_steps())
        return _join([wrap(answer), self._describe_requirement(), wrap(next_steps)])

    def print_details(self) -> str:
        """Return the details with broken lines for a terminal, and the decision, if any."""
        return _join([wrap(self.details()), self._describe_requirement()])

    def _describe_requirement(self) -> str:
        """Return the decision on a requirement in a line that scripts may read, "" without one."""
        return str(getattr(self, "required", None) or "")

    def _describe_gravest_warning(self) -> str:
        return describe_gravest(getattr(self, "warnings", ()))

    def __repr__(self) -> str:
        # A console or a debugger would otherwise show every score.
        return str(self).replace("--details", ".details()")

    def list_tables(self) -> Iterator[PaperTable]:
        """Yield the tables that a paper prints, by default one of all rows."""
        rows = self._list_rows()
        headers = _list_columns(rows)
        cells = []
        for row in rows:
            cells.append([_format(row.get(name)) for name in headers])
        yield PaperTable(headers, cells, "")

    def to_latex(self) -> str:
        """Return the tables for LaTeX's booktabs, each with a comment for its caption."""
        return "\n\n".join(table.render(LATEX) for table in self.list_tables())

    def to_markdown(self) -> str:
        """Return the requirement, if any, the answer, the tables and the gravest warning."""
        requirement = escape(self._describe_requirement(), MARKDOWN)
        answer = escape(self.headline(), MARKDOWN)
        tables = [table.render(MARKDOWN) for table in self.list_tables()]
        warning = escape(self._describe_gravest_warning(), MARKDOWN)
        return _join([requirement, answer, *tables, warning])

    def _repr_html_(self) -> str:
        """Return a notebook's HTML: the answer, the tables' first rows and the gravest warning."""
        parts = [_to_paragraph(self.headline())]
        room = MAX_ROWS
        for table in self.list_tables():
            rows = []
            for row in table.rows[: max(room, 0)]:
                # A bold or italic cell stays so.
                rows.append([type(cell)(shorten(cell)) for cell in row])
            if rows:
                parts.append(render_table(table.headers, rows, HTML))
            # The headers and the space between tables take the room of two rows.
            room -= len(rows) + 2
        warning = self._describe_gravest_warning().replace("--details", ".details()")
        parts.append(_to_paragraph(warning))
        page = "".join(parts)
        # Notebooks align cells to the right by default.
        return re.sub(r"<(t[dh])>", r'<\1 style="text-align: left;">', page)

    def to_dict(self) -> dict[str, Any]:
        """Return the whole result, JSON-ready, with None for an undefined number."""
        raise NotImplementedError

    def to_pandas(self, part: str | None = None) -> Any:
        """Return a DataFrame of the rows, or of those of another part of the result.

        Raises ValueError if the result does not have the part, and ImportError without pandas.
        """
        try:
            from pandas import DataFrame
        except ImportError:
            raise ImportError(
                'a DataFrame needs pandas: pip install "sacrerouge-litepyramid[tables]"'
            ) from None
        return DataFrame(self._list_rows(part))

    def __len__(self) -> int:
        return len(self._list_rows())

    def __bool__(self) -> bool:
        # Otherwise `if result` would build all rows, and be false for a result without rows.
        return True

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self._list_rows())

    def __getitem__(self, key: int | slice | str) -> Any:
        rows = self._list_rows()
        if not isinstance(key, str):
            return rows[key]
        known = _list_columns(rows)
        if key not in known:
            raise KeyError(f"no column {key!r}; known: {', '.join(known)}")
        return [row.get(key) for row in rows]

    def _list_rows(self, part: str | None = None) -> list[dict[str, Any]]:
        if part is not None and part not in self.PARTS:
            raise ValueError(f"part must be one of {', '.join(self.PARTS)}, not {part!r}")
        member = getattr(self, part or self.PARTS[0])
        rows = member() if callable(member) else member
        flat = []
        for row in rows or ():
            if isinstance(row, Difference):
                row = row.to_dict(self.DIFFERENCE)
            flat.append(_flatten(row))
        return flat


def _list_columns(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the names of the rows' columns, in the order in which they first occur."""
    return list(dict.fromkeys(chain.from_iterable(rows)))


def _join(parts: Iterable[str]) -> str:
    return "\n\n".join(filter(None, parts))


def _to_paragraph(text: str) -> str:
    if not text:
        return ""
    short = shorten(text, MAX_TEXT)
    return f"<p>{html.escape(short)}</p>"


def _format(value: Any) -> str:
    if isinstance(value, float):
        return format_number(value)
    return "" if value is None else str(value)


def _flatten(row: Any) -> dict[str, Any]:
    """Return a row's plain values by column.

    A nested row becomes its first number, followed by its other numbers.
    """
    fields = row if isinstance(row, Mapping) else row_to_json(row)
    flat: dict[str, Any] = {}
    for name, value in fields.items():
        if hasattr(value, "_asdict"):
            (_, number), *others = row_to_json(value).items()
            flat[name] = number
            for key, other in others:
                flat[f"{name}_{key}"] = other
        elif isinstance(value, Mapping):
            flat |= {f"{name}_{key}": number for key, number in value.items()}
        elif not isinstance(value, tuple):
            flat[name] = value
    return flat
