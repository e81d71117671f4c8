"""Summary of a Haystack (Laban et al., EMNLP 2024): insights with graded labels.

The released ``eval_benchmark_data.json`` is a list of records ``{"subtopic_id", "summkey",
"summary": [bullet], "reference_insights": [{"insight_id", "insight"}], "annotation":
[{"insight_id", "coverage"}]}``. The annotation is people's; language models' labels are under
``predictions_MODEL``.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judgements import Judgement
from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.corpora.data_set import FILES, DataSet, ScoredSummary, write_data_set
from sacrerouge_litepyramid.io.evaluation_folder import EVIDENCE
from sacrerouge_litepyramid.io.evidence import write_evidence
from sacrerouge_litepyramid.io.files import Line
from sacrerouge_litepyramid.io.machine_files import refuse_changes
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC, SummaryKey
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.io.tables import read_table

GRADES = {
    "fully_covered": 1.0, "partially_covered": 0.5, "not_covered": 0.0,
    "FULL_COVERAGE": 1.0, "PARTIAL_COVERAGE": 0.5, "NO_COVERAGE": 0.0,
}  # fmt: skip
PREDICTIONS_PREFIX = "predictions_"
SYSTEM_PREFIX = "summary_subtopic_"


class SummHayRecord(NamedTuple):
    """A system's summary of a subtopic."""

    summary: Summary
    # the insights
    units: tuple[Unit, ...]
    # their grades by annotators
    labels: tuple[float, ...]
    # their grades by each language model
    by_model: dict[str, tuple[float, ...]]

    def scores(self) -> dict[str, float]:
        """Return the mean grade by annotators, and by each model."""
        by_rater = {HUMAN_METRIC: self.labels, **self.by_model}
        return {name: float(np.mean(grades)) for name, grades in by_rater.items()}


def _read_record(line: Line) -> SummHayRecord:
    with refuse_changes(line.where, "record", "Summary of a Haystack"):
        units = {}
        for insight in line.data["reference_insights"]:
            units[insight["insight_id"]] = Unit(insight["insight"])
        system = line.data["summkey"].removeprefix(SYSTEM_PREFIX)
        instance_id, text = line.data["subtopic_id"], line.data["summary"]
        summary = Summary(instance_id, system, "peer", text, [], [], line.where)
        labels = _read_grades(line.data["annotation"], units)
        by_model = {}
        for name in sorted(line.data):
            if name.startswith(PREDICTIONS_PREFIX):
                model = name.removeprefix(PREDICTIONS_PREFIX)
                by_model[model] = _read_grades(line.data[name], units)
    return SummHayRecord(summary, tuple(units.values()), labels, by_model)


def _read_grades(labels: Sequence[Mapping[str, str]], insights: Iterable[str]) -> tuple[float, ...]:
    """Return the grades in the order of the insights."""
    grades = {label["insight_id"]: GRADES[label["coverage"]] for label in labels}
    return tuple(grades[insight] for insight in insights)


@DataSet.register("summhay")
class SummHay(DataSet):
    """Insights as SCUs of weight 1, with grades 0, 0.5 and 1.

    ``litepyramid_recall`` is their mean. A subtopic is a document. In metrics.jsonl each language
    model is a metric, the mean of its grades; its labels are the metric's evidence, in which p2c is
    the grade, and l2c is 1 for full coverage and 0 otherwise.
    """

    description = (
        "Set up Summary of a Haystack (Laban et al., 2024): insights, graded labels, "
        "language models' labels"
    )
    example = "data/summhay --source eval_benchmark_data.json"
    files = (*FILES, EVIDENCE)

    def setup(self, output: Path, *, source: Path) -> dict[str, Any]:  # type: ignore[override]
        """Write the data set.

        Args:
            source: the released eval_benchmark_data.json.
        """
        records = [_read_record(line) for line in read_table(source)]
        units = {record.summary.instance_id: record.units for record in records}
        rows = [ScoredSummary(record.summary, record.labels, record.scores()) for record in records]
        counts = write_data_set(output, units, rows)
        write_evidence(output / EVIDENCE, _list_judgements(records))
        return {"dataset": "SummHay", **counts}


def _list_judgements(
    records: Sequence[SummHayRecord],
) -> dict[str, list[tuple[SummaryKey, Judgement]]]:
    """Return the labels of each language model as judgements."""
    judgements: dict[str, list[tuple[SummaryKey, Judgement]]] = {}
    for record in records:
        for model, grades in record.by_model.items():
            values = np.array(grades)
            measures = {"p2c": values, "l2c": (values == 1).astype(float)}
            judgement = Judgement(flatten(record.summary.text), record.units, measures)
            judgements.setdefault(model, []).append((record.summary.key, judgement))
    return judgements
