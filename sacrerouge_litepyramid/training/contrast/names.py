"""Edits that exchange a name for another, or two names for each other."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from sacrerouge_litepyramid.core.texts import word_set
from sacrerouge_litepyramid.core.words import stem
from sacrerouge_litepyramid.extraction.trees import Tree
from sacrerouge_litepyramid.training.contrast.numbers import CALENDAR
from sacrerouge_litepyramid.training.contrast.sentences import Sentence, Shared, lemma, swap, tag_at

CALENDAR_WORDS = frozenset(word.lower() for word in chain.from_iterable(CALENDAR))
PLACE_PREPOSITIONS = word_set("in at near from to across around outside inside")
#: the relations of a name that modifies the noun after it: "the Texas jail"
MODIFIERS = ("compound", "amod", "nummod")
#: an exchange of the subject and the object of such a verb does not change the meaning
SYMMETRIC_VERBS = word_set("meet marry face play join fight draw take link go compete agree talk date divorce")
HYPHENS = ("-", "–")


class Name(NamedTuple):
    """A name with its article, and whether it modifies the noun after it."""

    text: str
    is_modifier: bool


def collect_agents(units: Sequence[Sentence], summary: Sequence[Sentence] = ()) -> list[Name]:
    """Return the distinct names of agents in a document's units, in order, by their roles in the units and a summary.

    An agent occurs at least twice, at least once as the subject of an active verb, or of a passive verb if it has
    several words, and never as a place, after "in" or "from". The last word identifies a name. A single word that also
    occurs in lower case is not a name.
    """
    words = {word for unit in units for word in unit.tree.words if word.islower()}
    named = [(unit, span) for unit in units for span in find_names(unit.tree) if not _is_cut_short(unit, span)]
    named = [(unit, span) for unit, span in named if len(span) > 1 or unit.tree.words[span.start].lower() not in words]
    seen = [*named, *((sentence, span) for sentence in summary for span in find_names(sentence.tree))]
    roles: dict[str, list[str]] = {}
    for sentence, span in seen:
        roles.setdefault(sentence.tree.words[span[-1]].lower(), []).append(_role(sentence.tree, span))
    agents = {word for word, uses in roles.items() if len(uses) > 1 and "agent" in uses and "place" not in uses}
    return list(dict.fromkeys(_describe(*name) for name in named if name[0].tree.words[name[1][-1]].lower() in agents))


def find_names(tree: Tree) -> list[range]:
    """Return the runs of proper nouns, including hyphens within them, without months and weekdays."""
    names: list[range] = []
    for index in range(len(tree.words)):
        if not _is_name_word(tree, index):
            continue
        last = names[-1] if names else range(-1, -1)
        if last.stop == index or (last.stop == index - 1 and tree.words[index - 1] in HYPHENS):
            names[-1] = range(last.start, index + 1)
        else:
            names.append(range(index, index + 1))
    return names


def find_mentions(sentence: Sentence, name: Sequence[str]) -> list[range]:
    """Return the mentions of a name, given by its lower-cased words: the whole name, or its last word as a name.

    A part of a longer name is not a mention.
    """
    words = [word.lower() for word in sentence.tree.words]
    mentions: list[range] = []
    for start in range(len(words)):
        for size in dict.fromkeys((len(name), 1)):
            span = range(start, start + size)
            is_new = not mentions or mentions[-1].stop <= start
            if is_new and words[start : span.stop] == list(name[-size:]) and _is_whole_name(sentence, span, len(name)):
                mentions.append(span)
    return mentions


def name_words(tree: Tree, name: range) -> tuple[str, ...]:
    return tuple(tree.words[index].lower() for index in name)


def change_name(agents: Sequence[Name]) -> Callable[[Sentence, Shared | None], Iterator[str]]:
    """Return an edit that exchanges all mentions of an agent's name in a sentence for the name of another."""

    def change(sentence: Sentence, shared: Shared | None) -> Iterator[str]:
        tree = sentence.tree
        taken = {word.lower() for word in tree.words}
        others = [name for name in agents if taken.isdisjoint(_distinct_words(name.text))]
        for mentions in _mentions_of_agents(sentence, agents, shared):
            here = _describe(sentence, mentions[0])
            alike = [name for name in others if name.is_modifier == here.is_modifier]
            yield from (swap(sentence, {_with_article(tree, span): name.text for span in mentions}) for name in alike)

    return change


def exchange_roles(agents: Sequence[Name]) -> Callable[[Sentence, Shared | None], Iterator[str]]:
    """Return an edit that exchanges the agents that are the subject and another argument of a verb, the unit's own."""

    def exchange(sentence: Sentence, shared: Shared | None) -> Iterator[str]:
        tree = sentence.tree
        first_mentions = [mentions[0] for mentions in _mentions_of_agents(sentence, agents, shared)]
        for one, other in combinations(first_mentions, 2):
            verb = tree.words[tree.heads[_head(tree, one)]]
            if _are_exchangeable(tree, one, other) and (shared is None or stem(verb) == shared.predicate):
                spans = _with_article(tree, one), _with_article(tree, other)
                texts = [sentence.span_text(span) for span in spans]
                yield sentence.replace({spans[0]: _in_sentence(texts[1]), spans[1]: _in_sentence(texts[0])})

    return exchange


def _mentions_of_agents(sentence: Sentence, agents: Sequence[Name], shared: Shared | None) -> list[list[range]]:
    """Return the mentions of each agent; with ``shared`` of the agents that the unit names."""
    tree, known = sentence.tree, {name.text.split()[-1].lower() for name in agents}
    if shared is not None:
        named = [find_mentions(sentence, name) for name in shared.names if name[-1] in known]
        return [mentions for mentions in named if mentions]
    spans = [span for span in find_names(tree) if not _is_cut_short(sentence, span)]
    return [[span] for span in spans if tree.words[span[-1]].lower() in known]


def _is_name_word(tree: Tree, index: int) -> bool:
    word = tree.words[index]
    return tree.tags[index] in ("NNP", "NNPS") and word[:1].isalpha() and word.lower() not in CALENDAR_WORDS


def _is_whole_name(sentence: Sentence, span: range, words: int) -> bool:
    """Return whether a run of words is a whole name, not a part of a longer name or of another."""
    tree, head = sentence.tree, _head(sentence.tree, span)
    before, after = (tag_at(sentence, place).startswith("NNP") for place in (span.start - 1, span.stop))
    extended = any(child not in span for child in tree.children_of(head, "nmod", "flat"))
    if len(span) == words > 1:
        return not (after or extended)
    in_a_compound = tree.relation(head) in ("flat", "fixed")
    joined = any(True for _ in tree.children_of(head, "conj", "compound"))
    return _is_name_word(tree, span.start) and not (before or after or in_a_compound or extended or joined)


def _is_cut_short(sentence: Sentence, span: range) -> bool:
    """Return whether a word next to a name seems to belong to it: a capitalised word, or an article but "the"."""
    before = sentence.tree.words[span.start - 1] if span.start else ""
    after = sentence.tree.words[span.stop] if span.stop < len(sentence.tree.words) else ""
    is_capital = (span.start > 1 and before[:1].isupper()) or after[:1].isupper()
    return is_capital or (tag_at(sentence, span.start - 1) == "DT" and before.lower() != "the")


def _distinct_words(name: str) -> set[str]:
    return {word.lower() for word in name.split()} - {"the"}


def _role(tree: Tree, name: range) -> str:
    """Return the role of a name in one sentence: "place", "agent" or ""."""
    cases = (tree.words[case].lower() for word in name for case in tree.children_of(word, "case"))
    if any(case in PLACE_PREPOSITIONS for case in cases):
        return "place"
    head = _head(tree, name)
    acts = tree.relations[head] == "nsubj" or (tree.relation(head) == "nsubj" and len(name) > 1)
    return "agent" if acts and tree.is_verb(tree.heads[head]) else ""


def _describe(sentence: Sentence, name: range) -> Name:
    tree = sentence.tree
    text = _in_sentence(sentence.span_text(_with_article(tree, name)))
    return Name(text, tree.relation(_head(tree, name)) in MODIFIERS)


def _head(tree: Tree, name: range) -> int:
    """Return the word of a name that depends on no other word of it."""
    return next((index for index in name if tree.heads[index] not in name or tree.heads[index] == index), name[-1])


def _are_exchangeable(tree: Tree, one: range, other: range) -> bool:
    """Return whether two names are a verb's subject and its object or agent, and an exchange changes the meaning."""
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
    """Return a name as written within a sentence."""
    return "the " + name[4:] if name.startswith("The ") else name
