"""Exchange a name for another, or two names for each other."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from sacrerouge_litepyramid.contrast.inflection import lemma
from sacrerouge_litepyramid.contrast.numbers import CALENDAR
from sacrerouge_litepyramid.contrast.sentences import Sentence
from sacrerouge_litepyramid.contrast.swaps import Shared, swap, tag_at
from sacrerouge_litepyramid.extraction.trees import Tree
from sacrerouge_litepyramid.text.word_lists import word_set
from sacrerouge_litepyramid.text.words import stem

CALENDAR_WORDS = frozenset(word.lower() for word in chain.from_iterable(CALENDAR))
PLACE_PREPOSITIONS = word_set("in at near from to across around outside inside")
#: relations of a name that describes the noun after it: "the Texas jail"
MODIFIERS = ("compound", "amod", "nummod")
#: between equals it does not matter who is the subject
SYMMETRIC_VERBS = word_set("meet marry face play join fight draw take link go compete agree talk date divorce")
HYPHENS = ("-", "–")


class Name(NamedTuple):
    """A name with its article; ``kind``: "place", "agent" or "", not known; whether it describes the noun after it."""

    text: str
    kind: str
    is_modifier: bool


def collect_names(units: Sequence[Sentence], summary: Sequence[Sentence] = ()) -> list[Name]:
    """Return the distinct names of an instance's units, in order; what they are is seen in the units and a summary.

    A place stands somewhere after "in" or "from", an agent is the subject of an active verb, or a longer name that of
    a passive one; a name is known by its last word. A single word that also occurs in lower case is no name.
    """
    words = {word for each in units for word in each.tree.words if word.islower()}
    named = [(each, span) for each in units for span in find_names(each.tree)]
    named = [(each, span) for each, span in named if len(span) > 1 or each.tree.words[span.start].lower() not in words]
    seen = [*named, *((each, span) for each in summary for span in find_names(each.tree))]
    kinds: dict[str, str] = {}
    for each, span in seen:
        last = each.tree.words[span[-1]].lower()
        kinds[last] = max(kinds.get(last, ""), _kind(each.tree, span))
    return list(dict.fromkeys(_describe(each, span, kinds) for each, span in named))


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


def find_mentions(sentence: Sentence, name: Sequence[str]) -> list[range]:
    """Return where a sentence has a name, given by its lower-cased words: all of it, or its last word as a name.

    A part of a longer name is no mention.
    """
    words = [word.lower() for word in sentence.tree.words]
    found: list[range] = []
    for start in range(len(words)):
        for size in dict.fromkeys((len(name), 1)):
            span = range(start, start + size)
            is_new = not found or found[-1].stop <= start
            if is_new and words[start : span.stop] == list(name[-size:]) and _is_whole_name(sentence, span, len(name)):
                found.append(span)
    return found


def name_words(tree: Tree, name: range) -> tuple[str, ...]:
    return tuple(tree.words[index].lower() for index in name)


def change_name(names: Sequence[Name]) -> Callable[[Sentence, Shared | None], Iterator[str]]:
    """Return an edit that exchanges a name for another of ``names`` of the same kind.

    All mentions of the name in the sentence change.
    """

    def change(sentence: Sentence, shared: Shared | None) -> Iterator[str]:
        tree, kinds = sentence.tree, _kinds(names)
        taken = {word.lower() for word in tree.words}
        others = [name for name in names if _last_word(name.text) not in taken]
        for mentions in _mentions_by_name(sentence, shared):
            here = _describe(sentence, mentions[0], kinds)
            alike = [name for name in others if here.kind and name[1:] == here[1:]]
            yield from (swap(sentence, {_with_article(tree, span): name.text for span in mentions}) for name in alike)

    return change


def exchange_roles(names: Sequence[Name]) -> Callable[[Sentence, Shared | None], Iterator[str]]:
    """Return an edit that exchanges two agents of ``names`` that are the subject and another argument of one verb.

    With ``shared`` it is the unit's own verb.
    """

    def exchange(sentence: Sentence, shared: Shared | None) -> Iterator[str]:
        tree, kinds = sentence.tree, _kinds(names)
        agents = [mentions[0] for mentions in _mentions_by_name(sentence, shared)]
        agents = [span for span in agents if kinds.get(tree.words[span[-1]].lower()) == "agent"]
        for one, other in combinations(agents, 2):
            verb = tree.words[tree.heads[_head(tree, one)]]
            if _are_exchangeable(tree, one, other) and (shared is None or stem(verb) == shared.predicate):
                spans = _with_article(tree, one), _with_article(tree, other)
                texts = [sentence.span_text(span) for span in spans]
                yield sentence.replace({spans[0]: _in_sentence(texts[1]), spans[1]: _in_sentence(texts[0])})

    return exchange


def _mentions_by_name(sentence: Sentence, shared: Shared | None) -> list[list[range]]:
    if shared is None:
        return [[span] for span in find_names(sentence.tree) if not _is_cut_short(sentence, span)]
    return [mentions for name in shared.names if (mentions := find_mentions(sentence, name))]


def _is_name_word(tree: Tree, index: int) -> bool:
    word = tree.words[index]
    return tree.tags[index] in ("NNP", "NNPS") and word[:1].isalpha() and word.lower() not in CALENDAR_WORDS


def _is_whole_name(sentence: Sentence, span: range, words: int) -> bool:
    """Return whether a run of words is not a part of a longer name, nor, as one of several words, of another."""
    tree, head = sentence.tree, _head(sentence.tree, span)
    before, after = (tag_at(sentence, each).startswith("NNP") for each in (span.start - 1, span.stop))
    extended = any(each not in span for each in tree.children_of(head, "nmod", "flat"))
    if len(span) == words > 1:
        return not (after or extended)
    in_a_compound = tree.relation(head) in ("flat", "fixed")
    joined = any(True for _ in tree.children_of(head, "conj", "compound"))
    return _is_name_word(tree, span.start) and not (before or after or in_a_compound or extended or joined)


def _is_cut_short(sentence: Sentence, span: range) -> bool:
    """Return whether the word before a name seems to belong to it: a capitalised word, or an article but "the"."""
    before = span.start - 1
    word = sentence.tree.words[before] if before >= 0 else ""
    return (before > 0 and word[:1].isupper()) or (tag_at(sentence, before) == "DT" and word.lower() != "the")


def _kinds(names: Iterable[Name]) -> dict[str, str]:
    return {_last_word(name.text): name.kind for name in names}


def _last_word(name: str) -> str:
    return name.split()[-1].lower()


def _kind(tree: Tree, name: range) -> str:
    """Return what a name's place in one sentence tells about it."""
    cases = (tree.words[case].lower() for word in name for case in tree.children_of(word, "case"))
    if any(case in PLACE_PREPOSITIONS for case in cases):
        return "place"
    head = _head(tree, name)
    acts = tree.relations[head] == "nsubj" or (tree.relation(head) == "nsubj" and len(name) > 1)
    return "agent" if acts and tree.is_verb(tree.heads[head]) else ""


def _describe(sentence: Sentence, name: range, kinds: Mapping[str, str]) -> Name:
    tree = sentence.tree
    text = _in_sentence(sentence.span_text(_with_article(tree, name)))
    kind = kinds.get(tree.words[name[-1]].lower()) or _kind(tree, name)
    return Name(text, kind, tree.relation(_head(tree, name)) in MODIFIERS)


def _head(tree: Tree, name: range) -> int:
    """Return the word of a name that depends on none of the others."""
    return next((index for index in name if tree.heads[index] not in name or tree.heads[index] == index), name[-1])


def _are_exchangeable(tree: Tree, one: range, other: range) -> bool:
    """Return whether one name is a verb's subject, the other its object or agent, and exchanging them matters."""
    heads = _head(tree, one), _head(tree, other)
    verb = tree.heads[heads[0]]
    if tree.heads[heads[1]] != verb or not tree.is_verb(verb):
        return False
    subject, argument = heads if tree.relation(heads[0]) == "nsubj" else heads[::-1]
    by = any(tree.words[case].lower() == "by" for case in tree.children_of(argument, "case"))
    is_argument = tree.relation(argument) in ("obj", "iobj") or (tree.relation(argument) == "obl" and by)
    symmetric = lemma(tree.words[verb].lower(), tree.tags[verb]) in SYMMETRIC_VERBS
    same_number = tree.words[one[-1]].endswith("s") == tree.words[other[-1]].endswith("s")
    return tree.relation(subject) == "nsubj" and is_argument and same_number and not symmetric


def _with_article(tree: Tree, name: range) -> range:
    before = name.start - 1
    has_article = before >= 0 and tree.words[before].lower() == "the"
    return range(before, name.stop) if has_article else name


def _in_sentence(name: str) -> str:
    """Return a name as it stands within a sentence."""
    return "the " + name[4:] if name.startswith("The ") else name
