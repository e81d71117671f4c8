"""Pairs for next-sentence models: their labels and documents, and that parts share none."""

from collections import Counter

import numpy as np
import pytest

from sacrerouge_litepyramid.io.documents import Article
from sacrerouge_litepyramid.training.coherence_pairs import (
    FLIPPED,
    NEXT,
    REPETITION,
    SAME_DOCUMENT,
    Example,
    SegmentedArticle,
    draw_examples,
    make_examples,
    segment_articles,
)


def make_article(number: int, sentences: int = 6) -> Article:
    """Each sentence names its article and its place."""
    return Article(
        f"i{number}",
        [f"article {number} sentence {place} has words ." for place in range(sentences)],
    )


ARTICLES = [make_article(number) for number in range(30)]


def draw(documents: list[SegmentedArticle], kind: str, count: int, seed: int = 0) -> list[Example]:
    return draw_examples(documents, count, {kind: 1.0}, np.random.default_rng(seed), "test")


def draw_wrong(kind: str, seed: int = 0) -> list[Example]:
    """Draw wrong pairs from three articles."""
    examples = draw(segment_articles(ARTICLES[:3]), kind, 100, seed)
    return [example for example in examples if example.kind == kind]


def find_place(sentence: str) -> tuple[int, int]:
    """Return the article and the place of a sentence of `make_article`."""
    words = sentence.split()
    return int(words[1]), int(words[3])


def test_the_flipped_pairs_of_an_article_by_hand():
    documents = [SegmentedArticle("i", ("One.", "Two.", "Three."))]
    examples = draw(documents, FLIPPED, 5)
    assert {(example.pair, example.label) for example in examples} == {
        (("One.", "Two."), 1),
        (("Two.", "Three."), 1),
        (("Two.", "One."), 0),
        (("Three.", "Two."), 0),
    }


def test_same_document():
    distances = set()
    for seed in range(20):
        for example in draw_wrong(SAME_DOCUMENT, seed):
            first, second = map(find_place, example.pair)
            assert first[0] == second[0] and example.instance_id == f"i{first[0]}"
            distances.add(second[1] - first[1])
    # Neither the sentence itself nor its neighbours; the last sentence begins no adjacent pair.
    assert distances == {-4, -3, -2, 2, 3, 4, 5}


def test_repetition():
    for example in draw_wrong(REPETITION):
        first, second = (sentence.split() for sentence in example.pair)
        assert 3 <= len(second) < len(first) == 7
        remaining = iter(first)
        assert all(word in remaining for word in second)


def test_a_wrong_pair_never_reads_like_an_adjacent_one(caplog):
    """After "a" comes "b" and after "b" comes "a", so no order flipped is wrong."""
    documents = [SegmentedArticle("i", ("a", "b", "a", "b", "c"))]
    for kind in (FLIPPED, SAME_DOCUMENT):
        wrong = {example.pair for example in draw(documents, kind, 10) if example.kind == kind}
        assert wrong and not wrong & {("a", "b"), ("b", "a"), ("b", "c")}
        assert all(first != second for first, second in wrong)
    assert "test: only 1 of 3 wrong pairs of kind 'flipped' can be made" in caplog.text


def test_the_parts_have_the_papers_mix_of_different_instances():
    """Two articles of each instance stay together."""
    articles = [*ARTICLES, *ARTICLES]
    splits = make_examples(articles, pairs=200)
    assert [len(part) for part in splits] == [160, 20, 20]
    kinds = Counter(example.kind for example in splits.training)
    assert kinds == {NEXT: 80, FLIPPED: 40, REPETITION: 8, SAME_DOCUMENT: 32}
    instances = [{example.instance_id for example in part} for part in splits]
    assert [len(part) for part in instances] == [24, 3, 3]
    assert len(set.union(*instances)) == 30
    whole = [example for example in splits.training if example.kind != REPETITION]
    for example in whole:
        (first, place), (second, other) = map(find_place, example.pair)
        is_adjacent = first == second and other == place + 1
        assert example.label == is_adjacent == (example.kind == NEXT)


def test_the_seed_decides_all():
    assert make_examples(ARTICLES) == make_examples(ARTICLES)
    assert make_examples(ARTICLES) != make_examples(ARTICLES, seed=1)


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
        make_examples([*ARTICLES[:2], Article("i2", ["one"])])
