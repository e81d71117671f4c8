"""Read a folder of summaries.jsonl and metrics.jsonl whose summaries people judged in dimensions of FFCI."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.ffci.similarity.similarity import Dimension
from sacrerouge_litepyramid.formats.metrics import SummaryKey, flatten_metrics, read_scores
from sacrerouge_litepyramid.formats.summaries import Summary, read_summaries
from sacrerouge_litepyramid.metrics.ffci import Ffci
from sacrerouge_litepyramid.metrics.ffci_coverage import FfciCoverage
from sacrerouge_litepyramid.metrics.ffci_faithfulness import FfciFaithfulness
from sacrerouge_litepyramid.metrics.ffci_focus import FfciFocus
from sacrerouge_litepyramid.storage.files import read_json_lines, required

METRICS: dict[Dimension, type[Ffci]] = {
    "faithfulness": FfciFaithfulness,
    "focus": FfciFocus,
    "coverage": FfciCoverage,
}


class JudgedSet(NamedTuple):
    """``human``: people's scores by dimension, in the order of the summaries, all of which they judged."""

    name: str
    summaries: list[Summary]
    human: dict[Dimension, list[float]]


def read_judged_set(folder: str | Path, human_metrics: Mapping[Dimension, str]) -> JudgedSet:
    """Read the summaries that people judged in every dimension of the folder, in the order of their instances.

    ``human_metrics``: by dimension the name of people's score; the folder has the dimensions whose names its
    metrics.jsonl has. Raises ValueError where it has none, or where summaries lack what a dimension needs.
    """
    folder = Path(folder)
    path = folder / "metrics.jsonl"
    known = {name for line in read_json_lines(path) for name, _ in flatten_metrics(required(line, "metrics", dict))}
    dimensions = [dimension for dimension, name in human_metrics.items() if name in known]
    if not dimensions:
        raise ValueError(f"{path}: none of the metrics {', '.join(human_metrics.values())}; give --human-metrics")
    scores = read_scores([path], [human_metrics[dimension] for dimension in dimensions])
    judged = set.intersection(*(set(values) for values in scores.values()))
    summaries = [each for each in read_summaries(folder / "summaries.jsonl") if _key(each) in judged]
    if not summaries:
        raise ValueError(f"{folder}: people's scores and the summaries have no summary in common")
    for summary in summaries:
        _check_contexts(summary, dimensions)
    summaries.sort(key=lambda summary: summary.instance_id)
    human = {
        dimension: [scores[human_metrics[dimension]][_key(each)] for each in summaries] for dimension in dimensions
    }
    return JudgedSet(folder.name, summaries, human)


def get_context(summary: Summary, dimension: Dimension) -> list[Text]:
    """Return what a dimension compares a summary with: its documents or its references."""
    return getattr(summary, METRICS[dimension].compared)


def _key(summary: Summary) -> SummaryKey:
    return SummaryKey(summary.instance_id, summary.summarizer_id)


def _check_contexts(summary: Summary, dimensions: list[Dimension]) -> None:
    for dimension in dimensions:
        if not get_context(summary, dimension):
            raise ValueError(
                f"{summary.where}, instance {summary.instance_id!r}: {dimension} needs {METRICS[dimension].compared}; "
                "add them or leave the dimension out"
            )
