"""Extracts aligned many at once are aligned as the texts of their sentences are."""

import numpy as np
import pytest

from sacrerouge_litepyramid.core import extracts
from sacrerouge_litepyramid.core.extracts import extract_alignments, sentence_matches
from sacrerouge_litepyramid.core.soft_alignment import soft_alignment, unit_vectors

EAST, NORTH, BOTH = [1.0, 0.0], [0.0, 1.0], [0.6, 0.8]


def test_by_hand():
    matches = sentence_matches(np.array([EAST, NORTH]), [np.array([EAST]), np.array([BOTH, NORTH])])
    found = extract_alignments(matches, [(0,), (1,), (0, 1), ()])
    assert found[0] == pytest.approx([1, 0.5, 2 / 3])
    assert found[1] == pytest.approx([0.9, 0.8, 2 * 0.9 * 0.8 / 1.7])
    assert found[2] == pytest.approx([2.8 / 3, 1, 2 * (2.8 / 3) / (2.8 / 3 + 1)])
    assert found[3].tolist() == [0, 0, 0]


@pytest.mark.parametrize("at_once", [1, 100, 1 << 16])
def test_it_is_soft_alignment_of_the_sentences_together(at_once, monkeypatch):
    monkeypatch.setattr(extracts, "NUMBERS_AT_ONCE", at_once)
    rng = np.random.default_rng(4)
    sentences = [unit_vectors(rng.normal(size=(length, 8))) for length in (3, 0, 5, 1, 0, 7)]
    reference = unit_vectors(rng.normal(size=(11, 8)))
    chosen = [(0,), (1,), (1, 4), (2, 0, 5), (1, 3), (5, 4, 3, 2, 1, 0), ()]
    together = [np.concatenate([np.zeros((0, 8)), *(sentences[index] for index in extract)]) for extract in chosen]
    found = extract_alignments(sentence_matches(reference, sentences), chosen)
    assert found == pytest.approx(np.array([soft_alignment(reference, tokens) for tokens in together]), abs=1e-9)


def test_nothing_aligns_with_nothing():
    nothing = sentence_matches(np.zeros((0, 2)), [np.array([EAST])])
    assert extract_alignments(nothing, [(0,), ()]).tolist() == [[0, 0, 0], [0, 0, 0]]
    assert extract_alignments(nothing, []).shape == (0, 3)
