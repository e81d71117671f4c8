from pathlib import Path

import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers import miniature
from sacrerouge_litepyramid.models.text_tokens import TextTokenizer, _is_piece


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
