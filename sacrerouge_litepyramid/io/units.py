"""Units, one instance per line (scus.jsonl, stus.jsonl, units.jsonl), and SacreROUGE's Pyramids.

Source: the fields of SacreROUGE's ``Pyramid`` and ``PyramidAnnotation``
(sacrerouge/data/pyramid.py).
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.core.units import Unit, unit_from_json, unit_to_json
from sacrerouge_litepyramid.io.files import (
    Line,
    build_error,
    describe,
    read_json_lines,
    required,
    required_id,
    write_json_lines,
)
from sacrerouge_litepyramid.io.machine_files import refuse_changes
from sacrerouge_litepyramid.io.metrics import SummaryKey, parse_new_key


class InstanceUnits(NamedTuple):
    """The units of all references of one instance."""

    instance_id: str
    units: tuple[Unit, ...]
    where: str


def read_units(path: str | Path) -> dict[str, InstanceUnits]:
    """Read units by instance; raise ValueError for an invalid unit or a repeated instance."""
    by_instance: dict[str, InstanceUnits] = {}
    for line in read_json_lines(path):
        item = _parse_instance_units(line)
        first = by_instance.setdefault(item.instance_id, item)
        if first is not item:
            raise build_error(
                line,
                f"the instance already has units ({first.where}); write all units of an instance "
                "in one line",
            )
    return by_instance


def write_units(path: str | Path, units: Iterable[tuple[str, Sequence[Unit]]]) -> None:
    """Write (instance_id, units), one instance per line."""
    lines = []
    for name, members in units:
        lines.append({"instance_id": name, "units": [unit_to_json(unit) for unit in members]})
    write_json_lines(path, lines)


def _parse_instance_units(line: Line) -> InstanceUnits:
    unknown = set(line.data) - {"instance_id", "units"}
    if unknown:
        raise build_error(line, f"unknown field {min(unknown)!r}; known: instance_id, units")
    return InstanceUnits(required_id(line, "instance_id"), parse_units(line), line.where)


def parse_units(line: Line) -> tuple[Unit, ...]:
    """Parse a line's units; raise ValueError naming the line and the unit if one is invalid."""
    units = []
    for number, data in enumerate(required(line, "units", list), start=1):
        try:
            units.append(unit_from_json(data))
        except ValueError as error:
            raise ValueError(f"{describe(line)}, unit {number}: {error}") from None
    return tuple(units)


class InstancePyramid(NamedTuple):
    """The Pyramid of one instance."""

    # the SCUs
    units: tuple[Unit, ...]
    # their ids in SacreROUGE, in the same order
    scu_ids: tuple[int, ...]
    # by summarizer, in the order that the units' reference indices refer to
    references: dict[str, str]


def read_pyramids(path: str | Path) -> dict[str, InstancePyramid]:
    """Read SacreROUGE's pyramids.jsonl by instance; raise ValueError for other fields.

    An SCU's weight is the number of distinct references that contribute to it.
    """
    pyramids = {}
    for line in read_json_lines(path):
        with refuse_changes(describe(line), "Pyramid", "SacreROUGE"):
            units = []
            for scu in line.data["scus"]:
                indices = {contributor["summary_index"] for contributor in scu["contributors"]}
                references = tuple(sorted(indices))
                units.append(Unit(scu["label"], weight=len(references), references=references))
            texts = dict(zip(line.data["summarizer_ids"], line.data["summaries"], strict=True))
            scu_ids = tuple(scu["scu_id"] for scu in line.data["scus"])
        pyramid = InstancePyramid(tuple(units), scu_ids, texts)
        pyramids[required_id(line, "instance_id")] = pyramid
    return pyramids


def read_peer_annotations(path: str | Path) -> dict[SummaryKey, frozenset[int]]:
    """Read the ids of the SCUs that annotators found in each peer's summary.

    Raises ValueError if a summary has two annotations.
    """
    annotations: dict[SummaryKey, frozenset[int]] = {}
    for line in read_json_lines(path):
        if required(line, "summarizer_type", str) != "peer":
            continue
        key = parse_new_key(line, annotations, "is already annotated")
        with refuse_changes(describe(line), "Pyramid annotation", "SacreROUGE"):
            annotations[key] = frozenset(scu["scu_id"] for scu in line.data["scus"])
    return annotations
