"""A corpus of the sample's summaries, for what scores corpora."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sacrerouge_litepyramid
from helpers.support import read_lines
from sacrerouge_litepyramid.io.corpus import SUFFIXES, stream_lines
from sacrerouge_litepyramid.io.files import Line
from sacrerouge_litepyramid.io.sources import list_sources

SAMPLE = Path(sacrerouge_litepyramid.__file__).parent / "sample"


def stream(path: Path) -> Iterator[Line]:
    """The lines or rows of one file."""
    (source,) = list_sources([path], SUFFIXES)
    return stream_lines(source)


def make_lines(copies: int = 1) -> list[dict[str, Any]]:
    """The sample's summaries, each with its units and its references, several times over."""
    units = {line["instance_id"]: line["units"] for line in read_lines(SAMPLE / "scus.jsonl")}
    return [
        {
            "instance_id": line["instance_id"],
            "summarizer_id": f"{line['summarizer_id']}-{copy}",
            "summary": line["summary"]["text"],
            "units": units[line["instance_id"]],
            "references": [reference["text"] for reference in line["references"]],
        }
        for copy in range(copies)
        for line in read_lines(SAMPLE / "summaries.jsonl")
    ]
