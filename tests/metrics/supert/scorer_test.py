import numpy as np
import pytest

from helpers.fakes import CountingEncoder
from sacrerouge_litepyramid.core.rouge import Alignment
from sacrerouge_litepyramid.metrics.supert import scorer as extracts
from sacrerouge_litepyramid.metrics.supert.scorer import (
    SentenceVectors,
    SupertScorer,
    extract_alignments,
    group_by_document,
    mean_alignment,
    sentence_matches,
    sentence_vectors,
)
from sacrerouge_litepyramid.models.encoders.alignment import Prepared, soft_alignment
from sacrerouge_litepyramid.models.encoders.token_encoder import unit_vectors

DOCUMENTS = [
    "The mayor opened a bridge. It cost nine million euros. A band played.",
    ["Critics call the tolls too high.", "A ferry sank in 2019."],
]
SENTENCES = [
    "The mayor opened a bridge.",
    "It cost nine million euros.",
    "A band played.",
    "Critics call the tolls too high.",
    "A ferry sank in 2019.",
]


def test_the_sentences_of_all_documents_in_order():
    scorer = SupertScorer(DOCUMENTS)
    assert scorer.sentences == SENTENCES
    assert scorer.sources.documents.tolist() == [0, 0, 0, 1, 1]
    assert scorer.sources.positions.tolist() == [0, 1, 2, 0, 1]


def test_an_extract_scores_as_its_text():
    scorer = SupertScorer(DOCUMENTS)
    extracts = [[0], [3, 1], [4, 2, 0], np.arange(5)]
    texts = [[SENTENCES[index] for index in extract] for extract in extracts]
    assert np.array(scorer.score(extracts)) == pytest.approx(np.array(scorer.score(texts)))
    assert scorer.score([" ".join(text) for text in texts]) == scorer.score(texts)


@pytest.mark.parametrize("summary", ["", " \n", "...", "He was there.", [], [""]])
def test_a_summary_without_a_word_that_counts_scores_zero(summary):
    assert SupertScorer(DOCUMENTS).score([summary]) == [Alignment(0, 0, 0)]


@pytest.mark.parametrize("documents", [[], [""], [[]], ["It was there."]])
@pytest.mark.parametrize("summary", ["", "A band played.", []])
def test_documents_without_a_word_that_counts_give_no_score(documents, summary):
    (found,) = SupertScorer(documents).score([summary])
    assert np.isnan(found).all()


def test_rounding_leaves_no_measure_above_one():
    # A vector of float32 that is divided by its length may have a product with itself of 1 + 2^-22.
    words = (
        "band bank bridge child court doctor ferry fire goal harbour judge law mayor money "
        "party player school tax"
    )
    found = np.array([SupertScorer([word]).score([[0], word]) for word in words.split()])
    assert found == pytest.approx(1) and found.max() <= 1


def test_a_document_without_words_is_not_a_pseudo_reference():
    documents = [["A bridge opened."] * 15]
    with_empty = [*documents, ["It was there."]]
    assert SupertScorer(with_empty).score(["Tolls."]) == SupertScorer(documents).score(["Tolls."])


@pytest.mark.parametrize("index", [-1, 5])
def test_an_index_without_a_sentence_is_named(index):
    with pytest.raises(ValueError, match=f"no sentence {index}; they have 5, from 0"):
        SupertScorer(DOCUMENTS).score([[0, index]])


@pytest.mark.parametrize("text", [5, None, [1.5], [["A band."]], {"text": "A band."}])
def test_a_value_that_is_not_a_text_is_refused(text):
    with pytest.raises(ValueError, match="a text must be a string or a list of sentences, not "):
        SupertScorer(DOCUMENTS).score([text])
    with pytest.raises(ValueError, match="a text must be a string or a list of sentences, not "):
        SupertScorer([text])


def test_a_summary_of_sentences_and_indices_is_refused():
    with pytest.raises(
        ValueError, match="a text must be a string or a list of sentences, not .'A band.', 3"
    ):
        SupertScorer(DOCUMENTS).score([["A band.", 3]])


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


def test_matches_of_sentences_by_hand():
    matches = sentence_matches(REFERENCE, SENTENCE_VECTORS)
    assert matches.best == pytest.approx(
        np.array([[1, 0], [0.6, 0.8], [-np.inf, -np.inf], [0, 1], [-np.inf, -np.inf]])
    )
    assert matches.total == pytest.approx([2, 0.8, 0, 1, 0])
    assert matches.tokens.tolist() == [2, 1, 0, 1, 0]


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
    matches = sentence_matches(REFERENCE, SENTENCE_VECTORS)
    assert extract_alignments(matches, [extract])[0] == pytest.approx([precision, recall, f1])
    # The same among others, whatever their lengths.
    assert extract_alignments(matches, [[], [0, 1, 2, 3], extract])[2] == pytest.approx(
        [precision, recall, f1]
    )


@pytest.mark.parametrize(
    ("reference", "sentences"),
    [(REFERENCE[:0], SENTENCE_VECTORS), (REFERENCE, [SENTENCE_VECTORS[2]])],
)
def test_without_tokens_on_a_side_nothing_aligns(reference, sentences):
    assert (
        extract_alignments(sentence_matches(reference, sentences), [[0], []]).tolist()
        == [[0, 0, 0]] * 2
    )


@pytest.mark.parametrize("numbers_at_once", [1, 50, 1 << 16])
def test_extracts_score_as_their_texts_in_blocks_of_any_size(numbers_at_once, monkeypatch):
    monkeypatch.setattr(extracts, "_FLOATS_PER_BLOCK", numbers_at_once)
    generator = np.random.default_rng(0)
    reference = unit_vectors(generator.normal(size=(7, 5)))
    sentences = [unit_vectors(generator.normal(size=(length, 5))) for length in (3, 1, 4, 0, 6)]
    drawn = [generator.permutation(5)[: generator.integers(1, 6)].tolist() for _ in range(30)]
    found = extract_alignments(sentence_matches(reference, sentences), drawn)
    expected = [
        soft_alignment(reference, np.concatenate([sentences[index] for index in each]))
        for each in drawn
    ]
    assert found == pytest.approx(np.array(expected))


def test_the_order_of_summaries_does_not_matter():
    summaries = ["The mayor opened a bridge.", "", "A ferry sank.", [2, 0]]
    scorer = SupertScorer(DOCUMENTS)
    assert scorer.score(summaries[::-1]) == scorer.score(summaries)[::-1]
    assert [scorer.score([summary])[0] for summary in summaries] == scorer.score(summaries)
