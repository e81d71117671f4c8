"""Finds the sentence of a summary or a reference that is nearest to a unit, by words alone.

The measure is a feature of the embedded presence model: the share of the weight of a unit's content words that a
sentence holds; frequent words and words of sibling units weigh less. No presence model runs.
"""

from collections.abc import Callable, Sequence

import numpy as np

from sacrerouge_litepyramid.presence.lexical_features import UnitTable, sentence_shares, unit_table
from sacrerouge_litepyramid.presence.lexical_weights import load_weights
from sacrerouge_litepyramid.text.words import split_sentences, stem

NONE = -1


class Supporter:
    """Prepares units for the search, with the shipped weights' document frequencies."""

    def __init__(self) -> None:
        self.idf: Callable[[str], float] = load_weights().frequencies.idf

    def table(self, units: Sequence[str]) -> UnitTable:
        """Return the units of an instance, prepared once for all texts."""
        return unit_table(units, self.idf)


def find_best_sentences(table: UnitTable, sentences: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return for each unit the index of the sentence that holds its largest share, and the share, both (units,).

    Among equal sentences the first is chosen; without a common word the result is NONE and 0.
    """
    shares = sentence_shares(table, [_stems(sentence) for sentence in sentences])
    if not shares.shape[1]:
        return np.full(len(shares), NONE), np.zeros(len(shares))
    best = shares.max(axis=1)
    return np.where(best > 0, shares.argmax(axis=1), NONE), best


def _stems(sentence: str) -> list[str]:
    return [stem(word) for words in split_sentences(sentence) for word in words]
