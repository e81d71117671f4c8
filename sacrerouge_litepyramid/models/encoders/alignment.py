"""Compare texts by the soft alignment of their token vectors, optionally with idf weights."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.rouge import Alignment, f1
from sacrerouge_litepyramid.core.words import STOP_WORDS
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenVectors, unit_vectors
from sacrerouge_litepyramid.models.placement import resolve_device


def soft_alignment(
    reference: np.ndarray,
    summary: np.ndarray,
    reference_weights: np.ndarray | None = None,
    summary_weights: np.ndarray | None = None,
) -> Alignment:
    """Match tokens greedily by cosine (Zhang et al. 2020, equation 1; SUPERT's equations 1 and 2).

    Recall is the mean over the reference's tokens of the largest cosine with a token of the summary, precision the same
    with the sides exchanged, F1 = 2 P R / (P + R).

    ``reference``, ``summary``: unit vectors of shape (tokens, dimensions); the weights, of shape (tokens,), are such as
    idf values, and equal by default. Every measure is 0 for a text without tokens or without weight.
    """
    if not len(reference) or not len(summary):
        return Alignment(0.0, 0.0, 0.0)
    similarity = reference @ summary.T
    recall = _weighted_mean(similarity.max(axis=1), reference_weights)
    precision = _weighted_mean(similarity.max(axis=0), summary_weights)
    return Alignment(precision, recall, f1(precision, recall))


def _weighted_mean(best: np.ndarray, weights: np.ndarray | None) -> float:
    if weights is None:
        return float(best.mean())
    total = float(weights.sum())
    return float(best @ weights) / total if total > 0 else 0.0


class InverseDocumentFrequency:
    """Weights −log((df + 1) / (N + 1)) over N texts (Zhang et al. 2020, section 3, with their code's smoothing).

    ``texts``: the terms of each reference text, words or a tokeniser's ids. A term in all texts has the weight 0, a
    term in none log(N + 1). Raises ValueError for fewer than two texts, as all weights of a single text would be 0.
    """

    def __init__(self, texts: Iterable[Iterable[Hashable]]) -> None:
        distinct = [set(terms) for terms in texts]
        if len(distinct) < 2:
            raise ValueError(f"idf needs at least two reference texts, not {len(distinct)}; leave out idf")
        self._texts = len(distinct)
        self._counts = Counter(term for terms in distinct for term in terms)

    def weights(self, terms: Sequence[Hashable]) -> np.ndarray:
        """Return the weight of each term, float32 of shape (terms,)."""
        counts = np.array([self._counts[term] for term in terms], dtype=np.float32)
        return np.log((self._texts + 1) / (counts + 1))


class Prepared(NamedTuple):
    """A text's tokens to align; ``vectors``: unit vectors, (tokens, dimensions); ``weights``: (tokens,), or None."""

    tokens: tuple[str, ...]
    vectors: np.ndarray
    weights: np.ndarray | None = None


def prepare_content(encoded: TokenVectors) -> Prepared:
    """Return a text without special tokens and stop words; a piece of a longer word does not count as a stop word."""
    stop_words = np.array([token.strip().lower() in STOP_WORDS for token in encoded.tokens], dtype=bool)
    keep = ~encoded.special & ~(stop_words if encoded.pieces is None else stop_words & ~encoded.pieces)
    tokens = tuple(token for token, kept in zip(encoded.tokens, keep, strict=True) if kept)
    return Prepared(tokens, unit_vectors(encoded.vectors[keep]))


def join_prepared(parts: Sequence[Prepared]) -> Prepared:
    """Join the tokens of several texts without weights, such as the sentences of a pseudo-reference."""
    if not parts:
        return Prepared((), np.zeros((0, 0), dtype=np.float32))
    tokens = tuple(token for part in parts for token in part.tokens)
    return Prepared(tokens, np.concatenate([part.vectors for part in parts]))


def align_pair(reference: Prepared, summary: Prepared) -> Alignment:
    """Return the `soft_alignment` of two texts with their weights."""
    return soft_alignment(reference.vectors, summary.vectors, reference.weights, summary.weights)


#: the limit of floats in a batch (vectors and similarities, with padding): 256 MiB
FLOATS_PER_BATCH = 1 << 26

PreparedPair = tuple[Prepared, Prepared]


def align_all(pairs: Sequence[PreparedPair], device: str | None = None) -> list[Alignment]:
    """Return precision, recall and F1 of each (reference, summary), in order, as `align_pair` computes them.

    ``device``: the device on which torch computes them (cpu, cuda, cuda:N, auto; such as an encoder's
    ``alignment_device``), within 1e-5 of numpy's results; None to use numpy.
    """
    if device is None:
        return [align_pair(reference, summary) for reference, summary in pairs]
    device = resolve_device(device)
    alignments = [Alignment(0.0, 0.0, 0.0)] * len(pairs)
    for batch in _batches(pairs):
        for index, alignment in zip(batch, _align_batch([pairs[index] for index in batch], device), strict=True):
            alignments[index] = alignment
    return alignments


def _batches(pairs: Sequence[PreparedPair]) -> Iterator[list[int]]:
    """Yield the indices of pairs with tokens, largest first, in batches of up to FLOATS_PER_BATCH or of one pair."""
    sizes = {
        index: (len(reference.tokens), len(summary.tokens))
        for index, (reference, summary) in enumerate(pairs)
        if reference.tokens and summary.tokens
    }
    batch: list[int] = []
    rows = columns = 0
    for index in sorted(sizes, key=lambda index: sizes[index], reverse=True):
        rows, columns = max(rows, sizes[index][0]), max(columns, sizes[index][1])
        dimensions = pairs[index][0].vectors.shape[1]
        if batch and (len(batch) + 1) * (rows * columns + (rows + columns) * dimensions) > FLOATS_PER_BATCH:
            yield batch
            batch, (rows, columns) = [], sizes[index]
        batch.append(index)
    if batch:
        yield batch


def _align_batch(pairs: Sequence[PreparedPair], device: str) -> list[Alignment]:
    """Align pairs, padded to the longest texts; similarities have shape (pairs, reference tokens, summary tokens)."""
    import torch

    reference, reference_weights, reference_mask = _pad([pair[0] for pair in pairs], device)
    summary, summary_weights, summary_mask = _pad([pair[1] for pair in pairs], device)
    with torch.inference_mode():
        similarity = torch.bmm(reference, summary.transpose(1, 2))
        # -2 is below every cosine, so that padding is never a token's best match.
        best_summary = similarity.masked_fill(~summary_mask[:, None, :], -2).amax(dim=2)
        best_reference = similarity.masked_fill(~reference_mask[:, :, None], -2).amax(dim=1)
        recall = _weighted_means(best_summary, reference_weights)
        precision = _weighted_means(best_reference, summary_weights)
    return [Alignment(p, r, f1(p, r)) for p, r in zip(precision, recall, strict=True)]


def _pad(texts: Sequence[Prepared], device: str) -> tuple[Any, Any, Any]:
    """Return vectors (texts, longest, dimensions), weights (texts, longest; 0 for padding) and a mask of the tokens.

    A text in several pairs is copied to the device once.
    """
    import torch

    distinct = {id(text): text for text in texts}
    places = {text_id: place for place, text_id in enumerate(distinct)}
    shape = (len(distinct), max(len(text.tokens) for text in texts))
    vectors = np.zeros((*shape, texts[0].vectors.shape[1]), dtype=np.float32)
    weights = np.zeros(shape, dtype=np.float32)
    is_token = np.zeros(shape, dtype=bool)
    for place, text in enumerate(distinct.values()):
        length = len(text.tokens)
        vectors[place, :length] = text.vectors
        weights[place, :length] = 1 if text.weights is None else text.weights
        is_token[place, :length] = True
    rows = torch.tensor([places[id(text)] for text in texts], device=device)
    padded = [torch.from_numpy(array).to(device)[rows] for array in (vectors, weights, is_token)]
    return padded[0], padded[1], padded[2]


def _weighted_means(best: Any, weights: Any) -> list[float]:
    """Return the weighted mean of each row, 0 for a row without weight; padding has the weight 0."""
    totals = weights.sum(dim=1)
    means = (best * weights).sum(dim=1) / totals.where(totals > 0, 1.0)
    return means.where(totals > 0, 0.0).tolist()
