"""Tables in which each row has the summaries of several systems."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.io.files import Line
from sacrerouge_litepyramid.io.table_cells import is_answer_object, is_blank, to_list
from sacrerouge_litepyramid.io.table_columns import (
    Columns,
    collect_columns,
    expand_nested,
    find_columns,
    name_list_items,
)

#: the columns with the summary and the system in the rows of `split_systems`
SUMMARY = "the summary"
SYSTEM = "the system"


def split_systems(
    lines: Sequence[Line], given: Columns
) -> tuple[Sequence[Line], dict[str, list[str]]]:
    """Return one row for each summary, with `expand_nested`, and the given columns of each field.

    A row's summaries may be a mapping from systems to texts, or each system may have its own
    column, which is given for the summary. Other mappings from the row's systems are split too.
    Raises ValueError if a row lacks the mapping, or if it is not one from systems.
    """
    chosen = collect_columns(given)
    expanded = name_list_items(expand_nested(lines), chosen)
    single = {field: "".join(names[:1]) for field, names in chosen.items()}
    systems: Sequence[str] = chosen.get("summary", ())
    if len(systems) > 1:
        single["summary"] = ""
    columns = find_columns(expanded, single)
    column = columns.get("summary", "")
    if column:
        systems = ()
    if len(systems) < 2 and not any(_maps_systems(line.data.get(column)) for line in expanded):
        return expanded, chosen
    if len(systems) < 2:
        _check_systems(expanded, column)
    # Scores by system, nested like the texts, are split, and must not become columns before.
    is_nested = any("." in name for name in systems)
    rows: list[Line] = []
    for line in expanded if is_nested else lines:
        rows += _split_row(line, column, systems)
    chosen |= {"summary": [SUMMARY], "summarizer_id": [SYSTEM]}
    return rows if is_nested else expand_nested(rows), chosen


def _maps_systems(value: Any) -> bool:
    """Return whether a cell maps systems to summaries; the answer of a provider does not."""
    return isinstance(value, Mapping) and not is_answer_object(value)


def _check_systems(lines: Sequence[Line], column: str) -> None:
    """Raise ValueError if a column of mappings has names or numbers beside texts.

    These are the parts of an answer, such as its role and its text, rather than systems.
    """
    texts: dict[str, list[Any]] = {}
    for line in lines:
        value = line.data.get(column)
        for name, text in value.items() if isinstance(value, Mapping) else ():
            if not is_blank(text):
                texts.setdefault(name, []).append(to_list(text))
    written = [name for name, members in texts.items() if any(map(_has_words, members))]
    others = [name for name in texts if name not in written]
    if written and others:
        named = [f"{column}.{name}" for name in written]
        one = name_argument("columns", {"summary": named[0]})
        several = name_argument("columns", {"summary": [f"{column}.{name}" for name in texts]})
        raise ValueError(
            f"{lines[0].where}: the column {column!r} has objects of {', '.join(texts)}; if "
            f"{named[0]} is the text: {one}; if all of them are systems: {several}"
        )


def _has_words(value: Any) -> bool:
    """Return whether a value is a text of several words, a list, or SacreROUGE's text."""
    is_text = isinstance(value, str) and len(value.split()) > 1
    return is_text or isinstance(value, list) or is_answer_object(value)


def _split_row(line: Line, column: str, systems: Sequence[str]) -> Iterator[Line]:
    """Yield one row for each system in a column's mapping or in ``systems``."""
    outputs: Any = line.data.get(column)
    if systems:
        outputs = {name: line.data.get(name) for name in systems}
    if not _maps_systems(outputs):
        raise ValueError(
            f"{line.where}: the column {column!r} must map systems to summaries, as in other rows, "
            f"not {outputs!r:.60}"
        )
    used = {column, *systems}
    for system, text in outputs.items():
        cells = {SUMMARY: "" if text is None else text, SYSTEM: system}
        for name, value in line.data.items():
            if name not in used:
                cells[name] = _select_system(value, system, outputs)
        yield Line(cells, f"{line.where}, system {system!r}")


def _select_system(value: Any, system: str, outputs: Mapping[str, Any]) -> Any:
    """Return the system's value in a mapping from systems, and any other value unchanged."""
    is_mapping = isinstance(value, Mapping) and bool(value) and set(value) <= set(outputs)
    return value.get(system) if is_mapping else value
