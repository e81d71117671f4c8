"""Replacement of mentions in hand-made trees."""

import pytest

from helpers.hand_trees import tree
from sacrerouge_litepyramid.extraction.dependency import substitute_mentions

ANN = "Ann/NNP/3/nsubj Lee/NNP/1/flat saw/VBD/0/root the/DT/5/det house/NN/3/obj"
CATS = "Cats/NNS/2/nsubj chased/VBD/0/root mice/NNS/2/obj"


def substituted(*texts: str) -> list[str]:
    """The sentences after the first, white space made single."""
    sentences = substitute_mentions([tree(text) for text in texts])
    return [" ".join(" ".join(words).split()) for words in sentences[1:]]


@pytest.mark.parametrize(
    ("pronoun", "sentence", "expected"),
    [
        (ANN, "She/PRP/2/nsubj slept/VBD/0/root", "Ann Lee slept"),
        (ANN, "We/PRP/2/nsubj saw/VBD/0/root him/PRP/2/obj", "We saw Ann Lee"),
        (ANN, "His/PRP$/2/nmod:poss cat/NN/3/nsubj slept/VBD/0/root", "Ann Lee cat slept"),
        (CATS, "They/PRP/2/nsubj slept/VBD/0/root", "Cats slept"),
        (CATS, "He/PRP/2/nsubj slept/VBD/0/root", "He slept"),
        (
            "A/DT/2/det singer/NN/3/nsubj left/VBD/0/root Rome/NNP/3/obj",
            "He/PRP/2/nsubj slept/VBD/0/root",
            "Rome slept",
        ),
        (
            "A/DT/2/det singer/NN/3/nsubj left/VBD/0/root",
            "He/PRP/2/nsubj slept/VBD/0/root",
            "A singer slept",
        ),
        (ANN, "It/PRP/2/nsubj fell/VBD/0/root", "Ann Lee fell"),
        ("the/DT/2/det house/NN/0/root", "It/PRP/2/nsubj fell/VBD/0/root", "the house fell"),
        ("the/DT/2/det house/NN/0/root", "It/PRP/3/nsubj is/VBZ/3/cop red/JJ/0/root", "It is red"),
        (
            "Ann/NNP/0/root and/CC/3/cc Bob/NNP/1/conj",
            "They/PRP/2/nsubj slept/VBD/0/root",
            "Ann and Bob slept",
        ),
        (ANN, "Lee/NNP/2/nsubj slept/VBD/0/root", "Ann Lee slept"),
        (ANN, "Ms/NNP/3/nsubj Lee/NNP/1/flat slept/VBD/0/root", "Ann Lee slept"),
        (ANN, "Bob/NNP/3/nsubj Lee/NNP/1/flat slept/VBD/0/root", "Bob Lee slept"),
    ],
)
def test_mentions_of_an_earlier_sentence(pronoun: str, sentence: str, expected: str) -> None:
    assert substituted(pronoun, sentence) == [expected]


def test_an_age_stands_for_a_person() -> None:
    text = "The/DT/6/det 43/CD/4/nummod -/HYPH/2/punct year/NN/6/obl -/HYPH/4/punct old/JJ/{}/{} {}"
    assert substituted(ANN, text.format(7, "nsubj", "slept/VBD/0/root")) == ["Ann Lee slept"]
    before_noun = text.format(7, "amod", "man/NN/8/nsubj slept/VBD/0/root")
    assert substituted(ANN, before_noun) == ["The 43 - year - old man slept"]


def test_a_phrase_may_hold_what_was_substituted_before() -> None:
    wanted = "Her/PRP$/2/nmod:poss cat/NN/3/nsubj slept/VBD/0/root"
    assert substituted(ANN, wanted, "It/PRP/2/nsubj fell/VBD/0/root")[1] == "Ann Lee cat fell"


def test_within_a_sentence_no_argument_of_the_same_verb() -> None:
    own = "Ann/NNP/2/nsubj saw/VBD/0/root her/PRP/2/obj"
    assert substitute_mentions([tree(own)]) == [("Ann", "saw", "her")]
    possessive = "Ann/NNP/2/nsubj saw/VBD/0/root her/PRP$/4/nmod:poss cat/NN/2/obj"
    assert substitute_mentions([tree(possessive)]) == [("Ann", "saw", "Ann", "cat")]
    two = "She/PRP/2/nsubj saw/VBD/0/root her/PRP/2/obj"
    assert substituted(ANN, two) == ["Ann Lee saw her"]


def test_long_phrases_do_not_replace() -> None:
    long = "The/DT/14/det " + " ".join("old/JJ/14/amod" for _ in range(12)) + " house/NN/0/root"
    assert substituted(long, "It/PRP/2/nsubj fell/VBD/0/root") == ["It fell"]


def test_each_sentence_keeps_its_number_of_words() -> None:
    trees = [tree(ANN), tree("Ms/NNP/3/nsubj Lee/NNP/1/flat slept/VBD/0/root")]
    assert [len(words) for words in substitute_mentions(trees)] == [5, 3]
    assert substitute_mentions([]) == []
