from pathlib import Path

import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

import numpy as np

from helpers import miniature
from sacrerouge_litepyramid.models.text_tokens import TextTokenizer, _is_piece, cut_windows, join_windows


@pytest.mark.parametrize(
    "covered, piece",
    [("un", True), ("heard", True), ("unheard", False), ("-", False), ("of", False), ("2", True), ("019", True)],
)
def test_a_piece_is_a_part_of_a_longer_word(covered: str, piece: bool) -> None:
    text = "unheard-of in 2019"
    start = text.index(covered)
    assert _is_piece(text, start, start + len(covered)) is piece


def test_nothing_is_no_piece() -> None:
    assert not _is_piece("word", 2, 2)


def test_byte_level_tokenisers_begin_every_text_like_the_middle_of_one(tmp_path: Path) -> None:
    tokenizer = TextTokenizer(miniature.save_gpt2(tmp_path / "gpt2"))
    first, middle, empty = tokenizer(["bridge", "The bridge", ""])
    assert first.tokens == ("bridge",)
    assert middle.row["input_ids"].tolist()[-1:] == first.row["input_ids"].tolist()
    assert empty.tokens == () and len(empty.row["input_ids"]) == 0


def test_other_tokenisers_get_the_text_alone(tmp_path: Path) -> None:
    folder = miniature.save_bert(tmp_path / "bert")
    (found,) = TextTokenizer(folder)(["  The mayor's\n"])
    plain = TextTokenizer(folder).tokenizer("The mayor's")
    assert {field: values.tolist() for field, values in found.row.items()} == dict(plain)
    assert found.special.tolist() == [True, *[False] * (len(found.tokens) - 2), True]


def marked(before, content, after):
    return np.array([True] * before + [False] * content + [True] * after)


def test_what_fits_is_one_window():
    (only,) = cut_windows(marked(1, 6, 1), max_length=8)
    assert only.positions.tolist() == only.kept.tolist() == list(range(8))


def test_longer_texts_overlap_by_half_and_keep_the_marks():
    first, second, third = cut_windows(marked(1, 8, 1), max_length=6)
    assert first.positions.tolist() == [0, 1, 2, 3, 4, 9] and first.kept.tolist() == [0, 1, 2, 3]
    assert second.positions.tolist() == [0, 3, 4, 5, 6, 9] and second.kept.tolist() == [2, 3]
    assert third.positions.tolist() == [0, 5, 6, 7, 8, 9] and third.kept.tolist() == [2, 3, 4, 5]


@pytest.mark.parametrize("before, after", [(0, 0), (1, 1), (0, 2)])
@pytest.mark.parametrize("content", [1, 5, 6, 7, 8, 23, 50])
@pytest.mark.parametrize("max_length", [3, 4, 8, 9])
def test_every_token_is_kept_once_in_order_with_context_on_both_sides(before, content, after, max_length):
    special = marked(before, content, after)
    cut = cut_windows(special, max_length)
    taken = np.concatenate([window.positions[window.kept] for window in cut])
    assert taken.tolist() == list(range(len(special)))
    assert all(len(window.positions) <= max_length for window in cut)
    room = max_length - before - after
    for window in cut[1:-1]:
        inner = window.kept - before
        assert inner.min() >= room // 4 and inner.max() < room - room // 4


def test_vectors_come_back_in_place():
    cut = cut_windows(marked(1, 9, 1), max_length=5)
    values = np.arange(11.0)[:, None] * np.ones(3)
    layers = np.stack([values, -values])
    parts = [layers[:, window.positions] for window in cut]
    np.testing.assert_array_equal(join_windows(parts, cut), layers)


def test_marks_that_fill_the_window_are_refused():
    with pytest.raises(ValueError, match="max_length 2 leaves no room beside 2 marks"):
        cut_windows(marked(1, 5, 1), max_length=2)
