import numpy as np
import pytest

from helpers.fakes import CountingEncoder
from sacrerouge_litepyramid.core.rouge import Alignment
from sacrerouge_litepyramid.metrics.supert.scorer import (
    SentenceVectors,
    SupertScorer,
    align_extract,
    group_by_document,
    mean_alignment,
    sentence_matches,
    sentence_vectors,
)
from sacrerouge_litepyramid.metrics.supert.selection import WholeDocuments
from sacrerouge_litepyramid.models.encoders.alignment import Prepared
from sacrerouge_litepyramid.models.encoders.token_encoder import CharNgramEncoder

SENTENCES = [
    "The mayor opened a bridge.",
    "It cost nine million euros.",
    "A band played.",
    "Critics call the tolls too high.",
    "A ferry sank in 2019.",
]
DOCUMENTS = [" ".join(SENTENCES[:3]), SENTENCES[3:]]


def build_scorer(documents):
    return SupertScorer(documents, WholeDocuments(), SentenceVectors(CharNgramEncoder()))


@pytest.mark.parametrize("documents", [DOCUMENTS, [SENTENCES * 3, SENTENCES[1:]]])
def test_an_extract_scores_as_its_text(documents):
    scorer = build_scorer(documents)
    extracts = [[0], [3, 1], [4, 2, 0], range(5)]
    texts = [[SENTENCES[index] for index in extract] for extract in extracts]
    assert np.array(scorer.score_extracts(extracts)) == pytest.approx(np.array(scorer.score(texts)))
    assert scorer.score([" ".join(text) for text in texts]) == scorer.score(texts)


@pytest.mark.parametrize("summary", ["", " \n", "...", "He was there.", [], [""]])
def test_a_summary_without_a_word_that_counts_scores_zero(summary):
    assert build_scorer(DOCUMENTS).score([summary]) == [Alignment(0, 0, 0)]


@pytest.mark.parametrize("documents", [[], [""], [[]], ["It was there."]])
def test_documents_without_a_word_that_counts_give_no_score(documents):
    scorer = build_scorer(documents)
    assert np.isnan([*scorer.score(["", "A band played."]), *scorer.score_extracts([[]])]).all()


def test_rounding_leaves_no_measure_above_one():
    # A vector of float32 that is divided by its length may have a product with itself of 1 + 2^-22.
    words = "band bank bridge child court doctor ferry fire goal harbour judge law mayor money"
    for word in words.split():
        scorer = build_scorer([word])
        scores = np.array([*scorer.score([word]), *scorer.score_extracts([[0]])])
        assert scores == pytest.approx(1) and scores.max() <= 1


def test_a_document_without_words_is_not_a_pseudo_reference():
    documents = [["A bridge opened."] * 15]
    with_empty = [*documents, ["It was there."]]
    assert build_scorer(with_empty).score(["Tolls."]) == build_scorer(documents).score(["Tolls."])


def test_fourteen_sentences_are_one_group_and_fifteen_one_a_document():
    documents = np.array([0] * 10 + [1] * 3 + [2] * 7)
    assert [group.tolist() for group in group_by_document(np.arange(14), documents)] == [
        list(range(14))
    ]
    assert [group.tolist() for group in group_by_document(np.arange(15), documents)] == [
        list(range(10)),
        [10, 11, 12],
        [13, 14],
    ]


def test_only_selected_sentences_count_and_a_document_without_any_has_no_group():
    documents = np.array([0] * 20 + [1] * 20)
    assert [group.tolist() for group in group_by_document(np.arange(0, 40, 4), documents)] == [
        list(range(0, 40, 4))
    ]
    assert [group.tolist() for group in group_by_document(np.arange(20, 36), documents)] == [
        list(range(20, 36))
    ]


def test_each_measure_is_averaged_by_itself():
    found = mean_alignment([Alignment(1.0, 0.5, 2 / 3), Alignment(0.0, 0.5, 0.0)])
    assert found == pytest.approx((0.5, 0.5, 1 / 3))


def test_each_distinct_sentence_is_encoded_once():
    encoder = CountingEncoder()
    vectors = SentenceVectors(encoder)
    vectors.encode(["a bridge", "a ferry", "a bridge"])
    one, other = vectors.get(["a ferry", "a toll"])
    assert encoder.seen == ["a bridge", "a ferry", "a toll"]
    assert one.tokens == ("ferry",) and other.tokens == ("toll",)


def test_a_sentence_is_the_mean_of_its_tokens_at_length_one():
    east_twice_north = np.array([[1, 0], [1, 0], [0, 1]], dtype=np.float32)
    sentences = [
        Prepared(("e", "e", "n"), east_twice_north),
        Prepared((), np.zeros((0, 2), dtype=np.float32)),
    ]
    expected = np.array([[2 / np.sqrt(5), 1 / np.sqrt(5)], [0, 0]])
    assert sentence_vectors(sentences) == pytest.approx(expected)
    assert sentence_vectors([]).shape == (0, 0)


EAST, NORTH, BETWEEN = [1.0, 0.0], [0.0, 1.0], [0.6, 0.8]
REFERENCE = np.array([EAST, NORTH])
SENTENCE_VECTORS = [
    np.array([EAST, EAST]),
    np.array([BETWEEN]),
    np.zeros((0, 2)),
    np.array([NORTH]),
]


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
    matches = sentence_matches(REFERENCE, SENTENCE_VECTORS)
    assert align_extract(matches, extract)[:2] == pytest.approx([precision, recall])
