"""RAGChecker's preferences between two systems' answers (Ru et al., NeurIPS 2024).

A record is ``{"dataset", "query_id", "gt_answer", "model1": {"model_name", "response"},
"model2"}``: in the released ``human_labeled_data.json`` one for each annotator of a pair, with the
preferences ``QUALITY_label``; in ``baseline_ragchecker.json`` one for each pair, with the published
scores under ``ragchecker`` in each response.
"""

import re
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.corpora.data_set import DataSet, ScoredSummary, write_data_set
from sacrerouge_litepyramid.io.evaluation_folder import HUMAN_SCORES, SUMMARIES
from sacrerouge_litepyramid.io.files import Line, required
from sacrerouge_litepyramid.io.machine_files import refuse_changes
from sacrerouge_litepyramid.io.metrics import SummaryKey, parse_metric_value
from sacrerouge_litepyramid.io.preferences import PREFERENCES, Preference, write_preferences
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.io.tables import read_table

QUALITIES = ("completeness", "correctness", "overall")
CITATION = re.compile(r"\s*\[\d+(?:\s*,\s*\d+)*\]")


def _read_pair(line: Line) -> tuple[str, str, str]:
    """Return the question's name and the names of the two systems."""
    with refuse_changes(line.where, "record", "RAGChecker"):
        name = f"{line.data['dataset']}-{line.data['query_id']}"
        return name, line.data["model1"]["model_name"], line.data["model2"]["model_name"]


def _read_labels(line: Line) -> dict[str, float]:
    labels = {}
    for quality in QUALITIES:
        label = required(line, f"{quality}_label", (int, float))
        labels[quality] = parse_metric_value(line, quality, label)
    return labels


def _read_answers(line: Line, pair: Preference) -> list[ScoredSummary]:
    """Return both answers of a record with their human and published scores."""
    # positive for the second answer
    preferences = np.array(pair.preferences["completeness"])
    first, second = pair.keys
    return [
        _read_answer(line, "model1", first, 0 - preferences),
        _read_answer(line, "model2", second, preferences),
    ]


def _read_answer(line: Line, field: str, key: SummaryKey, preferences: np.ndarray) -> ScoredSummary:
    response = Line(line.data[field], f"{line.where}, {field}")
    published = Line(required(response, "ragchecker", dict), response.where)
    reference = CITATION.sub("", required(line, "gt_answer", str))
    text = CITATION.sub("", required(response, "response", str))
    summary = Summary(*key, "peer", text, [reference], [], response.where)
    scores = {"human_completeness": float(preferences.mean())}
    for quality, score in _read_labels(published).items():
        scores[f"ragchecker_{quality}"] = score
    return ScoredSummary(summary, None, scores)


@DataSet.register("ragchecker")
class RAGChecker(DataSet):
    """Pairs of answers as instances.

    The systems keep their names, and ``gt_answer`` is the reference. Preferences are from -2 to 2,
    positive if the second answer is better, as released. The human score of an answer,
    ``human_completeness``, is the annotators' mean preference for it over the other. Published
    scores are the metrics ``ragchecker_QUALITY``. Citation marks such as [3] are removed from all
    texts. There are no units.
    """

    description = (
        "Set up RAGChecker's preferences between answers (Ru et al., 2024), with its "
        "published scores"
    )
    example = "data/ragchecker --source human_labeled_data.json --scores baseline_ragchecker.json"
    files = (SUMMARIES, HUMAN_SCORES, PREFERENCES)

    def setup(self, output: Path, *, source: Path, scores: Path) -> dict[str, Any]:  # type: ignore[override]
        """Write the data set.

        Args:
            source: the released human_labeled_data.json.
            scores: the released baseline_ragchecker.json.
        """
        records = {_read_pair(line): line for line in read_table(scores)}
        labels: dict[tuple[str, str, str], list[dict[str, float]]] = {}
        for line in read_table(source):
            labels.setdefault(_read_pair(line), []).append(_read_labels(line))
        if unmatched := sorted(labels.keys() ^ records.keys()):
            raise ValueError(
                f"{scores}: {unmatched[0]} is not in both this file and {source}; get both again"
            )
        pairs = []
        answers = []
        for key, rows in labels.items():
            preferences = {name: tuple(row[name] for row in rows) for name in QUALITIES}
            pair = Preference(*key, preferences)
            pairs.append(pair)
            answers += _read_answers(records[key], pair)
        counts = write_data_set(output, {}, answers)
        write_preferences(output / PREFERENCES, pairs)
        return {"dataset": "RAGChecker", **counts, "labels": sum(map(len, labels.values()))}
