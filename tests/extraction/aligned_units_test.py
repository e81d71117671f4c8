import pytest

from sacrerouge_litepyramid.core.mixing import SentenceKey
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.aligned_units import (
    align_data_set,
    align_units,
    split_words,
)

REFERENCES = {"a": ["The cat sat. The dog barked."], "b": [["Rain fell .", ""], ["Snow fell ."]]}
SCUS = {
    "a": [Unit("A dog barked."), Unit("The cat sat.")],
    "b": [Unit("Snow fell.", references=(0, 1))],
}
STUS = {"a": [Unit("The cat sat", kind="stu", sentence=0)], "b": [Unit("Rain fell", kind="stu")]}


def test_units_have_sentences_and_sentences_have_texts():
    data = align_data_set(REFERENCES, SCUS, STUS)
    assert [unit.sentence for unit in data.scus["a"]] == [1, 0]
    assert data.scus["b"][0].references == (1, 0)
    assert data.texts == {
        SentenceKey("a", 0, 0): "The cat sat.",
        SentenceKey("a", 0, 1): "The dog barked.",
        SentenceKey("b", 0, 0): "Rain fell .",
        SentenceKey("b", 1, 0): "Snow fell .",
    }
    assert list(data.sentences) == list(data.texts)


def test_words_are_the_treebanks():
    assert split_words("They don't sing, U.S. choirs.") == {
        "they",
        "do",
        "n't",
        "sing",
        "u",
        "s",
        "choirs",
    }


@pytest.mark.parametrize(
    "references, scus, stus, message",
    [
        (REFERENCES, {"a": []}, STUS, "1 instances have references but no SCUs: b"),
        (REFERENCES, SCUS, {}, "2 instances have references but no STUs: a, b"),
        ({"a": ["x"]}, {"a": [], "c": []}, {"a": []}, "1 instances have SCUs but no references: c"),
        (
            {"a": [""]},
            {"a": [Unit("x")]},
            {"a": []},
            "instance 'a': the unit 'x' cannot be aligned with a sentence",
        ),
        (
            {"a": ["x"]},
            {"a": [Unit("x", references=(1,))]},
            {"a": []},
            "instance 'a': .* has the reference 1",
        ),
    ],
)
def test_what_does_not_fit_is_an_error(references, scus, stus, message):
    with pytest.raises(ValueError, match=message):
        align_data_set(references, scus, stus)


CATS, DOGS, RAIN = (
    frozenset(text.split()) for text in ("the cat sat", "a dog barked", "rain fell on a dog")
)


def places(units, references):
    return [(unit.references, unit.sentence) for unit in align_units(units, references)]


@pytest.mark.parametrize(
    "words, place", [("dog", 1), ("dog rain", 2), ("cat dog", 0), ("nothing shared", 0)]
)
def test_the_best_sentence_is_the_first_of_those_that_share_most(words, place):
    assert places([Unit(words)], [[CATS, DOGS, RAIN]]) == [((0,), place)]


def test_a_unit_that_has_a_sentence_keeps_it():
    assert places([Unit("rain", sentence=0)], [[CATS, RAIN]]) == [((0,), 0)]


def test_a_unit_of_several_references_belongs_to_the_best_sentence_of_them():
    unit = Unit("Rain fell.", references=(0, 1, 2))
    assert places([unit], [[CATS], [DOGS, RAIN], [RAIN]]) == [((1, 0, 2), 1)]
    assert places([Unit("Rain fell.", references=(0, 2))], [[CATS], [DOGS, RAIN], [RAIN]]) == [
        ((2, 0), 0)
    ]


def test_a_coreference_stu_belongs_where_its_second_name_is():
    stus = [Unit("the cat sat", kind="stu", sentence=0), Unit("the cat is dog", kind="stu")]
    assert places(stus, [[CATS, DOGS]])[1] == ((0,), 1)


def test_without_any_numbered_stu_all_words_count():
    assert places([Unit("the cat sat is dog", kind="stu")], [[CATS, DOGS]]) == [((0,), 0)]
    assert places([Unit("the cat sat is dog")], [[CATS, DOGS]]) == [((0,), 0)]


@pytest.mark.parametrize(
    "unit, references, message",
    [
        (Unit("x", references=(1,)), [[CATS]], "the reference 1, counted from 0, of 1"),
        (
            Unit("x", sentence=2),
            [[CATS, DOGS]],
            "the sentence 2, counted from 0, but its reference has 2",
        ),
        (Unit("x"), [[]], "its reference is empty"),
    ],
)
def test_units_that_belong_nowhere_are_errors(unit, references, message):
    with pytest.raises(ValueError, match=message):
        align_units([unit], references)
