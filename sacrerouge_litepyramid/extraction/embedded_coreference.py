"""Rule 8: names and noun phrases of earlier sentences in the place of pronouns and last names."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from sacrerouge_litepyramid.extraction.subjects import noun_phrase
from sacrerouge_litepyramid.extraction.trees import Tree

PERSON = frozenset(("he", "she", "him", "his", "her"))
PLURAL = frozenset(("they", "their", "them"))
THING = frozenset(("it", "its"))
#: "it is", "it has": as a rule the pronoun means nothing
BE_FORMS = frozenset(("is", "was", "'s", "’s", "be", "been"))
LONGEST_PHRASE = 8
NAME_LENGTHS = (2, 3)
NOUNS = frozenset(("NN", "NNS", "NNP", "NNPS"))
#: relations in which a noun is the head of no phrase of its own
INNER = frozenset("compound flat fixed amod nummod goeswith".split())


class Phrase(NamedTuple):
    """A noun phrase of an earlier sentence; ``tag``: its head's."""

    text: str
    tag: str
    is_plural: bool
    is_subject: bool


class _Earlier(NamedTuple):
    """What the sentences so far offer: phrases, and names by their last word; later ones come last."""

    phrases: list[Phrase]
    names: dict[str, str]


def substituted_words(trees: Sequence[Tree]) -> list[tuple[str, ...]]:
    """Each sentence's words, a phrase of an earlier sentence in the place of a pronoun (one "word" of several).

    Within a sentence nothing is replaced: its own words may be what the pronoun means.
    """
    earlier = _Earlier([], {})
    sentences = []
    for tree in trees:
        words = _substituted(tree, earlier)
        sentences.append(words)
        earlier.phrases.extend(_phrases(tree, words))
        earlier.names.update(_names(tree))
    return sentences


def _substituted(tree: Tree, earlier: _Earlier) -> tuple[str, ...]:
    words = list(tree.words)
    taken: set[tuple[int, str]] = set()
    for index in range(len(words)):
        text = _antecedent(tree, index, earlier)
        verb = tree.heads[index]
        # The same phrase is never twice an argument of one verb.
        if text is not None and (verb, text) not in taken:
            words[index] = text
            taken.add((verb, text))
    return tuple(words)


def _antecedent(tree: Tree, index: int, earlier: _Earlier) -> str | None:
    word = tree.words[index].lower()
    if word in PERSON:
        return (
            _latest(earlier, lambda phrase: phrase.tag == "NNP" and phrase.is_subject and not phrase.is_plural)
            or _latest(earlier, lambda phrase: phrase.tag == "NNP" and not phrase.is_plural)
            or _latest(earlier, lambda phrase: phrase.tag == "NN" and phrase.is_subject and not phrase.is_plural)
        )
    if word in PLURAL:
        return _latest(earlier, lambda phrase: phrase.is_plural)
    if word in THING and not BE_FORMS.intersection(tree.words[index + 1 : index + 2]):
        return _latest(earlier, lambda phrase: not phrase.is_plural)
    if _is_single_name(tree, index):
        return earlier.names.get(tree.words[index])
    return None


def _latest(earlier: _Earlier, fits: Callable[[Phrase], bool]) -> str | None:
    return next((phrase.text for phrase in reversed(earlier.phrases) if fits(phrase)), None)


def _is_single_name(tree: Tree, index: int) -> bool:
    neighbours = tree.tags[max(index - 1, 0) : index] + tree.tags[index + 1 : index + 2]
    return tree.tags[index] == "NNP" and "NNP" not in neighbours


def _names(tree: Tree) -> Iterator[tuple[str, str]]:
    """The names of two or three words, each with its last word."""
    for is_name, run in groupby(range(len(tree.words)), key=lambda index: tree.tags[index] == "NNP"):
        words = [tree.words[index] for index in run]
        if is_name and len(words) in NAME_LENGTHS:
            yield words[-1], " ".join(words)


def _phrases(tree: Tree, words: Sequence[str]) -> Iterator[Phrase]:
    """The noun phrases of a sentence with its substituted words, in the order of their heads."""
    for head, tag in enumerate(tree.tags):
        if tag not in NOUNS or tree.relation(head) in INNER:
            continue
        coordinated = any(tree.tags[child] in NOUNS for child in tree.children_of(head, "conj"))
        indices = sorted(noun_phrase(tree, head, before=len(words), without=("acl", "appos")))
        text = " ".join(words[index] for index in indices)
        if indices and len(text.split()) <= LONGEST_PHRASE:
            yield Phrase(
                text=text,
                tag=tag,
                is_plural=coordinated or tag in ("NNS", "NNPS"),
                is_subject=tree.relation(head) == "nsubj",
            )
