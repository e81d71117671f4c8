"""BERTScore and sentence similarity over encoders whose vectors a reader can see."""

import weakref

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sacrerouge_litepyramid.core.rouge import choose_tokenizer
from sacrerouge_litepyramid.metrics.ffci.similarity import (
    BEST_LAYERS,
    BertScore,
    ComparedTexts,
    RougeSimilarity,
    Sts,
    get_published_layer,
)
from sacrerouge_litepyramid.models.encoders.token_encoder import (
    TokenEncoder,
    TokenVectors,
    encoded_groups,
)

#: words as vectors in the plane; "near" is at .8 to "east" and .6 to "north"
PLANE = {
    "east": [2.0, 0.0],
    "north": [0.0, 1.0],
    "near": [0.8, 0.6],
    "west": [-1.0, 0.0],
    "[CLS]": [0.6, 0.8],
}


class Plane(TokenEncoder):
    """Each word's vector, after a mark; keeps what it was asked for."""

    def __init__(self, mark=True):
        self.mark = mark
        self.asked = []

    def encode_distinct(self, texts):
        self.asked += texts
        return [self._encode(["[CLS]"] * self.mark + text.split()) for text in texts]

    def _encode(self, tokens):
        vectors = np.array([PLANE[token] for token in tokens], dtype=np.float32).reshape(-1, 2)
        return TokenVectors(
            tuple(tokens), vectors, np.array([token == "[CLS]" for token in tokens], dtype=bool)
        )

    def identity(self):
        return {"type": "plane", "mark": self.mark}


def pair(summary, other):
    return ComparedTexts(tuple(summary.split(" | ")), tuple(other.split(" | ")))


def values(base, one):
    return [base.compare([one], measure)[0] for measure in ("precision", "recall", "f1")]


def test_bertscore_by_hand():
    # Of the summary "east" has .8 and "north" .6; of the other text "near" has .8.
    precision, recall = (0.8 + 0.6) / 2, 0.8
    expected = [precision, recall, 2 * precision * recall / (precision + recall)]
    assert values(BertScore(Plane(mark=False)), pair("east | north", "near")) == pytest.approx(
        expected
    )


def test_marks_do_not_count_but_may_be_most_similar():
    # "north" is at .8 to the mark of "near", and at .6 to "near" itself.
    assert values(BertScore(Plane()), pair("north", "near"))[0] == pytest.approx(0.8)
    assert values(BertScore(Plane()), pair("near", "near")) == pytest.approx([1.0, 1.0, 1.0])


def test_idf_weighs_what_few_of_the_other_texts_have():
    pairs = [pair("east north", "north"), pair("east north", "east north")]
    found = BertScore(Plane(mark=False), idf=True).compare(pairs, "precision")
    # Both of the other texts have "north", whose weight is log(3/3) = 0; only "east" counts, at 0
    # to "north".
    assert found == pytest.approx([0.0, 1.0], abs=1e-6)
    assert BertScore(Plane(mark=False)).compare(pairs, "precision") == pytest.approx([0.5, 1.0])


def test_idf_sees_each_other_text_once_however_many_summaries_it_has():
    once = [pair("east north", "north"), pair("near", "east north")]
    base = BertScore(Plane(mark=False), idf=True)
    often = [*once, pair("north", "north"), pair("east", "north")]
    assert base.compare(often, "recall")[:2] == pytest.approx(base.compare(once, "recall"))


def test_sts_takes_the_most_similar_sentence_or_the_whole_text():
    one = pair("east | north", "near | west")
    precision, recall = (0.8 + 0.6) / 2, (0.8 + 0.0) / 2
    expected = [precision, recall, 2 * precision * recall / (precision + recall)]
    assert values(Sts(Plane(mark=False)), one) == pytest.approx(expected)
    # The means are (1, .5) and (−.1, .3).
    cosine = (-0.1 + 0.15) / np.hypot(1, 0.5) / np.hypot(0.1, 0.3)
    assert values(Sts(Plane(mark=False), segment="document"), one) == pytest.approx(
        [cosine] * 3, abs=1e-6
    )


def test_opposite_sentences_have_no_f1():
    assert values(Sts(Plane(mark=False)), pair("east", "west")) == pytest.approx([-1.0, -1.0, 0.0])


@pytest.mark.parametrize("base", [BertScore, Sts])
def test_each_distinct_text_is_encoded_once(base):
    encoder = Plane()
    words = ["east", "north", "near", "west"]
    base(encoder).compare([pair(a, b) for a in words for b in words for _ in range(2)], "f1")
    assert sorted(encoder.asked) == sorted(words)


@pytest.mark.parametrize("block", [1, 2, 3, 100])
def test_blocks_change_neither_vectors_nor_how_often_they_are_made(block):
    encoder = Plane()
    groups = [("east", "north"), ("near",), ("east", "near"), (), ("west", "west"), ("east",)]
    found = [
        [text.tokens[1] for text in group]
        for held in encoded_groups(encoder, groups, block)
        for group in held
    ]
    assert found == [list(group) for group in groups]
    assert sorted(encoder.asked) == ["east", "near", "north", "west"]


def test_vectors_are_held_no_longer_than_they_are_needed():
    blocks = encoded_groups(Plane(), [("east", "north"), ("east",), ("near",)], 1)
    east, north = (weakref.ref(text.vectors) for text in next(blocks)[0])
    assert next(blocks)[0][0].vectors is east() and north() is None
    next(blocks)
    assert east() is None


@pytest.mark.parametrize("base", [BertScore(), Sts()])
def test_texts_without_tokens_are_similar_to_none(base):
    assert base.compare(
        [pair("the cat", "…"), pair("…", "the cat"), pair("…", "…")], "f1"
    ).tolist() == [0, 0, 0]


@pytest.mark.parametrize("one", [pair("east", ""), pair("", "east"), pair("", "")])
def test_a_text_of_marks_alone_is_similar_to_none(one):
    assert values(BertScore(Plane()), one) == [0, 0, 0]


@pytest.mark.parametrize("base", [BertScore, Sts])
@pytest.mark.parametrize("encoder", ["char-ngram", {"type": "char-ngram"}])
def test_an_encoder_may_be_named(base, encoder):
    assert base(encoder).identity() == base().identity()


def test_published_layers_by_model_and_dimension():
    assert get_published_layer("roberta-base", "faithfulness") == 10
    assert get_published_layer("openai-community/gpt2-xl", "focus") == 29
    assert get_published_layer("google/pegasus-cnn_dailymail", "coverage") == 5
    assert len(BEST_LAYERS) == 19


def test_a_model_without_a_published_layer_needs_one():
    with pytest.raises(
        ValueError, match="no layer was published for the model 'a/b'; pass layer. Known: bert-base"
    ):
        BertScore(model="a/b").for_dimension("focus")


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"encoder": Plane(), "model": "gpt2"}, "encoder and model 'gpt2' exclude each other"),
        ({"layer": 3}, "layer 3 needs model"),
    ],
)
def test_a_model_is_named_once(arguments, message):
    with pytest.raises(ValueError, match=message):
        BertScore(**arguments)


def test_a_model_outside_a_dimension_needs_its_layer():
    with pytest.raises(ValueError, match="needs a layer outside FFCI's dimensions"):
        BertScore(model="roberta-base").compare([pair("east", "near")], "f1")


def test_unknown_segments_are_named():
    with pytest.raises(ValueError, match="segment must be one of sentence, document, not 'edu'"):
        Sts(segment="edu")


MEASURES = {"precision": "precision", "recall": "recall", "f1": "fmeasure"}
WORDS = st.sampled_from(
    "the mayors opened opening bridges 2,019 U.S. Zürich don't runs. yy a_b 狗 it's «no» dies".split()
)
TEXTS = st.one_of(
    st.text(st.characters(max_codepoint=127), max_size=40),
    st.lists(WORDS, max_size=14).map(" ".join),
)


@settings(deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=4), st.lists(TEXTS, min_size=1, max_size=4))
def test_sentence_by_sentence_rouge_l_is_that_of_rouge_score(reference, summary):
    scorer = pytest.importorskip("rouge_score.rouge_scorer")
    reference, summary = (
        [" ".join(sentence.split()) for sentence in text] for text in (reference, summary)
    )
    assume(choose_tokenizer(" ".join(reference), " ".join(summary)) == "rouge-score")
    scorer = scorer.RougeScorer(["rougeLsum"], use_stemmer=True)
    expected = scorer.score("\n".join(reference), "\n".join(summary))["rougeLsum"]
    for measure, field in MEASURES.items():
        (found,) = RougeSimilarity("rouge-lsum").compare(
            [ComparedTexts(tuple(summary), tuple(reference))], measure
        )
        assert found == pytest.approx(getattr(expected, field), abs=1e-9)


def test_sentences_are_joined():
    pair = ComparedTexts(("the cat", "sat"), ("the cat sat",))
    assert RougeSimilarity("rouge-l").compare([pair], "f1") == pytest.approx([1.0])
    assert RougeSimilarity("rouge-2").compare([pair], "precision") == pytest.approx([1.0])


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


def test_an_unknown_kind_is_named():
    with pytest.raises(
        ValueError, match="kind must be one of rouge-1, rouge-2, rouge-l, rouge-lsum, not 'rouge-3'"
    ):
        RougeSimilarity("rouge-3")
