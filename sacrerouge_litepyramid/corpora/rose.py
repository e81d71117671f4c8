"""`setup-dataset rose`: RoSE's atomic content units (ACUs) and their labels in this plugin's formats."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from sacrerouge.commands import DatasetSetupSubcommand

from sacrerouge_litepyramid.corpora.rose_release import RoseRecord, RoseSummary, read_rose
from sacrerouge_litepyramid.formats.metrics import metrics_line
from sacrerouge_litepyramid.formats.summaries import summary_to_json
from sacrerouge_litepyramid.formats.units import write_units
from sacrerouge_litepyramid.storage.files import write_json_lines


def write(records: Sequence[RoseRecord], output: Path) -> dict[str, int]:
    """Writes summaries, ACUs as SCUs of weight 1, presence and people's scores; returns how many of what there are.

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
    return metrics_line(each.summary, {"litepyramid_recall": float(np.mean(each.labels)), **each.scores})


@DatasetSetupSubcommand.register("rose")
class SetupRose(DatasetSetupSubcommand):
    def add_subparser(self, parser: argparse._SubParsersAction) -> None:
        description = "Setup a part of RoSE (Liu et al., 2023), whose ACUs become units with people's labels"
        self.parser = parser.add_parser("rose", description=description, help=description)
        self.parser.add_argument("output_dir", type=str, help="The folder where the data should be written")
        self.parser.add_argument(
            "--source",
            type=str,
            required=True,
            help="A part of RoSE: .json, .jsonl, .parquet, or a folder of datasets' save_to_disk",
        )
        self.parser.set_defaults(subfunc=self.run)

    def run(self, args: argparse.Namespace) -> None:
        counts = write(read_rose(args.source), Path(args.output_dir))
        print(json.dumps({"dataset": "RoSE", "output": args.output_dir, **counts}))
