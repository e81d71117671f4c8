"""The documents, references and articles of instances, read from JSON Lines."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.io.files import (
    build_error,
    read_json_lines,
    required,
    required_id,
    stream_json_lines,
)
from sacrerouge_litepyramid.io.summaries import Summary, parse_text, parse_texts, read_summaries


class SourceInstance(NamedTuple):
    """The texts of one instance, each a string or a list of sentences.

    Either list of texts may be empty.
    """

    instance_id: str
    documents: list[Text]
    references: list[Text]
    where: str


def read_source_instances(path: str | Path) -> list[SourceInstance]:
    """Read the instances of a file with their documents and references, in order.

    A line is ``{"instance_id", "documents", "references"}``, and each text is ``{"text"}``. Other
    fields are ignored, so summaries.jsonl can be read too. Raises ValueError if an instance has no
    document, or lines of one instance differ.
    """
    instances: dict[str, SourceInstance] = {}
    for line in stream_json_lines(path):
        instance_id = required_id(line, "instance_id")
        item = SourceInstance(
            instance_id, parse_texts(line, "document"), parse_texts(line, "reference"), line.where
        )
        if not item.documents:
            raise build_error(line, "no document to summarise; add 'documents': [{\"text\": …}]")
        first = instances.setdefault(instance_id, item)
        _check_equal("documents", first, item)
        _check_equal("references", first, item)
    return list(instances.values())


class Article(NamedTuple):
    """A text and its instance; texts of one instance may describe the same event."""

    instance_id: str
    text: Text


def read_articles(path: str | Path) -> list[Article]:
    """Read the articles of a file in order; a repeated text is kept once.

    A line has either ``sentences`` or SacreROUGE's ``documents``, which summaries.jsonl repeats
    with each summary of an instance. Raises ValueError for a line with neither.
    """
    articles: dict[str | tuple[str, ...], Article] = {}
    for line in stream_json_lines(path):
        instance_id = required_id(line, "instance_id")
        if "sentences" in line.data:
            texts = [required(line, "sentences", list)]
        else:
            texts = parse_texts(line, "document")
        if not texts:
            raise build_error(line, "no field 'sentences' or 'documents'; add one of them")
        for text in texts:
            if not all(isinstance(sentence, str) for sentence in text):
                raise build_error(line, "'sentences' must be a list of strings")
            content = text if isinstance(text, str) else tuple(text)
            articles.setdefault(content, Article(instance_id, text))
    return list(articles.values())


def read_references(path: str | Path) -> dict[str, list[Text]]:
    """Read references by instance, in the order of the file.

    A line of references.jsonl is ``{"instance_id", "references"}``, each reference ``{"text"}`` or
    the text itself. A file in which any line has a "summary" is read as summaries.jsonl. Raises
    ValueError if lines of an instance differ or it has no reference.
    """
    lines = read_json_lines(path)
    if any("summary" in line.data for line in lines):
        return join_references(read_summaries(path))
    items = []
    for line in lines:
        is_single = "reference" in line.data and "references" not in line.data
        texts = [line.data["reference"]] if is_single else required(line, "references", list)
        references = [parse_text(line, text, "references") for text in texts]
        items.append(SourceInstance(required_id(line, "instance_id"), [], references, line.where))
    return join_references(items)


def join_references(items: Iterable[Summary | SourceInstance]) -> dict[str, list[Text]]:
    """Return the references by instance; raise ValueError if they differ or are missing."""
    firsts: dict[str, Summary | SourceInstance] = {}
    for item in items:
        if not item.references:
            raise ValueError(
                f"{item.where}, instance {item.instance_id!r}: no reference; add 'references': "
                f'[{{"text": …}}]'
            )
        _check_equal("references", firsts.setdefault(item.instance_id, item), item)
    return {name: first.references for name, first in firsts.items()}


def _check_equal(
    field: str, first: Summary | SourceInstance, item: Summary | SourceInstance
) -> None:
    if getattr(first, field) != getattr(item, field):
        where = f"{item.where}, instance {item.instance_id!r}"
        raise ValueError(
            f"{where}: the {field} differ from those in {first.where}; make them the same"
        )
