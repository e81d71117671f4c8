"""What the people of the sample wrote for each sentence of a reference."""

from collections.abc import Iterator

from helpers.support import read_lines
from sacrerouge_litepyramid.demo import SAMPLE

_UNITS = {line["instance_id"]: line["units"] for line in read_lines(SAMPLE / "scus.jsonl")}


def sample_scus(instance_id: str, reference: int, sentence: int) -> Iterator[tuple[str, list[int]]]:
    """Each SCU's text, and the indices of the further references that state it."""
    for unit in _UNITS[instance_id]:
        references = unit["reference"] if isinstance(unit["reference"], list) else [unit["reference"]]
        if (references[0], unit["sentence"]) == (reference, sentence):
            yield unit["text"], references[1:]
