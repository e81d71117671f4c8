"""Work made ahead of its use, in a thread."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")
_END: Any = object()


def ahead(items: Iterable[T], most: int = 2) -> Iterator[T]:
    """The items in order; while one is used, the next ``most`` are made in a thread. Its errors come in their turn."""
    iterator = iter(items)
    pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ahead")
    try:
        futures = deque(pool.submit(next, iterator, _END) for _ in range(most))
        while (item := futures.popleft().result()) is not _END:
            futures.append(pool.submit(next, iterator, _END))
            yield item
    finally:
        pool.shutdown(cancel_futures=True)
