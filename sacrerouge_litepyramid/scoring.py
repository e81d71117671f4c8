"""Judge summaries by units and score them (Zhang and Bansal, EMNLP 2021, section 3.1).

Nothing else in the package asks a judge for a score: the metrics, the Python API, `score-corpus`, curves,
cross-validation and the validation of training call `Scorer`.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.judgements import (
    Judgement,
    judge_measures,
    make_group,
    other_probabilities,
    zero_measures,
)
from sacrerouge_litepyramid.core.pairs import Group, unique
from sacrerouge_litepyramid.core.texts import Text, flatten
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.extractor import UnitExtractor, extract_units
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.registry import build

logger = logging.getLogger(__name__)


class Scorer:
    """Scores summaries by units with one judge.

    Args:
        judge: the judge, or its description; None is the embedded one, ``lexical``.
        extractor: the extractor for `extract`, or its description; None where the units are given.
    """

    def __init__(
        self,
        judge: Judge | str | Mapping[str, Any] | None = None,
        extractor: UnitExtractor | str | Mapping[str, Any] | None = None,
    ) -> None:
        self.judge: Judge = build(Judge, judge)
        self.extractor = None if extractor is None else build(UnitExtractor, extractor)

    def extract(self, references_list: Sequence[Sequence[Text]]) -> list[tuple[Unit, ...]]:
        """Extract the units of each list of references: those of all references, each distinct one extracted once."""
        if self.extractor is None:
            raise ValueError("the scorer has no extractor; give one, or units")
        references = {str(index): members for index, members in enumerate(references_list)}
        return [tuple(units) for units in extract_units(self.extractor, references).units.values()]

    def score(self, items: Iterable[tuple[Text, Sequence[Unit]]]) -> list[Judgement]:
        """Judge each summary by its units, in one pass of the judge over the distinct (summary, units) groups.

        The judge is not asked about a summary without text, which states no unit. A unit of weight 0 is judged among
        all units, the others without it.
        """
        flat = [(flatten(summary), tuple(units)) for summary, units in items]
        groups = [make_group(*item) for item in flat]
        weighted = [tuple(unit for unit in units if unit.weight) for _, units in flat]
        counted = [
            group if len(own) == len(group.units) else make_group(group.summary, own)
            for group, own in zip(groups, weighted, strict=True)
        ]
        distinct, inverse = unique([*groups, *counted])
        answers = self._measures(distinct)
        found = [answers[place] for place in inverse]
        judgements = [
            Judgement(summary, units, _merge(units, every[0], own[0]), _merge(units, every[1], own[1]))
            for (summary, units), every, own in zip(flat, found, found[len(flat) :], strict=False)
        ]
        log_unanswered([judgement.measures["p2c"] for judgement in judgements])
        return judgements

    def _measures(self, groups: Sequence[Group]) -> list[tuple[dict[str, np.ndarray], dict[str, np.ndarray]]]:
        """Return each group's measures, and an NLI model's other probabilities."""
        judged = [group for group in groups if group.summary.strip() and group.units]
        logits = dict(zip(judged, self.judge.predict(judged), strict=True)) if judged else {}
        classes = self.judge.classes
        return [
            (judge_measures(logits[group]), other_probabilities(logits[group]))
            if group in logits
            else (zero_measures(len(group.units), classes), {})
            for group in groups
        ]


def log_unanswered(values_list: Sequence[np.ndarray]) -> None:
    """Log the number of units that the judge gave no answer for, if any; arrays (units,) of a measure."""
    missing = sum(int(np.isnan(values).sum()) for values in values_list)
    if missing:
        logger.warning(
            "the judge gave no answer for %d of %d units; a score is the mean of the others",
            missing, sum(map(len, values_list)),
        )  # fmt: skip


def _merge(
    units: Sequence[Unit], every: dict[str, np.ndarray], counted: dict[str, np.ndarray]
) -> dict[str, np.ndarray]:
    """Return values of ``every`` unit, (units,), where those of units with weight are replaced by ``counted``."""
    weighted = np.array([unit.weight > 0 for unit in units], dtype=bool)
    if weighted.all() or not weighted.any():
        return every
    places = np.cumsum(weighted) - 1
    return {name: np.where(weighted, counted[name][places], values) for name, values in every.items()}
