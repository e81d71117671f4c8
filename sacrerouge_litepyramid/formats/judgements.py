"""presence.jsonl: people's 0/1 judgement of each SCU of an instance, one summary per line."""

from pathlib import Path

import numpy as np

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.core.weighted_mean import weighted_mean
from sacrerouge_litepyramid.formats.summaries import read_summaries
from sacrerouge_litepyramid.formats.units import InstanceUnits, read_units
from sacrerouge_litepyramid.storage.files import Line, describe, read_json_lines, required


def read_judged(summaries_file: str | Path, units_file: str | Path, presence_file: str | Path) -> list[Judged]:
    """Read the judged summaries in the order of the presence file.

    Raises ValueError for labels of an unknown summary or of unknown units, a label that is not 0 or 1, and a number of
    labels that differs from the number of units.
    """
    summaries = {(each.instance_id, each.summarizer_id): each for each in read_summaries(summaries_file)}
    units = read_units(units_file)
    judged = []
    for line in read_json_lines(presence_file):
        key = (required(line, "instance_id", str), required(line, "summarizer_id", str))
        if key[0] not in units:
            raise ValueError(f"{describe(line)}: unknown instance; {units_file} has no units for it")
        if key not in summaries:
            raise ValueError(f"{describe(line)}: system {key[1]!r} has no summary for it in {summaries_file}")
        judged.append(
            Judged(*key, flatten(summaries[key].text), units[key[0]].units, parse_labels(line, units[key[0]]))
        )
    _check_distinct(judged, presence_file)
    return judged


def compute_human_score(item: Judged) -> float:
    """Compute people's Lite2Pyramid (``litepyramid_recall``): the share of the units' weight labelled 1."""
    return weighted_mean(np.array(item.labels, dtype=float), [unit.weight for unit in item.units])


def parse_labels(line: Line, units: InstanceUnits) -> tuple[int, ...]:
    """Return the field ``labels`` of a line; ValueError names a label that is not 0 or 1, or another number of them."""
    labels = required(line, "labels", list)
    wrong = [label for label in labels if isinstance(label, bool) or label not in (0, 1)]
    if wrong:
        raise ValueError(f"{describe(line)}: a label must be 0 or 1, not {wrong[0]!r}")
    if len(labels) != len(units.units):
        raise ValueError(
            f"{describe(line)}: {len(labels)} labels for the {len(units.units)} units of {units.where}; "
            "give one label a unit, in the order of the units"
        )
    return tuple(labels)


def _check_distinct(judged: list[Judged], path: str | Path) -> None:
    seen = set()
    for item in judged:
        key = (item.instance_id, item.summarizer_id)
        if key in seen:
            raise ValueError(f"{path}, instance {key[0]!r}: system {key[1]!r} is judged twice; keep one line")
        seen.add(key)
