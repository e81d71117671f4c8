"""Soft alignment of many extracts from the same sentences, each sentence compared with the reference once."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

#: similarities in one block of extracts; blocks that fit into a processor's cache are fastest
FLOATS_PER_BLOCK = 1 << 16


class SentenceMatches(NamedTuple):
    """The similarities of a reference with each of several sentences.

    ``best``: (sentences, reference tokens), how similar each reference token is to the sentence's nearest token;
    ``total``: (sentences,), the sum over the sentence's tokens of the similarity to the nearest reference token;
    ``tokens``: (sentences,), the number of the sentence's tokens.
    """

    best: np.ndarray
    total: np.ndarray
    tokens: np.ndarray


def sentence_matches(reference: np.ndarray, sentences: Sequence[np.ndarray]) -> SentenceMatches:
    """Match sentences, arrays of unit vectors (tokens, dimensions), with the reference's vectors."""
    best = np.full((len(sentences), len(reference)), -np.inf)
    total = np.zeros(len(sentences))
    for index, sentence in enumerate(sentences):
        if len(sentence) and len(reference):
            similarity = reference @ sentence.T
            best[index] = similarity.max(axis=1)
            total[index] = similarity.max(axis=0).sum()
    return SentenceMatches(best, total, np.array([len(sentence) for sentence in sentences], dtype=int))


def extract_alignments(matches: SentenceMatches, extracts: Sequence[Sequence[int]]) -> np.ndarray:
    """Return the `soft_alignment` of each extract (indices of sentences) with the reference: (extracts, 3).

    The columns are those of `Alignment`. The time for an extract grows with its sentences × the reference's tokens: a
    reference token's best is the maximum over the sentences, and precision is the mean over the sentences' tokens. An
    extract or a reference without tokens has 0.
    """
    longest = max(map(len, extracts), default=0)
    filled = [[*extract, *[0] * (longest - len(extract))] for extract in extracts]
    rows = np.array(filled, dtype=int).reshape(len(extracts), longest)
    used = np.arange(longest) < np.array([len(extract) for extract in extracts], dtype=int)[:, None]
    tokens = (matches.tokens[rows] * used).sum(axis=1)
    aligned = np.flatnonzero((tokens > 0) & (matches.best.shape[1] > 0))
    alignments = np.zeros((len(extracts), 3))
    precision = (matches.total[rows[aligned]] * used[aligned]).sum(axis=1) / tokens[aligned]
    recall = _recall(matches.best, rows[aligned], used[aligned])
    defined = (precision > 0) & (recall > 0)
    f1 = np.divide(2 * precision * recall, precision + recall, out=np.zeros(len(aligned)), where=defined)
    alignments[aligned] = np.stack([precision, recall, f1], axis=1)
    return alignments


def _recall(best: np.ndarray, rows: np.ndarray, used: np.ndarray) -> np.ndarray:
    """Return the mean over the reference's tokens of the best over each row's used sentences: (rows,)."""
    # A place that is not used repeats the row's first sentence, which changes no maximum.
    rows = np.where(used, rows, rows[:, :1])
    recall = np.zeros(len(rows))
    step = max(1, FLOATS_PER_BLOCK // max(1, best.shape[1]))
    for start in range(0, len(rows), step):
        block = rows[start : start + step].T
        highest = best[block[0]]
        for sentences in block[1:]:
            np.maximum(highest, best[sentences], out=highest)
        recall[start : start + step] = highest.mean(axis=1)
    return recall
