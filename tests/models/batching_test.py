from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sacrerouge_litepyramid.models.batching import apply_by_tokens, batch_by_tokens, collate


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
def test_longest_rows_come_first_within_the_budget(
    lengths: list[int], budget: int, batches: list[list[int]]
) -> None:
    assert batch_by_tokens(lengths, budget) == batches


@given(st.lists(st.integers(1, 60)), st.integers(1, 200))
def test_each_row_is_in_one_batch_and_each_batch_within_the_budget(
    lengths: list[int], budget: int
) -> None:
    batches = batch_by_tokens(lengths, budget)
    assert sorted(index for batch in batches for index in batch) == list(range(len(lengths)))
    for batch in batches:
        assert len(batch) == 1 or len(batch) * max(lengths[index] for index in batch) <= budget


@pytest.mark.parametrize(
    ("side", "expected"), [("right", [[7, 8, 3], [9, 5, 4]]), ("left", [[3, 7, 8], [9, 5, 4]])]
)
def test_rows_are_padded_to_the_longest(side: str, expected: list[list[int]]) -> None:
    pytest.importorskip("torch", reason="needs torch")
    tokenizer = SimpleNamespace(pad_token_id=3, pad_token_type_id=0, padding_side="right")
    rows = [
        {"input_ids": [7, 8], "attention_mask": [1, 1]},
        {"input_ids": [9, 5, 4], "attention_mask": [1, 1, 1]},
    ]
    batch = collate(rows, tokenizer, "cpu", side)
    assert batch["input_ids"].tolist() == expected
    assert batch["attention_mask"].sum(dim=1).tolist() == [2, 3]


def test_results_come_in_the_order_of_the_rows() -> None:
    pytest.importorskip("torch", reason="needs torch")
    lengths = [2, 5, 3, 5]
    assert (
        apply_by_tokens(lambda batch: [lengths[index] for index in batch], lengths, 10) == lengths
    )
    assert apply_by_tokens(lambda batch: batch, [], 10) == []
