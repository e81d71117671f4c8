"""SacreROUGE's pyramids.jsonl and pyramid-annotations.jsonl, with the SCU ids that join them.

Source: the fields of SacreROUGE's ``Pyramid`` and ``PyramidAnnotation`` (sacrerouge/data/pyramid.py).
"""

from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.formats.metrics import SummaryKey
from sacrerouge_litepyramid.formats.units import read_pyramids
from sacrerouge_litepyramid.storage.files import Line, describe, read_json_lines, required


class InstancePyramid(NamedTuple):
    """The SCUs of one instance, their ids in the same order, and the text of each reference by its summarizer.

    The units' reference indices count in the order of ``references``.
    """

    instance_id: str
    units: tuple[Unit, ...]
    scu_ids: tuple[int, ...]
    references: dict[str, str]


class PeerAnnotation(NamedTuple):
    """The ids of the SCUs that people found in a peer's summary."""

    instance_id: str
    summarizer_id: str
    scu_ids: frozenset[int]
    where: str


def read_instance_pyramids(path: str | Path) -> dict[str, InstancePyramid]:
    """Read Pyramids by instance; ValueError names file, line and instance of a Pyramid unlike SacreROUGE's."""
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
                f"({', '.join(map(str, summarizers))}); each reference needs a summarizer of its own"
            )
        references = dict(zip(summarizers, texts, strict=True))
        pyramids[name] = InstancePyramid(name, units[name].units, _scu_ids(line), references)
        outside = {index for unit in pyramids[name].units for index in unit.references} - set(range(len(texts)))
        if outside:
            raise ValueError(f"{describe(line)}: an SCU is in reference {min(outside)}, but there are {len(texts)}")
    return pyramids


def read_peer_annotations(path: str | Path) -> dict[SummaryKey, PeerAnnotation]:
    """Read peers' annotations by summary; raise ValueError for a wrong line and a summary annotated twice."""
    annotations: dict[SummaryKey, PeerAnnotation] = {}
    for line in read_json_lines(path):
        if required(line, "summarizer_type", str) != "peer":
            continue
        key = SummaryKey(required(line, "instance_id", str), required(line, "summarizer_id", str))
        if key in annotations:
            raise ValueError(
                f"{describe(line)}: system {key.summarizer_id!r} is annotated already ({annotations[key].where}); "
                "keep one line"
            )
        annotations[key] = PeerAnnotation(*key, frozenset(_scu_ids(line)), line.where)
    return annotations


def _scu_ids(line: Line) -> tuple[int, ...]:
    return tuple(_scu_id(line, index, scu) for index, scu in enumerate(required(line, "scus", list)))


def _scu_id(line: Line, index: int, scu: Any) -> int:
    value = scu.get("scu_id") if isinstance(scu, dict) else None
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{describe(line)}, SCU {index}: 'scu_id' must be a whole number, not {value!r}")
    return value
