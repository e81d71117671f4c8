import math

import numpy as np
import pytest

from sacrerouge_litepyramid.core.rouge import Alignment, f1
from sacrerouge_litepyramid.models.encoders import alignment
from sacrerouge_litepyramid.models.encoders.alignment import (
    InverseDocumentFrequency,
    Prepared,
    align_all,
    align_pair,
    join_prepared,
    prepare_content,
    soft_alignment,
)
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenVectors, unit_vectors

EAST, NORTH, BETWEEN = [1.0, 0.0], [0.0, 1.0], [0.6, 0.8]


def align(reference, summary, **weights):
    return soft_alignment(np.array(reference).reshape(-1, 2), np.array(summary).reshape(-1, 2), **weights)


def test_each_token_takes_its_most_similar_one():
    found = align([EAST, NORTH], [EAST, EAST, BETWEEN])
    assert found.recall == pytest.approx((1 + 0.8) / 2)
    assert found.precision == pytest.approx((1 + 1 + 0.8) / 3)
    assert found.f1 == pytest.approx(2 * found.recall * found.precision / (found.recall + found.precision))


def test_weights_count_tokens():
    found = align([EAST, NORTH], [EAST], reference_weights=np.array([3.0, 1.0]), summary_weights=np.array([2.0]))
    assert found == pytest.approx((1.0, 0.75, 2 * 0.75 / 1.75))


@pytest.mark.parametrize("reference, summary", [([], [EAST]), ([EAST], []), ([], []), ([EAST], [NORTH])])
def test_nothing_in_common_is_zero(reference, summary):
    assert align(reference, summary) == Alignment(0, 0, 0)


def test_weights_of_zero_are_no_division():
    assert align([EAST], [EAST], reference_weights=np.array([0.0])) == Alignment(1.0, 0.0, 0.0)


def test_f1_is_the_harmonic_mean():
    assert f1(0.5, 1.0) == pytest.approx(2 / 3)
    assert f1(0.0, 0.0) == f1(-0.5, 0.2) == 0.0
    assert math.isnan(f1(math.nan, 0.5)) and math.isnan(f1(0.5, math.nan)) and math.isnan(f1(0.0, math.nan))


LENGTHS = (0, 1, 2, 7, 30)


def text(rng, length, weighted):
    vectors = unit_vectors(rng.normal(size=(length, 5)).astype(np.float32))
    weights = rng.uniform(0, 3, size=length).astype(np.float32) if weighted else None
    return Prepared(tuple(map(str, range(length))), vectors, weights)


@pytest.fixture(params=[False, True], ids=["alike", "weighted"])
def pairs(request):
    """Every pair of texts of these lengths, in an order that is not that of the lengths."""
    rng = np.random.default_rng(0)
    texts = [text(rng, length, request.param) for length in LENGTHS]
    every = [(reference, summary) for reference in texts for summary in texts]
    return [every[index] for index in rng.permutation(len(every))]


@pytest.mark.parametrize("floats", [1, 500, alignment.FLOATS_PER_BATCH])
def test_torch_gives_what_numpy_gives_whatever_the_batch(pairs, floats, monkeypatch):
    pytest.importorskip("torch", reason="needs torch")
    monkeypatch.setattr(alignment, "FLOATS_PER_BATCH", floats)
    expected = [align_pair(reference, summary) for reference, summary in pairs]
    assert align_all(pairs) == expected
    found = align_all(pairs, device="cpu")
    np.testing.assert_allclose(found, expected, atol=1e-5)
    assert isinstance(found[0], Alignment) and np.ptp([each.f1 for each in found]) > 0.1


def test_padding_is_no_match_where_all_is_dissimilar():
    pytest.importorskip("torch", reason="needs torch")
    east, west = np.array([[1.0, 0.0]], np.float32), np.array([[-1.0, 0.0]], np.float32)
    short = (Prepared(("east",), east), Prepared(("west",), west))
    long = (Prepared(("east",) * 2, east.repeat(2, 0)), Prepared(("west",) * 3, west.repeat(3, 0)))
    assert align_all([short, long], device="cpu") == [Alignment(-1.0, -1.0, 0.0)] * 2


def test_no_weight_is_no_division():
    pytest.importorskip("torch", reason="needs torch")
    one = Prepared(("a",), np.array([[1.0, 0.0]], np.float32), np.zeros(1, np.float32))
    assert align_all([(one, one)], device="cpu") == [Alignment(0.0, 0.0, 0.0)]


def test_batches_stay_within_the_memory_asked(pairs, monkeypatch):
    monkeypatch.setattr(alignment, "FLOATS_PER_BATCH", 800)
    batches = list(alignment._batches(pairs))
    filled = [index for index, (reference, summary) in enumerate(pairs) if reference.tokens and summary.tokens]
    assert sorted(index for batch in batches for index in batch) == filled and len(batches) > 2
    for batch in batches:
        rows, columns = (max(len(pairs[index][side].tokens) for index in batch) for side in (0, 1))
        assert len(batch) == 1 or len(batch) * (rows * columns + (rows + columns) * 5) <= 800


TEXTS = [("the", "bridge", "bridge"), ("the", "ferry"), ("the", "bridge")]


def test_a_term_weighs_by_the_texts_that_hold_it():
    weights = InverseDocumentFrequency(TEXTS).weights(("the", "bridge", "ferry", "The"))
    assert weights == pytest.approx(np.log([4 / 4, 4 / 3, 4 / 2, 4 / 1]))


@pytest.mark.parametrize("texts", [[], TEXTS[:1]])
def test_one_text_is_too_few(texts):
    with pytest.raises(ValueError, match=f"idf needs at least two reference texts, not {len(texts)}"):
        InverseDocumentFrequency(texts)


TOKENS = ("[CLS]", "The", "an", "chor", " is", "there", ".", "[SEP]")
ENCODED = TokenVectors(
    TOKENS,
    2 * np.eye(len(TOKENS), dtype=np.float32),
    np.array([token.startswith("[") for token in TOKENS]),
    np.array([token in ("an", "chor") for token in TOKENS]),
)


def test_marks_and_stop_words_go_but_pieces_of_words_and_punctuation_stay():
    text = prepare_content(ENCODED)
    assert text.tokens == ("an", "chor", ".") and text.weights is None
    np.testing.assert_array_equal(text.vectors, np.eye(len(TOKENS))[[2, 3, 6]])
    assert prepare_content(ENCODED._replace(pieces=None)).tokens == ("chor", ".")


def test_parts_become_one_text():
    one, two = prepare_content(ENCODED), Prepared(("is",), np.eye(len(TOKENS), dtype=np.float32)[4:5])
    text = join_prepared([one, two])
    assert text.tokens == one.tokens + two.tokens
    np.testing.assert_array_equal(text.vectors, np.concatenate([one.vectors, two.vectors]))


def test_no_parts_are_a_text_without_tokens():
    assert align_pair(join_prepared([]), prepare_content(ENCODED)) == Alignment(0, 0, 0)
