"""Annotators' preferences between two systems' summaries (preferences.jsonl)."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.io.files import describe, read_json_lines, write_json_lines
from sacrerouge_litepyramid.io.machine_files import refuse_changes
from sacrerouge_litepyramid.io.metrics import SummaryKey

PREFERENCES = "preferences.jsonl"


class Preference(NamedTuple):
    """Annotators' preferences between two systems' summaries of an instance."""

    instance_id: str
    # the systems
    first: str
    second: str
    # by quality, one number for each annotator, positive if the second summary is better
    preferences: dict[str, tuple[float, ...]]

    @property
    def keys(self) -> tuple[SummaryKey, SummaryKey]:
        """The keys of the first and the second summary."""
        return SummaryKey(self.instance_id, self.first), SummaryKey(self.instance_id, self.second)


def read_preferences(path: str | Path) -> list[Preference]:
    """Read all pairs of a file.

    Raises ValueError naming the line if it is not as `write_preferences` wrote it.
    """
    pairs = []
    for line in read_json_lines(path):
        with refuse_changes(describe(line), "pair of preferences", "setup-dataset"):
            pair = Preference(**line.data)
            values = {name: tuple(map(float, row)) for name, row in pair.preferences.items()}
        pairs.append(pair._replace(preferences=values))
    return pairs


def write_preferences(path: str | Path, pairs: Iterable[Preference]) -> None:
    """Write one pair per line."""
    write_json_lines(path, (pair._asdict() for pair in pairs))
