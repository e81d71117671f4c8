"""A corpus of summaries in JSON Lines or Parquet: one summary per line, with its units or its references."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.formats.line_batches import PARQUET, stream_lines
from sacrerouge_litepyramid.formats.summaries import parse_text
from sacrerouge_litepyramid.formats.units import InstanceUnits, parse_units
from sacrerouge_litepyramid.storage.files import Line, describe, required

#: the endings of the files that are read of a folder
SUFFIXES = (".jsonl", PARQUET)
#: the fields of a line; other columns of Parquet are not read
FIELDS = ("instance_id", "summarizer_id", "summarizer_type", "summary", "units", "references")


class CorpusItem(NamedTuple):
    """One summary and the units to judge it by, or the references that units are extracted from."""

    instance_id: str
    summarizer_id: str
    summarizer_type: str
    text: Text
    units: tuple[Unit, ...]
    references: tuple[Text, ...] = ()


def stream_corpus(path: str | Path, units: Mapping[str, InstanceUnits] | None = None) -> Iterator[CorpusItem]:
    """Yield the summaries of a file one by one, as `parse_corpus` has them."""
    return parse_corpus(stream_lines(path), units)


def parse_corpus(
    lines: Iterable[Line], units: Mapping[str, InstanceUnits] | None = None, takes_references: bool = False
) -> Iterator[CorpusItem]:
    """Yield the summary of each line; ``units`` by instance serve lines without units.

    A line is ``{"instance_id", "summarizer_id", "summary": a text, a list of sentences or {"text": …}, "units"}``,
    units as in units.jsonl; with ``takes_references`` it has the field ``references``, a list of such texts, instead of
    units. Raises ValueError naming file, line and instance.
    """
    for line in lines:
        instance_id = required(line, "instance_id", str)
        own = () if takes_references else _units(line, instance_id, units or {})
        yield CorpusItem(
            instance_id=instance_id,
            summarizer_id=required(line, "summarizer_id", str),
            summarizer_type=required(line, "summarizer_type", str) if "summarizer_type" in line.data else "peer",
            text=_text(line, required(line, "summary", (str, list, dict)), "summary"),
            units=own,
            references=_references(line) if takes_references else (),
        )


def _units(line: Line, instance_id: str, units: Mapping[str, InstanceUnits]) -> tuple[Unit, ...]:
    if "units" in line.data:
        return parse_units(line)
    if instance_id in units:
        return units[instance_id].units
    raise ValueError(f"{describe(line)}: it has no field 'units', and no units file has units for this instance")


def _references(line: Line) -> tuple[Text, ...]:
    return tuple(_text(line, reference, "references") for reference in required(line, "references", list))


def _text(line: Line, value: object, field: str) -> Text:
    return parse_text(line, value if isinstance(value, dict) else {"text": value}, field)
