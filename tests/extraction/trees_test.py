"""Spans of words in hand-made trees."""

import pytest

from helpers.hand_trees import tree
from sacrerouge_litepyramid.extraction.trees import Tree

CAT = tree("The/DT/2/det cat/NN/3/nsubj ate/VBD/0/root old/JJ/5/amod fish/NN/3/obj ././3/punct")


def words(tree: Tree, span: range) -> str:
    return " ".join(tree.words[index] for index in span)


@pytest.mark.parametrize(
    ("index", "expected"),
    [(0, "The"), (1, "The cat"), (4, "old fish"), (2, "The cat ate old fish")],
)
def test_a_span_is_the_subtree_without_outer_punctuation(index: int, expected: str) -> None:
    assert words(CAT, CAT.span(index)) == expected


def test_only_the_contiguous_run_around_the_word_counts() -> None:
    crossing = tree("Fish/NN/2/obj eat/VB/0/root cats/NNS/2/nsubj fresh/JJ/1/amod")
    assert words(crossing, crossing.span(0)) == "Fish"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"/``/2/punct Go/VB/0/root now/RB/2/advmod', "Go now"),
        ("\"/``/2/punct Go/VB/0/root now/RB/2/advmod \"/''/2/punct", '" Go now "'),
        ("the/DT/2/det Smiths/NNPS/0/root '/POS/2/case", "the Smiths '"),
        ("-/:/2/punct Go/VB/0/root ,/,/2/punct", "Go"),
        (",/,/1/punct", ","),
    ],
)
def test_unpaired_quotes_and_punctuation_are_trimmed(text: str, expected: str) -> None:
    given = tree(text)
    assert words(given, given.trim(range(len(given.words)))) == expected


def test_children_and_relations_leave_subtypes_aside() -> None:
    passive = tree("He/PRP/3/nsubj:pass was/VBD/3/aux:pass seen/VBN/0/root")
    assert passive.relation(0) == "nsubj"
    assert list(passive.children_of(2, "nsubj", "aux")) == [0, 1]


def test_several_roots_and_no_words() -> None:
    assert tree("A/NN/0/root B/NN/0/root").subtree(0) == {0}
    assert Tree((), (), (), ()).children == []
