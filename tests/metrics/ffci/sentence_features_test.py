import numpy as np
import pytest

from sacrerouge_litepyramid.metrics.ffci.coherence_model import SentencePair
from sacrerouge_litepyramid.metrics.ffci.logistic import FEATURES, pair_features


def features(first, second):
    return dict(zip(FEATURES, pair_features([SentencePair(first, second)])[0].tolist(), strict=True))


def test_repeated_words():
    found = features("The cats sat here.", "A cat sat down quickly.")
    # Of cat, sat, quick the first sentence has two; of cat-sat and three more neighbours one.
    assert found["held"] == pytest.approx(2 / 3) and found["held_squared"] == pytest.approx(4 / 9)
    assert found["bigrams"] == pytest.approx(1 / 4)


def test_a_name_is_shortened():
    found = features("mayor dai aoki spoke", "then aoki left the room")
    assert (found["name_shortened"], found["name_lengthened"]) == (1.0, 0.0)
    found = features("then aoki left the room", "mayor dai aoki spoke")
    assert (found["name_shortened"], found["name_lengthened"]) == (0.0, 1.0)
    # Of dai and aoki, the first follows a content word in the first sentence alone, the other in both.
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
    assert found["person_first"] == pytest.approx(1 / 4) and found["person_second"] == pytest.approx(2 / 6)
    assert found["person_both"] == pytest.approx(1 / 4)
    assert (found["again_first"], found["again_second"]) == (0.0, pytest.approx(2 / 6))


def test_case_does_not_matter():
    assert features("A Dog barked.", "The Dog ran.") == features("a dog barked.", "the dog ran.")


def test_nothing_to_read():
    assert not np.any(pair_features([SentencePair("...", "!")]))
    assert pair_features([]).shape == (0, len(FEATURES))
