import numpy as np
import pytest

from sacrerouge_litepyramid.models.encoders.token_encoder import CharNgramEncoder, TokenEncoder


def test_it_is_the_default():
    assert isinstance(TokenEncoder.by_name(TokenEncoder.default_implementation)(), CharNgramEncoder)


def test_a_vector_of_length_one_for_each_word_and_number():
    (encoded,) = CharNgramEncoder().encode(["The mayor, 61, opened 1,200 bridges."])
    assert encoded.tokens == ("The", "mayor", "61", "opened", "1,200", "bridges")
    assert encoded.vectors.shape == (6, 256)
    assert np.linalg.norm(encoded.vectors, axis=1) == pytest.approx(np.ones(6), abs=1e-6)
    assert not encoded.special.any()


def test_words_of_one_stem_are_one_and_words_of_like_spelling_similar():
    (encoded,) = CharNgramEncoder().encode(["bridges Bridge bridgehead zoo"])
    bridges, bridge, bridgehead, zoo = encoded.vectors
    assert bridges @ bridge == pytest.approx(1, abs=1e-6)
    assert 1 > bridges @ bridgehead > 0.4 > 0.1 > bridges @ zoo


def test_the_vectors_of_version_1():
    encoder = CharNgramEncoder()
    ((vector,),) = (text.vectors for text in encoder.encode(["bridge"]))
    # Two of the 14 n-grams of <bridg> fall on one dimension and cancel.
    plus, minus = {12, 162, 195, 212, 227}, {5, 37, 184, 208, 211, 229, 252}
    assert {*np.flatnonzero(vector > 0)} == plus and {*np.flatnonzero(vector < 0)} == minus
    assert np.abs(vector[[*plus, *minus]]) == pytest.approx(12**-0.5)
    assert encoder.identity()["version"] == 1


@pytest.mark.parametrize("text", ["", " ", "...", "\ud800"])
def test_a_text_without_words_has_no_tokens(text):
    (encoded,) = CharNgramEncoder().encode([text])
    assert encoded.tokens == () and encoded.vectors.shape == (0, 256)


def test_texts_in_order_equal_ones_once():
    class Counting(CharNgramEncoder):
        seen: list[str] = []

        def encode_distinct(self, texts):
            self.seen.extend(texts)
            return super().encode_distinct(texts)

    one, two, again = Counting().encode(["a bridge", "a ferry", "a bridge"])
    assert Counting.seen == ["a bridge", "a ferry"]
    assert one is again and one.tokens == ("a", "bridge") and two.tokens == ("a", "ferry")
