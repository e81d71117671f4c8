"""Feature vectors of drafts for a value network (Gao et al. 2020, after Rioux et al. 2014)."""

from collections import Counter
from itertools import pairwise

import numpy as np

from sacrerouge_litepyramid.summarizers.source import Source
from sacrerouge_litepyramid.text.words import split_sentences, stem

Bigram = tuple[str, str]
#: the entries of a state beside the bigrams: coverage, redundancy, length, positions, whether the length is allowed
MEASURES = 5


def sentence_features(source: Source, bigrams: int) -> np.ndarray:
    """Return what each sentence adds to a draft, float32 (sentences, bigrams + 2), so that drafts are sums of rows.

    The columns: the counts of the source's ``bigrams`` most frequent bigrams of stems (0 where a short source has
    fewer); the sentence's tokens; 1 / its place in its document.
    """
    found = [_bigrams(sentence) for sentence in source.sentences]
    counts = Counter(bigram for sentence in found for bigram in sentence)
    columns = {bigram: column for column, (bigram, _) in enumerate(counts.most_common(bigrams))}
    table = np.zeros((len(found), bigrams + 2), dtype=np.float32)
    for row, sentence in zip(table, found, strict=True):
        for bigram in sentence:
            if bigram in columns:
                row[columns[bigram]] += 1
    table[:, -2] = source.lengths
    table[:, -1] = 1 / source.positions
    return table


def draft_states(drafts: np.ndarray, budget: int) -> np.ndarray:
    """Return the states of drafts, sums of their sentences' features: float32 of shape (drafts, bigrams + 5).

    The columns: indicators of the bigrams; the share of the bigrams that the draft has (coverage); the share of their
    occurrences in the draft that repeat an earlier one (redundancy); tokens / ``budget``; Σ 1 / position; 1 if the
    budget is kept.
    """
    counts, tokens, positions = drafts[:, :-2], drafts[:, -2], drafts[:, -1]
    indicators = counts > 0
    held, occurrences = indicators.sum(axis=1), counts.sum(axis=1)
    measures = (
        held / counts.shape[1],
        (occurrences - held) / np.maximum(occurrences, 1),
        tokens / budget,
        positions,
        tokens <= budget,
    )
    return np.column_stack([indicators, *measures]).astype(np.float32)


def _bigrams(sentence: str) -> list[Bigram]:
    stems = [stem(word) for words in split_sentences(sentence) for word in words]
    return list(pairwise(stems))
