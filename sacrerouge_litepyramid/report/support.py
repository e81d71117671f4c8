"""Which sentence of a summary, or of a reference, comes nearest to stating a unit: by its words alone.

The measure is the embedded presence model's own: the share of the weight of a unit's content words that a sentence
holds, words that its sibling units share and frequent words weighing less. No presence model is asked.
"""

from collections.abc import Callable, Sequence

import numpy as np

from sacrerouge_litepyramid.presence.lexical_features import UnitTable, sentence_shares, unit_table
from sacrerouge_litepyramid.presence.lexical_weights import load_weights
from sacrerouge_litepyramid.text.words import split_sentences, stem

NONE = -1


class Supporter:
    """Finds supporting sentences by the shipped weights' document frequencies."""

    def __init__(self) -> None:
        self.idf: Callable[[str], float] = load_weights().frequencies.idf

    def table(self, units: Sequence[str]) -> UnitTable:
        """The units of an instance, prepared once for all texts."""
        return unit_table(units, self.idf)


def find_best_sentences(table: UnitTable, sentences: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """For each unit the index of the sentence that holds the largest share of it, and this share: both (units,).

    The first of equals; NONE and 0 where no sentence has any of its words.
    """
    shares = sentence_shares(table, [_stems(sentence) for sentence in sentences])
    if not shares.shape[1]:
        return np.full(len(shares), NONE), np.zeros(len(shares))
    best = shares.max(axis=1)
    return np.where(best > 0, shares.argmax(axis=1), NONE), best


def _stems(sentence: str) -> list[str]:
    return [stem(word) for words in split_sentences(sentence) for word in words]
