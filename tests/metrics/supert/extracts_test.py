import numpy as np
import pytest

from sacrerouge_litepyramid.metrics.supert import scorer as extracts
from sacrerouge_litepyramid.metrics.supert.scorer import extract_alignments, sentence_matches
from sacrerouge_litepyramid.models.encoders.alignment import soft_alignment
from sacrerouge_litepyramid.models.encoders.token_encoder import unit_vectors

EAST, NORTH, BETWEEN = [1.0, 0.0], [0.0, 1.0], [0.6, 0.8]
REFERENCE = np.array([EAST, NORTH])
SENTENCES = [np.array([EAST, EAST]), np.array([BETWEEN]), np.zeros((0, 2)), np.array([NORTH])]


def test_what_a_reference_has_to_do_with_each_sentence():
    matches = sentence_matches(REFERENCE, SENTENCES)
    assert matches.best == pytest.approx(np.array([[1, 0], [0.6, 0.8], [-np.inf, -np.inf], [0, 1]]))
    assert matches.total == pytest.approx([2, 0.8, 0, 1])
    assert matches.tokens.tolist() == [2, 1, 0, 1]


@pytest.mark.parametrize(
    ("extract", "precision", "recall"),
    [
        ([0], 1, 0.5),
        ([1], 0.8, 0.7),
        ([0, 1], 2.8 / 3, 0.9),
        ([1, 2, 0], 2.8 / 3, 0.9),
        ([2, 0], 1, 0.5),
        ([0, 3], 1, 1),
        ([0, 1, 2, 3], 3.8 / 4, 1),
        ([0, 0], 1, 0.5),
        ([2], 0, 0),
        ([], 0, 0),
    ],
)
def test_extracts_by_hand(extract, precision, recall):
    f1 = 2 * precision * recall / (precision + recall) if precision else 0
    matches = sentence_matches(REFERENCE, SENTENCES)
    assert extract_alignments(matches, [extract])[0] == pytest.approx([precision, recall, f1])
    # The same among others, whatever their lengths.
    assert extract_alignments(matches, [[], [0, 1, 2, 3], extract])[2] == pytest.approx([precision, recall, f1])


@pytest.mark.parametrize(("reference", "sentences"), [(REFERENCE[:0], SENTENCES), (REFERENCE, [SENTENCES[2]])])
def test_without_tokens_on_a_side_nothing_aligns(reference, sentences):
    assert extract_alignments(sentence_matches(reference, sentences), [[0], []]).tolist() == [[0, 0, 0]] * 2


def test_f1_of_opposite_signs_is_zero():
    reference, apart = np.array([EAST]), unit_vectors(np.array([[0.05, 1.0], [-0.09, 1.0]]))
    (found,) = extract_alignments(sentence_matches(reference, [apart]), [[0]])
    assert found == pytest.approx(np.array(soft_alignment(reference, apart)))
    precision, recall, f1 = found
    assert precision < 0 == f1 < recall


def test_no_extract():
    assert extract_alignments(sentence_matches(REFERENCE, SENTENCES), []).shape == (0, 3)


@pytest.mark.parametrize("numbers_at_once", [1, 50, 1 << 16])
def test_as_the_soft_alignment_of_the_text_whatever_the_blocks(numbers_at_once, monkeypatch):
    monkeypatch.setattr(extracts, "_FLOATS_PER_BLOCK", numbers_at_once)
    generator = np.random.default_rng(0)
    reference = unit_vectors(generator.normal(size=(7, 5)))
    sentences = [unit_vectors(generator.normal(size=(length, 5))) for length in (3, 1, 4, 0, 6)]
    drawn = [generator.permutation(5)[: generator.integers(1, 6)].tolist() for _ in range(30)]
    found = extract_alignments(sentence_matches(reference, sentences), drawn)
    expected = [soft_alignment(reference, np.concatenate([sentences[index] for index in each])) for each in drawn]
    assert found == pytest.approx(np.array(expected))
