"""Concurrent calls of functions that wait for another machine, and their pace."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
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


class Pace:
    """When calls of several threads begin: so many at a time, and evenly spaced.

    A full machine halves the number at a time. Each call that ends without an error raises it, up
    to ``calls``: by 1 after as many calls as are allowed at a time, as TCP does.

    Args:
        calls: the limit of calls at a time.
        per_minute: the limit of calls that begin in a minute; None or 0 sets none.
    """

    def __init__(self, calls: int, per_minute: float | None) -> None:
        self.calls = calls
        self.limit = float(calls)
        self._interval = 60 / per_minute if per_minute else 0.0
        self._changed = threading.Condition()
        self._running = 0
        # in seconds of the monotonic clock
        self._next = 0.0
        self._slowed = 0.0

    @contextmanager
    def call(self) -> Iterator[float]:
        """Wait until a call may begin, and count it in the block; yield when it began."""
        begun = self._begin()
        growth = 0.0
        try:
            yield begun
            growth = 1.0
        finally:
            with self._changed:
                self._running -= 1
                self.limit = min(self.limit + growth / self.limit, self.calls)
                self._changed.notify_all()

    def slow_down(self, begun: float, seconds: float) -> bool:
        """Note that the machine was full for a call, and wants no other for some seconds.

        ``begun``: when the call began. Of calls that were under way together, one halves the limit.
        Return whether it is the first time.
        """
        with self._changed:
            now = time.monotonic()
            is_first = not self._slowed
            self._next = max(self._next, now + seconds)
            if begun >= self._slowed:
                self.limit = max(self.limit / 2, 1.0)
                self._slowed = now
            return is_first

    def _begin(self) -> float:
        with self._changed:
            while True:
                now = time.monotonic()
                if self._running >= int(self.limit):
                    self._changed.wait()
                elif now < self._next:
                    self._changed.wait(self._next - now)
                else:
                    break
            self._running += 1
            self._next = now + self._interval
            return now
