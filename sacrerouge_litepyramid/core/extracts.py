"""Soft alignment of extracts: many choices among the same sentences, each sentence compared with the reference once."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.soft_alignment import Alignment, f1


class SentenceMatches(NamedTuple):
    """What a reference has to do with each of some sentences.

    ``best``: (sentences, reference tokens), how similar each reference token is to the sentence's nearest token;
    ``total``: (sentences,), the sum over the sentence's tokens of the similarity to the nearest reference token;
    ``tokens``: (sentences,), the number of the sentence's tokens.
    """

    best: np.ndarray
    total: np.ndarray
    tokens: np.ndarray


def sentence_matches(reference: np.ndarray, sentences: Sequence[np.ndarray]) -> SentenceMatches:
    """The matches of sentences, each an array of unit vectors (tokens, dimensions), with the reference's vectors."""
    best = np.full((len(sentences), len(reference)), -np.inf)
    total = np.zeros(len(sentences))
    for index, sentence in enumerate(sentences):
        if len(sentence) and len(reference):
            similarity = reference @ sentence.T
            best[index] = similarity.max(axis=1)
            total[index] = similarity.max(axis=0).sum()
    return SentenceMatches(best, total, np.array([len(sentence) for sentence in sentences], dtype=int))


def extract_alignment(matches: SentenceMatches, chosen: Sequence[int]) -> Alignment:
    """`soft_alignment` of the chosen sentences, which are indices, with the reference; 0 for an empty extract."""
    rows = list(chosen)
    tokens = int(matches.tokens[rows].sum())
    if not tokens or not matches.best.shape[1]:
        return Alignment(0.0, 0.0, 0.0)
    recall = float(matches.best[rows].max(axis=0).mean())
    precision = float(matches.total[rows].sum()) / tokens
    return Alignment(precision, recall, f1(precision, recall))
