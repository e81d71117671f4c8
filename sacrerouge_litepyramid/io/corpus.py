"""Streams of a corpus of summaries, from JSON Lines or Parquet."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.files import Line, build_error, parse_json_lines, required
from sacrerouge_litepyramid.io.metrics import SummaryKey, parse_key
from sacrerouge_litepyramid.io.sources import SourceFile, is_url, open_source
from sacrerouge_litepyramid.io.summaries import parse_text
from sacrerouge_litepyramid.io.tables import PARQUET, stream_parquet
from sacrerouge_litepyramid.io.units import InstanceUnits, parse_units

#: the endings of the files that are read from a folder
SUFFIXES = (".jsonl", PARQUET)
#: the fields of a line; other Parquet columns are not read
FIELDS = ("instance_id", "summarizer_id", "summarizer_type", "summary", "units", "references")


class CorpusItem(NamedTuple):
    """One summary, with the units to judge it by or the references to extract units from."""

    key: SummaryKey
    summarizer_type: str
    text: Text
    units: tuple[Unit, ...]
    references: tuple[Text, ...]


def stream_lines(source: SourceFile) -> Iterator[Line]:
    """Yield the objects of a JSON Lines file, or the rows of a file that ends in ".parquet".

    Raises ValueError naming the file, and the line if one is invalid, if it cannot be read or is
    empty.
    """
    path = urlsplit(source.path).path if is_url(source.path) else source.path
    with open_source(source) as file:
        if path.lower().endswith(PARQUET):
            yield from stream_parquet(source.name, file, FIELDS)
        else:
            yield from parse_json_lines(source.name, file)


def parse_corpus(
    lines: Iterable[Line],
    units: Mapping[str, InstanceUnits] | None = None,
    takes_references: bool = False,
) -> Iterator[CorpusItem]:
    """Yield the summary of each line.

    A line without units takes those of its instance in ``units``. A line is ``{"instance_id",
    "summarizer_id", "summary": a text, a list of sentences or {"text": …}, "units"}``, with units
    as in units.jsonl; with ``takes_references``, it has ``references``, a list of such texts,
    instead of units. Errors are ValueErrors that name the file, line and instance.
    """
    for line in lines:
        key = parse_key(line)
        kind = required(line, "summarizer_type", str) if "summarizer_type" in line.data else "peer"
        text = parse_text(line, required(line, "summary", (str, list, dict)), "summary")
        if takes_references:
            texts = required(line, "references", list)
            references = tuple(parse_text(line, text, "references") for text in texts)
            yield CorpusItem(key, kind, text, (), references)
        else:
            yield CorpusItem(key, kind, text, _find_units(line, key.instance_id, units or {}), ())


def _find_units(
    line: Line, instance_id: str, units: Mapping[str, InstanceUnits]
) -> tuple[Unit, ...]:
    if "units" in line.data:
        return parse_units(line)
    if instance_id in units:
        return units[instance_id].units
    raise build_error(
        line, "no field 'units', and no units file has this instance; add its units to either file"
    )
