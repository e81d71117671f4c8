"""Align many pairs of texts: one after the other by numpy, or in padded batches by torch on a device."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.precision_recall import Alignment, f1
from sacrerouge_litepyramid.encoders.prepare import Prepared, align_pair
from sacrerouge_litepyramid.models.placement import resolve_device

#: floats that a batch holds, vectors and similarities with their padding: 256 MiB
FLOATS_PER_BATCH = 1 << 26

PreparedPair = tuple[Prepared, Prepared]


def align_all(
    pairs: Sequence[PreparedPair], device: str | None = None, floats_per_batch: int = FLOATS_PER_BATCH
) -> list[Alignment]:
    """Return precision, recall and F1 of each (reference, summary), in order, as `align_pair` computes them.

    ``device``: where torch computes them, within 1e-5 of numpy (cpu, cuda, cuda:N, auto; an encoder's
    ``alignment_device``); None for numpy. ``floats_per_batch`` limits the memory there; one pair always fits.
    """
    if device is None:
        return [align_pair(reference, summary) for reference, summary in pairs]
    device = resolve_device(device)
    found = [Alignment(0.0, 0.0, 0.0)] * len(pairs)
    for batch in _batches(pairs, floats_per_batch):
        for index, alignment in zip(batch, _align_batch([pairs[index] for index in batch], device), strict=True):
            found[index] = alignment
    return found


def _batches(pairs: Sequence[PreparedPair], floats_per_batch: int) -> Iterator[list[int]]:
    """Yield indices of the pairs that can be aligned, largest first, with pairs of similar size together."""
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
        if batch and (len(batch) + 1) * (rows * columns + (rows + columns) * dimensions) > floats_per_batch:
            yield batch
            batch, (rows, columns) = [], sizes[index]
        batch.append(index)
    if batch:
        yield batch


def _align_batch(pairs: Sequence[PreparedPair], device: str) -> list[Alignment]:
    """Pad both sides to their longest texts; similarities have the shape (pairs, reference tokens, summary tokens)."""
    import torch

    reference, reference_weights, reference_there = _pad([pair[0] for pair in pairs], device)
    summary, summary_weights, summary_there = _pad([pair[1] for pair in pairs], device)
    with torch.inference_mode():
        similarity = torch.bmm(reference, summary.transpose(1, 2))
        # -2 is below every cosine, so that padding is never a token's best match.
        best_summary = similarity.masked_fill(~summary_there[:, None, :], -2).amax(dim=2)
        best_reference = similarity.masked_fill(~reference_there[:, :, None], -2).amax(dim=1)
        recall = _weighted_means(best_summary, reference_weights)
        precision = _weighted_means(best_reference, summary_weights)
    return [Alignment(p, r, f1(p, r)) for p, r in zip(precision, recall, strict=True)]


def _pad(texts: Sequence[Prepared], device: str) -> tuple[Any, Any, Any]:
    """Return vectors (texts, longest, dimensions), weights (texts, longest; 0 for padding) and a mask of the tokens.

    A text that is in several pairs is copied to the device once.
    """
    import torch

    distinct = {id(text): text for text in texts}
    places = {each: place for place, each in enumerate(distinct)}
    shape = (len(distinct), max(len(text.tokens) for text in texts))
    vectors = np.zeros((*shape, texts[0].vectors.shape[1]), dtype=np.float32)
    weights = np.zeros(shape, dtype=np.float32)
    there = np.zeros(shape, dtype=bool)
    for place, text in enumerate(distinct.values()):
        length = len(text.tokens)
        vectors[place, :length] = text.vectors
        weights[place, :length] = 1 if text.weights is None else text.weights
        there[place, :length] = True
    rows = torch.tensor([places[id(text)] for text in texts], device=device)
    each_vectors, each_weights, each_there = (
        torch.from_numpy(array).to(device)[rows] for array in (vectors, weights, there)
    )
    return each_vectors, each_weights, each_there


def _weighted_means(best: Any, weights: Any) -> list[float]:
    """Return the weighted mean of each row; padding has weight 0, and the mean of a row without weight is 0."""
    totals = weights.sum(dim=1)
    means = (best * weights).sum(dim=1) / totals.where(totals > 0, 1.0)
    return means.where(totals > 0, 0.0).tolist()
