"""The base metric ROUGE equals rouge-score, and reads what it reads."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sacrerouge_litepyramid.metrics.ffci.similarity import ROUGE_KINDS, ComparedTexts, RougeSimilarity, Similarity
from sacrerouge_litepyramid.registry import build

MEASURES = {"precision": "precision", "recall": "recall", "f1": "fmeasure"}
WORDS = st.sampled_from(
    "the mayors opened opening bridges 2,019 U.S. Zürich don't runs. yy a_b 狗 it's «no» dies".split()
)
TEXTS = st.one_of(st.text(max_size=40), st.lists(WORDS, max_size=14).map(" ".join))


@pytest.fixture(scope="module")
def scorers():
    scorer = pytest.importorskip("rouge_score.rouge_scorer").RougeScorer
    return {stem: scorer(["rouge1", "rouge2", "rougeL", "rougeLsum"], use_stemmer=stem) for stem in (True, False)}


@settings(max_examples=300, deadline=None)
@given(TEXTS, TEXTS, st.booleans())
def test_values_are_those_of_rouge_score(scorers, reference, summary, stem):
    expected = scorers[stem].score(reference, summary)
    for kind, theirs in zip(ROUGE_KINDS, ("rouge1", "rouge2", "rougeL", "rougeLsum"), strict=True):
        for measure, field in MEASURES.items():
            (found,) = RougeSimilarity(kind, stem).compare([ComparedTexts((summary,), (reference,))], measure)
            assert found == pytest.approx(getattr(expected[theirs], field), abs=1e-9)


@settings(max_examples=300, deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=4), st.lists(TEXTS, min_size=1, max_size=4))
def test_sentence_by_sentence_rouge_l_is_that_of_rouge_score(scorers, reference, summary):
    reference, summary = ([" ".join(sentence.split()) for sentence in text] for text in (reference, summary))
    expected = scorers[True].score("\n".join(reference), "\n".join(summary))["rougeLsum"]
    for measure, field in MEASURES.items():
        (found,) = RougeSimilarity("rouge-lsum").compare([ComparedTexts(tuple(summary), tuple(reference))], measure)
        assert found == pytest.approx(getattr(expected, field), abs=1e-9)


def test_sentences_are_joined():
    pair = ComparedTexts(("the cat", "sat"), ("the cat sat",))
    assert RougeSimilarity("rouge-l").compare([pair], "f1") == pytest.approx([1.0])
    assert RougeSimilarity("rouge-2").compare([pair], "precision") == pytest.approx([1.0])


def test_unigram_precision_is_rouge_1_of_whole_texts():
    pair = ComparedTexts(("cats sat down",), ("the cat sat", "on the mat"))
    base = build(Similarity, "unigram-precision")
    assert base.compare([pair], "precision") == pytest.approx([2 / 3])
    assert base.supporting is None and base.name == "unigram-precision"


def test_equal_pairs_are_compared_once():
    class Counting(RougeSimilarity):
        compared = 0

        def compare_distinct(self, pairs, measure):
            self.compared += len(pairs)
            return super().compare_distinct(pairs, measure)

    base = Counting()
    one, other = ComparedTexts(("a",), ("a",)), ComparedTexts(("a",), ("b",))
    assert base.compare([one, other, one], "f1").tolist() == [1.0, 0.0, 1.0]
    assert base.compared == 2


def test_no_pairs_have_no_values():
    assert RougeSimilarity().compare([], "f1").shape == (0,)


def test_base_metrics_come_by_name_and_json():
    assert build(Similarity, "rouge").identity() == {"type": "rouge", "kind": "rouge-1", "stem": True}
    assert build(Similarity, '{"type": "rouge", "kind": "rouge-2", "stem": false}').identity()["kind"] == "rouge-2"
    assert build(Similarity, "unigram-precision").identity() == {
        "type": "unigram-precision",
        "stem": True,
    }
    base = RougeSimilarity()
    assert build(Similarity, base) is base


def test_an_unknown_kind_is_named():
    with pytest.raises(ValueError, match="kind must be one of rouge-1, rouge-2, rouge-l, rouge-lsum, not 'rouge-3'"):
        RougeSimilarity("rouge-3")
