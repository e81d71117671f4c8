import numpy as np
import pytest

from helpers.fakes import CountingEncoder
from sacrerouge_litepyramid.models.encoders.token_encoder import (
    CharNgramEncoder,
    TokenVectors,
    mean_vector,
    text_vector,
)

VECTORS = np.array([[6.0, 8.0], [0.0, 4.0]], dtype=np.float32)


def test_the_mean_vector_has_length_one():
    encoded = TokenVectors(("[CLS]", "a"), VECTORS, np.array([True, False]))
    assert mean_vector(encoded) == pytest.approx(np.array([3, 6]) / np.sqrt(45))


def test_the_mean_of_no_tokens_is_zero():
    empty = TokenVectors((), np.zeros((0, 3), np.float32), np.zeros(0, bool))
    assert mean_vector(empty).tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("tokens", "special", "expected"),
    [
        (("<s>", "a"), (True, False), [0.6, 0.8]),
        # "<s>" is a word of this text.
        (("<s>", "<cls>"), (False, True), [0, 1]),
    ],
)
def test_the_token_that_represents_the_text_is_found_at_any_position(tokens, special, expected):
    encoded = TokenVectors(tokens, VECTORS, np.array(special))
    assert text_vector(encoded) == pytest.approx(expected)


def test_each_word_and_number_has_a_vector_of_length_one():
    (encoded,) = CharNgramEncoder().encode(["The mayor, 61, opened 1,200 bridges."])
    assert encoded.tokens == ("The", "mayor", "61", "opened", "1,200", "bridges")
    assert encoded.vectors.shape == (6, 256)
    assert np.linalg.norm(encoded.vectors, axis=1) == pytest.approx(np.ones(6), abs=1e-6)
    assert not encoded.special.any()


def test_words_with_one_stem_are_equal_and_similar_spellings_are_similar():
    (encoded,) = CharNgramEncoder().encode(["bridges Bridge bridgehead zoo"])
    bridges, bridge, bridgehead, zoo = encoded.vectors
    assert bridges @ bridge == pytest.approx(1, abs=1e-6)
    assert 1 > bridges @ bridgehead > 0.4 > 0.1 > bridges @ zoo


def test_the_vectors_of_version_1_are_stable():
    encoder = CharNgramEncoder()
    (encoded,) = encoder.encode(["bridge"])
    (vector,) = encoded.vectors
    # Two of the 14 n-grams of <bridg> fall on one dimension and cancel.
    positive = [12, 162, 195, 212, 227]
    negative = [5, 37, 184, 208, 211, 229, 252]
    expected = np.zeros(256)
    expected[positive] = 12**-0.5
    expected[negative] = -(12**-0.5)
    assert vector == pytest.approx(expected)
    assert encoder.identity()["version"] == 1


@pytest.mark.parametrize("text", ["", " ", "...", "\ud800"])
def test_a_text_without_words_has_no_tokens(text):
    (encoded,) = CharNgramEncoder().encode([text])
    assert encoded.tokens == () and encoded.vectors.shape == (0, 256)


def test_texts_keep_their_order_and_equal_texts_are_encoded_once():
    encoder = CountingEncoder()
    one, two, again = encoder.encode(["a bridge", "a ferry", "a bridge"])
    assert encoder.seen == ["a bridge", "a ferry"]
    assert one is again and one.tokens == ("a", "bridge") and two.tokens == ("a", "ferry")
