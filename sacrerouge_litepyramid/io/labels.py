"""labels.jsonl: annotators' 0/1 labels of the units of an instance, all or some, one summary per line."""

import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.judgements import LabelledSummary, keep_labelled
from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.io.files import Line, describe, read_json_lines, required, write_json_lines
from sacrerouge_litepyramid.io.metrics import SummaryKey, parse_key
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.io.units import InstanceUnits, read_units

#: the files of a folder with annotators' labels of all units
LABEL_FILES = ("summaries.jsonl", "scus.jsonl", "labels.jsonl")


def read_labelled_folder(folder: str | Path) -> list[LabelledSummary]:
    """Read the labelled summaries of a folder as `read_labelled_summaries` does."""
    return read_labelled_summaries(*(Path(folder) / name for name in LABEL_FILES))


def read_labelled_summaries(
    summaries_file: str | Path, units_file: str | Path, labels_file: str | Path
) -> list[LabelledSummary]:
    """Read the labelled summaries in the order of the labels file, each with the units whose label is not null.

    Raises ValueError for labels of an unknown summary or of unknown units, a label that is not 0, 1 or null, and a
    number of labels that differs from the number of units.
    """
    texts = {each.key: flatten(each.text) for each in read_summaries(summaries_file)}
    units = read_units(units_file)
    labelled: dict[SummaryKey, LabelledSummary] = {}
    for line in read_json_lines(labels_file):
        key = parse_key(line)
        own = units.get(key.instance_id)
        if own is None:
            raise ValueError(f"{describe(line)}: unknown instance; {units_file} has no units for it")
        if key not in texts:
            raise ValueError(
                f"{describe(line)}: system {key.summarizer_id!r} has no summary for it in {summaries_file}"
            )
        if key in labelled:
            raise ValueError(f"{describe(line)}: system {key.summarizer_id!r} is labelled twice; keep one line")
        labelled[key] = keep_labelled(
            LabelledSummary(*key, texts[key], own.units, parse_labels(line, own, (0, 1, None)))
        )
    return [each for each in labelled.values() if each.units]


def write_labels(path: str | Path, labels: Iterable[tuple[SummaryKey, Sequence[float | None]]]) -> None:
    """Write the labels of each summary's units, in the order of the units."""
    write_json_lines(path, ({**key._asdict(), "labels": list(own)} for key, own in labels))


def parse_labels(line: Line, units: InstanceUnits, allowed: Sequence[Any] = (0, 1)) -> tuple[float, ...]:
    """Return the ``labels`` of a line, NaN for null; ValueError for one that is not allowed, or another number."""
    labels = required(line, "labels", list)
    wrong = [label for label in labels if isinstance(label, bool) or label not in allowed]
    if wrong:
        raise ValueError(f"{describe(line)}: a label must be 0 or 1, not {wrong[0]!r}")
    if len(labels) != len(units.units):
        raise ValueError(
            f"{describe(line)}: {len(labels)} labels for the {len(units.units)} units of {units.where}; "
            "give one label a unit, in the order of the units"
        )
    return tuple(math.nan if label is None else label for label in labels)


def read_partial_labels(path: str | Path) -> dict[SummaryKey, np.ndarray]:
    """Read by summary the votes of its units, (voters, units), NaN for none; ``labels`` count as one voter's.

    Raises ValueError naming file, line and instance for a second line of a summary and for wrong votes.
    """
    found: dict[SummaryKey, np.ndarray] = {}
    for line in read_json_lines(path):
        key = parse_key(line)
        if key in found:
            raise ValueError(f"{describe(line)}: system {key.summarizer_id!r} has labels already; keep one line")
        rows = required(line, "votes", list) if "votes" in line.data else [required(line, "labels", list)]
        found[key] = parse_votes(rows, describe(line))
    return found


def parse_votes(rows: Sequence[Any], where: str) -> np.ndarray:
    """Return votes (voters, units) as numbers, NaN for None; raise ValueError, beginning with ``where``, for others."""
    if not rows or not all(isinstance(row, (list, tuple)) and len(row) == len(rows[0]) for row in rows):
        raise ValueError(f"{where}: equally long lists of labels were expected, one a voter; give one label a unit")
    wrong = [vote for row in rows for vote in row if isinstance(vote, bool) or vote not in (0, 1, None)]
    if wrong:
        raise ValueError(f"{where}: a label must be 0, 1 or null, not {wrong[0]!r:.40}; write null where nobody judged")
    return np.array([[np.nan if vote is None else vote for vote in row] for row in rows], dtype=np.float64)
