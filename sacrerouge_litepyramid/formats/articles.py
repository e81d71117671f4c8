"""Articles to train on: one instance per line, its text as a list of sentences or as a string."""

from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.formats.summaries import parse_texts
from sacrerouge_litepyramid.storage.files import Line, describe, required, stream_json_lines


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
