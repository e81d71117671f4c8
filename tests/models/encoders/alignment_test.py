import math

import numpy as np
import pytest

from sacrerouge_litepyramid.core.rouge import Alignment, f1
from sacrerouge_litepyramid.models.encoders.alignment import (
    InverseDocumentFrequency,
    Prepared,
    align_pair,
    join_prepared,
    prepare_content,
    soft_alignment,
)
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenVectors

EAST, NORTH, BETWEEN = [1.0, 0.0], [0.0, 1.0], [0.6, 0.8]


def align(reference, summary, **weights):
    return soft_alignment(
        np.array(reference).reshape(-1, 2), np.array(summary).reshape(-1, 2), **weights
    )


def test_each_token_is_matched_with_the_most_similar_token():
    aligned = align([EAST, NORTH], [EAST, EAST, BETWEEN])
    assert aligned.recall == pytest.approx((1 + 0.8) / 2)
    assert aligned.precision == pytest.approx((1 + 1 + 0.8) / 3)
    assert aligned.f1 == pytest.approx(
        2 * aligned.recall * aligned.precision / (aligned.recall + aligned.precision)
    )


def test_tokens_count_by_their_weights():
    aligned = align(
        [EAST, NORTH],
        [EAST],
        reference_weights=np.array([3.0, 1.0]),
        summary_weights=np.array([2.0]),
    )
    assert aligned == pytest.approx((1.0, 0.75, 2 * 0.75 / 1.75))


@pytest.mark.parametrize(
    "reference, summary", [([], [EAST]), ([EAST], []), ([], []), ([EAST], [NORTH])]
)
def test_texts_with_nothing_in_common_score_zero(reference, summary):
    assert align(reference, summary) == Alignment(0, 0, 0)


def test_weights_of_zero_are_not_divided_by():
    assert align([EAST], [EAST], reference_weights=np.array([0.0])) == Alignment(1.0, 0.0, 0.0)


def test_f1_is_the_harmonic_mean():
    assert f1(0.5, 1.0) == pytest.approx(2 / 3)
    assert f1(0.0, 0.0) == f1(-0.5, 0.2) == 0.0
    assert (
        math.isnan(f1(math.nan, 0.5))
        and math.isnan(f1(0.5, math.nan))
        and math.isnan(f1(0.0, math.nan))
    )


TEXTS = [("the", "bridge", "bridge"), ("the", "ferry"), ("the", "bridge")]


def test_a_terms_weight_depends_on_the_texts_that_contain_it():
    weights = InverseDocumentFrequency(TEXTS).weights(("the", "bridge", "ferry", "The"))
    assert weights == pytest.approx(np.log([4 / 4, 4 / 3, 4 / 2, 4 / 1]))


@pytest.mark.parametrize("texts", [[], TEXTS[:1]])
def test_fewer_than_two_texts_are_refused(texts):
    with pytest.raises(
        ValueError, match=f"idf needs at least two reference texts, not {len(texts)}"
    ):
        InverseDocumentFrequency(texts)


TOKENS = ("[CLS]", "The", "an", "chor", " is", "there", ".", "[SEP]")
ENCODED = TokenVectors(
    TOKENS,
    2 * np.eye(len(TOKENS), dtype=np.float32),
    np.array([token.startswith("[") for token in TOKENS]),
    np.array([token in ("an", "chor") for token in TOKENS]),
)


def test_special_tokens_and_stop_words_are_removed_but_not_pieces_and_punctuation():
    text = prepare_content(ENCODED)
    assert text.tokens == ("an", "chor", ".") and text.weights is None
    np.testing.assert_array_equal(text.vectors, np.eye(len(TOKENS))[[2, 3, 6]])
    assert prepare_content(ENCODED._replace(pieces=None)).tokens == ("chor", ".")


def test_parts_are_joined_to_one_text():
    one, two = (
        prepare_content(ENCODED),
        Prepared(("is",), np.eye(len(TOKENS), dtype=np.float32)[4:5]),
    )
    text = join_prepared([one, two])
    assert text.tokens == one.tokens + two.tokens
    np.testing.assert_array_equal(text.vectors, np.concatenate([one.vectors, two.vectors]))


def test_no_parts_give_a_text_without_tokens():
    assert align_pair(join_prepared([]), prepare_content(ENCODED)) == Alignment(0, 0, 0)
