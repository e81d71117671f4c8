"""Judge summaries by units and score them (Zhang and Bansal, EMNLP 2021, section 3.1).

Every score of a summary by a judge comes from `Scorer`: metrics, experiments and the validation of
training call it.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.judgements import (
    Judgement,
    judge_measures,
    list_measures,
    make_group,
    other_probabilities,
)
from sacrerouge_litepyramid.core.pairs import Group, unique
from sacrerouge_litepyramid.core.texts import Text, flatten, group_equal
from sacrerouge_litepyramid.core.units import CLAUSE, Unit, list_part_texts, split_parts
from sacrerouge_litepyramid.extraction.extractor import Extraction, UnitExtractor, extract_units
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.registry import build

logger = logging.getLogger(__name__)


class Scorer:
    """Scores summaries by units with one judge.

    Args:
        judge: the judge, or its description; default ``lexical``.
        extractor: the extractor for `extract`, or its description; None if units are given.
    """

    def __init__(
        self,
        judge: Judge | str | Mapping[str, Any] | None = None,
        extractor: UnitExtractor | str | Mapping[str, Any] | None = None,
    ) -> None:
        self.judge: Judge = build(Judge, judge)
        self.extractor = None if extractor is None else build(UnitExtractor, extractor)

    def extract(self, references_list: Sequence[Sequence[Text]]) -> list[tuple[Unit, ...]]:
        """Return the units of all references in each list.

        Each distinct reference is extracted once.
        """
        return self.extract_all(references_list)[0]

    def extract_all(
        self, references_list: Sequence[Sequence[Text]]
    ) -> tuple[list[tuple[Unit, ...]], Extraction]:
        """Return the units of `extract`, and the extraction of the distinct lists by their number,
        from 0.
        """
        if self.extractor is None:
            raise ValueError("the scorer has no extractor; pass one, or pass units")
        groups = group_equal(references_list)
        extraction = extract_units(
            self.extractor, {str(number): texts for number, (texts, _) in enumerate(groups)}
        )
        numbers = {
            place: str(number) for number, (_, places) in enumerate(groups) for place in places
        }
        return [
            tuple(extraction.units[numbers[place]]) for place in range(len(references_list))
        ], extraction

    def score(self, items: Iterable[tuple[Text, Sequence[Unit]]]) -> list[Judgement]:
        """Judge each summary by its units.

        The judge gets all distinct groups of a summary and units in one call. A summary without
        text states no unit, and the judge is not asked about it. A unit of weight 0 is judged with
        all units, the others without it; the parts of clauses are judged in groups of their own.
        """
        flat = [(flatten(summary), tuple(units)) for summary, units in items]
        has_parts = self.judge.judges_parts
        groups = [make_group(*item, as_statements=not has_parts) for item in flat]
        counted = [
            _drop_unweighted(group, units) for group, (_, units) in zip(groups, flat, strict=True)
        ]
        clause_places = [
            [place for place, unit in enumerate(units) if has_parts and unit.kind == CLAUSE]
            for _, units in flat
        ]
        parts = [
            Group(
                group.summary,
                tuple(part for place in places for part in list_part_texts(group.units[place])),
            )
            for group, places in zip(groups, clause_places, strict=True)
        ]
        distinct, inverse = unique([*groups, *counted, *parts])
        measured = self._measure(distinct)
        answers, size = [measured[place] for place in inverse], len(flat)
        judgements = []
        has_vital = any(unit.importance for _, units in flat for unit in units)
        for (summary, units), group, places, of_all, of_counted, (of_parts, _) in zip(
            flat,
            groups,
            clause_places,
            answers[:size],
            answers[size : 2 * size],
            answers[2 * size :],
            strict=True,
        ):
            measures, details = (
                _merge(units, *pair) for pair in zip(of_all, of_counted, strict=True)
            )
            judgement = Judgement(summary, units, measures, details, has_vital=has_vital)
            judgements.append(
                _add_parts(judgement, group, places, of_parts) if places else judgement
            )
        log_unanswered([judgement.measures["p2c"] for judgement in judgements])
        return judgements

    def _measure(
        self, groups: Sequence[Group]
    ) -> list[tuple[dict[str, np.ndarray], dict[str, np.ndarray]]]:
        """Return the measures of each group's units, and the other probabilities of an NLI
        model.
        """
        judged = [group for group in groups if group.summary.strip() and group.units]
        logits = dict(zip(judged, self.judge.predict(judged), strict=True)) if judged else {}
        names = list_measures(self.judge.classes)
        return [
            (judge_measures(logits[group]), other_probabilities(logits[group]))
            if group in logits
            else ({name: np.zeros(len(group.units)) for name in names}, {})
            for group in groups
        ]


def _drop_unweighted(group: Group, units: Sequence[Unit]) -> Group:
    """Return the group without the units of weight 0."""
    texts = zip(group.units, units, strict=True)
    return group._replace(units=tuple(text for text, unit in texts if unit.weight))


def _add_parts(
    judgement: Judgement, group: Group, places: Sequence[int], of_parts: Mapping[str, np.ndarray]
) -> Judgement:
    """Return the judgement in which a clause's value is the mean of its own value and of the mean
    of its parts.

    ``group``: the judge's input; ``places``: positions of the clauses; ``of_parts``: their parts'
    measures in order.
    """
    counts = [len(split_parts(group.units[place])) for place in places]
    starts = np.cumsum([0, *counts[:-1]])
    measures = {name: values.copy() for name, values in judgement.measures.items()}
    for name, values in measures.items():
        values[places] = (values[places] + np.add.reduceat(of_parts[name], starts) / counts) / 2
    parts = np.split(of_parts["p2c"], starts[1:])
    return judgement._replace(measures=measures, parts=dict(zip(places, parts, strict=True)))


def log_unanswered(values_list: Sequence[np.ndarray]) -> None:
    """Log the number of units without an answer, if any.

    ``values_list``: a measure of each summary, (units,).
    """
    missing = sum(int(np.isnan(values).sum()) for values in values_list)
    if missing:
        logger.warning(
            "the judge gave no answer for %d of %d units; a score is the mean of the others",
            missing, sum(map(len, values_list)),
        )  # fmt: skip


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
