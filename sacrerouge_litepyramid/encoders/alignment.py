"""The alignment of many pairs of texts: one after the other by numpy, or in padded batches by torch on a device."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.soft_alignment import Alignment, f1
from sacrerouge_litepyramid.encoders.prepare import Prepared, aligned
from sacrerouge_litepyramid.models.batching import token_budget_batches
from sacrerouge_litepyramid.models.placement import resolve_device

#: similarities, padding included, that a batch computes at once: 256 MiB of float32
CELLS_PER_BATCH = 1 << 26

TextPair = tuple[Prepared, Prepared]


def align_all(
    pairs: Sequence[TextPair], device: str | None = None, cells_per_batch: int = CELLS_PER_BATCH
) -> list[Alignment]:
    """Precision, recall and F1 of each (reference, summary), in order, as `aligned` gives them one by one.

    ``device``: where torch computes them, as an encoder's ``alignment_device`` (cpu, cuda, cuda:N, auto), within 1e-5
    of numpy; None for numpy. ``cells_per_batch`` bounds the memory: reference tokens × summary tokens × pairs at once.
    """
    if device is None:
        return [aligned(reference, summary) for reference, summary in pairs]
    device = resolve_device(device)
    # A text without tokens has no dimensions either.
    filled = [index for index, (reference, summary) in enumerate(pairs) if reference.tokens and summary.tokens]
    found = [Alignment(0.0, 0.0, 0.0)] * len(pairs)
    cells = [len(pairs[index][0].tokens) * len(pairs[index][1].tokens) for index in filled]
    for batch in token_budget_batches(cells, cells_per_batch):
        for position, alignment in zip(batch, _align_batch([pairs[filled[each]] for each in batch], device), strict=True):
            found[filled[position]] = alignment
    return found


def _align_batch(pairs: Sequence[TextPair], device: str) -> list[Alignment]:
    """Pads each side to its longest text; similarities of shape (pairs, reference tokens, summary tokens)."""
    import torch

    reference, reference_weights, reference_there = _padded([pair[0] for pair in pairs], device)
    summary, summary_weights, summary_there = _padded([pair[1] for pair in pairs], device)
    with torch.inference_mode():
        similarity = torch.bmm(reference, summary.transpose(1, 2))
        best_summary = similarity.masked_fill(~summary_there[:, None, :], -2).amax(dim=2)
        best_reference = similarity.masked_fill_(~reference_there[:, :, None], -2).amax(dim=1)
        recall = _weighted_means(best_summary, reference_weights)
        precision = _weighted_means(best_reference, summary_weights)
    return [Alignment(p, r, f1(p, r)) for p, r in zip(precision, recall, strict=True)]


def _padded(texts: Sequence[Prepared], device: str) -> tuple[Any, Any, Any]:
    """Vectors (texts, longest, dimensions), weights (texts, longest) with 0 for padding, and where tokens are."""
    import torch

    shape = (len(texts), max(len(text.tokens) for text in texts))
    vectors = np.zeros((*shape, texts[0].vectors.shape[1]), dtype=np.float32)
    weights = np.zeros(shape, dtype=np.float32)
    there = np.zeros(shape, dtype=bool)
    for row, text in enumerate(texts):
        length = len(text.tokens)
        vectors[row, :length] = text.vectors
        weights[row, :length] = 1 if text.weights is None else text.weights
        there[row, :length] = True
    return tuple(torch.from_numpy(array).to(device) for array in (vectors, weights, there))  # type: ignore[return-value]


def _weighted_means(best: Any, weights: Any) -> list[float]:
    """The mean of each row by its weights, whose padding is 0; 0 for a row without weight."""
    totals = weights.sum(dim=1)
    means = (best * weights).sum(dim=1) / totals.clamp_min(1e-30)
    return means.where(totals > 0, 0.0).tolist()
