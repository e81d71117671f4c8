"""Tables with the summaries of several systems in a row, brought to a row for each summary."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sacrerouge_litepyramid.io.files import Line
from sacrerouge_litepyramid.io.table_columns import (
    find_columns,
    list_number_columns,
    list_sentence_columns,
    parse_field,
)

logger = logging.getLogger(__name__)

#: the columns of the rows that are made
SUMMARY, SYSTEM = "the summary", "the system"


def split_systems(
    lines: Sequence[Line], given: Mapping[str, str | Sequence[str]]
) -> tuple[Sequence[Line], dict[str, str]]:
    """Return a row for each summary, and the columns that are given by field (see `find_columns`).

    The summaries of a row are a mapping of systems to texts, or they are in a column for each system: the columns that
    are given for the summary, or, without any column for summary or system, those of texts that are of no other field.
    Other mappings of the row's systems have a value for each summary. Raises ValueError for a row without the mapping.
    """
    chosen = {parse_field(field): column for field, column in given.items()}
    systems = [] if isinstance(chosen.get("summary", ""), str) else list(chosen.pop("summary"))
    single: dict[str, str] = {field: column for field, column in chosen.items() if isinstance(column, str)}
    found = find_columns(lines, single)
    column = "" if systems else found.get("summary", "")
    if not column and not systems and "summary" not in single and "summarizer_id" not in found:
        systems = _guess_systems(lines, found)
    if not systems and not any(_is_outputs(line.data.get(column)) for line in lines):
        return lines, single
    numbers = list_number_columns(lines, [found.get("instance_id", "")])
    if numbers:
        logger.info(
            "columns not read, as they hold one number for all systems of a row: %s", ", ".join(map(repr, numbers))
        )
    split = [each for line in lines for each in _split(line, column, systems, numbers)]
    return split, {**single, "summary": SUMMARY, "summarizer_id": SYSTEM}


def _guess_systems(lines: Sequence[Line], found: Mapping[str, str]) -> list[str]:
    """Return the columns of texts of several words that are of no field, if there are several."""
    names = list_sentence_columns(lines, found.values())
    if len(names) < 2:
        return []
    logger.info("each of these columns is read as a system's summaries: %s", ", ".join(map(repr, names)))
    return names


def _is_outputs(value: Any) -> bool:
    """Return whether a cell maps systems to summaries, and is not SacreROUGE's ``{"text": …}``."""
    return isinstance(value, Mapping) and "text" not in value


def _split(line: Line, column: str, systems: Sequence[str], dropped: Sequence[str]) -> Iterator[Line]:
    """Yield a row for each system, of the mapping in a column or of the columns, without the columns to drop."""
    outputs: Any = {name: line.data.get(name) for name in systems} if systems else line.data.get(column)
    if not _is_outputs(outputs):
        raise ValueError(
            f"{line.where}: the column {column!r} must map systems to their summaries, as in other rows, not "
            f"{outputs!r:.60}"
        )
    rest = {name: value for name, value in line.data.items() if name not in (column, *systems, *dropped)}
    for system, text in outputs.items():
        own = {name: _of_system(value, system, outputs) for name, value in rest.items()}
        own = {name: value for name, value in own.items() if value is not None}
        yield Line({**own, SUMMARY: "" if text is None else text, SYSTEM: system}, f"{line.where}, system {system!r}")


def _of_system(value: Any, system: str, outputs: Mapping[str, Any]) -> Any:
    """Return a system's value of a mapping of systems, and any other value as it is."""
    is_mapping = isinstance(value, Mapping) and bool(value) and set(value) <= set(outputs)
    return value.get(system) if is_mapping else value
