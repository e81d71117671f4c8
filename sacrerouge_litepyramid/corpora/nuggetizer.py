"""nuggetizer's files (Pradeep et al., 2025), used in TREC's RAG track: nuggets, answers, and
assignments of grades.

Nuggets are ``{"query", "qid", "nuggets": [{"text", "importance"}]}``, answers ``{"run_id",
"topic_id", "answer": [{"text", "citations"}]}``, assignments ``{"query", "qid", "answer_text",
"run_id", "nuggets": [{"text", "importance", "assignment"}]}``."""

import logging
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.core.judgements import LabelledSummary, compute_human_scores
from sacrerouge_litepyramid.core.texts import list_some
from sacrerouge_litepyramid.corpora.data_set import DataSet
from sacrerouge_litepyramid.io.evaluation_folder import HUMAN_SCORES, LABELS, SUMMARIES, UNITS
from sacrerouge_litepyramid.io.evidence import list_unit_fields
from sacrerouge_litepyramid.io.files import Line, read_json_lines, required, write_json_lines
from sacrerouge_litepyramid.io.labels import write_labels
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC, SummaryKey, write_metrics
from sacrerouge_litepyramid.io.units import InstanceUnits, parse_units, write_units

logger = logging.getLogger(__name__)
Paths = Sequence[str | Path]
#: the label of a nugget by the grade of its assignment
GRADES = {"not_support": 0.0, "partial_support": 0.5, "support": 1.0}


def _read_answers(paths: Paths, topic_field: str) -> dict[SummaryKey, Line]:
    """Return the lines by topic and run; raise ValueError if a run has two answers to a topic."""
    lines: dict[SummaryKey, Line] = {}
    for line in (line for path in paths for line in read_json_lines(path)):
        key = SummaryKey(
            *(str(required(line, name, (str, int))) for name in (topic_field, "run_id"))
        )
        if lines.setdefault(key, line) is not line:
            raise ValueError(
                f"{line.where}: {lines[key].where} has an answer of run {key[1]!r} to {key[0]!r} "
                "already"
            )
    return lines


def _list_objects(line: Line, field: str) -> list[dict[str, Any]]:
    return list_unit_fields(Line({"units": required(line, field, list)}, f"{line.where}, {field}"))


def _read_topics(lines: Iterable[Line]) -> dict[str, InstanceUnits]:
    """Return the nuggets of each topic.

    Raise ValueError if they differ between two lines of a topic.
    """
    topics: dict[str, InstanceUnits] = {}
    for line in lines:
        name, nuggets = str(required(line, "qid", (str, int))), _list_objects(line, "nuggets")
        fields = [
            {field: nugget[field] for field in ("text", "importance") if field in nugget}
            for nugget in nuggets
        ]
        units = parse_units(Line({"instance_id": name, "units": fields}, line.where))
        if topics.setdefault(name, InstanceUnits(name, units, line.where)).units != units:
            raise ValueError(
                f"{line.where}, topic {name!r}: the nuggets differ from those in "
                f"{topics[name].where}"
            )
    return topics


def _to_summary(key: SummaryKey, line: Line) -> dict[str, Any]:
    """Return an answer or an assignment as a line of summaries.jsonl."""
    if "nuggets" in line.data:
        text = required(line, "answer_text", str)
    else:
        sentences = _list_objects(line, "answer")
        text = " ".join(required(Line(sentence, line.where), "text", str) for sentence in sentences)
    return {**key._asdict(), "summarizer_type": "peer", "summary": {"text": text}}


def _read_labels(line: Line) -> tuple[float, ...]:
    grades = [nugget.get("assignment") for nugget in line.data["nuggets"]]
    if wrong := [grade for grade in grades if grade not in [*GRADES]]:
        raise ValueError(
            f"{line.where}: an assignment must be one of {', '.join(GRADES)}, not {wrong[0]!r}"
        )
    return tuple(GRADES[grade] for grade in grades)


@DataSet.register("nuggetizer")
class Nuggetizer(DataSet):
    """A topic is a document, a run is a system, and a nugget is an SCU of weight 1 with its
    importance.

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
        answered, assigned = _read_answers(answers, "topic_id"), _read_answers(assignments, "qid")
        lines = [*(read_json_lines(nuggets) if nuggets else ()), *assigned.values()]
        topics = _read_topics(lines)
        kept = {key: line for key, line in answered.items() if key.instance_id in topics}
        summaries = [_to_summary(key, line) for key, line in {**kept, **assigned}.items()]
        if not summaries:
            raise ValueError(
                "no topic has nuggets and an answer; pass nuggets and answers, or assignments"
            )
        if empty := [name for name, topic in topics.items() if not topic.units]:
            logger.warning(
                "topics without nuggets: %d of %d (%s); they are left out of all means, nuggetizer "
                "counts them as 0",
                *(len(empty), len(topics), list_some(empty, 3)),
            )
        labels = [
            LabelledSummary(*key, "", topics[key[0]].units, _read_labels(line))
            for key, line in assigned.items()
        ]
        write_json_lines(output / SUMMARIES, summaries)
        write_units(output / UNITS, ((name, topic.units) for name, topic in topics.items()))
        if labels:
            write_labels(output / LABELS, ((SummaryKey(*item[:2]), item.labels) for item in labels))
            scores = (
                (SummaryKey(*item[:2]), compute_human_scores(item, HUMAN_METRIC)) for item in labels
            )
            write_metrics(output / HUMAN_SCORES, scores)
        counts = {"summaries": len(summaries), "labels": sum(len(item.labels) for item in labels)}
        return {
            "dataset": "nuggetizer",
            "topics": len(topics),
            **counts,
            "left_out": len(answered) - len(kept),
        }
