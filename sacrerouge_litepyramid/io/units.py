"""Reads and writes units, one instance per line (scus.jsonl, stus.jsonl, units.jsonl), and reads SacreROUGE's Pyramids.

Source: the fields of SacreROUGE's ``Pyramid`` and ``PyramidAnnotation`` (sacrerouge/data/pyramid.py)."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.units import Unit, unit_from_json, unit_to_json
from sacrerouge_litepyramid.io.files import Line, describe, read_json_lines, required, write_json_lines
from sacrerouge_litepyramid.io.metrics import SummaryKey, parse_key


class InstanceUnits(NamedTuple):
    """The units of all references of one instance."""

    instance_id: str
    units: tuple[Unit, ...]
    where: str


def read_units(path: str | Path) -> dict[str, InstanceUnits]:
    """Read units by instance; raise ValueError for an invalid unit or a repeated instance."""
    return _group_by_instance([_parse_instance_units(line) for line in read_json_lines(path)])


def write_units(path: str | Path, units: Iterable[tuple[str, Sequence[Unit]]]) -> None:
    """Write (instance_id, units), one instance per line."""
    write_json_lines(
        path, ({"instance_id": name, "units": [unit_to_json(unit) for unit in members]} for name, members in units)
    )


def read_pyramids(path: str | Path) -> tuple[dict[str, InstanceUnits], dict[str, list[str]]]:
    """Read SacreROUGE's pyramids.jsonl, by instance: SCUs with their Pyramid weights, and reference summarizers.

    An SCU's weight is the number of distinct references that contribute to it.
    """
    lines = read_json_lines(path)
    units = _group_by_instance([_parse_pyramid(line) for line in lines])
    return units, {line.data["instance_id"]: required(line, "summarizer_ids", list) for line in lines}


def _group_by_instance(items: list[InstanceUnits]) -> dict[str, InstanceUnits]:
    result: dict[str, InstanceUnits] = {}
    for item in items:
        first = result.setdefault(item.instance_id, item)
        if first is not item:
            raise ValueError(
                f"{item.where}, instance {item.instance_id!r}: the instance already has units ({first.where}); "
                "write all units of an instance in one line"
            )
    return result


def _parse_instance_units(line: Line) -> InstanceUnits:
    unknown = set(line.data) - {"instance_id", "units"}
    if unknown:
        raise ValueError(f"{describe(line)}: unknown field {min(unknown)!r}; known: instance_id, units")
    return InstanceUnits(required(line, "instance_id", str), parse_units(line), line.where)


def parse_units(line: Line) -> tuple[Unit, ...]:
    """Parse the field ``units`` of a line; raise ValueError naming the line and the unit if one is invalid."""
    return tuple(_parse_unit(line, number, unit) for number, unit in enumerate(required(line, "units", list), start=1))


def _parse_unit(line: Line, number: int, data: Any) -> Unit:
    try:
        return unit_from_json(data)
    except ValueError as error:
        raise ValueError(f"{describe(line)}, unit {number}: {error}") from None


def _parse_pyramid(line: Line) -> InstanceUnits:
    instance_id = required(line, "instance_id", str)
    units = [_parse_scu(line, index, scu) for index, scu in enumerate(required(line, "scus", list))]
    return InstanceUnits(instance_id, tuple(units), line.where)


def _parse_scu(line: Line, index: int, scu: Any) -> Unit:
    try:
        references = tuple(sorted({contributor["summary_index"] for contributor in scu["contributors"]}))
        return Unit(scu["label"], weight=len(references), references=references)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(
            f"{describe(line)}, SCU {index}: not an SCU as SacreROUGE writes it ({error}); "
            "it needs a label, and contributors with a summary_index"
        ) from None


class InstancePyramid(NamedTuple):
    """The SCUs of one instance, their ids in the same order, and each reference's text by its summarizer.

    The units' reference indices refer to the order of ``references``.
    """

    units: tuple[Unit, ...]
    scu_ids: tuple[int, ...]
    references: dict[str, str]


class PeerAnnotation(NamedTuple):
    """The ids of the SCUs that annotators found in a system's summary."""

    scu_ids: frozenset[int]
    where: str


def read_instance_pyramids(path: str | Path) -> dict[str, InstancePyramid]:
    """Read Pyramids by instance; raise ValueError naming the line if it is not one of SacreROUGE's Pyramids."""
    units, _ = read_pyramids(path)
    pyramids = {}
    for line in read_json_lines(path):
        name = required(line, "instance_id", str)
        summarizers, texts = required(line, "summarizer_ids", list), required(line, "summaries", list)
        if not all(isinstance(summarizer, str) for summarizer in summarizers):
            raise ValueError(f"{describe(line)}: the field 'summarizer_ids' must be a list of names")
        if len(set(summarizers)) != len(texts):
            raise ValueError(
                f"{describe(line)}: {len(texts)} summaries by {len(set(summarizers))} summarizers "
                f"({', '.join(map(str, summarizers))}); each reference needs its own summarizer"
            )
        references = dict(zip(summarizers, texts, strict=True))
        pyramids[name] = InstancePyramid(units[name].units, _parse_scu_ids(line), references)
        outside = {index for unit in pyramids[name].units for index in unit.references} - set(range(len(texts)))
        if outside:
            raise ValueError(
                f"{describe(line)}: an SCU has summary_index {min(outside)}, but only 0 to {len(texts) - 1} exist"
            )
    return pyramids


def read_peer_annotations(path: str | Path) -> dict[SummaryKey, PeerAnnotation]:
    """Read peers' annotations by summary; raise ValueError for an invalid line or a summary with two."""
    annotations: dict[SummaryKey, PeerAnnotation] = {}
    for line in read_json_lines(path):
        if required(line, "summarizer_type", str) != "peer":
            continue
        key = parse_key(line)
        if key in annotations:
            raise ValueError(
                f"{describe(line)}: system {key.summarizer_id!r} is already annotated ({annotations[key].where}); "
                "keep one line"
            )
        annotations[key] = PeerAnnotation(frozenset(_parse_scu_ids(line)), line.where)
    return annotations


def _parse_scu_ids(line: Line) -> tuple[int, ...]:
    return tuple(_parse_scu_id(line, index, scu) for index, scu in enumerate(required(line, "scus", list)))


def _parse_scu_id(line: Line, index: int, scu: Any) -> int:
    value = scu.get("scu_id") if isinstance(scu, dict) else None
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{describe(line)}, SCU {index}: 'scu_id' must be a whole number, not {value!r}")
    return value
