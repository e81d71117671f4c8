"""QAPyramid (Zhang et al., 2024): questions with answers as units, on 50 documents of CNN/DM.

The released ``raw_data/QA_presence.json`` is ``{system: {document: {predicate: {question:
[vote]}}}}``. A question ends with its answer; a vote is ``[annotator, 0 | 1]``, or only 0 or 1 in
copies without names. The texts are RoSE's of CNN/DM's test part; as its records have other ids,
they are joined by the words of the answers.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.json_text import parse_json
from sacrerouge_litepyramid.core.rouge import rouge_tokens
from sacrerouge_litepyramid.core.units import as_units
from sacrerouge_litepyramid.corpora.data_set import DataSet, ScoredSummary, write_data_set
from sacrerouge_litepyramid.io.files import Line, read_text, required
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC, parse_metric_value
from sacrerouge_litepyramid.io.summaries import Summary, parse_text
from sacrerouge_litepyramid.io.tables import read_table

AS_RELEASED = (
    "it must be as released: {system: {document: {predicate: {question: [0 or 1, or "
    "[annotator, 0 or 1]]}}}}"
)
#: the smallest share of the answers' words in their reference; measured: .90 or more, in other
#: references up to .60
MIN_SHARED_WORDS = 0.75
#: the label of each question, by predicate and question
Labels = dict[tuple[str, str], int]


def _read_presence(path: str | Path) -> dict[str, dict[str, Labels]]:
    """Read the labels by system and document.

    A label is 1 if more than half of the annotators voted 1. Raises ValueError if the layout
    differs, or systems have different questions.
    """
    presence: dict[str, dict[str, Labels]] = {}
    first_labels: dict[str, Labels] = {}
    where = str(path)
    try:
        for system, documents in parse_json(read_text(path), path, AS_RELEASED).items():
            for document, predicates in documents.items():
                where = f"{path}, system {system!r}, document {document!r}"
                labels = _read_labels(predicates)
                first = first_labels.setdefault(document, labels)
                if not labels or labels.keys() != first.keys():
                    raise ValueError(
                        f"{where}: the questions must be the same for all systems, and at least one"
                    )
                # Labels are in the order of the units, the questions of the first system.
                presence.setdefault(system, {})[document] = {key: labels[key] for key in first}
    except (AttributeError, TypeError):
        raise ValueError(f"{where}: unknown layout; {AS_RELEASED}") from None
    return presence


def _read_labels(predicates: Mapping[str, Any]) -> Labels:
    labels = {}
    for predicate, questions in predicates.items():
        for question, votes in questions.items():
            labels[predicate, question] = _decide_label(votes)
    return labels


def _decide_label(votes: Any) -> int:
    """Return 1 if most votes are 1, else 0; raise TypeError for another layout of votes."""
    values = [vote[1] if isinstance(vote, list) and len(vote) == 2 else vote for vote in votes]
    if not values or any(value not in (0, 1) for value in values):
        raise TypeError("a vote must be 0 or 1")
    return int(2 * sum(values) > len(values))


def _join_texts(questions: Mapping[str, Iterable[tuple[str, str]]], path: Path) -> dict[str, Line]:
    """Return, for each document, the record whose reference has the most words of the answers."""
    references = []
    for line in read_table(path):
        words = rouge_tokens(required(line, "reference", str), stem=False)
        references.append((line, set(words)))
    joined: dict[str, Line] = {}
    for document, labelled in questions.items():
        text = " ".join(question.partition("?")[2] for _, question in labelled)
        answers = set(rouge_tokens(text, stem=False))
        overlaps = [(len(answers & words), line) for line, words in references]
        missing = (0, Line({}, "no record"))
        shared, closest = max(overlaps, key=lambda overlap: overlap[0], default=missing)
        if shared < max(1, MIN_SHARED_WORDS * len(answers)) or closest in joined.values():
            raise ValueError(
                f"{path}: no reference has the answers of document {document!r}; the closest, "
                f"{closest.where}, has {shared} of their {len(answers)} words; pass RoSE's CNN/DM "
                "test part"
            )
        joined[document] = closest
    return joined


def _read_texts(line: Line) -> dict[str, Any]:
    """Return the systems' texts, also of a derived record of RoSE."""
    return required(line, "system_outputs" if "system_outputs" in line.data else "summaries", dict)


def _read_summary(
    line: Line, document: str, system: str, text: Any, labels: Labels
) -> ScoredSummary:
    text = parse_text(line, text, system)
    references = [line.data["reference"]]
    articles = [required(line, "source", str)] if "source" in line.data else []
    summary = Summary(document, system, "peer", text, references, articles, line.where)
    values = tuple(labels.values())
    scores = {HUMAN_METRIC: float(np.mean(values))}
    annotations = required(line, "annotations", dict) if "annotations" in line.data else {}
    annotation = annotations.get(system)
    if isinstance(annotation, dict) and annotation.get("acu") is not None:
        scores["acu"] = parse_metric_value(line, "acu", annotation["acu"])
    return ScoredSummary(summary, values, scores)


@DataSet.register("qapyramid")
class QAPyramid(DataSet):
    """Questions with their answers as SCUs of weight 1, labelled by the majority.

    A tie counts as absent. ``litepyramid_recall`` is the share of questions labelled 1, ``acu``
    RoSE's human score if the texts have it. Votes are not written, as the number of annotators
    differs between questions. Systems without texts are excluded.
    """

    description = (
        "Set up QAPyramid (Zhang et al., 2024): question-answer pairs as units, on "
        "RoSE's CNN/DM summaries"
    )
    example = "data/qapyramid --source QA_presence.json --texts rose.json"

    def setup(  # type: ignore[override]
        self, output: Path, *, source: Path, texts: Path
    ) -> dict[str, Any]:
        """Write the data set.

        Args:
            source: the released raw_data/QA_presence.json.
            texts: RoSE's CNN/DM test part, in the formats of setup-dataset rose.
        """
        presence = _read_presence(source)
        questions: dict[str, Labels] = {}
        for documents in presence.values():
            questions |= documents
        lines = _join_texts(questions, texts)
        rows = []
        for system, documents in presence.items():
            for document, labels in documents.items():
                line = lines[document]
                text = _read_texts(line).get(system)
                if text is not None:
                    rows.append(_read_summary(line, document, system, text, labels))
        if not rows:
            raise ValueError(
                f"{texts}: no summaries of the systems in {source} ({', '.join(presence)}); pass "
                "RoSE's texts"
            )
        units = {}
        for document, labelled in questions.items():
            units[document] = as_units(question for _, question in labelled)
        return {"dataset": "QAPyramid", **write_data_set(output, units, rows)}
