import numpy as np
import pytest

from sacrerouge_litepyramid.models.encoders.token_encoder import TokenVectors, cls_vector, mean_vector

VECTORS = np.array([[6.0, 8.0], [0.0, 4.0]], dtype=np.float32)


def test_the_mean_at_length_one():
    encoded = TokenVectors(("[CLS]", "a"), VECTORS, np.array([True, False]))
    assert mean_vector(encoded) == pytest.approx(np.array([3, 6]) / np.sqrt(45))


def test_no_tokens_are_zeros():
    assert mean_vector(TokenVectors((), np.zeros((0, 3), np.float32), np.zeros(0, bool))).tolist() == [0, 0, 0]


@pytest.mark.parametrize("tokens, special", [(("<s>", "a"), (True, False)), (("<s>", "<cls>"), (False, True))])
def test_the_mark_for_the_text_wherever_it_stands(tokens, special):
    vector = cls_vector(TokenVectors(tokens, VECTORS, np.array(special)))
    assert vector == pytest.approx([0.6, 0.8] if special[0] else [0, 1])


def test_an_encoder_without_such_a_mark_is_refused():
    with pytest.raises(ValueError, match="sets none of the marks"):
        cls_vector(TokenVectors(("a", "</s>"), VECTORS, np.array([False, True])))
