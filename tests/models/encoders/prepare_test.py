import numpy as np
import pytest

from sacrerouge_litepyramid.core.precision_recall import Alignment
from sacrerouge_litepyramid.models.encoders.alignment import (
    InverseDocumentFrequency,
    align_pair,
    join_prepared,
    prepare_tokens,
    stop_word_mask,
)
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenVectors

TOKENS = ("[CLS]", "The", "an", "chor", " is", "there", ".", "[SEP]")
ENCODED = TokenVectors(
    TOKENS,
    2 * np.eye(len(TOKENS), dtype=np.float32),
    np.array([token.startswith("[") for token in TOKENS]),
    np.array([token in ("an", "chor") for token in TOKENS]),
)


def test_marks_go_and_vectors_get_length_one():
    text = prepare_tokens(ENCODED)
    assert text.tokens == TOKENS[1:-1] and text.weights is None
    np.testing.assert_array_equal(text.vectors, np.eye(len(TOKENS))[1:-1])


def test_marks_stay_if_asked():
    assert prepare_tokens(ENCODED, drop_special=False).tokens == TOKENS


def test_stop_words_go_but_pieces_of_words_and_punctuation_stay():
    text = prepare_tokens(ENCODED, drop_stop_words=True)
    assert text.tokens == ("an", "chor", ".")
    np.testing.assert_array_equal(text.vectors, np.eye(len(TOKENS))[[2, 3, 6]])
    assert stop_word_mask(ENCODED._replace(pieces=None)).tolist() == [
        False,
        True,
        True,
        False,
        True,
        True,
        False,
        False,
    ]


def test_idf_weighs_what_stays():
    idf = InverseDocumentFrequency([("the", "anchor", "."), ("chor", ".")])
    text = prepare_tokens(ENCODED, drop_stop_words=True, idf=idf)
    assert text.weights == pytest.approx(np.log([3, 3 / 2, 1]))


def test_idf_weighs_words_whatever_their_case_and_ids_as_they_are():
    words = prepare_tokens(ENCODED, drop_stop_words=False, idf=InverseDocumentFrequency([("the",), ("is",)]))
    assert words.weights[0] == pytest.approx(np.log(3 / 2))
    numbered = ENCODED._replace(ids=np.arange(8, dtype=np.int32))
    by_id = prepare_tokens(numbered, idf=InverseDocumentFrequency([(1, 2), (2, 6)])).weights
    assert by_id == pytest.approx(np.log([3 / 2, 3 / 3, 3, 3, 3, 3 / 2]))


def test_parts_become_one_text():
    idf = InverseDocumentFrequency([("an",), ("is",)])
    one, two = (prepare_tokens(ENCODED, drop_stop_words=drop, idf=idf) for drop in (True, False))
    text = join_prepared([one, two])
    assert text.tokens == one.tokens + two.tokens
    np.testing.assert_array_equal(text.vectors, np.concatenate([one.vectors, two.vectors]))
    np.testing.assert_array_equal(text.weights, np.concatenate([one.weights, two.weights]))
    assert join_prepared([prepare_tokens(ENCODED)]).weights is None


def test_no_parts_are_a_text_without_tokens():
    assert align_pair(join_prepared([]), prepare_tokens(ENCODED)) == Alignment(0, 0, 0)


def test_parts_with_and_without_weights_do_not_mix():
    weighted = prepare_tokens(ENCODED, idf=InverseDocumentFrequency([("an",), ("is",)]))
    with pytest.raises(ValueError, match="1 of 2 texts have weights; prepare all alike"):
        join_prepared([weighted, prepare_tokens(ENCODED)])


def test_alignment_takes_the_weights_along():
    idf = InverseDocumentFrequency([("an", "."), ("chor", ".")])
    reference, summary = prepare_tokens(ENCODED, drop_stop_words=True, idf=idf), prepare_tokens(ENCODED, idf=idf)
    half = join_prepared([summary._replace(tokens=("an",), vectors=summary.vectors[1:2], weights=summary.weights[1:2])])
    assert align_pair(reference, summary).recall == pytest.approx(1)
    assert align_pair(reference, half) == pytest.approx((1, 0.5, 2 / 3))
