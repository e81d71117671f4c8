"""The documents, references and articles of instances, from JSON Lines."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.io.files import Line, describe, read_json_lines, required, stream_json_lines
from sacrerouge_litepyramid.io.summaries import parse_texts, read_summaries


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


class Article(NamedTuple):
    """A text and its instance; texts of one instance may describe the same event."""

    instance_id: str
    text: Text


def read_articles(path: str | Path) -> list[Article]:
    """Read the articles of a file in order; a repeated text is kept once.

    A line is ``{"instance_id", "sentences": [...]}``, or has SacreROUGE's ``documents``, as summaries.jsonl may, which
    repeats an instance's documents with each summary. Raises ValueError for a line with neither.
    """
    found: dict[str | tuple[str, ...], Article] = {}
    for line in stream_json_lines(path):
        instance_id = required(line, "instance_id", str)
        for text in _texts(line):
            found.setdefault(text if isinstance(text, str) else tuple(text), Article(instance_id, text))
    return list(found.values())


def _texts(line: Line) -> list[Text]:
    if "sentences" in line.data:
        return [_sentences(line)]
    documents = parse_texts(line, "document")
    if not documents:
        raise ValueError(f"{describe(line)}: no 'sentences' and no 'documents'; give one of them")
    return documents


def _sentences(line: Line) -> list[str]:
    sentences = required(line, "sentences", list)
    if not all(isinstance(sentence, str) for sentence in sentences):
        raise ValueError(f"{describe(line)}: 'sentences' must be a list of strings")
    return sentences


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
