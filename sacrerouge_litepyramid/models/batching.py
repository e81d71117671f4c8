"""Batches of rows with a limited number of tokens: grouping, padding, and applying a model."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from sacrerouge_litepyramid.models.placement import explain_out_of_memory

#: the inputs of a model for one text or pair, without padding: token ids, mask and token types by
#: name
InputRow = Mapping[str, Sequence[int] | np.ndarray]
_T = TypeVar("_T")
#: texts in one call of a tokeniser
_TEXTS_PER_CALL = 1024


def chunked(items: Sequence[_T], size: int = _TEXTS_PER_CALL) -> Iterator[Sequence[_T]]:
    """Yield successive slices of ``size`` items, the last one shorter."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


def batch_by_tokens(lengths: Sequence[int], tokens_per_batch: int) -> list[list[int]]:
    """Split rows into batches whose padded size (rows × longest) stays within the budget.

    One row always fits. Returns indices into ``lengths``, longest rows first, so that memory is
    exhausted, if at all, in the first batch.
    """
    order = sorted(range(len(lengths)), key=lambda index: -lengths[index])
    batches = []
    start = 0
    while start < len(order):
        longest = max(1, lengths[order[start]])
        size = max(1, tokens_per_batch // longest)
        batches.append(order[start : start + size])
        start += size
    return batches


def apply_by_tokens(
    work: Callable[[list[int]], Iterable[_T]],
    lengths: Sequence[int],
    tokens_per_batch: int,
    title: str | None = None,
) -> list[_T]:
    """Apply a model to all rows, batch by batch, without gradients.

    Return the results of the rows in their order. ``work`` returns the results of the rows with
    these indices. ``lengths`` are the tokens of each row. Without a ``title`` there is no progress
    bar.
    """
    import torch
    from tqdm import tqdm

    results: dict[int, _T] = {}
    is_hidden = None if title else True
    with (
        torch.inference_mode(),
        tqdm(total=len(lengths), desc=title, disable=is_hidden) as progress,
    ):
        for batch in batch_by_tokens(lengths, tokens_per_batch):
            with explain_out_of_memory(tokens_per_batch):
                values = work(batch)
            results.update(zip(batch, values, strict=True))
            progress.update(len(batch))
    return [results[index] for index in range(len(lengths))]


def collate(
    rows: Sequence[InputRow], tokenizer: Any, device: str, side: str | None = None
) -> dict[str, Any]:
    """Return each field of the rows as a tensor (rows, longest) on the device, padded on one side.

    ``side``: "right" or "left", by default that of the tokeniser.
    """
    from torch import as_tensor
    from torch.nn.utils.rnn import pad_sequence

    # Padding is masked, so any token can replace a missing padding token.
    fill = {
        "input_ids": tokenizer.pad_token_id or 0,
        "token_type_ids": tokenizer.pad_token_type_id,
    }
    batch = {}
    for field in rows[0]:
        values = [as_tensor(row[field]) for row in rows]
        padded = pad_sequence(
            values,
            batch_first=True,
            padding_value=fill.get(field, 0),
            padding_side=side or tokenizer.padding_side,
        ).long()
        if device.startswith("cuda"):
            # A batch in pinned memory is copied while the device works on the previous batch.
            padded = padded.pin_memory()
        batch[field] = padded.to(device, non_blocking=True)
    return batch
