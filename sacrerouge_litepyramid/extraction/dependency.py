"""The embedded extractor: a small dependency parser and rules make frames, from which STUs are
assembled.

Its units resemble those of semantic roles, but do not reproduce AllenNLP's.
`benchmarks/stu_quality.py` measures how well they match the released ones."""

from collections.abc import Collection, Iterator, Sequence
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
AGE_WORDS = ["-", "year", "-", "old"]
#: the numbers of words of a full name, which may replace its last word
NAME_LENGTHS = (2, 3)
MAX_PHRASE_WORDS = 12
NOUN_TAGS = frozenset(("NN", "NNS", "NNP", "NNPS"))
#: the tags of words that a preceding "43-year-old" modifies
MODIFIED_TAGS = NOUN_TAGS | {"JJ"}
#: relations in which a noun does not head a phrase
INNER_RELATIONS = word_set("compound flat fixed amod nummod goeswith")


class Phrase(NamedTuple):
    """A noun phrase.

    ``tag``: the tag of its head; ``last``: the index of its last word; ``governor``: of its verb.
    """

    text: str
    tag: str
    is_plural: bool
    is_subject: bool
    sentence: int
    last: int
    governor: int


class Preference(NamedTuple):
    """What a phrase must be like to replace a mention; ``tags``: those of its head."""

    tags: Collection[str]
    is_plural: bool
    must_be_subject: bool


#: for each kind of mention, the preferences for phrases, in order; of the phrases that meet one,
#: the latest is taken
PERSON_PREFERENCES = (
    Preference(("NNP",), is_plural=False, must_be_subject=True),
    Preference(("NNP",), is_plural=False, must_be_subject=False),
    Preference(("NN",), is_plural=False, must_be_subject=True),
)
PLURAL_PREFERENCES = (
    Preference(NOUN_TAGS, is_plural=True, must_be_subject=True),
    Preference(NOUN_TAGS, is_plural=True, must_be_subject=False),
)
THING_PREFERENCES = (
    Preference(NOUN_TAGS, is_plural=False, must_be_subject=True),
    Preference(NOUN_TAGS, is_plural=False, must_be_subject=False),
)
PRONOUN_PREFERENCES: dict[str, tuple[Preference, ...]] = {
    **dict.fromkeys(PERSON_PRONOUNS, PERSON_PREFERENCES),
    **dict.fromkeys(PLURAL_PRONOUNS, PLURAL_PREFERENCES),
    **dict.fromkeys(THING_PRONOUNS, THING_PREFERENCES),
}


class Mention(NamedTuple):
    """The indices of words that an earlier phrase may replace, and the preferences for it.

    None for a name.
    """

    words: range
    preferences: tuple[Preference, ...] = ()


def substitute_mentions(trees: Sequence[Tree]) -> list[tuple[str, ...]]:
    """Return the words of each sentence, as many as in its tree, with mentions replaced by earlier
    phrases.

    The first word of a replaced mention becomes the whole phrase, and the mention's other words
    become empty.
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


def _replace_mentions(
    tree: Tree, number: int, candidates: Sequence[Phrase], names: dict[str, str]
) -> tuple[str, ...]:
    words = list(tree.words)
    taken: set[tuple[int, str | None]] = set()
    for index in range(len(words)):
        mention = _find_mention(tree, index)
        if mention is None:
            continue
        if mention.preferences:
            before = [
                phrase
                for phrase in candidates
                if _stands_before(phrase, tree, mention.words, number)
            ]
            phrase = _choose_latest(before, mention.preferences)
        else:
            phrase = names.get(tree.words[index])
        # A verb does not have the same phrase as an argument twice.
        argument = tree.heads[index], phrase
        if phrase is not None and argument not in taken:
            start, *others = mention.words
            words[start] = phrase
            for other in others:
                words[other] = ""
            taken.add(argument)
    return tuple(words)


def _find_mention(tree: Tree, index: int) -> Mention | None:
    """Return the mention that ends at this word, if an earlier phrase may replace it."""
    word, end = tree.lower(index), index + 1
    if word in PRONOUN_PREFERENCES:
        is_empty_it = word in THING_PRONOUNS and BE_FORMS.intersection(tree.words[end : end + 1])
        return None if is_empty_it else Mention(range(index, end), PRONOUN_PREFERENCES[word])
    if _is_age(tree, index):
        start = index - len(AGE_WORDS)
        has_article = start > 0 and tree.lower(start - 1) == "the"
        return Mention(range(start - has_article, end), PERSON_PREFERENCES)
    if tree.tags[index] != "NNP" or "NNP" in tree.tags[end : end + 1]:
        return None
    if index and tree.words[index - 1] in PERSONAL_TITLES:
        return Mention(range(index - 1, end))
    is_long_name = index > 0 and tree.tags[index - 1] == "NNP"
    return None if is_long_name else Mention(range(index, end))


def _is_age(tree: Tree, index: int) -> bool:
    """Return whether the word ends a "43-year-old" that refers to a person and does not modify a
    noun.
    """
    start = index - len(AGE_WORDS)
    words = [tree.lower(place) for place in range(max(start, 0), index + 1)]
    is_modifier = not MODIFIED_TAGS.isdisjoint(tree.tags[index + 1 : index + 2])
    return start >= 0 and words[0].isdigit() and words[1:] == AGE_WORDS and not is_modifier


def _stands_before(phrase: Phrase, tree: Tree, mention: range, number: int) -> bool:
    """Return whether a phrase precedes a mention and, unless the mention is possessive, depends on
    another verb.
    """
    if phrase.sentence < number:
        return True
    last = mention[-1]
    has_same_verb = phrase.governor == tree.heads[last] and tree.tags[last] != "PRP$"
    return phrase.last < mention.start and not has_same_verb


def _choose_latest(phrases: Sequence[Phrase], preferences: Sequence[Preference]) -> str | None:
    for tags, is_plural, must_be_subject in preferences:
        for phrase in reversed(phrases):
            is_of_kind = phrase.tag in tags and phrase.is_plural == is_plural
            if is_of_kind and (phrase.is_subject or not must_be_subject):
                return phrase.text
    return None


def _list_names(tree: Tree) -> Iterator[tuple[str, str]]:
    """Yield the last word and the text of each name of two or three words."""
    for is_name, run in groupby(
        range(len(tree.words)), key=lambda index: tree.tags[index] == "NNP"
    ):
        words = [tree.words[index] for index in run]
        if is_name and len(words) in NAME_LENGTHS and words[0] not in PERSONAL_TITLES:
            yield words[-1], " ".join(words)


def _list_phrases(tree: Tree, words: Sequence[str], sentence: int) -> Iterator[Phrase]:
    """Yield the noun phrases of a sentence, in the order of their heads.

    ``words``: its words after substitution.
    """
    for head, tag in enumerate(tree.tags):
        if tag not in NOUN_TAGS or tree.relation(head) in INNER_RELATIONS:
            continue
        is_coordinated = any(
            tree.tags[child] in NOUN_TAGS for child in tree.children_of(head, "conj")
        )
        indices = sorted(find_noun_phrase(tree, head, before=len(words), without=("acl",)))
        text = " ".join(words[index] for index in indices if words[index])
        if text and len(text.split()) <= MAX_PHRASE_WORDS:
            yield Phrase(
                text=text,
                tag=tag,
                is_plural=is_coordinated or tag in ("NNS", "NNPS"),
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

    ``coreference``: whether to replace pronouns by earlier names. ``model``: a folder that
    tools/parser/train.sh wrote, perhaps for another language; by default the parser that ships with
    the package, which is for English: a reference in another language raises ValueError.
    """

    def __init__(self, coreference: bool = False, model: str | None = None) -> None:
        self.coreference = coreference
        self._is_english = model is None
        self._parser = DependencyParser(model)

    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        for text in map(flatten, references):
            if self._is_english and not is_english(text):
                raise ValueError(
                    f"the extractor 'dependency' is for English, and the reference {text[:60]!r} "
                    "is not English; choose 'clauses', whose units are then whole sentences, or "
                    "pass a model for its language"
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
        frames = [tuple(find_frames(tree)) for tree in trees]
        return build_stu_units(map(LabeledSentence, words, frames))
