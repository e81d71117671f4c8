"""The references of each instance, from summaries.jsonl or references.jsonl, one instance per line."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.formats.summaries import read_summaries
from sacrerouge_litepyramid.storage.files import Line, describe, read_json_lines, required


class InstanceReferences(NamedTuple):
    """The references of one instance; a text is a string or a list of sentences."""

    instance_id: str
    references: tuple[Text, ...]
    where: str


def read_references(path: str | Path) -> dict[str, InstanceReferences]:
    """Read references by instance, in the order of the file.

    A line of references.jsonl is ``{"instance_id", "references"}``, each reference ``{"text"}`` or the text itself. A
    line with a "summary" makes the file a summaries.jsonl. Raises ValueError naming file, line and instance where
    lines of one instance differ, and where an instance has no reference.
    """
    lines = read_json_lines(path)
    if any("summary" in line.data for line in lines):
        items = [
            InstanceReferences(each.instance_id, tuple(each.references), each.where) for each in read_summaries(path)
        ]
    else:
        items = [_instance(line) for line in lines]
    return join_references(items)


def join_references(items: Iterable[InstanceReferences]) -> dict[str, InstanceReferences]:
    """Return the references by instance; raise ValueError where items of one instance differ or one has none."""
    result: dict[str, InstanceReferences] = {}
    for item in items:
        where = f"{item.where}, instance {item.instance_id!r}"
        if not item.references:
            raise ValueError(f"{where}: there is no reference; add 'references': [{{\"text\": …}}]")
        first = result.setdefault(item.instance_id, item)
        if first.references != item.references:
            raise ValueError(f"{where}: the references differ from those in {first.where}; make them the same")
    return result


def _instance(line: Line) -> InstanceReferences:
    if "reference" in line.data and "references" not in line.data:
        given = [line.data["reference"]]
    else:
        given = required(line, "references", list)
    references = tuple(_text(line, item) for item in given)
    return InstanceReferences(required(line, "instance_id", str), references, line.where)


def _text(line: Line, item: Any) -> Text:
    text = item.get("text") if isinstance(item, dict) else item
    if isinstance(text, str) or (isinstance(text, list) and all(isinstance(sentence, str) for sentence in text)):
        return text
    raise ValueError(f"{describe(line)}: a reference must be a text, a list of sentences, or one of them under 'text'")
