"""Concurrent calls of functions that wait for another machine, and a limit on their rate."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from queue import SimpleQueue
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def call_concurrently(
    function: Callable[[T], R], items: Iterable[T], calls: int
) -> Iterator[tuple[T, R | None, Exception | None]]:
    """Call a function on each item, ``calls`` at a time.

    As calls end, yield the item with its value or its error. After an error no further call begins,
    but calls under way are still yielded. The threads are daemons, so a process that is stopped
    does not wait for them.
    """
    todo = deque(items)
    ended: SimpleQueue[tuple[T, R | None, Exception | None] | None] = SimpleQueue()
    stopped = threading.Event()

    def work() -> None:
        while not stopped.is_set():
            try:
                item = todo.popleft()
            except IndexError:
                break
            try:
                ended.put((item, function(item), None))
            except Exception as error:
                stopped.set()
                ended.put((item, None, error))
        ended.put(None)

    running = min(calls, len(todo))
    for _ in range(running):
        threading.Thread(target=work, daemon=True).start()
    try:
        while running:
            call = ended.get()
            if call is None:
                running -= 1
            else:
                yield call
    finally:
        stopped.set()


class CallRate:
    """A limit on the calls that begin in a minute, spaced evenly; None sets no limit."""

    def __init__(self, per_minute: float | None) -> None:
        self.interval = 60 / per_minute if per_minute else 0.0
        self._lock = threading.Lock()
        self._next = 0.0

    def wait(self) -> None:
        """Wait until the next call may begin."""
        if not self.interval:
            return
        with self._lock:
            begin = max(self._next, time.monotonic())
            self._next = begin + self.interval
        time.sleep(max(begin - time.monotonic(), 0))
