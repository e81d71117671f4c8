"""How people worked on the sentences of a plan, as JSON Lines: the origin of each unit, suggestions and seconds."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.formats.annotations import WrittenSentence
from sacrerouge_litepyramid.storage.files import write_json_lines


def write_annotation_records(path: str | Path, written: Iterable[WrittenSentence]) -> None:
    """Write a line per finished sentence; ``seconds`` and ``suggestions`` are null from a worksheet."""
    write_json_lines(path, map(_record, written))


def _record(sentence: WrittenSentence) -> dict[str, Any]:
    suggestions = sentence.suggestions
    return {
        **sentence.key._asdict(),
        "annotator": sentence.annotator,
        "seconds": sentence.seconds,
        "units": [{"text": " ".join(unit.text.split()), "origin": unit.origin} for unit in sentence.units],
        "suggestions": None if suggestions is None else [each._asdict() for each in suggestions],
    }
