import pytest

from sacrerouge_litepyramid.core.mixing import SentenceKey
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.aligned_units import prepare, words_of

REFERENCES = {"a": ["The cat sat. The dog barked."], "b": [["Rain fell .", ""], ["Snow fell ."]]}
SCUS = {"a": [Unit("A dog barked."), Unit("The cat sat.")], "b": [Unit("Snow fell.", references=(0, 1))]}
STUS = {"a": [Unit("The cat sat", kind="stu", sentence=0)], "b": [Unit("Rain fell", kind="stu")]}


def test_units_have_sentences_and_sentences_have_texts():
    data = prepare(REFERENCES, SCUS, STUS)
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
    assert words_of("They don't sing, U.S. choirs.") == {"they", "do", "n't", "sing", "u", "s", "choirs"}


def test_no_instances():
    assert prepare({}, {}, {}).sentences == {}


@pytest.mark.parametrize(
    "references, scus, stus, message",
    [
        (REFERENCES, {"a": []}, STUS, "1 instances have references but no SCUs: b"),
        (REFERENCES, SCUS, {}, "2 instances have references but no STUs: a, b"),
        ({"a": ["x"]}, {"a": [], "c": []}, {"a": []}, "1 instances have SCUs but no references: c"),
        ({"a": [""]}, {"a": [Unit("x")]}, {"a": []}, "instance 'a': the unit 'x' has no sentence to belong to"),
        ({"a": ["x"]}, {"a": [Unit("x", references=(1,))]}, {"a": []}, "instance 'a': .* of reference 1"),
    ],
)
def test_what_does_not_fit_is_an_error(references, scus, stus, message):
    with pytest.raises(ValueError, match=message):
        prepare(references, scus, stus)
