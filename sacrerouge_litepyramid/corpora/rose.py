"""RoSE's ACUs and their labels (Liu et al., ACL 2023) in this package's formats.

A record is ``{"source", "reference", "reference_acus": [text], "example_id", "system_outputs":
{system: text}, "annotations": {system: {"acu_labels": [0 or 1], "acu", "normalized_acu"}}}``, as in
the hub's data set. In tables each record names every system, with null for missing values. A
derived record, without labels, is ``{"reference", "units": [text], "instance_id", "summaries":
{system: text}, "present": {system: number of units}}``.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.corpora.data_set import DataSet, ScoredSummary, write_data_set
from sacrerouge_litepyramid.io.files import Line, build_error, required
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC, parse_metric_value
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.io.tables import read_table
from sacrerouge_litepyramid.io.units import parse_units


class RoseRecord(NamedTuple):
    """A document's ACUs and the systems' summaries of it."""

    instance_id: str
    units: tuple[Unit, ...]
    summaries: tuple[ScoredSummary, ...]


def read_rose(path: str | Path) -> list[RoseRecord]:
    """Read the records that have ACUs, from any file or folder that `read_table` reads."""
    records = []
    for line in map(_to_released, read_table(path)):
        if required(line, "reference_acus", list):
            records.append(_read_record(line))
    if not records:
        raise ValueError(f"{path}: no record has ACUs")
    return records


def _to_released(line: Line) -> Line:
    """Return a released or derived record in the released format, with an ``instance_id``."""
    if "present" not in line.data:
        name = str(required(line, "example_id", (str, int)))
        return Line({**line.data, "instance_id": name}, line.where)
    units = required(line, "units", list)
    present = required(line, "present", dict)
    annotations = {}
    if units:
        annotations = {system: {"acu": number / len(units)} for system, number in present.items()}
    data = {
        "instance_id": required(line, "instance_id", str),
        "reference": required(line, "reference", str),
        "reference_acus": units,
        "system_outputs": required(line, "summaries", dict),
        "annotations": annotations,
    }
    return Line(data, line.where)


def _read_record(line: Line) -> RoseRecord:
    units = parse_units(Line({**line.data, "units": line.data["reference_acus"]}, line.where))
    annotations = required(line, "annotations", dict)
    summaries = []
    for system, text in required(line, "system_outputs", dict).items():
        if text is not None:
            annotation = annotations.get(system)
            summaries.append(_read_summary(line, system, text, annotation))
    return RoseRecord(line.data["instance_id"], units, tuple(summaries))


def _read_summary(line: Line, system: str, text: Any, annotation: Any) -> ScoredSummary:
    annotation = annotation if isinstance(annotation, Mapping) else {}
    labels = annotation.get("acu_labels")
    scores = {}
    for name in ("acu", "normalized_acu"):
        value = annotation.get(name)
        if value is not None:
            scores[name] = parse_metric_value(line, name, value)
    if not isinstance(text, str) or (labels is None and "acu" not in scores):
        raise build_error(
            line, f"system {system!r} must have a text and annotations with acu_labels or acu"
        )
    if labels is None:
        human = scores["acu"]
    else:
        labels = tuple(map(int, labels))
        human = float(np.mean(labels))
    documents = [required(line, "source", str)] if "source" in line.data else []
    references = [required(line, "reference", str)]
    summary = Summary(
        line.data["instance_id"], system, "peer", text, references, documents, line.where
    )
    return ScoredSummary(summary, labels, {HUMAN_METRIC: human, **scores})


@DataSet.register("rose")
class Rose(DataSet):
    """ACUs as SCUs of weight 1.

    ``litepyramid_recall`` is the share of ACUs labelled 1, RoSE's ``acu``. If a part has no labels,
    the share is read from ``acu``, and labels.jsonl is not written.
    """

    description = (
        "Set up a part of RoSE (Liu et al., 2023): ACUs as units, human scores, and "
        "labels if released"
    )
    example = "data/rose --source rose.json"

    def setup(  # type: ignore[override]
        self, output: Path, *, source: Path
    ) -> dict[str, Any]:
        """Write the data set; return counts.

        Args:
            source: a part of RoSE: .json, .jsonl, .parquet, or a folder of datasets' save_to_disk.
        """
        records = read_rose(source)
        units = {record.instance_id: record.units for record in records}
        summaries = [summary for record in records for summary in record.summaries]
        return {
            "dataset": "RoSE",
            **write_data_set(output, units, summaries),
            "instances": len(records),
        }
