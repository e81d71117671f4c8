"""Judge summaries by units and score them (Zhang and Bansal, EMNLP 2021, section 3.1).

Every score of a summary by a judge comes from `judge_summaries`: metrics, experiments and the
validation of training call it.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judge_input import (
    list_part_texts,
    make_group,
    prepare_units,
    split_parts,
)
from sacrerouge_litepyramid.core.judgements import (
    Judgement,
    judge_measures,
    list_measures,
    other_probabilities,
    weighted_mean,
)
from sacrerouge_litepyramid.core.pairs import Group, split_rows
from sacrerouge_litepyramid.core.texts import Text, flatten, join_sentences
from sacrerouge_litepyramid.core.units import CLAUSE, WRITTEN, Unit
from sacrerouge_litepyramid.extraction.division import divide_facts
from sacrerouge_litepyramid.judges.judge import Judge

logger = logging.getLogger(__name__)


class _Task(NamedTuple):
    """A summary with its units, and the groups that the judge is asked about."""

    summary: str
    units: tuple[Unit, ...]
    #: the summary with the texts of all units
    whole: Group
    #: the same without the units of weight 0, which must not change the values of the others
    counted: Group
    #: the parts of the clauses, in order
    parts: Group
    #: the places of the clauses among the units
    clauses: list[int]


class _Answer(NamedTuple):
    """The measures of a group's units, and the other probabilities of an NLI model, by name."""

    measures: dict[str, np.ndarray]
    details: dict[str, np.ndarray]


def judge_summaries(judge: Judge, items: Iterable[tuple[Text, Sequence[Unit]]]) -> list[Judgement]:
    """Judge each summary by its units.

    The judge gets all distinct groups of a summary and units in one call. A summary without text
    states no unit, and the judge is not asked about it. A unit of weight 0 is judged with all
    units, the others without it; the parts of clauses are judged in groups of their own.

    A judge of parts judges the clauses of a long fact (`extraction.division`) in its place; the
    fact's value is their mean, weighted by content words.
    """
    pairs = [(join_sentences(summary), tuple(units)) for summary, units in items]
    documents = dict.fromkeys(units for _, units in pairs)
    divided = _divide(documents) if judge.judges_parts else {}
    judged = [(summary, _list_judged(units, divided)) for summary, units in pairs]
    judgements = []
    for judgement, (_, units) in zip(_judge_items(judge, judged), pairs, strict=True):
        clauses = divided.get(units)
        judgements.append(_join_clauses(judgement, units, clauses) if clauses else judgement)
    if not any(_lacks_answer(judgement).any() for judgement in judgements):
        return judgements
    _log_unanswered([judgement.measures["p2c"] for judgement in judgements])
    return [judgement._replace(has_unanswered=True) for judgement in judgements]


#: the clauses of a document's long facts, by their places
Clauses = Mapping[int, tuple[Unit, ...]]


def _divide(documents: Iterable[tuple[Unit, ...]]) -> dict[tuple[Unit, ...], Clauses]:
    """Return the clauses of the long facts of each document that has any."""
    facts = {}
    for units in documents:
        facts[units] = {
            place: text
            for place, text in enumerate(prepare_units(units))
            if units[place].kind == WRITTEN
        }
    clauses = divide_facts(chain.from_iterable(texts.values() for texts in facts.values()))
    divided: dict[tuple[Unit, ...], Clauses] = {}
    for units, texts in facts.items():
        of_document = {place: clauses[text] for place, text in texts.items() if text in clauses}
        if of_document:
            divided[units] = of_document
    return divided


def _list_judged(
    units: tuple[Unit, ...], divided: Mapping[tuple[Unit, ...], Clauses]
) -> tuple[Unit, ...]:
    """Return a document's units with the clauses of a long fact, of its weight, in its place."""
    judged: list[Unit] = []
    clauses = divided.get(units, {})
    for place, unit in enumerate(units):
        if place in clauses:
            for clause in clauses[place]:
                judged.append(replace(clause, weight=unit.weight, importance=unit.importance))
        else:
            judged.append(unit)
    return tuple(judged)


def _join_clauses(judgement: Judgement, units: tuple[Unit, ...], clauses: Clauses) -> Judgement:
    """Return the judgement of units, given that of `_list_judged`."""
    counts = [len(clauses.get(place, [0])) for place in range(len(units))]
    measures = {}
    for name, values in judgement.measures.items():
        joined = []
        for place, of_unit in enumerate(split_rows(values, counts)):
            weights = [clause.weight for clause in clauses.get(place, ())]
            joined.append(weighted_mean(of_unit, weights) if weights else of_unit[0])
        measures[name] = np.array(joined)
    starts = np.cumsum(counts) - counts
    # A clause of an extracted reference has parts of its own.
    parts = {
        place: judgement.parts[starts[place]]
        for place in range(len(units))
        if starts[place] in judgement.parts and place not in clauses
    }
    for place in clauses:
        parts[place] = split_rows(judgement.measures["p2c"], counts)[place]
    texts = {place: tuple(clause.text for clause in clauses[place]) for place in clauses}
    return judgement._replace(units=units, measures=measures, parts=parts, clauses=texts)


def _judge_items(judge: Judge, items: Iterable[tuple[str, tuple[Unit, ...]]]) -> list[Judgement]:
    """Return the judgement of each summary by its units, none of which is divided."""
    tasks = [_build_task(judge, summary, units) for summary, units in items]
    # Side by side: a judge reads the words of a summary once for all of its groups.
    answers = _ask(
        judge, chain.from_iterable((task.whole, task.counted, task.parts) for task in tasks)
    )
    has_vital = any(unit.importance for task in tasks for unit in task.units)
    return [_judge(task, answers, has_vital) for task in tasks]


class Unanswered(NamedTuple):
    """How many of the units that a judge was asked about have no answer."""

    #: the judge's name and model
    judge: str
    missing: int
    #: the units of summaries with text
    asked: int
    #: what the model said instead and the remedy (`Judge.explain_unanswered`)
    explanation: str

    def check(self) -> None:
        """Raise ValueError if more than half of the answers are missing.

        Scores would be those of the units that are easy to judge.
        """
        if 2 * self.missing <= self.asked:
            return
        count = "none" if self.missing == self.asked else f"only {self.asked - self.missing:,}"
        raise ValueError(
            f"the judge {self.judge} answered {count} of {self.asked:,} units; {self.explanation}"
        )

    def add(self, other: "Unanswered | None") -> "Unanswered":
        """Return the counts of two parts of a run."""
        if other is None:
            return self
        return other._replace(
            missing=self.missing + other.missing,
            asked=self.asked + other.asked,
            explanation=other.explanation if other.missing else self.explanation,
        )


def count_unanswered(judge: Judge, judgements: Sequence[Judgement]) -> Unanswered:
    """Count the units that the judge was asked about, and those without an answer.

    ``judgements``: those that `judge_summaries` returned.
    """
    identity = judge.identity()
    name = repr(identity["type"])
    if "model" in identity:
        name += f" ({identity['model']})"
    asked = [judgement for judgement in judgements if judgement.summary.strip()]
    missing = sum(int(_lacks_answer(judgement).sum()) for judgement in asked)
    units = sum(unit.weight > 0 for judgement in asked for unit in judgement.units)
    return Unanswered(name, missing, units, judge.explain_unanswered())


def sum_answers(
    systems: Iterable[str], judgements: Iterable[Judgement]
) -> dict[str, tuple[int, int]]:
    """Return, for each system, the numbers of answered and of all units that have a weight.

    ``systems``: that of each judgement.
    """
    counts: dict[str, tuple[int, int]] = {}
    for system, judgement in zip(systems, judgements, strict=True):
        answered, units = counts.get(system, (0, 0))
        weighted = sum(unit.weight > 0 for unit in judgement.units)
        missing = int(_lacks_answer(judgement).sum()) if judgement.has_unanswered else 0
        counts[system] = (answered + weighted - missing, units + weighted)
    return counts


def _lacks_answer(judgement: Judgement) -> np.ndarray:
    """Return whether units that have a weight lack an answer, (units,)."""
    is_weighted = np.array([unit.weight > 0 for unit in judgement.units], dtype=bool)
    missing: np.ndarray = judgement.unanswered & is_weighted
    return missing


def _build_task(judge: Judge, summary: Text, units: tuple[Unit, ...]) -> _Task:
    as_statements = not judge.judges_parts
    whole = make_group(join_sentences(summary), units, as_statements, judge.texts)
    counted = [text for text, unit in zip(whole.units, units, strict=True) if unit.weight]
    clauses = []
    parts: list[str] = []
    if judge.judges_parts:
        clauses = [place for place, unit in enumerate(units) if unit.kind == CLAUSE]
        for place in clauses:
            parts += list_part_texts(whole.units[place])
    return _Task(
        summary=flatten(summary),
        units=units,
        whole=whole,
        counted=whole._replace(units=tuple(counted)),
        parts=whole._replace(units=tuple(parts)),
        clauses=clauses,
    )


def _ask(judge: Judge, groups: Iterable[Group]) -> dict[Group, _Answer]:
    """Return the answer to each distinct group."""
    distinct = list(dict.fromkeys(groups))
    judged = [group for group in distinct if group.summary.strip() and group.units]
    answers = {}
    for group, logits in zip(judged, judge.predict(judged) if judged else (), strict=True):
        shape = (len(group.units), judge.classes)
        if np.shape(logits) != shape:
            raise ValueError(
                f"{type(judge).__name__} returned logits of shape {np.shape(logits)}, not {shape} "
                "(units, classes)"
            )
        measures = judge_measures(logits)
        details = other_probabilities(logits) if "p3c" in measures else {}
        answers[group] = _Answer(measures, details)
    for group in distinct:
        # A summary without text states no unit.
        if group not in answers:
            measures = {name: np.zeros(len(group.units)) for name in list_measures(judge.classes)}
            answers[group] = _Answer(measures, {})
    return answers


def _judge(task: _Task, answers: Mapping[Group, _Answer], has_vital: bool) -> Judgement:
    of_all = answers[task.whole]
    of_counted = answers[task.counted]
    judgement = Judgement(
        task.summary,
        task.units,
        _merge(task.units, of_all.measures, of_counted.measures),
        _merge(task.units, of_all.details, of_counted.details),
        has_vital=has_vital,
    )
    return _add_parts(judgement, task, answers[task.parts]) if task.clauses else judgement


def _merge(
    units: Sequence[Unit], of_all: dict[str, np.ndarray], of_counted: dict[str, np.ndarray]
) -> dict[str, np.ndarray]:
    """Return the values of all units, (units,).

    Those of units with a weight are from ``of_counted``.
    """
    weighted = np.array([unit.weight > 0 for unit in units], dtype=bool)
    if weighted.all() or not weighted.any():
        return of_all
    places = np.cumsum(weighted) - 1
    return {
        name: np.where(weighted, of_counted[name][places], values)
        for name, values in of_all.items()
    }


def _add_parts(judgement: Judgement, task: _Task, of_parts: _Answer) -> Judgement:
    """Return the judgement with the mean of each clause's own value and its parts' mean value."""
    counts = [len(split_parts(task.whole.units[place])) for place in task.clauses]
    starts = np.cumsum([0, *counts[:-1]])
    measures = {}
    for name, values in judgement.measures.items():
        parts_means = np.add.reduceat(of_parts.measures[name], starts) / counts
        measures[name] = values.copy()
        measures[name][task.clauses] = (values[task.clauses] + parts_means) / 2
    parts = np.split(of_parts.measures["p2c"], starts[1:])
    parts_by_clause = dict(zip(task.clauses, parts, strict=True))
    return judgement._replace(measures=measures, parts=parts_by_clause)


def _log_unanswered(values_list: Sequence[np.ndarray]) -> None:
    """Log the number of units without an answer, if any.

    ``values_list``: a measure of each summary, (units,).
    """
    missing = sum(int(np.isnan(values).sum()) for values in values_list)
    if missing:
        logger.warning(
            "the judge gave no answer for %d of %d units; a score is the mean of the others",
            missing, sum(map(len, values_list)),
        )  # fmt: skip
