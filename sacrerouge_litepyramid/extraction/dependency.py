"""The embedded extractor: a small dependency parser and rules make frames, from which STUs are assembled.

Its units resemble those of semantic roles, but do not reproduce AllenNLP's: training/extraction_quality.py measures how
well they match the released ones."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.scripts import is_english
from sacrerouge_litepyramid.core.texts import SPLITTER, flatten, sentences_of, word_set
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.extractor import Reference, UnitExtractor
from sacrerouge_litepyramid.extraction.frames import tree_frames
from sacrerouge_litepyramid.extraction.stus import LabeledSentence, stu_units
from sacrerouge_litepyramid.extraction.trees import DependencyParser, Tree, noun_phrase

PERSON = frozenset(("he", "she", "him", "his", "her"))
PLURAL = frozenset(("they", "their", "them"))
THING = frozenset(("it", "its"))
#: "it is": the pronoun usually does not refer to a phrase
BE_FORMS = frozenset(("is", "was", "'s", "’s", "be", "been"))
TITLES = frozenset(("Mr", "Mr.", "Mrs", "Mrs.", "Ms", "Ms.", "Miss", "Dr", "Dr."))
AGE = ("-", "year", "-", "old")
NAME_LENGTHS = (2, 3)
MAX_PHRASE_WORDS = 12
NOUNS = frozenset(("NN", "NNS", "NNP", "NNPS"))
#: relations in which a noun does not head a phrase
INNER = word_set("compound flat fixed amod nummod goeswith")


class Phrase(NamedTuple):
    """A noun phrase and its place; ``tag``: its head's tag; ``last``: its last word; ``governor``: its verb."""

    text: str
    tag: str
    is_plural: bool
    is_subject: bool
    sentence: int
    last: int
    governor: int


Preference = Callable[[Phrase], bool]
#: for each kind of mention the preferred phrases; the latest phrase that meets the first possible preference is taken
PERSON_IS: tuple[Preference, ...] = (
    lambda phrase: phrase.tag == "NNP" and phrase.is_subject and not phrase.is_plural,
    lambda phrase: phrase.tag == "NNP" and not phrase.is_plural,
    lambda phrase: phrase.tag == "NN" and phrase.is_subject and not phrase.is_plural,
)
PLURAL_IS: tuple[Preference, ...] = (
    lambda phrase: phrase.is_plural and phrase.is_subject,
    lambda phrase: phrase.is_plural,
)
THING_IS: tuple[Preference, ...] = (
    lambda phrase: not phrase.is_plural and phrase.is_subject,
    lambda phrase: not phrase.is_plural,
)


def substitute_mentions(trees: Sequence[Tree]) -> list[tuple[str, ...]]:
    """Return each sentence's words, as many as in its tree, with mentions replaced.

    The first word of a replaced mention becomes the whole phrase, and its other words become empty.
    """
    phrases: list[Phrase] = []
    names: dict[str, str] = {}
    sentences = []
    for number, tree in enumerate(trees):
        candidates = [*phrases, *_phrases(tree, tree.words, number)]
        words = _substitute(tree, number, candidates, names)
        sentences.append(words)
        phrases += _phrases(tree, words, number)
        names.update(_names(tree))
    return sentences


def _substitute(tree: Tree, number: int, candidates: Sequence[Phrase], names: dict[str, str]) -> tuple[str, ...]:
    words = list(tree.words)
    taken: set[tuple[int, str]] = set()
    for index in range(len(words)):
        mention = _mention(tree, index)
        if mention is None:
            continue
        governor = tree.heads[index]
        phrase = _antecedent(tree, mention, number, candidates, names)
        # The same phrase is never twice an argument of one verb.
        if phrase is not None and (governor, phrase) not in taken:
            words[mention.start : mention.stop] = [phrase] + [""] * (len(mention) - 1)
            taken.add((governor, phrase))
    return tuple(words)


def _mention(tree: Tree, index: int) -> range | None:
    """Return the mention that ends at this word, if an earlier phrase may replace it."""
    word = tree.words[index].lower()
    if word in PERSON or word in PLURAL:
        return range(index, index + 1)
    if word in THING:
        return None if BE_FORMS.intersection(tree.words[index + 1 : index + 2]) else range(index, index + 1)
    if _is_age(tree, index):
        start = index - len(AGE)
        return range(start - (start > 0 and tree.words[start - 1].lower() == "the"), index + 1)
    if tree.tags[index] == "NNP" and "NNP" not in tree.tags[index + 1 : index + 2]:
        if index and tree.words[index - 1] in TITLES:
            return range(index - 1, index + 1)
        return range(index, index + 1) if "NNP" not in tree.tags[max(index - 1, 0) : index] else None
    return None


def _is_age(tree: Tree, index: int) -> bool:
    """Return whether the word ends a "43-year-old" that refers to a person, not before a noun."""
    start = index - len(AGE)
    words = tuple(word.lower() for word in tree.words[start + 1 : index + 1])
    followed = any(tag in NOUNS or tag == "JJ" for tag in tree.tags[index + 1 : index + 2])
    return start >= 0 and words == AGE and tree.words[start].isdigit() and not followed


def _antecedent(
    tree: Tree, mention: range, number: int, candidates: Sequence[Phrase], names: dict[str, str]
) -> str | None:
    word = tree.words[mention[-1]]
    before = [phrase for phrase in candidates if _stands_before(phrase, tree, mention, number)]
    if word.lower() in PLURAL:
        return _latest(before, PLURAL_IS)
    if word.lower() in THING:
        return _latest(before, THING_IS)
    if word.lower() in PERSON or _is_age(tree, mention[-1]):
        return _latest(before, PERSON_IS)
    return names.get(word)


def _stands_before(phrase: Phrase, tree: Tree, mention: range, number: int) -> bool:
    """Return whether a phrase is before a mention and not an argument of its verb, unless that is a possessive."""
    if phrase.sentence < number:
        return True
    same_verb = phrase.governor == tree.heads[mention[-1]] and tree.tags[mention[-1]] != "PRP$"
    return phrase.last < mention.start and not same_verb


def _latest(phrases: Sequence[Phrase], preferences: Sequence[Preference]) -> str | None:
    for fits in preferences:
        for phrase in reversed(phrases):
            if fits(phrase):
                return phrase.text
    return None


def _names(tree: Tree) -> Iterator[tuple[str, str]]:
    """Yield the names of two or three words, by last word."""
    for is_name, run in groupby(range(len(tree.words)), key=lambda index: tree.tags[index] == "NNP"):
        words = [tree.words[index] for index in run]
        if is_name and len(words) in NAME_LENGTHS and words[0] not in TITLES:
            yield words[-1], " ".join(words)


def _phrases(tree: Tree, words: Sequence[str], sentence: int) -> Iterator[Phrase]:
    """Yield the noun phrases of a sentence with its substituted words, in the order of their heads."""
    for head, tag in enumerate(tree.tags):
        if tag not in NOUNS or tree.relation(head) in INNER:
            continue
        coordinated = any(tree.tags[child] in NOUNS for child in tree.children_of(head, "conj"))
        indices = sorted(noun_phrase(tree, head, before=len(words), without=("acl",)))
        text = " ".join(words[index] for index in indices if words[index])
        if text and len(text.split()) <= MAX_PHRASE_WORDS:
            yield Phrase(
                text=text,
                tag=tag,
                is_plural=coordinated or tag in ("NNS", "NNPS"),
                is_subject=tree.relation(head) == "nsubj",
                sentence=sentence,
                last=indices[-1],
                governor=tree.heads[head],
            )


#: increased by a change to the rules that changes units
RULES = 1


@UnitExtractor.register("dependency")
class DependencyExtractor(UnitExtractor):
    """Extracts STUs from English without a download or a GPU; the same text gives the same units.

    ``coreference``: replaces pronouns by earlier names. ``model``: a folder that tools/parser/train.sh wrote, in place
    of the parser that ships with the package; it may be for another language. The shipped parser is for English:
    another reference raises ValueError.
    """

    def __init__(self, coreference: bool = False, model: str | None = None) -> None:
        self.coreference = coreference
        self._is_english = model is None
        self._parser = DependencyParser() if model is None else DependencyParser(model)

    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        for text in map(flatten, references if self._is_english else ()):
            if not is_english(text):
                raise ValueError(
                    f"the extractor 'dependency' is for English, and the reference {text[:60]!r} is not; choose "
                    "'clauses', which takes its sentences as units, or pass a parser of its language as the model"
                )
        split = [sentences_of(reference) for reference in references]
        trees = self._parser.parse(sentence for sentences in split for sentence in sentences)
        return [self._units([next(trees) for _ in sentences]) for sentences in split]

    def identity(self) -> dict[str, Any]:
        return {
            "type": "dependency",
            "coreference": self.coreference,
            "parser": self._parser.revision,
            "rules": RULES,
            "splitter": SPLITTER,
        }

    def _units(self, trees: list[Tree]) -> list[Unit]:
        words = substitute_mentions(trees) if self.coreference else [tree.words for tree in trees]
        return stu_units(
            LabeledSentence(substituted, tuple(tree_frames(tree)))
            for substituted, tree in zip(words, trees, strict=True)
        )
