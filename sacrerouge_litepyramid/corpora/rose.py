"""RoSE's ACUs and their labels (Liu et al., ACL 2023) in this package's formats.

A record is ``{"source", "reference", "reference_acus": [text], "example_id", "system_outputs": {system: text},
"annotations": {system: {"acu_labels": [0 or 1], "acu", "normalized_acu"}}}``, as in the data set of the hub. Tables
name every system in each record, with null for missing values."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.corpora.data_set import DataSet, Option
from sacrerouge_litepyramid.io.files import Line, describe, required, write_json_lines
from sacrerouge_litepyramid.io.labels import write_labels
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC, parse_metric_value, write_metrics
from sacrerouge_litepyramid.io.summaries import Summary, summary_to_json
from sacrerouge_litepyramid.io.tables import read_table
from sacrerouge_litepyramid.io.units import write_units


class RoseSummary(NamedTuple):
    """A system's summary, the label of each ACU, and the human scores: the share, plain and normalised by RoSE."""

    summary: Summary
    labels: tuple[int, ...]
    scores: dict[str, float]


class RoseRecord(NamedTuple):
    """A document's ACUs and the systems' summaries of it."""

    instance_id: str
    units: tuple[Unit, ...]
    summaries: tuple[RoseSummary, ...]


def read_rose(path: str | Path) -> list[RoseRecord]:
    """Read the records of a file: a JSON list, JSON Lines, Parquet, or a folder of datasets' ``save_to_disk``.

    A record without ACUs has no units and is excluded. Raises ValueError naming file, record and instance.
    """
    records = []
    first: dict[str, str] = {}
    for line in map(_identified, read_table(path)):
        instance_id = line.data["instance_id"]
        if first.setdefault(instance_id, line.where) != line.where:
            raise ValueError(f"{describe(line)}: the example_id is taken already ({first[instance_id]})")
        if required(line, "reference_acus", list):
            records.append(_record(line))
    if not records:
        raise ValueError(f"{path}: no record has ACUs")
    return records


def _identified(line: Line) -> Line:
    return Line({**line.data, "instance_id": str(required(line, "example_id", (str, int)))}, line.where)


def _record(line: Line) -> RoseRecord:
    try:
        units = tuple(Unit(text) for text in line.data["reference_acus"])
    except ValueError as error:
        raise ValueError(f"{describe(line)}, reference_acus: {error}") from None
    annotations = required(line, "annotations", dict)
    summaries = [
        _summary(line, system, text, annotations.get(system), len(units))
        for system, text in required(line, "system_outputs", dict).items()
        if text is not None
    ]
    return RoseRecord(line.data["instance_id"], units, tuple(summaries))


def _summary(line: Line, system: str, text: Any, annotation: Any, units: int) -> RoseSummary:
    labels = annotation.get("acu_labels") if isinstance(annotation, Mapping) else None
    if not isinstance(text, str) or labels is None:
        raise ValueError(f"{describe(line)}: system {system!r} must have a text and annotations with acu_labels")
    if not isinstance(labels, list) or len(labels) != units or any(label not in (0, 1) for label in labels):
        raise ValueError(f"{describe(line)}: system {system!r} must have a label, 0 or 1, for each of the {units} ACUs")
    documents = [required(line, "source", str)] if "source" in line.data else []
    references = [required(line, "reference", str)]
    summary = Summary(line.data["instance_id"], system, "peer", text, references, documents, line.where)
    given = {name: annotation.get(name) for name in ("acu", "normalized_acu")}
    scores = {name: parse_metric_value(line, name, value) for name, value in given.items() if value is not None}
    return RoseSummary(summary, tuple(int(label) for label in labels), scores)


@DataSet.register("rose")
class Rose(DataSet):
    """ACUs become SCUs of weight 1; ``litepyramid_recall`` is the share of ACUs whose label is 1, RoSE's ``acu``."""

    description = "Setup a part of RoSE (Liu et al., 2023), whose ACUs become units with annotators' labels"
    example = "data/rose --source rose.json"
    options = (
        Option(
            "--source",
            "A part of RoSE: .json, .jsonl, .parquet, or a folder of datasets' save_to_disk",
            ("*.arrow", "*.json"),
            {"required": True},
        ),
    )

    def setup(self, output: Path, source: Path) -> dict[str, Any]:  # type: ignore[override]
        records = read_rose(source)
        found = [each for record in records for each in record.summaries]
        keys = [each.summary.key for each in found]
        write_json_lines(output / "summaries.jsonl", (summary_to_json(each.summary) for each in found))
        write_units(output / "scus.jsonl", ((record.instance_id, record.units) for record in records))
        write_labels(output / "labels.jsonl", zip(keys, (each.labels for each in found), strict=True))
        scores = ({HUMAN_METRIC: float(np.mean(each.labels)), **each.scores} for each in found)
        write_metrics(output / "metrics.jsonl", zip(keys, scores, strict=True))
        return {
            "dataset": "RoSE",
            "instances": len(records),
            "systems": len({key.summarizer_id for key in keys}),
            "labels": sum(len(each.labels) for each in found),
        }
