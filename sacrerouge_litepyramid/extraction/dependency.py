"""The embedded extractor: STUs from frames that a small dependency parser and rules make.

Its units resemble those of semantic roles, but do not reproduce AllenNLP's.
`benchmarks/stu_quality.py` measures how well they match the released ones."""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, groupby, islice
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.scripts import is_english
from sacrerouge_litepyramid.core.texts import SPLITTER, flatten, sentences_of, word_set
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.extractor import Reference, UnitExtractor
from sacrerouge_litepyramid.extraction.frames import find_frames
from sacrerouge_litepyramid.extraction.stus import LabeledSentence, build_stu_units
from sacrerouge_litepyramid.extraction.trees import DependencyParser, Tree, find_noun_phrase

_PERSON_PRONOUNS = frozenset(("he", "she", "him", "his", "her"))
_PLURAL_PRONOUNS = frozenset(("they", "their", "them"))
_THING_PRONOUNS = frozenset(("it", "its"))
#: in "it is", the pronoun usually does not refer to a phrase
_BE_FORMS = frozenset(("is", "was", "'s", "’s", "be", "been"))
_PERSONAL_TITLES = frozenset(("Mr", "Mr.", "Mrs", "Mrs.", "Ms", "Ms.", "Miss", "Dr", "Dr."))
#: the words after the number in "43-year-old", as the parser splits it
_AGE_WORDS = ["-", "year", "-", "old"]
#: the numbers of words of a full name, which may replace its last word
_NAME_LENGTHS = (2, 3)
_MAX_PHRASE_WORDS = 12
_NOUN_TAGS = frozenset(("NN", "NNS", "NNP", "NNPS"))
#: the tags of words that a preceding "43-year-old" modifies
_MODIFIED_TAGS = _NOUN_TAGS | {"JJ"}
#: relations in which a noun does not head a phrase
_INNER_RELATIONS = word_set("compound flat fixed amod nummod goeswith")


class Phrase(NamedTuple):
    """A noun phrase."""

    text: str
    #: the tag of its head
    tag: str
    is_plural: bool
    is_subject: bool
    #: the index of its sentence, of its last word, and of the word that its head depends on
    sentence: int
    last: int
    governor: int


class Preference(NamedTuple):
    """What a phrase must be like to replace a mention."""

    #: the tags that its head may have
    tags: Collection[str]
    is_plural: bool
    must_be_subject: bool


# The preferences for each kind of mention, in order. Of the phrases that meet one, the latest is
# taken.
_PERSON_PREFERENCES = (
    Preference(("NNP",), is_plural=False, must_be_subject=True),
    Preference(("NNP",), is_plural=False, must_be_subject=False),
    Preference(("NN",), is_plural=False, must_be_subject=True),
)
_PLURAL_PREFERENCES = (
    Preference(_NOUN_TAGS, is_plural=True, must_be_subject=True),
    Preference(_NOUN_TAGS, is_plural=True, must_be_subject=False),
)
_THING_PREFERENCES = (
    Preference(_NOUN_TAGS, is_plural=False, must_be_subject=True),
    Preference(_NOUN_TAGS, is_plural=False, must_be_subject=False),
)
_PRONOUN_PREFERENCES: dict[str, tuple[Preference, ...]] = {
    **dict.fromkeys(_PERSON_PRONOUNS, _PERSON_PREFERENCES),
    **dict.fromkeys(_PLURAL_PRONOUNS, _PLURAL_PREFERENCES),
    **dict.fromkeys(_THING_PRONOUNS, _THING_PREFERENCES),
}


class Mention(NamedTuple):
    """Words that an earlier phrase may replace."""

    #: their indices
    words: range
    #: those for the phrase; a name has none
    preferences: tuple[Preference, ...] = ()


def substitute_mentions(trees: Sequence[Tree]) -> list[tuple[str, ...]]:
    """Return the words of each sentence with mentions replaced by earlier phrases.

    There are as many words as in the sentence's tree.

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
    taken = set()
    for index in range(len(words)):
        mention = _find_mention(tree, index)
        if mention is None:
            continue
        phrase = names.get(tree.words[index])
        if mention.preferences:
            before = [item for item in candidates if _stands_before(item, tree, mention, number)]
            phrase = _choose_latest(before, mention.preferences)
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
    word = tree.lower(index)
    end = index + 1
    if word in _PRONOUN_PREFERENCES:
        is_empty_it = word in _THING_PRONOUNS and _BE_FORMS.intersection(tree.words[end : end + 1])
        return None if is_empty_it else Mention(range(index, end), _PRONOUN_PREFERENCES[word])
    if _is_age(tree, index):
        start = index - len(_AGE_WORDS)
        has_article = start > 0 and tree.lower(start - 1) == "the"
        return Mention(range(start - has_article, end), _PERSON_PREFERENCES)
    if tree.tags[index] != "NNP" or "NNP" in tree.tags[end : end + 1]:
        return None
    if index and tree.words[index - 1] in _PERSONAL_TITLES:
        return Mention(range(index - 1, end))
    is_long_name = index > 0 and tree.tags[index - 1] == "NNP"
    return None if is_long_name else Mention(range(index, end))


def _is_age(tree: Tree, index: int) -> bool:
    """Return whether a word ends a "43-year-old" that refers to a person.

    It does unless it modifies a noun.
    """
    start = index - len(_AGE_WORDS)
    words = [tree.lower(place) for place in range(max(start, 0), index + 1)]
    is_modifier = not _MODIFIED_TAGS.isdisjoint(tree.tags[index + 1 : index + 2])
    return start >= 0 and words[0].isdigit() and words[1:] == _AGE_WORDS and not is_modifier


def _stands_before(phrase: Phrase, tree: Tree, mention: Mention, number: int) -> bool:
    """Return whether a phrase precedes a mention and may replace it.

    It must depend on another verb, unless the mention is possessive.
    """
    if phrase.sentence < number:
        return True
    first, last = mention.words[0], mention.words[-1]
    has_same_verb = phrase.governor == tree.heads[last] and tree.tags[last] != "PRP$"
    return phrase.last < first and not has_same_verb


def _choose_latest(phrases: Sequence[Phrase], preferences: Sequence[Preference]) -> str | None:
    for tags, is_plural, must_be_subject in preferences:
        for phrase in reversed(phrases):
            is_of_kind = phrase.tag in tags and phrase.is_plural == is_plural
            if is_of_kind and (phrase.is_subject or not must_be_subject):
                return phrase.text
    return None


def _list_names(tree: Tree) -> Iterator[tuple[str, str]]:
    """Yield the last word and the text of each name of two or three words."""
    tagged = zip(tree.tags, tree.words, strict=True)
    for is_name, run in groupby(tagged, key=lambda pair: pair[0] == "NNP"):
        words = [word for _, word in run]
        if is_name and len(words) in _NAME_LENGTHS and words[0] not in _PERSONAL_TITLES:
            yield words[-1], " ".join(words)


def _list_phrases(tree: Tree, words: Sequence[str], sentence: int) -> Iterator[Phrase]:
    """Yield the noun phrases of a sentence, in the order of their heads.

    ``words``: its words after substitution.
    """
    for head, tag in enumerate(tree.tags):
        if tag not in _NOUN_TAGS or tree.relation(head) in _INNER_RELATIONS:
            continue
        conjuncts = tree.children_of(head, "conj")
        is_coordinated = any(tree.tags[child] in _NOUN_TAGS for child in conjuncts)
        indices = sorted(find_noun_phrase(tree, head, before=len(words), without=("acl",)))
        text = " ".join(filter(None, [words[index] for index in indices]))
        if text and len(text.split()) <= _MAX_PHRASE_WORDS:
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
    """An extractor of STUs from English that needs neither a download nor a GPU.

    The same text gives the same units.

    Args:
        coreference: whether to replace pronouns by earlier names.
        model: a folder that tools/parser/train.sh wrote, perhaps for another language; by default
            the parser that ships with the package, which is for English: a reference in another
            language raises ValueError.
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
        trees = self._parser.parse(chain.from_iterable(split))
        return [self._build_units(list(islice(trees, len(sentences)))) for sentences in split]

    def identity(self) -> dict[str, Any]:
        return {
            "type": "dependency",
            "coreference": self.coreference,
            "parser": self._parser.revision,
            "rules": RULES_VERSION,
            "splitter": SPLITTER,
        }

    def _build_units(self, trees: list[Tree]) -> list[Unit]:
        words = substitute_mentions(trees) if self.coreference else [tree.words for tree in trees]
        frames = [tuple(find_frames(tree)) for tree in trees]
        return build_stu_units(map(LabeledSentence, words, frames))
