"""The base class of all results in Python, which are tables and can be converted to pandas, LaTeX,
Markdown or JSON.
"""

import html
import re
from collections.abc import Iterable, Iterator, Mapping
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
#: the most rows of all tables in a notebook together, and the most characters of a text beside them
MAX_ROWS, MAX_TEXT = 24, 400


class Decision(NamedTuple):
    """The outcome of a requirement, HOLDS, FAILS or UNDECIDED, and the reason with its numbers.

    ``documents_needed``: how many documents would decide an undecided one with the power
    DEFAULT_POWER, if known.
    """

    required: str
    outcome: str
    reason: str
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
    number, followed by the ends of its interval as ``low`` and ``high``. ``PARTS``: the names of
    the attributes that hold rows, first that of the result's own rows. ``DIFFERENCE``: the
    attributes of a `Difference` by their names in rows and JSON. `str` gives the answer, `details`
    the whole text.
    """

    PARTS: ClassVar[tuple[str, ...]] = ("rows",)
    DIFFERENCE: ClassVar[Mapping[str, str]] = {}

    def details(self) -> str:
        """Return the result as text with methods, all figures and all warnings, one paragraph per
        line.
        """
        return str(self)

    def headline(self) -> str:
        """Return the answer in a sentence or two."""
        return next(self.list_answer())

    def list_answer(self) -> Iterator[str]:
        """Yield the parts of `str`, which separates them by empty lines and adds the gravest
        warning.
        """
        raise NotImplementedError

    def list_next_steps(self) -> Iterator[str]:
        """Yield what to do next and where the result was written, the end of `str`.

        By default nothing.
        """
        yield from ()

    def __str__(self) -> str:
        answer = _join([*self.list_answer(), self._describe_gravest_warning()])
        next_steps = "\n".join(self.list_next_steps())
        return _join([wrap(answer), self._describe_requirement(), wrap(next_steps)])

    def print_details(self) -> str:
        """Return the details as a terminal shows them: with broken lines, and the decision on a
        requirement.
        """
        return _join([wrap(self.details()), self._describe_requirement()])

    def _describe_requirement(self) -> str:
        """Return the decision on a requirement in one line, which scripts may read.

        "" without one.
        """
        return str(getattr(self, "required", None) or "")

    def _describe_gravest_warning(self) -> str:
        return describe_gravest(getattr(self, "warnings", ()))

    def __repr__(self) -> str:
        # A console or a debugger would otherwise show every score.
        return str(self).replace("--details", ".details()")

    def list_tables(self) -> Iterator[PaperTable]:
        """Yield the tables that a paper prints, by default one of all rows."""
        rows = self._list_rows()
        headers = list(dict.fromkeys(name for row in rows for name in row))
        yield PaperTable(
            headers, [[_format(row.get(name)) for name in headers] for row in rows], ""
        )

    def to_latex(self) -> str:
        """Return the tables for LaTeX's booktabs, each with a comment for its caption."""
        return "\n\n".join(table.render(LATEX) for table in self.list_tables())

    def to_markdown(self) -> str:
        """Return the requirement if there is one, the answer, the tables and the gravest
        warning.
        """
        answer = [
            escape(text, MARKDOWN) for text in (self._describe_requirement(), self.headline())
        ]
        tables = [table.render(MARKDOWN) for table in self.list_tables()]
        return _join([*answer, *tables, escape(self._describe_gravest_warning(), MARKDOWN)])

    def _repr_html_(self) -> str:
        """Return the answer, the first rows of the tables and the gravest warning as HTML for a
        notebook.
        """
        parts, room = [_to_paragraph(self.headline())], MAX_ROWS
        for table in self.list_tables():
            rows = [
                [type(cell)(shorten(cell)) for cell in row] for row in table.rows[: max(room, 0)]
            ]
            if rows:
                parts.append(render_table(table.headers, rows, HTML))
            room -= len(rows) + 2
        warning = self._describe_gravest_warning().replace("--details", ".details()")
        page = "".join([*parts, _to_paragraph(warning)])
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
        known = list(dict.fromkeys(name for row in rows for name in row))
        if key not in known:
            raise KeyError(f"no column {key!r}; known: {', '.join(known)}")
        return [row.get(key) for row in rows]

    def _list_rows(self, part: str | None = None) -> list[dict[str, Any]]:
        if part is not None and part not in self.PARTS:
            raise ValueError(f"part must be one of {', '.join(self.PARTS)}, not {part!r}")
        member = getattr(self, part or self.PARTS[0])
        rows = (member() if callable(member) else member) or ()
        return [
            _flatten(row.to_dict(self.DIFFERENCE) if isinstance(row, Difference) else row)
            for row in rows
        ]


def _join(parts: Iterable[str]) -> str:
    return "\n\n".join(filter(None, parts))


def _to_paragraph(text: str) -> str:
    return f"<p>{html.escape(shorten(text, MAX_TEXT))}</p>" if text else ""


def _format(value: Any) -> str:
    return format_number(value) if isinstance(value, float) else "" if value is None else str(value)


def _flatten(row: Any) -> dict[str, Any]:
    """Return a row's plain values by column.

    A nested row becomes its first number, followed by its other numbers.
    """
    flat: dict[str, Any] = {}
    for name, value in (row if isinstance(row, Mapping) else row_to_json(row)).items():
        if hasattr(value, "_asdict"):
            number, *others = row_to_json(value).items()
            flat.update({name: number[1], **{f"{name}_{key}": other for key, other in others}})
        elif not isinstance(value, tuple):
            flat[name] = value
    return flat
