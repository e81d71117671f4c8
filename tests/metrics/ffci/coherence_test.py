import math

import numpy as np
import pytest

from sacrerouge_litepyramid.metrics.ffci.coherence import (
    NEXT_SENTENCE_FEATURES,
    LogisticCoherence,
    NayeemChali,
    NextSentenceWeights,
    SentencePair,
    entity_similarity,
    find_entities,
    pair_features,
)
from sacrerouge_litepyramid.models.encoders.token_encoder import (
    CharNgramEncoder,
    TokenEncoder,
    TokenVectors,
)

ONLY_HELD = tuple(1.0 if name == "held" else 0.0 for name in NEXT_SENTENCE_FEATURES)


def test_the_probability_of_given_weights(tmp_path):
    NextSentenceWeights(-0.5, ONLY_HELD).save(tmp_path / "weights.json")
    model = LogisticCoherence(str(tmp_path / "weights.json"))
    found = model.score(
        [SentencePair("a cat sat", "cats sat"), SentencePair("a cat sat", "dogs bark")]
    )
    assert found == pytest.approx([1 / (1 + math.exp(-0.5)), 1 / (1 + math.exp(0.5))])


def test_the_shipped_model_sees_a_repetition():
    model = LogisticCoherence()
    sentence = "the mayor opened a new bridge over the river on monday ."
    repeated, follows = model.score(
        [SentencePair(sentence, sentence), SentencePair(sentence, "the bridge cost nine million .")]
    )
    assert repeated < 0.2 < 0.5 < follows


def test_the_shipped_weights_state_their_source():
    assert LogisticCoherence().identity()["model"] == "REALSumm"
    provenance = NextSentenceWeights.load().provenance
    assert provenance["licence"].startswith("CC-BY-4.0") and provenance["instances"] == 80


def test_the_revision_of_the_shipped_weights_stays():
    assert NextSentenceWeights.load().revision == "06e3ad229bb4"


def features(first, second):
    return dict(
        zip(
            NEXT_SENTENCE_FEATURES,
            pair_features([SentencePair(first, second)])[0].tolist(),
            strict=True,
        )
    )


def test_repeated_words():
    found = features("The cats sat here.", "A cat sat down quickly.")
    # Of cat, sat, quick the first sentence has two; of cat-sat and three more neighbours one.
    assert found["held"] == pytest.approx(2 / 3) and found["held_squared"] == pytest.approx(4 / 9)
    assert found["bigrams"] == pytest.approx(1 / 4)


def test_a_name_is_shortened():
    found = features("mayor dai aoki spoke", "then aoki left the room")
    assert (found["name_shortened"], found["name_lengthened"]) == (1.0, 0.0)
    # Of dai and aoki, the first follows a content word in the first sentence alone, the other in
    # both.
    found = features("mayor dai aoki spoke", "dai aoki left the room")
    assert (found["name_shortened"], found["name_lengthened"]) == (0.5, 0.0)


def test_a_thing_is_introduced_and_resumed():
    found = features("He saw a dog and an owl.", "The dog saw his owl.")
    assert (found["definite_later"], found["definite_earlier"]) == (2.0, 0.0)
    found = features("The dog saw his owl.", "He saw a dog and an owl.")
    assert (found["definite_later"], found["definite_earlier"]) == (0.0, 2.0)


def test_first_person_and_linking_words():
    found = features("However, I like it", "we also like you too much")
    assert (found["linking_first"], found["linking_second"]) == (1.0, 0.0)
    assert found["person_first"] == pytest.approx(1 / 4) and found[
        "person_second"
    ] == pytest.approx(2 / 6)
    assert found["person_both"] == pytest.approx(1 / 4)
    assert (found["again_first"], found["again_second"]) == (0.0, pytest.approx(2 / 6))


def test_nothing_to_read():
    assert not np.any(pair_features([SentencePair("...", "!")]))
    assert pair_features([]).shape == (0, len(NEXT_SENTENCE_FEATURES))


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
    assert find_entities(sentence) == expected


def test_entity_similarity_is_over_the_smaller_set():
    first = find_entities("Then Barack Obama met Merkel in Berlin .")
    assert entity_similarity(first, find_entities("Later Obama flew to Paris .")) == pytest.approx(
        1 / 2
    )
    assert entity_similarity(first, first) == 1.0
    assert entity_similarity(first, frozenset()) == entity_similarity(frozenset(), first) == 0.0


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
        [
            SentencePair("a cat", "a cat"),
            SentencePair("a cat", "the cats"),
            SentencePair("a cat", "dogs bark"),
        ]
    )
    # No names: half the weight is lost.
    assert same == pytest.approx(0.5) and same > alike > other
    assert model.identity() == {
        "type": "nayeem-chali",
        "version": 1,
        "entity_weight": 0.5,
        "encoder": CharNgramEncoder().identity(),
    }


def test_a_wrong_weight():
    with pytest.raises(ValueError, match="entity_weight must be from 0 to 1, not 1.5"):
        NayeemChali(1.5)
