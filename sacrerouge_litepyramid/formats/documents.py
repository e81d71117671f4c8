"""What is to be summarised: the documents, and references if any, of each instance of a JSON Lines file."""

from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.formats.summaries import texts_of
from sacrerouge_litepyramid.storage.files import required, stream_json_lines


class SourceInstance(NamedTuple):
    """A text is a string or a list of sentences; there may be no reference."""

    instance_id: str
    documents: list[Text]
    references: list[Text]
    where: str


def read_source_instances(path: str | Path) -> list[SourceInstance]:
    """The instances, in the order of the file, of lines ``{"instance_id", "documents", "references"}``.

    A summaries.jsonl is such a file: what else a line holds does not count. Texts stand as ``{"text"}``. Raises
    ValueError naming file, line and instance where there is no document, and where lines of one instance differ.
    """
    instances: dict[str, SourceInstance] = {}
    for line in stream_json_lines(path):
        instance_id = required(line, "instance_id", str)
        item = SourceInstance(instance_id, texts_of(line, "document"), texts_of(line, "reference"), line.where)
        where = f"{item.where}, instance {instance_id!r}"
        if not item.documents:
            raise ValueError(f"{where}: there is no document to summarise; add 'documents': [{{\"text\": …}}]")
        first = instances.setdefault(instance_id, item)
        for field in ("documents", "references"):
            if getattr(first, field) != getattr(item, field):
                raise ValueError(f"{where}: the {field} differ from those in {first.where}; make them the same")
    return list(instances.values())
