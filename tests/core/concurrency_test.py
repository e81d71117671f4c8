import threading
import time

import pytest

from sacrerouge_litepyramid.core.concurrency import CallRate, call_concurrently


def test_each_item_is_called_once():
    found = sorted(call_concurrently(lambda item: item * 2, range(20), 4))
    assert found == [(item, item * 2, None) for item in range(20)]
    assert list(call_concurrently(str, [], 4)) == []


def test_calls_are_made_at_a_time():
    """Each call waits for three others, which only ends if four are under way."""
    meeting = threading.Barrier(4, timeout=10)
    ended = list(call_concurrently(lambda item: meeting.wait(), range(8), 4))
    assert len(ended) == 8 and all(error is None for _, _, error in ended)


def test_after_an_error_no_call_begins_and_those_under_way_end():
    begun, both, failed = [], threading.Barrier(2, timeout=10), threading.Event()

    def call(item):
        begun.append(item)
        both.wait()
        if item == 0:
            raise ValueError("broken")
        assert failed.wait(10)
        return item

    ended = []
    for item, value, error in call_concurrently(call, range(100), 2):
        ended.append((item, value, str(error)))
        failed.set()
    assert ended == [(0, None, "broken"), (1, 1, "None")]
    assert sorted(begun) == [0, 1]


def test_a_pace_spreads_calls_evenly():
    pace = CallRate(60_000)
    start = time.monotonic()
    for _ in range(6):
        pace.wait()
    assert time.monotonic() - start >= 0.005


@pytest.mark.parametrize("per_minute", [None, 0])
def test_without_a_pace_nothing_waits(per_minute, monkeypatch):
    monkeypatch.setattr(time, "sleep", lambda seconds: pytest.fail("waited"))
    CallRate(per_minute).wait()
