"""RAGChecker's meta-evaluation (Ru et al., NeurIPS 2024): annotators' preferences between two
systems' answers.

A record is ``{"dataset", "query_id", "gt_answer", "model1": {"model_name", "response"},
"model2"}``: in the released ``human_labeled_data.json`` one for each annotator of a pair, with the
preferences ``QUALITY_label``; in ``baseline_ragchecker.json`` one for each pair, with the published
scores under ``ragchecker`` in each response."""

import re
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.corpora.data_set import DataSet, ScoredSummary, write_data_set
from sacrerouge_litepyramid.io.evaluation_folder import HUMAN_SCORES, SUMMARIES
from sacrerouge_litepyramid.io.files import Line, required
from sacrerouge_litepyramid.io.metrics import parse_metric_value
from sacrerouge_litepyramid.io.preferences import PREFERENCES, Preference, write_preferences
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.io.tables import read_table

QUALITIES = ("completeness", "correctness", "overall")
CITATION = re.compile(r"\s*\[\d+(?:\s*,\s*\d+)*\]")


def _read_pair(line: Line) -> tuple[str, str, str]:
    """Return the question's name and the names of the two systems."""
    first, second = (required(response, "model_name", str) for response in _list_responses(line))
    return f"{required(line, 'dataset', str)}-{required(line, 'query_id', str)}", first, second


def _list_responses(line: Line) -> list[Line]:
    return [
        Line(required(line, name, dict), f"{line.where}, {name}") for name in ("model1", "model2")
    ]


def _read_labels(line: Line, prefix: str = "") -> dict[str, float]:
    labels = {quality: required(line, f"{quality}_label", (int, float)) for quality in QUALITIES}
    return {
        f"{prefix}{quality}": parse_metric_value(line, quality, label)
        for quality, label in labels.items()
    }


def _read_answers(line: Line, pair: Preference) -> list[ScoredSummary]:
    """Return both answers of a record with their human and published scores."""
    reference = CITATION.sub("", required(line, "gt_answer", str))
    preferences = np.array(pair.preferences["completeness"])
    answers = []
    for key, response, preferred in zip(
        pair.keys, _list_responses(line), (0 - preferences, preferences), strict=True
    ):
        scores = _read_labels(
            Line(required(response, "ragchecker", dict), response.where), "ragchecker_"
        )
        text = CITATION.sub("", required(response, "response", str))
        summary = Summary(*key, "peer", text, [reference], [], response.where)
        answers.append(
            ScoredSummary(summary, None, {"human_completeness": float(preferred.mean()), **scores})
        )
    return answers


@DataSet.register("ragchecker")
class RAGChecker(DataSet):
    """Each pair of answers is an instance.

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
        pairs = [
            Preference(*key, {name: tuple(row[name] for row in rows) for name in QUALITIES})
            for key, rows in labels.items()
        ]
        answers = [answer for pair in pairs for answer in _read_answers(records[pair[:3]], pair)]
        counts = write_data_set(output, {}, answers)
        write_preferences(output / PREFERENCES, pairs)
        return {"dataset": "RAGChecker", **counts, "labels": sum(map(len, labels.values()))}
