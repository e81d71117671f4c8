"""`setup-dataset rose`: RoSE's atomic content units (ACUs) and their labels in this plugin's formats."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.corpora.rose_release import RoseRecord, RoseSummary
from sacrerouge_litepyramid.formats.metrics import build_metrics_line
from sacrerouge_litepyramid.formats.summaries import summary_to_json
from sacrerouge_litepyramid.formats.units import write_units
from sacrerouge_litepyramid.storage.files import write_json_lines


def write(records: Sequence[RoseRecord], output: Path) -> dict[str, int]:
    """Write summaries, ACUs as SCUs of weight 1, presence and people's scores; return counts by name.

    ``litepyramid_recall`` is the share of ACUs whose label is 1, RoSE's ``acu``.
    """
    summaries = [each for record in records for each in record.summaries]
    write_json_lines(output / "summaries.jsonl", (summary_to_json(each.summary) for each in summaries))
    write_units(output / "scus.jsonl", ((record.instance_id, record.units) for record in records))
    write_json_lines(output / "presence.jsonl", map(_presence, summaries))
    write_json_lines(output / "metrics.jsonl", map(_metrics, summaries))
    return {
        "instances": len(records),
        "systems": len({each.summary.summarizer_id for each in summaries}),
        "judgements": sum(len(each.labels) for each in summaries),
    }


def _presence(each: RoseSummary) -> dict[str, Any]:
    names = {"instance_id": each.summary.instance_id, "summarizer_id": each.summary.summarizer_id}
    return {**names, "labels": list(each.labels)}


def _metrics(each: RoseSummary) -> dict[str, Any]:
    return build_metrics_line(each.summary, {"litepyramid_recall": float(np.mean(each.labels)), **each.scores})
