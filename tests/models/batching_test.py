import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sacrerouge_litepyramid.models.batching import batch_by_tokens, pad_rows, prefetch


def count_padded_tokens(lengths: list[int], batches: list[list[int]]) -> int:
    """Count the positions that the batches occupy, padding included."""
    return sum(len(batch) * max(lengths[index] for index in batch) for batch in batches)


@pytest.mark.parametrize(
    ("lengths", "budget", "batches"),
    [
        ([], 10, []),
        ([7], 10, [[0]]),
        ([30], 10, [[0]]),
        ([2, 5, 3, 5], 10, [[1, 3], [2, 0]]),
        ([4, 4, 4, 4], 12, [[0, 1, 2], [3]]),
    ],
)
def test_longest_rows_come_first_within_the_budget(lengths: list[int], budget: int, batches: list[list[int]]) -> None:
    assert batch_by_tokens(lengths, budget) == batches


@given(st.lists(st.integers(1, 60)), st.integers(1, 200))
def test_each_row_is_in_one_batch_and_each_batch_within_the_budget(lengths: list[int], budget: int) -> None:
    batches = batch_by_tokens(lengths, budget)
    assert sorted(index for batch in batches for index in batch) == list(range(len(lengths)))
    for batch in batches:
        assert len(batch) == 1 or len(batch) * max(lengths[index] for index in batch) <= budget
    assert count_padded_tokens(lengths, batches) >= sum(lengths)


@given(st.lists(st.integers(1, 60)), st.integers(1, 2000), st.floats(0, 0.5))
def test_no_batch_has_more_padding_than_allowed(lengths: list[int], budget: int, max_padding: float) -> None:
    batches = batch_by_tokens(lengths, budget, max_padding)
    assert sorted(index for batch in batches for index in batch) == list(range(len(lengths)))
    for batch in batches:
        padded = count_padded_tokens(lengths, [batch])
        assert padded - sum(lengths[index] for index in batch) <= max_padding * padded + 1e-9
    assert len(batches) >= len(batch_by_tokens(lengths, budget))


def test_the_padding_limit_begins_a_new_batch() -> None:
    assert batch_by_tokens([100, 98, 90], 1000, max_padding=0.03) == [[0, 1], [2]]
    assert batch_by_tokens([100, 98, 90], 1000, max_padding=0.04) == [[0, 1, 2]]


def test_count_padded_tokens_includes_the_padding() -> None:
    assert count_padded_tokens([2, 5, 3, 5], [[1, 3], [2, 0]]) == 16


@pytest.mark.parametrize(("side", "expected"), [("right", [[7, 8, 1], [9, 5, 4]]), ("left", [[1, 7, 8], [9, 5, 4]])])
def test_rows_are_padded_to_the_longest(side: str, expected: list[list[int]]) -> None:
    rows = [{"ids": np.array([7, 8]), "mask": np.array([1, 1])}, {"ids": np.array([9, 5, 4]), "mask": np.ones(3)}]
    arrays = pad_rows(rows, {"ids": 1, "mask": 0}, side)
    assert arrays["ids"].tolist() == expected
    assert arrays["mask"].sum(axis=1).tolist() == [2, 3]


def test_prefetched_items_keep_their_order():
    assert list(prefetch(iter(range(7)))) == list(range(7))
    assert list(prefetch([])) == []


def test_the_next_items_are_prepared_while_one_is_used():
    second = threading.Event()

    def items():
        yield 1
        second.set()
        yield 2

    stream = prefetch(items())
    assert next(stream) == 1
    assert second.wait(timeout=60)
    assert list(stream) == [2]


def test_few_items_are_prepared_in_advance():
    prepared = []
    stream = prefetch(prepared.append(number) or number for number in range(100))
    next(stream)
    stream.close()
    assert len(prepared) <= 3


def test_an_error_is_raised_in_place_of_its_item():
    def items():
        yield 1
        raise ValueError("the second item is broken")

    stream = prefetch(items())
    assert next(stream) == 1
    with pytest.raises(ValueError, match="second item is broken"):
        next(stream)
