"""Group rows into batches of a limited number of tokens, pad them, and prepare the next ones in a thread."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import numpy as np

InputRow = Mapping[str, np.ndarray]
_T = TypeVar("_T")
#: texts in one call of a tokeniser
TEXTS_PER_CALL = 1024
#: the number of items that a thread prepares in advance
PREFETCH_DEPTH = 2


def chunked(items: Sequence[_T], size: int = TEXTS_PER_CALL) -> Iterator[Sequence[_T]]:
    """Yield successive slices of ``size`` items, the last one shorter."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


def batch_by_tokens(lengths: Sequence[int], tokens_per_batch: int, max_padding: float = 1.0) -> list[list[int]]:
    """Split rows into batches whose padded size (rows × longest) stays within the budget; one row always fits.

    ``max_padding``: the largest share of a batch's positions that may be padding, even if batches then have few rows.
    Returns indices into ``lengths``, longest rows first, so that memory is exhausted, if at all, in the first batch.
    """
    batches: list[list[int]] = []
    longest = tokens = 0
    for index in sorted(range(len(lengths)), key=lambda index: -lengths[index]):
        size = (len(batches[-1]) + 1) * longest if batches else 0
        if not batches or size > tokens_per_batch or tokens + lengths[index] < (1 - max_padding) * size:
            batches.append([])
            longest, tokens = lengths[index], 0
        batches[-1].append(index)
        tokens += lengths[index]
    return batches


def pad_rows(rows: Sequence[InputRow], fill: Mapping[str, int], side: str) -> dict[str, np.ndarray]:
    """Stack each field of the rows into an array (rows, longest), padded with ``fill[field]`` on ``side``.

    All fields of a row have the same length; ``side`` is "right" or "left".
    """
    lengths = [len(next(iter(row.values()))) for row in rows]
    width = max(lengths)
    arrays = {field: np.full((len(rows), width), fill[field], dtype=np.int64) for field in rows[0]}
    for index, (row, length) in enumerate(zip(rows, lengths, strict=True)):
        start = 0 if side == "right" else width - length
        for field, array in arrays.items():
            array[index, start : start + length] = row[field]
    return arrays


_END: Any = object()


def prefetch(items: Iterable[_T]) -> Iterator[_T]:
    """Yield the items in order; a thread prepares up to PREFETCH_DEPTH in advance, and its errors are raised here."""
    iterator = iter(items)
    pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="prefetch")
    try:
        futures = deque(pool.submit(next, iterator, _END) for _ in range(PREFETCH_DEPTH))
        while (item := futures.popleft().result()) is not _END:
            futures.append(pool.submit(next, iterator, _END))
            yield item
    finally:
        pool.shutdown(cancel_futures=True)
