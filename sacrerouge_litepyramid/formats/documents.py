"""The documents to summarise, and the references if any, of each instance of a JSON Lines file."""

from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.formats.summaries import parse_texts
from sacrerouge_litepyramid.storage.files import required, stream_json_lines


class SourceInstance(NamedTuple):
    """An instance to summarise; a text is a string or a list of sentences, and references may be absent."""

    instance_id: str
    documents: list[Text]
    references: list[Text]
    where: str


def read_source_instances(path: str | Path) -> list[SourceInstance]:
    """Read the instances of lines ``{"instance_id", "documents", "references"}``, in the order of the file.

    Texts are ``{"text"}``; other fields are ignored, so a summaries.jsonl serves too. Raises ValueError naming file,
    line and instance where there is no document, and where lines of one instance differ.
    """
    instances: dict[str, SourceInstance] = {}
    for line in stream_json_lines(path):
        instance_id = required(line, "instance_id", str)
        item = SourceInstance(instance_id, parse_texts(line, "document"), parse_texts(line, "reference"), line.where)
        where = f"{item.where}, instance {instance_id!r}"
        if not item.documents:
            raise ValueError(f"{where}: there is no document to summarise; add 'documents': [{{\"text\": …}}]")
        first = instances.setdefault(instance_id, item)
        for field in ("documents", "references"):
            if getattr(first, field) != getattr(item, field):
                raise ValueError(f"{where}: the {field} differ from those in {first.where}; make them the same")
    return list(instances.values())
