"""Exchange a name for another, or two names for each other."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from sacrerouge_litepyramid.contrast.numbers import CALENDAR
from sacrerouge_litepyramid.contrast.sentences import Sentence
from sacrerouge_litepyramid.contrast.swaps import Shared, swap
from sacrerouge_litepyramid.extraction.trees import Tree
from sacrerouge_litepyramid.text.word_lists import word_set

CALENDAR_WORDS = frozenset(word.lower() for word in chain.from_iterable(CALENDAR))
PLACE_PREPOSITIONS = word_set("in at near from to across around outside inside")
#: relations of a name that describes the noun after it: "the Texas jail"
MODIFIERS = ("compound", "amod", "nummod")
#: between equals it does not matter who is the subject
SYMMETRIC_VERBS = word_set(
    "meet met meets marry married marries face faced faces play played plays join joined fight fought draw drew"
)
HYPHENS = ("-", "–")


class Name(NamedTuple):
    """A name with its article, and the kind of place where it may stand."""

    text: str
    is_place: bool
    is_modifier: bool


def collect_names(sentences: Iterable[Sentence]) -> list[Name]:
    """Return the distinct names of some sentences, in order; a single word at the beginning may be no name."""
    found = (
        _describe(each, span) for each in sentences for span in find_names(each.tree) if span.start or len(span) > 1
    )
    return list(dict.fromkeys(found))


def find_names(tree: Tree) -> list[range]:
    """Return the runs of proper nouns, hyphens within them included; months and weekdays are no names."""
    found: list[range] = []
    for index in range(len(tree.words)):
        if not _is_name_word(tree, index):
            continue
        last = found[-1] if found else range(-1, -1)
        if last.stop == index or (last.stop == index - 1 and tree.words[index - 1] in HYPHENS):
            found[-1] = range(last.start, index + 1)
        else:
            found.append(range(index, index + 1))
    return found


def find_mentions(tree: Tree, name: Sequence[str]) -> list[range]:
    """Return the runs of words that belong to a name, which is given by its lower-cased words."""
    found: list[range] = []
    for index, word in enumerate(tree.words):
        if word.lower() in name and (word not in HYPHENS or (found and found[-1].stop == index)):
            if found and found[-1].stop == index:
                found[-1] = range(found[-1].start, index + 1)
            else:
                found.append(range(index, index + 1))
    return found


def name_words(tree: Tree, name: range) -> tuple[str, ...]:
    return tuple(tree.words[index].lower() for index in name)


def change_name(names: Sequence[Name]) -> Callable[[Sentence, Shared | None], Iterator[str]]:
    """Return an edit that exchanges a name for another of ``names`` that may stand in its place.

    All mentions of the name in the sentence change.
    """

    def change(sentence: Sentence, shared: Shared | None) -> Iterator[str]:
        tree = sentence.tree
        taken = {word.lower() for word in tree.words}
        others = [name for name in names if not any(word.lower() in taken for word in name.text.split()[-1:])]
        for mentions in _mentions_by_name(tree, shared):
            here = _describe(sentence, mentions[0])
            alike = [name for name in others if name[1:] == here[1:]]
            yield from (swap(sentence, {_with_article(tree, span): name.text for span in mentions}) for name in alike)

    return change


def exchange_roles(sentence: Sentence, shared: Shared | None) -> Iterator[str]:
    """Yield the sentence with two names exchanged that are arguments of one verb, one of them its subject."""
    tree = sentence.tree
    first_mentions = [mentions[0] for mentions in _mentions_by_name(tree, shared)]
    for one, other in combinations(first_mentions, 2):
        verbs = {_governor(tree, span) for span in (one, other)}
        subjects = sum(tree.relation(_head(tree, span)) == "nsubj" for span in (one, other))
        if len(verbs) == 1 and None not in verbs and subjects == 1 and _are_exchangeable(sentence, one, other):
            spans = _with_article(tree, one), _with_article(tree, other)
            texts = [sentence.span_text(span) for span in spans]
            yield sentence.replace({spans[0]: _in_sentence(texts[1]), spans[1]: _in_sentence(texts[0])})


def _mentions_by_name(tree: Tree, shared: Shared | None) -> list[list[range]]:
    if shared is None:
        return [[span] for span in find_names(tree)]
    return [mentions for name in shared.names if (mentions := find_mentions(tree, name))]


def _is_name_word(tree: Tree, index: int) -> bool:
    word = tree.words[index]
    return tree.tags[index] in ("NNP", "NNPS") and word[:1].isalpha() and word.lower() not in CALENDAR_WORDS


def _describe(sentence: Sentence, name: range) -> Name:
    tree, head = sentence.tree, _head(sentence.tree, name)
    cases = (tree.words[index].lower() for word in name for index in tree.children_of(word, "case"))
    text = _in_sentence(sentence.span_text(_with_article(tree, name)))
    return Name(text, any(case in PLACE_PREPOSITIONS for case in cases), tree.relation(head) in MODIFIERS)


def _head(tree: Tree, name: range) -> int:
    """Return the word of a name that depends on none of the others."""
    return next((index for index in name if tree.heads[index] not in name or tree.heads[index] == index), name[-1])


def _governor(tree: Tree, name: range) -> int | None:
    """Return the verb that a name is an argument of."""
    head = _head(tree, name)
    governor = tree.heads[head]
    is_argument = tree.relation(head) in ("nsubj", "obj", "iobj", "obl")
    return governor if is_argument and tree.is_verb(governor) else None


def _are_exchangeable(sentence: Sentence, one: range, other: range) -> bool:
    """Return whether two names may take each other's place: neither a place, of the same number, at another verb."""
    tree = sentence.tree
    names = _describe(sentence, one), _describe(sentence, other)
    same_number = names[0].text.endswith("s") == names[1].text.endswith("s")
    symmetric = tree.words[tree.heads[_head(tree, one)]].lower() in SYMMETRIC_VERBS
    return same_number and not symmetric and not any(name.is_place for name in names)


def _with_article(tree: Tree, name: range) -> range:
    before = name.start - 1
    has_article = before >= 0 and tree.words[before].lower() == "the"
    return range(before, name.stop) if has_article else name


def _in_sentence(name: str) -> str:
    """Return a name as it stands within a sentence."""
    return "the " + name[4:] if name.startswith("The ") else name
