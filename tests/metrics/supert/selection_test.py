import pytest

from helpers.hand_sources import sources
from sacrerouge_litepyramid.metrics.supert.graphs import GlobalPacSum
from sacrerouge_litepyramid.metrics.supert.selection import (
    RandomSentences,
    SentenceSelection,
    TopSentences,
    WholeDocuments,
)

TWO = sources([0, 10, 20], [30, 40])


def selected(selection, given=TWO):
    return selection.select(given).tolist()


def test_whole_is_the_default_and_takes_all():
    assert SentenceSelection.by_name(SentenceSelection.default_implementation) is WholeDocuments
    assert selected(WholeDocuments()) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("sentences", "expected"), [(1, [0, 3]), (2, [0, 1, 3, 4]), (15, [0, 1, 2, 3, 4])]
)
def test_top_takes_the_beginning_of_each_document(sentences, expected):
    assert selected(TopSentences(sentences)) == expected


def test_the_default_of_top_is_fifteen_sentences():
    assert selected(TopSentences(), sources(range(20), range(3))) == [*range(15), 20, 21, 22]


def test_random_takes_as_many_of_each_document_in_order():
    long = sources(range(40), range(40), range(2))
    found = selected(RandomSentences(sentences=5), long)
    assert found == sorted(set(found)) and len(found) == 12
    assert [sum(start <= index < start + 40 for index in found) for start in (0, 40, 80)] == [
        5,
        5,
        2,
    ]


def test_random_depends_on_the_seed_and_the_texts_alone():
    long = sources(range(40))
    selection = RandomSentences(sentences=5)
    first = selected(selection, long)
    assert selected(selection, TWO) != first == selected(selection, long)
    assert selected(RandomSentences(sentences=5, seed=1), long) != first
    renamed = long._replace(texts=tuple(text.upper() for text in long.texts))
    assert selected(selection, renamed) != first


@pytest.mark.parametrize("make", [TopSentences, RandomSentences, GlobalPacSum])
def test_no_sentence_is_refused(make):
    with pytest.raises(ValueError, match="sentences must be at least 1, not 0"):
        make(sentences=0)


def test_a_seed_below_zero_is_refused():
    with pytest.raises(ValueError, match="seed must be at least 0, not -1"):
        RandomSentences(seed=-1)


def test_identities_have_the_settings():
    assert WholeDocuments().identity() == {"type": "whole"}
    assert TopSentences(3).identity() == {"type": "top", "sentences": 3}
    assert RandomSentences(3, 4).identity() == {"type": "random", "sentences": 3, "seed": 4}
