"""Annotators' preferences between two systems' summaries (preferences.jsonl)."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.io.files import (
    Line,
    build_error,
    read_json_lines,
    required,
    write_json_lines,
)
from sacrerouge_litepyramid.io.metrics import SummaryKey, parse_metric_value

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

    Raises ValueError naming file, line and instance if a field is missing or wrong, a preference is
    not a finite number, or a quality has no annotators.
    """
    pairs = []
    for line in read_json_lines(path):
        preferences = required(line, "preferences", dict)
        pair = Preference(
            required(line, "instance_id", str),
            required(line, "first", str),
            required(line, "second", str),
            {name: _parse_values(line, name, row) for name, row in preferences.items()},
        )
        pairs.append(pair)
    return pairs


def _parse_values(line: Line, name: str, values: object) -> tuple[float, ...]:
    # Only NaN differs from itself.
    if not isinstance(values, list) or not values or not all(value == value for value in values):
        raise build_error(
            line, f"the preferences for {name!r} must be a list with one number per annotator"
        )
    return tuple(parse_metric_value(line, name, value) for value in values)


def write_preferences(path: str | Path, pairs: Iterable[Preference]) -> None:
    """Write one pair per line."""
    write_json_lines(path, (pair._asdict() for pair in pairs))
