import threading
import time

import pytest

from sacrerouge_litepyramid.core.concurrency import Pace, call_concurrently


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
    pace = Pace(1, per_minute=60_000)
    start = time.monotonic()
    for _ in range(6):
        with pace.call():
            pass
    assert time.monotonic() - start >= 0.005


@pytest.mark.parametrize("per_minute", [None, 0])
def test_without_a_pace_calls_begin_at_once(per_minute):
    pace = Pace(2, per_minute)
    with pace.call() as first, pace.call() as second:
        assert second - first < 0.1


def test_a_full_machine_halves_the_calls_at_a_time_and_answers_raise_them_again():
    pace = Pace(8, None)
    limits = []
    with pace.call() as first, pace.call() as second:
        pass
    # Both were under way together.
    for begun in (first, second):
        pace.slow_down(begun, 0)
        limits.append(pace.limit)
    for _ in range(4):
        with pytest.raises(KeyError), pace.call() as begun:
            raise KeyError
        pace.slow_down(begun, 0)
        limits.append(pace.limit)
    assert limits == [4, 4, 2, 1, 1, 1]
    for _ in range(40):
        with pace.call():
            pass
    assert pace.limit == 8


def test_no_more_calls_begin_than_the_limit():
    pace = Pace(4, None)
    with pace.call() as begun:
        pace.slow_down(begun, 0)
    running, most = [], []

    def call(item):
        with pace.call():
            running.append(item)
            most.append((len(running), pace.limit))
            time.sleep(0.001)
            running.remove(item)

    assert len(list(call_concurrently(call, range(30), 4))) == 30
    assert all(number <= limit for number, limit in most)
    assert most[0][0] == 1 and max(most)[0] > 2


def test_no_call_begins_while_a_full_machine_wants_none():
    pace = Pace(4, None)
    with pace.call() as first:
        pass
    pace.slow_down(first, 0.05)
    begun = time.monotonic()
    with pace.call() as second:
        assert second - begun >= 0.04
