"""Drafts of a summary as the vectors that a value network reads (Gao et al. 2020, after Rioux et al. 2014)."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.summarizers.source import Source
from sacrerouge_litepyramid.words import split_sentences, stem

Bigram = tuple[str, str]
#: what a state tells beside the bigrams: coverage, redundancy, length, positions, whether the length is allowed
MEASURES = 5


class StateFeatures(NamedTuple):
    """What each sentence brings to a state; the states of drafts are made of sums of these.

    ``bigrams``: how often each frequent bigram is in the sentence, of shape (sentences, bigrams); ``lengths``: tokens;
    ``positions``: 1 / place in the document; both of shape (sentences,).
    """

    bigrams: np.ndarray
    lengths: np.ndarray
    positions: np.ndarray
    budget: int


def state_features(source: Source, budget: int, bigrams: int) -> StateFeatures:
    """``bigrams``: of how many of the source's most frequent stem bigrams a state tells; columns without one are 0."""
    found = [_bigrams(sentence) for sentence in source.sentences]
    counts = Counter(bigram for sentence in found for bigram in sentence)
    columns = {bigram: column for column, (bigram, _) in enumerate(counts.most_common(bigrams))}
    table = np.zeros((len(found), bigrams), dtype=np.float32)
    for row, sentence in zip(table, found, strict=True):
        for bigram in sentence:
            if bigram in columns:
                row[columns[bigram]] += 1
    return StateFeatures(table, source.lengths, 1 / source.positions, budget)


def draft_states(features: StateFeatures, drafts: Sequence[Sequence[int]]) -> np.ndarray:
    """The state of each draft, indices of sentences: float32 of shape (drafts, bigrams + 5).

    Indicators of the bigrams; their share that the draft has (coverage); the share of its occurrences of them that
    repeat another (redundancy); length over budget; the sum of 1 / position; 1 if the length is allowed.
    """
    states = np.zeros((len(drafts), features.bigrams.shape[1] + MEASURES), dtype=np.float32)
    for state, draft in zip(states, map(list, drafts), strict=True):
        counts = features.bigrams[draft].sum(axis=0)
        held, occurrences = np.count_nonzero(counts), counts.sum()
        tokens = features.lengths[draft].sum()
        state[:-MEASURES] = counts > 0
        state[-MEASURES:] = (
            held / max(1, len(counts)),
            (occurrences - held) / max(1.0, occurrences),
            tokens / features.budget,
            features.positions[draft].sum(),
            tokens <= features.budget,
        )
    return states


def _bigrams(sentence: str) -> list[Bigram]:
    stems = [stem(word) for words in split_sentences(sentence) for word in words]
    return list(pairwise(stems))
