"""ArgKP (Bar-Haim et al., ACL 2020; Friedman-Melamed et al., 2021): key points of arguments.

A record is ``{"id", "topic", "stance", "argument", "key_points": [{"text", "label"}]}``: whether
the argument states each of some key points of its topic and stance, by the annotators' majority.
"""

from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.units import as_units
from sacrerouge_litepyramid.corpora.data_set import DataSet, ScoredSummary, write_data_set
from sacrerouge_litepyramid.io.machine_files import refuse_changes
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.io.tables import read_table


@DataSet.register("argkp")
class ArgKP(DataSet):
    """The key points of a topic and stance as SCUs of weight 1 of one instance.

    Each argument is a summary, named by its id. Key points that were not labelled for it have no
    label.
    """

    description = (
        "Set up ArgKP (Bar-Haim et al., 2020): whether arguments state key points, much paraphrased"
    )
    example = "data/argkp --source dev.jsonl"

    def setup(self, output: Path, *, source: Path) -> dict[str, Any]:  # type: ignore[override]
        """Write the data set.

        Args:
            source: a part of the data set, such as train.jsonl, one argument per line.
        """
        points: dict[str, dict[str, int]] = {}
        labelled = []
        for line in read_table(source):
            with refuse_changes(line.where, "record", "ArgKP"):
                stance = {1: "for", -1: "against"}[line.data["stance"]]
                instance = f"{line.data['topic']} ({stance})"
                labels = {point["text"]: float(point["label"]) for point in line.data["key_points"]}
                name, text = line.data["id"], line.data["argument"]
            places = points.setdefault(instance, {})
            for point in labels:
                places.setdefault(point, len(places))
            labelled.append((Summary(instance, name, "peer", text, [], [], line.where), labels))
        rows = []
        for summary, labels in labelled:
            of_units = tuple(labels.get(point) for point in points[summary.instance_id])
            score = float(np.mean(list(labels.values())))
            rows.append(ScoredSummary(summary, of_units, {HUMAN_METRIC: score}))
        units = {instance: as_units(places) for instance, places in points.items()}
        return {"dataset": "ArgKP", **write_data_set(output, units, rows)}
