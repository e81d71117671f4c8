"""Articles to train on: one instance a line, its text as a list of sentences or as a string."""

from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.formats.summaries import texts_of
from sacrerouge_litepyramid.storage.files import Line, describe, required, stream_json_lines


class Article(NamedTuple):
    """A text and the instance it belongs to; texts of one instance may tell of the same event."""

    instance_id: str
    text: Text


def read_articles(path: str | Path) -> list[Article]:
    """The articles of a file, equal texts once, in their order.

    A line is ``{"instance_id", "sentences": [...]}``, or has SacreROUGE's ``documents``, as summaries.jsonl may: an
    instance's documents then come with each of its summaries. Raises ValueError for a line with neither.
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
    documents = texts_of(line, "document")
    if not documents:
        raise ValueError(f"{describe(line)}: no 'sentences' and no 'documents'; give one of them")
    return documents


def _sentences(line: Line) -> list[str]:
    sentences = required(line, "sentences", list)
    if not all(isinstance(sentence, str) for sentence in sentences):
        raise ValueError(f"{describe(line)}: 'sentences' must be a list of strings")
    return sentences
