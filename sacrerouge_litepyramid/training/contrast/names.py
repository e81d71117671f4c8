"""Edits that exchange a name for another, or two names for each other."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from sacrerouge_litepyramid.core.texts import word_set
from sacrerouge_litepyramid.core.words import stem
from sacrerouge_litepyramid.extraction.trees import Tree
from sacrerouge_litepyramid.training.contrast.numbers import CALENDAR
from sacrerouge_litepyramid.training.contrast.sentences import (
    Sentence,
    Shared,
    find_lemma,
    swap,
    tag_at,
    word_at,
)

CALENDAR_WORDS = frozenset(word.lower() for word in chain.from_iterable(CALENDAR))
PLACE_PREPOSITIONS = word_set("in at near from to across around outside inside")
#: the relations of a name that modifies the noun after it: "the Texas jail"
MODIFIERS = ("compound", "amod", "nummod")
#: the meaning does not change if the subject and the object of such a verb are exchanged
SYMMETRIC_VERBS = word_set(
    "meet marry face play join fight draw take link go compete agree talk date divorce"
)
NAME_HYPHENS = ("-", "–")


class Name(NamedTuple):
    """A name."""

    # with its article
    text: str
    # whether it modifies the noun after it
    is_modifier: bool


def collect_agents(units: Sequence[Sentence], summary: Sequence[Sentence] = ()) -> list[Name]:
    """Return the distinct names of agents in a document's units, in order.

    An agent occurs at least twice in the units and the summary: at least once as the subject of an
    active verb, or of a passive verb if its name has several words, and never as a place, after
    "in" or "from". The last word identifies a name. A single word that also occurs in lower case is
    not a name.
    """
    lower_case_words: set[str] = set()
    for unit in units:
        lower_case_words.update(filter(str.islower, unit.tree.words))
    mentions = []
    roles = defaultdict(list)
    for unit in units:
        for span in find_names(unit.tree):
            last_word = word_at(unit, span[-1])
            is_name = len(span) > 1 or last_word not in lower_case_words
            if is_name and not _is_cut_short(unit, span):
                mentions.append((unit, span, last_word))
                role = _find_role(unit.tree, span)
                roles[last_word].append(role)
    for sentence in summary:
        for span in find_names(sentence.tree):
            last_word = word_at(sentence, span[-1])
            role = _find_role(sentence.tree, span)
            roles[last_word].append(role)
    agents = []
    for unit, span, last_word in mentions:
        uses = roles[last_word]
        if len(uses) > 1 and "agent" in uses and "place" not in uses:
            agents.append(_build_name(unit, span))
    return list(dict.fromkeys(agents))


def find_names(tree: Tree) -> list[range]:
    """Return the runs of proper nouns and hyphens within them, without months and weekdays."""
    names: list[range] = []
    for index in range(len(tree.words)):
        if not _is_name_word(tree, index):
            continue
        last = names[-1] if names else range(-1, -1)
        follows_hyphen = last.stop == index - 1 and tree.words[index - 1] in NAME_HYPHENS
        if last.stop == index or follows_hyphen:
            names[-1] = range(last.start, index + 1)
        else:
            names.append(range(index, index + 1))
    return names


def find_mentions(sentence: Sentence, name: Sequence[str]) -> list[range]:
    """Return the mentions of a name, given by its lower-cased words.

    A mention is the whole name or its last word alone; a part of a longer name is not.
    """
    words = [word.lower() for word in sentence.tree.words]
    mentions: list[range] = []
    # where the last mention ends
    end = 0
    for start in range(len(words)):
        for size in (len(name), 1):
            span = range(start, start + size)
            has_words = words[start : span.stop] == list(name[-size:])
            if start >= end and has_words and _is_whole_name(sentence, span, len(name)):
                mentions.append(span)
                end = span.stop
    return mentions


def list_name_words(tree: Tree, name: range) -> tuple[str, ...]:
    """Return the words of a name in lower case."""
    return tuple(tree.lower(index) for index in name)


def change_name(sentence: Sentence, shared: Shared | None, agents: Sequence[Name]) -> Iterator[str]:
    """Yield the sentence with all mentions of an agent replaced by the name of another agent."""
    tree = sentence.tree
    # the names without a word that the sentence has
    others = []
    taken = {word.lower() for word in tree.words} - {"the"}
    for name in agents:
        if taken.isdisjoint(name.text.lower().split()):
            others.append(name)
    for mentions in _find_agent_mentions(sentence, agents, shared):
        here = _build_name(sentence, mentions[0])
        spans = [_add_article(tree, span) for span in mentions]
        for name in others:
            if name.is_modifier == here.is_modifier:
                yield swap(sentence, dict.fromkeys(spans, name.text))


def exchange_roles(
    sentence: Sentence, shared: Shared | None, agents: Sequence[Name]
) -> Iterator[str]:
    """Yield the sentence with two agents exchanged that are a verb's subject and argument.

    With ``shared``, the verb is that of the unit.
    """
    tree = sentence.tree
    mentions_of_agents = _find_agent_mentions(sentence, agents, shared)
    first_mentions = [mentions[0] for mentions in mentions_of_agents]
    for one, other in combinations(first_mentions, 2):
        if not _are_exchangeable(tree, one, other):
            continue
        head = _find_head(tree, one)
        verb = tree.words[tree.heads[head]]
        if shared is None or stem(verb) == shared.predicate:
            first = _add_article(tree, one)
            second = _add_article(tree, other)
            new_first = _lower_article(sentence.span_text(second))
            new_second = _lower_article(sentence.span_text(first))
            yield sentence.replace({first: new_first, second: new_second})


def _find_agent_mentions(
    sentence: Sentence, agents: Sequence[Name], shared: Shared | None
) -> list[list[range]]:
    """Return the mentions of each agent or, with ``shared``, of the agents that the unit names."""
    last_words = {name.text.split()[-1].lower() for name in agents}
    if shared is not None:
        named = [find_mentions(sentence, name) for name in shared.names if name[-1] in last_words]
        return [mentions for mentions in named if mentions]
    mentions = []
    for span in find_names(sentence.tree):
        if word_at(sentence, span[-1]) in last_words and not _is_cut_short(sentence, span):
            mentions.append([span])
    return mentions


def _is_name_word(tree: Tree, index: int) -> bool:
    word = tree.words[index]
    return (
        tree.tags[index] in ("NNP", "NNPS")
        and word[:1].isalpha()
        and word.lower() not in CALENDAR_WORDS
    )


def _is_whole_name(sentence: Sentence, span: range, words: int) -> bool:
    """Return whether a run of words is a whole name, and not a part of a longer name."""
    tree = sentence.tree
    head = _find_head(tree, span)
    extends_after = tag_at(sentence, span.stop).startswith("NNP")
    has_part = any(child not in span for child in tree.children_of(head, "nmod", "flat"))
    if extends_after or has_part:
        return False
    if len(span) == words > 1:
        return True
    extends_before = tag_at(sentence, span.start - 1).startswith("NNP")
    is_part = tree.relation(head) in ("flat", "fixed")
    is_joined = bool(tree.children_of(head, "conj", "compound"))
    return _is_name_word(tree, span.start) and not (extends_before or is_part or is_joined)


def _is_cut_short(sentence: Sentence, span: range) -> bool:
    """Return whether a word next to a name seems to belong to it.

    Such a word is capitalised, or an article except "the".
    """
    words = sentence.tree.words
    before = words[span.start - 1] if span.start else ""
    after = words[span.stop] if span.stop < len(words) else ""
    # The first word of a sentence is always capitalised.
    is_capital = (span.start > 1 and before[:1].isupper()) or after[:1].isupper()
    has_article = tag_at(sentence, span.start - 1) == "DT" and before.lower() != "the"
    return is_capital or has_article


def _find_role(tree: Tree, name: range) -> str:
    """Return the role of a name in its sentence: "place", "agent" or ""."""
    for word in name:
        for case in tree.children_of(word, "case"):
            if tree.lower(case) in PLACE_PREPOSITIONS:
                return "place"
    head = _find_head(tree, name)
    # `relations` distinguishes passive subjects, `relation` does not.
    acts = tree.relations[head] == "nsubj" or (tree.relation(head) == "nsubj" and len(name) > 1)
    return "agent" if acts and tree.is_verb(tree.heads[head]) else ""


def _build_name(sentence: Sentence, name: range) -> Name:
    tree = sentence.tree
    with_article = _add_article(tree, name)
    text = _lower_article(sentence.span_text(with_article))
    head = _find_head(tree, name)
    return Name(text, tree.relation(head) in MODIFIERS)


def _find_head(tree: Tree, name: range) -> int:
    """Return the word of a name that does not depend on another word of the name."""
    for index in name:
        head = tree.heads[index]
        if head not in name or head == index:
            return index
    return name[-1]


def _are_exchangeable(tree: Tree, one: range, other: range) -> bool:
    """Return whether the exchange of two names changes a sentence's meaning and not its grammar.

    They must be a verb's subject and its object or agent.
    """
    subject = _find_head(tree, one)
    argument = _find_head(tree, other)
    verb = tree.heads[subject]
    if tree.heads[argument] != verb or not tree.is_verb(verb):
        return False
    if tree.relation(subject) != "nsubj":
        subject, argument = argument, subject
    cases = [tree.lower(case) for case in tree.children_of(argument, "case")]
    is_agent = tree.relation(argument) == "obl" and "by" in cases
    is_argument = is_agent or tree.relation(argument) in ("obj", "iobj")
    lemma = find_lemma(tree.lower(verb), tree.tags[verb])
    is_symmetric = lemma in SYMMETRIC_VERBS
    # A plural name would need another form of the verb.
    same_number = tree.words[one[-1]].endswith("s") == tree.words[other[-1]].endswith("s")
    return tree.relation(subject) == "nsubj" and is_argument and same_number and not is_symmetric


def _add_article(tree: Tree, name: range) -> range:
    before = name.start - 1
    has_article = before >= 0 and tree.lower(before) == "the"
    return range(before, name.stop) if has_article else name


def _lower_article(name: str) -> str:
    """Return a name as it is written within a sentence."""
    return re.sub("^The ", "the ", name)
