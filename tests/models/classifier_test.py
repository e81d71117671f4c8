"""Rows of many pairs, against those of single pairs."""

import numpy as np
import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers import miniature
from helpers.nli_models import nli
from sacrerouge_litepyramid.core.pairs import Pair
from sacrerouge_litepyramid.judges.nli import NliJudge
from sacrerouge_litepyramid.models.classifier import tokenize_pairs

PAIRS = [
    *miniature.pairs_of_many_lengths(),
    Pair("", ""),
    Pair("a", ""),
    Pair(" two  spaces ", "</s> [SEP] Ünï漢\n"),
]
SAVES = {
    "roberta": miniature.save_roberta,
    "bert": miniature.save_bert,
    "t5": miniature.save_t5,
    "phobert": miniature.save_phobert,
}


@pytest.fixture(scope="module", params=SAVES)
def tokenizer(request, tmp_path_factory):
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(
        SAVES[request.param](tmp_path_factory.mktemp("models") / request.param)
    )


def assert_rows_of(tokenizer, rows, pairs, **settings):
    for row, pair in zip(rows, pairs, strict=True):
        expected = tokenizer([pair.summary], [pair.unit], **settings)
        assert row.keys() == expected.keys()
        for field in row:
            np.testing.assert_array_equal(
                row[field], expected[field][0], err_msg=f"{field} of {pair}"
            )


def test_rows_equal_those_of_single_pairs(tokenizer):
    rows, truncated = tokenize_pairs(tokenizer, PAIRS, max_length=10**6)
    assert truncated == 0
    assert_rows_of(tokenizer, rows, PAIRS)


def test_long_pairs_are_truncated_as_by_the_tokeniser(tokenizer):
    pairs = [
        Pair("short", "one"),
        Pair(" ".join(miniature.TEXTS), "One bridge ."),
        Pair("A", " ".join(miniature.TEXTS)),
    ]
    rows, truncated = tokenize_pairs(tokenizer, pairs, max_length=20)
    assert truncated == 2
    assert_rows_of(tokenizer, rows, pairs, truncation=True, max_length=20)


@pytest.mark.parametrize(
    ("pad_token", "pad_token_id"), [("<pad>", None), ("<pad>", 2), (None, 2), ("</s>", 2)]
)
def test_the_padding_token_of_tokeniser_or_configuration_is_used(tmp_path, pad_token, pad_token_id):
    folder = miniature.save_gpt2_classifier(
        tmp_path / "gpt2", pad_token=pad_token, pad_token_id=pad_token_id
    )
    together, alone = (nli(folder, tokens_per_batch=tokens) for tokens in (8192, 1))
    pairs = list(miniature.pairs_of_many_lengths())
    np.testing.assert_allclose(together.predict_pairs(pairs), alone.predict_pairs(pairs), atol=1e-5)


def test_a_model_without_a_padding_token_is_refused(tmp_path):
    folder = miniature.save_gpt2_classifier(tmp_path / "gpt2", pad_token=None)
    message = (
        r"gpt2' has no padding token; name the one of its training in tokenizer_config.json \(often "
        r"that of the end: \"pad_token\": \"<\|endoftext\|>\"\)$"
    )
    with pytest.raises(ValueError, match=message):
        NliJudge(str(folder), max_length=128, device="cpu").predict_pairs(PAIRS[:1])
