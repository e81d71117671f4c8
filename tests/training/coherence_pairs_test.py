"""Pairs for next-sentence models: their labels and documents, and that parts share none."""

import logging
from collections import Counter

import numpy as np
import pytest

from sacrerouge_litepyramid.io.documents import Article
from sacrerouge_litepyramid.training.coherence_pairs import (
    FLIPPED,
    NEXT,
    OTHER_DOCUMENT,
    REPETITION,
    SAME_DOCUMENT,
    VARIANTS,
    Example,
    PairSettings,
    SegmentedArticle,
    apportion,
    draw_examples,
    make_examples,
    segment_articles,
    split_by_instance,
)


def article(number: int, sentences: int = 6) -> Article:
    """Each sentence names its article and its place."""
    return Article(
        f"i{number}",
        [f"article {number} sentence {place} has words ." for place in range(sentences)],
    )


def drawn(
    kind: str, count: int = 100, documents: int = 3, sentences: int = 6, seed: int = 0
) -> list[Example]:
    parts = segment_articles([article(number, sentences) for number in range(documents)])
    return draw_examples(parts, count, VARIANTS[kind], np.random.default_rng(seed))


def place(sentence: str) -> tuple[int, int]:
    """Article and place of a sentence of `article`."""
    words = sentence.split()
    return int(words[1]), int(words[3])


def of_kind(examples: list[Example], kind: str) -> list[Example]:
    return [example for example in examples if example.kind == kind]


@pytest.mark.parametrize("kind", VARIANTS)
def test_half_of_the_pairs_are_adjacent_and_labelled_so(kind):
    examples = drawn(kind, count=10)
    assert len(of_kind(examples, NEXT)) == 10 and len(examples) == 20
    assert len({example.pair for example in examples}) == 20
    for example in examples:
        assert example.label == (example.kind == NEXT)
        adjacent = (
            [place(sentence) for sentence in example.pair]
            if example.kind != REPETITION
            else [(0, 0), (1, 0)]
        )
        follows = adjacent[0][0] == adjacent[1][0] and adjacent[1][1] == adjacent[0][1] + 1
        assert follows == (example.kind == NEXT)


def test_the_flipped_pairs_of_an_article_by_hand():
    documents = [SegmentedArticle("i", ("One.", "Two.", "Three."))]
    found = draw_examples(documents, 5, VARIANTS[FLIPPED], np.random.default_rng(0))
    assert {(example.pair, example.label) for example in found} == {
        (("One.", "Two."), 1),
        (("Two.", "Three."), 1),
        (("Two.", "One."), 0),
        (("Three.", "Two."), 0),
    }


def test_other_document():
    found = of_kind(drawn(OTHER_DOCUMENT), OTHER_DOCUMENT)
    assert len(found) == 15
    for example in found:
        first, second = map(place, example.pair)
        assert first[0] != second[0]
        assert (example.first, example.second) == (f"i{first[0]}", f"i{second[0]}")


def test_two_texts_of_one_instance_are_no_other_document():
    documents = [
        SegmentedArticle("i", ("One.", "Two.")),
        SegmentedArticle("i", ("Three.", "Four.")),
    ]
    with pytest.raises(
        ValueError,
        match="no wrong pair of kind 'other-document' can be made from the training articles",
    ):
        draw_examples(documents, 5, VARIANTS[OTHER_DOCUMENT], np.random.default_rng(0))


def test_same_document():
    found = [
        example
        for seed in range(20)
        for example in of_kind(drawn(SAME_DOCUMENT, seed=seed), SAME_DOCUMENT)
    ]
    distances = set()
    for example in found:
        first, second = map(place, example.pair)
        assert first[0] == second[0] and example.first == example.second == f"i{first[0]}"
        distances.add(second[1] - first[1])
    # Neither the sentence itself nor its neighbours; the last sentence begins no adjacent pair.
    assert distances == {-4, -3, -2, 2, 3, 4, 5}


def test_repetition():
    for example in of_kind(drawn(REPETITION), REPETITION):
        first, second = (sentence.split() for sentence in example.pair)
        assert 0 < len(second) < len(first) == 7 and len(second) >= 3
        remaining = iter(first)
        assert all(word in remaining for word in second)
        assert example.first == example.second


def test_the_mix_has_the_papers_proportions():
    kinds = Counter(example.kind for example in drawn("mix", count=50, documents=20))
    assert kinds == {NEXT: 50, FLIPPED: 25, REPETITION: 5, SAME_DOCUMENT: 20}


def test_a_wrong_pair_never_reads_like_an_adjacent_one():
    """After "a" comes "b" and after "b" comes "a", so no order flipped is wrong."""
    documents = [SegmentedArticle("i", ("a", "b", "a", "b", "c"))]
    for kind in (FLIPPED, SAME_DOCUMENT):
        found = draw_examples(documents, 10, VARIANTS[kind], np.random.default_rng(0))
        wrong = {example.pair for example in of_kind(found, kind)}
        assert wrong and not wrong & {("a", "b"), ("b", "a"), ("b", "c")}
        assert all(first != second for first, second in wrong)


def test_fewer_wrong_pairs_than_requested_give_a_warning(caplog):
    documents = [SegmentedArticle("i", ("a", "b", "a", "b", "c"))]
    with caplog.at_level(logging.WARNING):
        draw_examples(documents, 10, VARIANTS[FLIPPED], np.random.default_rng(0), "test")
    assert "test: only 1 of 3 wrong pairs of kind 'flipped' can be made" in caplog.text


def test_apportion():
    assert apportion(50, VARIANTS["mix"]) == {FLIPPED: 25, REPETITION: 5, SAME_DOCUMENT: 20}
    assert apportion(3, {"a": 1.0, "b": 1.0}) == {"a": 2, "b": 1}
    assert apportion(7, {"a": 5.0, "b": 1.0, "c": 4.0}) == {"a": 3, "b": 1, "c": 3}
    assert apportion(1, {"a": 0.0, "b": 2.0}) == {"a": 0, "b": 1}


def test_no_instance_is_in_two_parts():
    articles = [article(number) for number in range(30)]
    splits = make_examples(
        articles, PairSettings(dict.fromkeys(VARIANTS["mix"], 1.0) | {OTHER_DOCUMENT: 1.0})
    )
    instances = [
        {name for example in part for name in (example.first, example.second)} for part in splits
    ]
    assert [len(part) for part in instances] == [24, 3, 3]
    assert len(set.union(*instances)) == 30
    texts = [{sentence for example in part for sentence in example.pair} for part in splits]
    assert not texts[0] & texts[1] and not texts[0] & texts[2] and not texts[1] & texts[2]


def test_texts_of_one_instance_stay_together():
    articles = [Article(f"i{number // 2}", article(number).text) for number in range(20)]
    parts = split_by_instance(segment_articles(articles), np.random.default_rng(0))
    instances = [{document.instance_id for document in part} for part in parts]
    assert [len(part) for part in instances] == [8, 1, 1] and [len(part) for part in parts] == [
        16,
        2,
        2,
    ]


def test_the_parts_share_the_pairs():
    splits = make_examples([article(number, 30) for number in range(50)], PairSettings(pairs=400))
    assert [len(part) for part in splits] == [320, 40, 40]


def test_the_seed_decides_all():
    articles = [article(number) for number in range(20)]
    assert make_examples(articles) == make_examples(articles)
    assert make_examples(articles) != make_examples(articles, PairSettings(seed=1))


def test_strings_are_segmented_and_single_sentences_left_out():
    articles = [
        Article("a", "One day it rained. Then it stopped."),
        Article("b", "It rained."),
        Article("c", ["a  b", " ", "c"]),
    ]
    assert segment_articles(articles) == [
        SegmentedArticle("a", ("One day it rained.", "Then it stopped.")),
        SegmentedArticle("c", ("a b", "c")),
    ]


def test_too_few_articles():
    with pytest.raises(
        ValueError,
        match="2 instances have an article of two sentences or more; training, validation",
    ):
        make_examples([article(0), article(1), Article("i2", ["one"])])


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"negatives": {"reversed": 1.0}},
            "negatives of kind 'reversed' are unknown; known: flipped, other-document",
        ),
        (
            {"negatives": {FLIPPED: -1.0}},
            "negatives must be proportions of 0 or more, at least one above 0",
        ),
        (
            {"negatives": {FLIPPED: 0.0}},
            "negatives must be proportions of 0 or more, at least one above 0",
        ),
        ({"negatives": {}}, "negatives must be proportions"),
        ({"negatives": {FLIPPED: float("nan")}}, "negatives must be proportions"),
        ({"pairs": 1}, "pairs must be at least 2, not 1"),
        ({"seed": -1}, "seed must be from 0 to 4294967295, not -1"),
    ],
)
def test_wrong_settings(settings, message):
    with pytest.raises(ValueError, match=message):
        PairSettings(**settings)
