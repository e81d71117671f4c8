import threading

import pytest

from sacrerouge_litepyramid.models.batching import prefetch


def test_the_items_in_order():
    assert list(prefetch(iter(range(7)))) == list(range(7))
    assert list(prefetch([])) == []


def test_the_next_items_are_made_while_one_is_used():
    second = threading.Event()

    def items():
        yield 1
        second.set()
        yield 2

    stream = prefetch(items())
    assert next(stream) == 1
    assert second.wait(timeout=60)
    assert list(stream) == [2]


def test_no_more_are_made_than_asked_for():
    made = []
    stream = prefetch((made.append(number) or number for number in range(100)), depth=2)
    next(stream)
    stream.close()
    assert len(made) <= 3


def test_an_error_comes_where_its_item_would():
    def items():
        yield 1
        raise ValueError("the second item is broken")

    stream = prefetch(items())
    assert next(stream) == 1
    with pytest.raises(ValueError, match="second item is broken"):
        next(stream)
