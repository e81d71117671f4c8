"""The weight that units share with texts, against the products of whole matrices."""

import numpy as np

from sacrerouge_litepyramid.judges.lexical_features import build_stem_weights, sum_by_sentence, sum_shared, unit_table

UNITS = [{0: (1.0, 2.0), 2: (3.0, 2.0)}, {}, {2: (1.0, 0.0), 1: (1.0, 0.0)}]


def test_sums_by_hand():
    weights = build_stem_weights(UNITS, stems=4, kinds=2)
    np.testing.assert_allclose(sum_shared(weights, np.array([3, 2])), [[0.75, 0, 0.5], [0.5, 0, 0]])
    sentences = [np.array([2, 1]), np.array([], dtype=int), np.array([0, 3])]
    np.testing.assert_allclose(sum_by_sentence(weights, sentences, 0), [[0.75, 0, 0.25], [0, 0, 0], [1, 0, 0]])
    assert sum_by_sentence(weights, [], 0).shape == (3, 0)
    assert sum_shared(build_stem_weights([], stems=0, kinds=2), np.array([], dtype=int)).shape == (2, 0)


def test_sums_are_those_of_whole_matrices():
    draw = np.random.default_rng(3)
    units = [{int(code): tuple(draw.random(3)) for code in draw.choice(50, 6, replace=False)} for _ in range(40)]
    dense = np.zeros((3, 40, 50))
    for row, unit in enumerate(units):
        for code, values in unit.items():
            dense[:, row, code] = values
    dense /= dense.sum(axis=2, keepdims=True)
    sentences = [draw.choice(50, 12, replace=False) for _ in range(7)]
    found = np.array([[code in sentence for sentence in sentences] for code in range(50)], dtype=float)
    weights = build_stem_weights(units, stems=50, kinds=3)
    for kind in range(3):
        np.testing.assert_allclose(sum_by_sentence(weights, sentences, kind), dense[kind] @ found, rtol=1e-12)
    distinct = np.flatnonzero(found.any(axis=1))
    np.testing.assert_allclose(sum_shared(weights, distinct), dense[:, :, distinct].sum(axis=2), rtol=1e-12)


def test_sentences_with_the_same_stems_of_a_unit_have_the_same_sum():
    draw = np.random.default_rng(5)
    weights = build_stem_weights([{code: (value,) for code, value in enumerate(draw.random(20))}], stems=40, kinds=1)
    sentences = [np.concatenate([draw.permutation(20), draw.permutation(20) + 20]) for _ in range(50)]
    assert len(set(sum_by_sentence(weights, sentences, 0)[0])) == 1


def test_what_is_kept_is_linear_in_the_units():
    """A weight for each pair of a unit and a stem took 12 s and 10 GB for 10,000 units."""
    units = tuple(f"w{a}{b} v{a}{b} alike" for a in "abcdefghij" for b in "abcdefghij")
    table = unit_table(units, lambda stem: 1.0)
    assert table.weights.values.shape == (4, 3 * len(units)) and len(table.codes) == 2 * len(units) + 1
