import numpy as np
import pytest

from sacrerouge_litepyramid.models.encoders.alignment import InverseDocumentFrequency

TEXTS = [("the", "bridge", "bridge"), ("the", "ferry"), ("the", "bridge")]


def test_a_term_weighs_by_the_texts_that_hold_it():
    weights = InverseDocumentFrequency(TEXTS).weights(("the", "bridge", "ferry", "The"))
    assert weights == pytest.approx(np.log([4 / 4, 4 / 3, 4 / 2, 4 / 1]))


def test_terms_may_be_numbers():
    weights = InverseDocumentFrequency([(7, 12), (7,)]).weights((7, 12, 5))
    assert weights == pytest.approx(np.log([3 / 3, 3 / 2, 3 / 1]))


def test_no_tokens_no_weights():
    assert InverseDocumentFrequency(TEXTS).weights(()).shape == (0,)


@pytest.mark.parametrize("texts", [[], TEXTS[:1]])
def test_one_text_is_too_few(texts):
    with pytest.raises(ValueError, match=f"idf needs at least two reference texts, not {len(texts)}"):
        InverseDocumentFrequency(texts)
