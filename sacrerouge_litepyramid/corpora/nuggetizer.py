"""nuggetizer's nuggets, answers and assignments of grades (Pradeep et al., 2025), as in TREC's RAG.

Nuggets are ``{"query", "qid", "nuggets": [{"text", "importance"}]}``, answers ``{"run_id",
"topic_id", "answer": [{"text", "citations"}]}``, assignments ``{"query", "qid", "answer_text",
"run_id", "nuggets": [{"text", "importance", "assignment"}]}``.
"""

import logging
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.core.judgements import LabelledSummary, compute_human_scores
from sacrerouge_litepyramid.core.texts import list_some
from sacrerouge_litepyramid.corpora.data_set import DataSet
from sacrerouge_litepyramid.io.evaluation_folder import HUMAN_SCORES, LABELS, SUMMARIES, UNITS
from sacrerouge_litepyramid.io.files import Line, read_json_lines, required, write_json_lines
from sacrerouge_litepyramid.io.labels import write_labels
from sacrerouge_litepyramid.io.machine_files import refuse_changes
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC, SummaryKey, write_metrics
from sacrerouge_litepyramid.io.units import InstanceUnits, parse_units, write_units

logger = logging.getLogger(__name__)

Paths = Sequence[str | Path]
#: the label of a nugget by the grade of its assignment
GRADES = {"not_support": 0.0, "partial_support": 0.5, "support": 1.0}


def _read_answers(paths: Paths, topic_field: str) -> dict[SummaryKey, Line]:
    """Return the lines by topic and run; raise ValueError if a run has two answers to a topic."""
    lines: dict[SummaryKey, Line] = {}
    for path in paths:
        for line in read_json_lines(path):
            topic = _read_name(line, topic_field)
            run = _read_name(line, "run_id")
            first = lines.setdefault(SummaryKey(topic, run), line)
            if first is not line:
                raise ValueError(
                    f"{line.where}: {first.where} has an answer of run {run!r} to {topic!r} already"
                )
    return lines


def _read_name(line: Line, field: str) -> str:
    return str(required(line, field, (str, int)))


def _read_topics(lines: Iterable[Line]) -> dict[str, InstanceUnits]:
    """Return each topic's nuggets; raise ValueError if two lines of a topic differ in them."""
    topics: dict[str, InstanceUnits] = {}
    for line in lines:
        name = _read_name(line, "qid")
        nuggets = []
        with refuse_changes(line.where, "line", "nuggetizer"):
            for nugget in line.data["nuggets"]:
                # Other fields, such as assignments, are not the unit's.
                fields = (field for field in ("text", "importance") if field in nugget)
                nuggets.append({field: nugget[field] for field in fields})
        units = parse_units(Line({"instance_id": name, "units": nuggets}, line.where))
        first = topics.setdefault(name, InstanceUnits(name, units, line.where))
        if first.units != units:
            raise ValueError(
                f"{line.where}, topic {name!r}: the nuggets differ from those in {first.where}"
            )
    return topics


def _to_summary(key: SummaryKey, line: Line) -> dict[str, Any]:
    """Return an answer or an assignment as a line of summaries.jsonl."""
    if "nuggets" in line.data:
        text = required(line, "answer_text", str)
    else:
        with refuse_changes(line.where, "line", "nuggetizer"):
            text = " ".join(sentence["text"] for sentence in line.data["answer"])
    return {**key._asdict(), "summarizer_type": "peer", "summary": {"text": text}}


def _read_labels(line: Line) -> tuple[float, ...]:
    grades = [nugget.get("assignment") for nugget in line.data["nuggets"]]
    for grade in grades:
        # A wrong grade may be of a type that a dictionary cannot look up.
        if grade not in list(GRADES):
            raise ValueError(
                f"{line.where}: an assignment must be one of {', '.join(GRADES)}, not {grade!r}"
            )
    return tuple(GRADES[grade] for grade in grades)


@DataSet.register("nuggetizer")
class Nuggetizer(DataSet):
    """Topics as documents, runs as systems, and nuggets as SCUs of weight 1 with an importance.

    Assignments become the labels 1, 0.5 and 0. ``litepyramid_recall`` is nuggetizer's all_score,
    …_vital is its vital_score, and …_strict and …_strict_vital are its strict scores, which count
    only full support.
    """

    description = "Set up nuggetizer's nuggets, answers and assignments, as in TREC's RAG track"
    example = "data/trec --assignments assignments.jsonl"

    def setup(  # type: ignore[override]
        self,
        output: Path,
        *,
        nuggets: Path | None = None,
        answers: Paths = (),
        assignments: Paths = (),
    ) -> dict[str, Any]:
        """Write the data set.

        Args:
            nuggets: the nuggets of the topics; not needed with assignments.
            answers: the answers of runs; answers to topics without nuggets are excluded.
            assignments: the grades of nuggets, with the texts of the answers.
        """
        answered = _read_answers(answers, "topic_id")
        assigned = _read_answers(assignments, "qid")
        lines = read_json_lines(nuggets) if nuggets else []
        topics = _read_topics([*lines, *assigned.values()])
        kept = {key: line for key, line in answered.items() if key.instance_id in topics}
        summaries = [_to_summary(key, line) for key, line in {**kept, **assigned}.items()]
        if not summaries:
            raise ValueError(
                "no topic has nuggets and an answer; pass nuggets and answers, or assignments"
            )
        empty = [name for name, topic in topics.items() if not topic.units]
        if empty:
            logger.warning(
                "topics without nuggets: %d of %d (%s); they are left out of all means, nuggetizer "
                "counts them as 0",
                len(empty),
                len(topics),
                list_some(empty, 3),
            )
        labels = {}
        scores = {}
        for key, line in assigned.items():
            units = topics[key.instance_id].units
            labels[key] = _read_labels(line)
            labelled = LabelledSummary(*key, "", units, labels[key])
            scores[key] = compute_human_scores(labelled, HUMAN_METRIC)
        write_json_lines(output / SUMMARIES, summaries)
        write_units(output / UNITS, ((name, topic.units) for name, topic in topics.items()))
        if labels:
            write_labels(output / LABELS, labels.items())
            write_metrics(output / HUMAN_SCORES, scores.items())
        return {
            "dataset": "nuggetizer",
            "topics": len(topics),
            "summaries": len(summaries),
            "labels": sum(map(len, labels.values())),
            "left_out": len(answered) - len(kept),
        }
