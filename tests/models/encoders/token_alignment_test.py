import numpy as np
import pytest

from sacrerouge_litepyramid.core.precision_recall import Alignment
from sacrerouge_litepyramid.models.encoders import alignment
from sacrerouge_litepyramid.models.encoders.alignment import Prepared, align_all, align_pair, unit_vectors

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
def test_torch_gives_what_numpy_gives_whatever_the_batch(pairs, floats):
    pytest.importorskip("torch", reason="needs torch")
    expected = [align_pair(reference, summary) for reference, summary in pairs]
    assert align_all(pairs) == expected
    found = align_all(pairs, device="cpu", floats_per_batch=floats)
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


def test_batches_stay_within_the_memory_asked(pairs):
    batches = list(alignment._batches(pairs, 800))
    filled = [index for index, (reference, summary) in enumerate(pairs) if reference.tokens and summary.tokens]
    assert sorted(index for batch in batches for index in batch) == filled and len(batches) > 2
    for batch in batches:
        rows, columns = (max(len(pairs[index][side].tokens) for index in batch) for side in (0, 1))
        assert len(batch) == 1 or len(batch) * (rows * columns + (rows + columns) * 5) <= 800


def test_no_pairs():
    assert align_all([]) == []
