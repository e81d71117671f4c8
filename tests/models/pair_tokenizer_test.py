"""Rows joined of texts tokenised once, against whole pairs by the tokeniser itself."""

import numpy as np
import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers import miniature
from sacrerouge_litepyramid.core.pairs import Pair
from sacrerouge_litepyramid.models.pair_tokenizer import PairTokenizer

PAIRS = [*miniature.pairs_of_many_lengths(), Pair("", ""), Pair("a", ""), Pair(" two  spaces ", "</s> [SEP] Ünï漢\n")]
SAVES = {"roberta": miniature.save_roberta, "bert": miniature.save_bert, "t5": miniature.save_t5}


@pytest.fixture(scope="module", params=SAVES)
def tokenizer(request, tmp_path_factory):
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(SAVES[request.param](tmp_path_factory.mktemp("models") / request.param))


def assert_rows_of(tokenizer, rows, pairs, **settings):
    for row, pair in zip(rows, pairs, strict=True):
        expected = tokenizer([pair.summary], [pair.unit], **settings)
        assert row.keys() == expected.keys()
        for field in row:
            np.testing.assert_array_equal(row[field], expected[field][0], err_msg=f"{field} of {pair}")


def test_joined_rows_are_those_of_whole_pairs(tokenizer):
    joining = PairTokenizer(tokenizer)
    assert joining.frames is not None
    rows, truncated = joining.rows(PAIRS, max_length=10**6)
    assert truncated == 0
    assert_rows_of(tokenizer, rows, PAIRS)


def test_pairs_too_long_are_truncated_as_the_tokeniser_does(tokenizer):
    pairs = [
        Pair("short", "one"),
        Pair(" ".join(miniature.TEXTS), "One bridge ."),
        Pair("A", " ".join(miniature.TEXTS)),
    ]
    rows, truncated = PairTokenizer(tokenizer).rows(pairs, max_length=20)
    assert truncated == 2
    assert_rows_of(tokenizer, rows, pairs, truncation=True, max_length=20)


def test_a_text_is_tokenised_once_for_all_of_its_pairs(tokenizer, monkeypatch):
    joining, texts = PairTokenizer(tokenizer), []

    def recorded(self, *given, **settings):
        texts.extend(given[0])
        return encode(self, *given, **settings)

    encode = PairTokenizer._encode
    monkeypatch.setattr(PairTokenizer, "_encode", recorded)
    known = {}
    joining.rows([Pair("A summary .", unit) for unit in ("one", "two", "one")], max_length=100, known=known)
    pairs = [Pair("A summary .", "three"), Pair("two", "one")]
    rows, _ = joining.rows(pairs, max_length=100, known=known)
    assert texts == ["A summary .", "one", "two", "three"]
    assert_rows_of(tokenizer, rows, pairs)


def test_a_tokeniser_that_does_not_join_texts_in_order_is_left_to_it(tmp_path):
    from tokenizers.processors import TemplateProcessing
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(miniature.save_bert(tmp_path / "bert"))
    marks = [("[CLS]", tokenizer.cls_token_id), ("[SEP]", tokenizer.sep_token_id)]
    tokenizer.backend_tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $B:1 [SEP] $A:0 [SEP]", special_tokens=marks
    )
    joining = PairTokenizer(tokenizer)
    assert joining.frames is None
    rows, _ = joining.rows(PAIRS, max_length=10**6)
    assert_rows_of(tokenizer, rows, PAIRS)


def test_no_pairs_have_no_rows(tokenizer):
    assert PairTokenizer(tokenizer).rows([], max_length=10) == ([], 0)
