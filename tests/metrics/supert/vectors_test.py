import numpy as np
import pytest

from sacrerouge_litepyramid.metrics.supert.scorer import SentenceVectors, sentence_vectors
from sacrerouge_litepyramid.models.encoders.alignment import Prepared
from sacrerouge_litepyramid.models.encoders.char_ngram import CharNgramEncoder


def test_each_distinct_sentence_is_encoded_once(counting_encoder):
    vectors = SentenceVectors(counting_encoder)
    vectors.encode(["a bridge", "a ferry", "a bridge"])
    one, other = vectors.get(["a ferry", "a toll"])
    assert counting_encoder.seen == ["a bridge", "a ferry", "a toll"]
    assert one.tokens == ("ferry",) and other.tokens == ("toll",)


def test_the_default_encoder_needs_no_model():
    assert isinstance(SentenceVectors().encoder, CharNgramEncoder)


def test_a_sentence_is_the_mean_of_its_tokens_at_length_one():
    east_twice_north = np.array([[1, 0], [1, 0], [0, 1]], dtype=np.float32)
    sentences = [Prepared(("e", "e", "n"), east_twice_north), Prepared((), np.zeros((0, 2), dtype=np.float32))]
    expected = np.array([[2 / np.sqrt(5), 1 / np.sqrt(5)], [0, 0]])
    assert sentence_vectors(sentences) == pytest.approx(expected)
    assert sentence_vectors([]).shape == (0, 0)
