"""The choice of reference sentences that annotators write SCUs for, within a budget (Lite2.xPyramid on new data)."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.mixing import SentenceKey, select_easiest
from sacrerouge_litepyramid.core.texts import sentences_of
from sacrerouge_litepyramid.extraction.aligned_units import AlignedUnits
from sacrerouge_litepyramid.extraction.extractor import Reference
from sacrerouge_litepyramid.io.annotation_plans import Plan, PlannedSentence


class SentenceBudget(NamedTuple):
    """An annotation budget: exactly one of the first three; ``pace`` (sentences per hour) converts hours.

    ``percentage`` is the share of the sentences to annotate.
    """

    percentage: float | None = None
    sentences: int | None = None
    hours: float | None = None
    pace: float | None = None


def count_affordable(budget: SentenceBudget, total: int) -> int:
    """Return how many of ``total`` sentences the budget pays for.

    With p%, floor(total · (100 - p) / 100) sentences have STUs, exactly as in a mix of 100 - p%. Raises ValueError
    unless exactly one budget is given, hours have a pace, the numbers are above 0, and at least one sentence is paid
    for.
    """
    given = [name for name in ("percentage", "sentences", "hours") if getattr(budget, name) is not None]
    if len(given) != 1:
        raise ValueError(f"one of percentage, sentences and hours is needed, not {len(given)} of them")
    for name in (*given, *(["pace"] if budget.pace is not None else [])):
        if not (math.isfinite(getattr(budget, name)) and getattr(budget, name) > 0):
            raise ValueError(f"{name} must be above 0, not {getattr(budget, name)}")
    count = _count_paid(budget, total)
    if total and not count:
        raise ValueError(f"a budget of {budget.hours} hours at {budget.pace} sentences an hour pays for no sentence")
    return min(count, total)


def _count_paid(budget: SentenceBudget, total: int) -> int:
    """Return the exact number of sentences, such as 110 for 2.2 hours at 50 per hour, which floats would miss."""
    if budget.percentage is not None:
        if budget.percentage > 100:
            raise ValueError(f"percentage must be at most 100, not {budget.percentage}")
        return total - math.floor(total * (100 - Fraction(str(budget.percentage))) / 100)
    if budget.hours is not None:
        if budget.pace is None:
            raise ValueError("hours need a pace, in sentences an hour")
        return math.floor(Fraction(str(budget.hours)) * Fraction(str(budget.pace)))
    return budget.sentences or 0


def make_annotation_plan(
    references: Mapping[str, Sequence[Reference]],
    data: AlignedUnits,
    scores: np.ndarray,
    budget: SentenceBudget,
    settings: Mapping[str, Any],
    predicted: np.ndarray | None = None,
) -> Plan:
    """Return a plan: annotators write units for the sentences of the lowest ``scores``, as the budget allows.

    ``data`` holds the STUs, ``scores`` is (sentences,); a sentence without STUs is chosen first. ``predicted`` is
    the easiness to record, (sentences,). Raises ValueError if the references have no word.
    """
    texts = list_sentence_texts(references)
    if not texts:
        raise ValueError("the references have no sentence; there is nothing to annotate")
    ranked = dict(zip(data.sentences, scores.tolist(), strict=True))
    below = min(ranked.values(), default=0.0) - 1
    order = np.array([ranked.get(key, below) for key in texts])
    extracted = select_easiest(order, len(texts) - count_affordable(budget, len(texts)))
    noted = {} if predicted is None else dict(zip(data.sentences, predicted.tolist(), strict=True))
    sentences = {
        key: PlannedSentence(text, noted.get(key), not by_stus)
        for (key, text), by_stus in zip(texts.items(), extracted.tolist(), strict=True)
    }
    return Plan(dict(settings), sentences, data.stus)


def list_sentence_texts(references: Mapping[str, Sequence[Reference]]) -> dict[SentenceKey, str]:
    """Return the sentences that have a word, in the order of the data set."""
    return {
        SentenceKey(name, number, place): text
        for name, members in references.items()
        for number, reference in enumerate(members)
        for place, text in enumerate(sentences_of(reference))
        if text
    }
