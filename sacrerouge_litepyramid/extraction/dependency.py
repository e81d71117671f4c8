"""The embedded extractor: a small dependency parser and rules make frames, from which STUs are assembled.

Its units resemble those of semantic roles, but do not reproduce AllenNLP's. `benchmarks/stu_quality.py` measures how
well they match the released ones."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.scripts import is_english
from sacrerouge_litepyramid.core.texts import SPLITTER, flatten, sentences_of, word_set
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.extractor import Reference, UnitExtractor
from sacrerouge_litepyramid.extraction.frames import find_frames
from sacrerouge_litepyramid.extraction.stus import LabeledSentence, build_stu_units
from sacrerouge_litepyramid.extraction.trees import DependencyParser, Tree, find_noun_phrase

PERSON_PRONOUNS = frozenset(("he", "she", "him", "his", "her"))
PLURAL_PRONOUNS = frozenset(("they", "their", "them"))
THING_PRONOUNS = frozenset(("it", "its"))
#: in "it is", the pronoun usually does not refer to a phrase
BE_FORMS = frozenset(("is", "was", "'s", "’s", "be", "been"))
PERSONAL_TITLES = frozenset(("Mr", "Mr.", "Mrs", "Mrs.", "Ms", "Ms.", "Miss", "Dr", "Dr."))
#: the words after the number in "43-year-old"
AGE_WORDS = ("-", "year", "-", "old")
#: the numbers of words of a full name, which may replace its last word
NAME_LENGTHS = (2, 3)
MAX_PHRASE_WORDS = 12
NOUN_TAGS = frozenset(("NN", "NNS", "NNP", "NNPS"))
#: relations in which a noun does not head a phrase
INNER_RELATIONS = word_set("compound flat fixed amod nummod goeswith")


class Phrase(NamedTuple):
    """A noun phrase; ``tag``: the tag of its head; ``last``: the index of its last word; ``governor``: of its verb."""

    text: str
    tag: str
    is_plural: bool
    is_subject: bool
    sentence: int
    last: int
    governor: int


Preference = Callable[[Phrase], bool]
#: for each kind of mention, the preferences for phrases, in order; of the phrases that meet one, the latest is taken
PERSON_PREFERENCES: tuple[Preference, ...] = (
    lambda phrase: phrase.tag == "NNP" and phrase.is_subject and not phrase.is_plural,
    lambda phrase: phrase.tag == "NNP" and not phrase.is_plural,
    lambda phrase: phrase.tag == "NN" and phrase.is_subject and not phrase.is_plural,
)
PLURAL_PREFERENCES: tuple[Preference, ...] = (
    lambda phrase: phrase.is_plural and phrase.is_subject,
    lambda phrase: phrase.is_plural,
)
THING_PREFERENCES: tuple[Preference, ...] = (
    lambda phrase: not phrase.is_plural and phrase.is_subject,
    lambda phrase: not phrase.is_plural,
)


def substitute_mentions(trees: Sequence[Tree]) -> list[tuple[str, ...]]:
    """Return the words of each sentence, as many as in its tree, with mentions replaced by earlier phrases.

    The first word of a replaced mention becomes the whole phrase, and the mention's other words become empty.
    """
    phrases: list[Phrase] = []
    names: dict[str, str] = {}
    sentences = []
    for number, tree in enumerate(trees):
        candidates = [*phrases, *_list_phrases(tree, tree.words, number)]
        words = _replace_mentions(tree, number, candidates, names)
        sentences.append(words)
        phrases += _list_phrases(tree, words, number)
        names.update(_list_names(tree))
    return sentences


def _replace_mentions(tree: Tree, number: int, candidates: Sequence[Phrase], names: dict[str, str]) -> tuple[str, ...]:
    words = list(tree.words)
    taken: set[tuple[int, str]] = set()
    for index in range(len(words)):
        mention = _find_mention(tree, index)
        if mention is None:
            continue
        governor = tree.heads[index]
        phrase = _find_antecedent(tree, mention, number, candidates, names)
        # A verb does not have the same phrase as an argument twice.
        if phrase is not None and (governor, phrase) not in taken:
            words[mention.start : mention.stop] = [phrase] + [""] * (len(mention) - 1)
            taken.add((governor, phrase))
    return tuple(words)


def _find_mention(tree: Tree, index: int) -> range | None:
    """Return the mention that ends at this word, if an earlier phrase may replace it."""
    word = tree.words[index].lower()
    if word in PERSON_PRONOUNS or word in PLURAL_PRONOUNS:
        return range(index, index + 1)
    if word in THING_PRONOUNS:
        return None if BE_FORMS.intersection(tree.words[index + 1 : index + 2]) else range(index, index + 1)
    if _is_age(tree, index):
        start = index - len(AGE_WORDS)
        return range(start - (start > 0 and tree.words[start - 1].lower() == "the"), index + 1)
    if tree.tags[index] == "NNP" and "NNP" not in tree.tags[index + 1 : index + 2]:
        if index and tree.words[index - 1] in PERSONAL_TITLES:
            return range(index - 1, index + 1)
        return range(index, index + 1) if "NNP" not in tree.tags[max(index - 1, 0) : index] else None
    return None


def _is_age(tree: Tree, index: int) -> bool:
    """Return whether the word ends a "43-year-old" that refers to a person and does not modify a noun."""
    start = index - len(AGE_WORDS)
    words = tuple(word.lower() for word in tree.words[start + 1 : index + 1])
    followed = any(tag in NOUN_TAGS or tag == "JJ" for tag in tree.tags[index + 1 : index + 2])
    return start >= 0 and words == AGE_WORDS and tree.words[start].isdigit() and not followed


def _find_antecedent(
    tree: Tree, mention: range, number: int, candidates: Sequence[Phrase], names: dict[str, str]
) -> str | None:
    word = tree.words[mention[-1]]
    before = [phrase for phrase in candidates if _stands_before(phrase, tree, mention, number)]
    if word.lower() in PLURAL_PRONOUNS:
        return _choose_latest(before, PLURAL_PREFERENCES)
    if word.lower() in THING_PRONOUNS:
        return _choose_latest(before, THING_PREFERENCES)
    if word.lower() in PERSON_PRONOUNS or _is_age(tree, mention[-1]):
        return _choose_latest(before, PERSON_PREFERENCES)
    return names.get(word)


def _stands_before(phrase: Phrase, tree: Tree, mention: range, number: int) -> bool:
    """Return whether a phrase precedes a mention and, unless the mention is possessive, depends on another verb."""
    if phrase.sentence < number:
        return True
    same_verb = phrase.governor == tree.heads[mention[-1]] and tree.tags[mention[-1]] != "PRP$"
    return phrase.last < mention.start and not same_verb


def _choose_latest(phrases: Sequence[Phrase], preferences: Sequence[Preference]) -> str | None:
    for fits in preferences:
        for phrase in reversed(phrases):
            if fits(phrase):
                return phrase.text
    return None


def _list_names(tree: Tree) -> Iterator[tuple[str, str]]:
    """Yield the last word and the text of each name of two or three words."""
    for is_name, run in groupby(range(len(tree.words)), key=lambda index: tree.tags[index] == "NNP"):
        words = [tree.words[index] for index in run]
        if is_name and len(words) in NAME_LENGTHS and words[0] not in PERSONAL_TITLES:
            yield words[-1], " ".join(words)


def _list_phrases(tree: Tree, words: Sequence[str], sentence: int) -> Iterator[Phrase]:
    """Yield the noun phrases of a sentence, in the order of their heads; ``words``: its words after substitution."""
    for head, tag in enumerate(tree.tags):
        if tag not in NOUN_TAGS or tree.relation(head) in INNER_RELATIONS:
            continue
        coordinated = any(tree.tags[child] in NOUN_TAGS for child in tree.children_of(head, "conj"))
        indices = sorted(find_noun_phrase(tree, head, before=len(words), without=("acl",)))
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


#: increase it with every change to the rules that changes units
RULES_VERSION = 1


@UnitExtractor.register("dependency")
class DependencyExtractor(UnitExtractor):
    """Extracts STUs from English without a download or a GPU; the same text gives the same units.

    ``coreference``: whether to replace pronouns by earlier names. ``model``: a folder that tools/parser/train.sh wrote,
    perhaps for another language; by default the parser that ships with the package, which is for English: a reference
    in another language raises ValueError.
    """

    def __init__(self, coreference: bool = False, model: str | None = None) -> None:
        self.coreference = coreference
        self._is_english = model is None
        self._parser = DependencyParser(model)

    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        for text in map(flatten, references if self._is_english else ()):
            if not is_english(text):
                raise ValueError(
                    f"the extractor 'dependency' is for English, and the reference {text[:60]!r} is not English; "
                    "choose 'clauses', whose units are then whole sentences, or pass a model for its language"
                )
        split = [sentences_of(reference) for reference in references]
        trees = self._parser.parse(sentence for sentences in split for sentence in sentences)
        return [self._units([next(trees) for _ in sentences]) for sentences in split]

    def identity(self) -> dict[str, Any]:
        return {
            "type": "dependency",
            "coreference": self.coreference,
            "parser": self._parser.revision,
            "rules": RULES_VERSION,
            "splitter": SPLITTER,
        }

    def _units(self, trees: list[Tree]) -> list[Unit]:
        words = substitute_mentions(trees) if self.coreference else [tree.words for tree in trees]
        return build_stu_units(
            LabeledSentence(substituted, tuple(find_frames(tree)))
            for substituted, tree in zip(words, trees, strict=True)
        )
