"""The choice of reference sentences that people write SCUs for, within a budget (Lite2.xPyramid on new data)."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.annotation.budget import Budget, count_affordable
from sacrerouge_litepyramid.core.mixing import SentenceKey, select_easiest
from sacrerouge_litepyramid.extraction.aligned_units import AlignedUnits
from sacrerouge_litepyramid.extraction.interfaces import Reference
from sacrerouge_litepyramid.formats.annotation_plans import Plan, PlannedSentence
from sacrerouge_litepyramid.text.sentences import sentences_of


def make_plan(
    references: Mapping[str, Sequence[Reference]],
    data: AlignedUnits,
    scores: np.ndarray,
    budget: Budget,
    settings: Mapping[str, Any],
    predicted: np.ndarray | None = None,
) -> Plan:
    """Return a plan: people annotate as many sentences as the budget pays for, those of the lowest ``scores``.

    ``data`` holds the STUs, ``scores`` is (sentences,); a sentence without STUs goes to people first. ``predicted`` is
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
