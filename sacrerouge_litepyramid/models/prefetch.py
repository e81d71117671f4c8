"""Prepare items in a thread before they are needed."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")
_END: Any = object()


def prefetch(items: Iterable[T], depth: int = 2) -> Iterator[T]:
    """Yield the items in order, prepared up to ``depth`` in advance by a thread, whose errors are raised here."""
    iterator = iter(items)
    pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="prefetch")
    try:
        futures = deque(pool.submit(next, iterator, _END) for _ in range(depth))
        while (item := futures.popleft().result()) is not _END:
            futures.append(pool.submit(next, iterator, _END))
            yield item
    finally:
        pool.shutdown(cancel_futures=True)
