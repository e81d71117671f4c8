import numpy as np
import pytest

from sacrerouge_litepyramid.metrics.ffci.coherence import NayeemChali, SentencePair, entities, entity_similarity
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder, TokenVectors

AXES = {"north": (1.0, 0.0), "east": (0.0, 1.0)}


class Compass(TokenEncoder):
    """North and east are at right angles; a marked token stands before each text."""

    def encode_distinct(self, texts):
        encoded = []
        for text in texts:
            tokens = tuple(word for word in text.lower().split() if word in AXES)
            vectors = np.array([AXES[token] for token in tokens]).reshape(len(tokens), 2)
            encoded.append(TokenVectors(tokens, vectors, np.zeros(len(tokens), dtype=bool)))
        return encoded

    def identity(self):
        return {"type": "compass"}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Yesterday Barack Obama met Merkel in Berlin .", {"obama", "merkel", "berlin"}),
        ("Obama left .", set()),
        ("Barack Obama left .", {"obama"}),
        ("The White House denied it .", {"hous"}),
        ("He paid 9,000 euros in June 2015 .", {"9000", "june", "2015"}),
        ("two people died in paris", {"2"}),
        ("BREAKING NEWS FROM PARIS", set()),
        ("It was Obama , Obama and Merkel .", {"obama", "merkel"}),
        ("The", set()),
        ("", set()),
    ],
)
def test_entities_are_last_words_of_names_and_numbers(sentence, expected):
    assert entities(sentence) == expected


def test_entity_similarity_is_over_the_smaller_set():
    first = entities("Then Barack Obama met Merkel in Berlin .")
    assert entity_similarity(first, entities("Later Obama flew to Paris .")) == pytest.approx(1 / 2)
    assert entity_similarity(entities("Later Obama flew to Paris ."), first) == pytest.approx(1 / 2)
    none = frozenset()
    assert entity_similarity(first, first) == 1.0
    assert entity_similarity(first, none) == entity_similarity(none, first) == entity_similarity(none, none) == 0.0


def test_the_score_is_a_weighted_sum():
    pairs = [
        SentencePair("to Obama north", "of Obama north east"),  # entities 1, cosine of 45 degrees
        SentencePair("north", "east"),
        SentencePair("north", "nothing"),
    ]
    expected = [0.25 + 0.75 * np.cos(np.pi / 4), 0.0, 0.0]
    assert NayeemChali(0.25, Compass()).score(pairs) == pytest.approx(expected)


def test_the_default_knows_words_by_their_spelling():
    model = NayeemChali()
    same, alike, other = model.score(
        [SentencePair("a cat", "a cat"), SentencePair("a cat", "the cats"), SentencePair("a cat", "dogs bark")]
    )
    # No names: half the weight is lost.
    assert same == pytest.approx(0.5) and same > alike > other
    assert model.identity()["encoder"]["type"] == "char-ngram" and model.identity()["entity_weight"] == 0.5


def test_a_wrong_weight():
    with pytest.raises(ValueError, match="entity_weight must be from 0 to 1, not 1.5"):
        NayeemChali(1.5)
