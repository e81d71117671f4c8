"""Edits that exchange a name for another, or two names for each other."""

from collections.abc import Callable, Iterator, Sequence
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
    """A name with its article, and whether it modifies the noun after it."""

    text: str
    is_modifier: bool


def collect_agents(units: Sequence[Sentence], summary: Sequence[Sentence] = ()) -> list[Name]:
    """Return the distinct names of agents in a document's units, in order, by their roles in the
    units and a summary.

    An agent occurs at least twice: at least once as the subject of an active verb, or of a passive
    verb if its name has several words, and never as a place, after "in" or "from". The last word
    identifies a name. A single word that also occurs in lower case is not a name.
    """
    words = {word for unit in units for word in unit.tree.words if word.islower()}
    mentions = [
        (unit, span)
        for unit in units
        for span in find_names(unit.tree)
        if not _is_cut_short(unit, span)
    ]
    mentions = [
        (unit, span)
        for unit, span in mentions
        if len(span) > 1 or word_at(unit, span.start) not in words
    ]
    in_summary = [(sentence, span) for sentence in summary for span in find_names(sentence.tree)]
    roles: dict[str, list[str]] = {}
    for sentence, span in (*mentions, *in_summary):
        roles.setdefault(word_at(sentence, span[-1]), []).append(_find_role(sentence.tree, span))
    agents = {
        name
        for name, uses in roles.items()
        if len(uses) > 1 and "agent" in uses and "place" not in uses
    }
    return list(
        dict.fromkeys(
            _build_name(unit, span) for unit, span in mentions if word_at(unit, span[-1]) in agents
        )
    )


def find_names(tree: Tree) -> list[range]:
    """Return the runs of proper nouns, including hyphens within them, without months and
    weekdays.
    """
    names: list[range] = []
    for index in range(len(tree.words)):
        if not _is_name_word(tree, index):
            continue
        last = names[-1] if names else range(-1, -1)
        if last.stop == index or (last.stop == index - 1 and tree.words[index - 1] in NAME_HYPHENS):
            names[-1] = range(last.start, index + 1)
        else:
            names.append(range(index, index + 1))
    return names


def find_mentions(sentence: Sentence, name: Sequence[str]) -> list[range]:
    """Return the mentions of a name, given by its lower-cased words: the whole name, or its last
    word alone.

    A part of a longer name is not a mention.
    """
    words = [word.lower() for word in sentence.tree.words]
    mentions: list[range] = []
    for start in range(len(words)):
        for size in dict.fromkeys((len(name), 1)):
            span = range(start, start + size)
            is_new = not mentions or mentions[-1].stop <= start
            if (
                is_new
                and words[start : span.stop] == list(name[-size:])
                and _is_whole_name(sentence, span, len(name))
            ):
                mentions.append(span)
    return mentions


def list_name_words(tree: Tree, name: range) -> tuple[str, ...]:
    return tuple(tree.words[index].lower() for index in name)


def change_name(agents: Sequence[Name]) -> Callable[[Sentence, Shared | None], Iterator[str]]:
    """Return an edit that replaces all mentions of an agent's name in a sentence by the name of
    another agent.
    """

    def change(sentence: Sentence, shared: Shared | None) -> Iterator[str]:
        tree = sentence.tree
        taken = {word.lower() for word in tree.words}
        others = [name for name in agents if taken.isdisjoint(_collect_distinct_words(name.text))]
        for mentions in _find_agent_mentions(sentence, agents, shared):
            here = _build_name(sentence, mentions[0])
            alike = [name for name in others if name.is_modifier == here.is_modifier]
            yield from (
                swap(sentence, {_add_article(tree, span): name.text for span in mentions})
                for name in alike
            )

    return change


def exchange_roles(agents: Sequence[Name]) -> Callable[[Sentence, Shared | None], Iterator[str]]:
    """Return an edit that exchanges agents that are a verb's subject and argument.

    With ``shared``, the unit's verb.
    """

    def exchange(sentence: Sentence, shared: Shared | None) -> Iterator[str]:
        tree = sentence.tree
        first_mentions = [
            mentions[0] for mentions in _find_agent_mentions(sentence, agents, shared)
        ]
        for one, other in combinations(first_mentions, 2):
            verb = tree.words[tree.heads[_find_head(tree, one)]]
            if _are_exchangeable(tree, one, other) and (
                shared is None or stem(verb) == shared.predicate
            ):
                spans = _add_article(tree, one), _add_article(tree, other)
                texts = [sentence.span_text(span) for span in spans]
                yield sentence.replace(
                    {spans[0]: _lower_article(texts[1]), spans[1]: _lower_article(texts[0])}
                )

    return exchange


def _find_agent_mentions(
    sentence: Sentence, agents: Sequence[Name], shared: Shared | None
) -> list[list[range]]:
    """Return the mentions of each agent.

    With ``shared``, only of the agents that the unit names.
    """
    tree, known = sentence.tree, {name.text.split()[-1].lower() for name in agents}
    if shared is not None:
        named = [find_mentions(sentence, name) for name in shared.names if name[-1] in known]
        return [mentions for mentions in named if mentions]
    spans = [span for span in find_names(tree) if not _is_cut_short(sentence, span)]
    return [[span] for span in spans if tree.words[span[-1]].lower() in known]


def _is_name_word(tree: Tree, index: int) -> bool:
    word = tree.words[index]
    return (
        tree.tags[index] in ("NNP", "NNPS")
        and word[:1].isalpha()
        and word.lower() not in CALENDAR_WORDS
    )


def _is_whole_name(sentence: Sentence, span: range, words: int) -> bool:
    """Return whether a run of words is a whole name, and not a part of a longer name."""
    tree, head = sentence.tree, _find_head(sentence.tree, span)
    before, after = (
        tag_at(sentence, place).startswith("NNP") for place in (span.start - 1, span.stop)
    )
    extended = any(child not in span for child in tree.children_of(head, "nmod", "flat"))
    if len(span) == words > 1:
        return not (after or extended)
    in_a_compound = tree.relation(head) in ("flat", "fixed")
    joined = any(True for _ in tree.children_of(head, "conj", "compound"))
    return _is_name_word(tree, span.start) and not (
        before or after or in_a_compound or extended or joined
    )


def _is_cut_short(sentence: Sentence, span: range) -> bool:
    """Return whether a word next to a name seems to belong to it: a capitalised word, or an article
    except "the".
    """
    before = sentence.tree.words[span.start - 1] if span.start else ""
    after = sentence.tree.words[span.stop] if span.stop < len(sentence.tree.words) else ""
    is_capital = (span.start > 1 and before[:1].isupper()) or after[:1].isupper()
    return is_capital or (tag_at(sentence, span.start - 1) == "DT" and before.lower() != "the")


def _collect_distinct_words(name: str) -> set[str]:
    return {word.lower() for word in name.split()} - {"the"}


def _find_role(tree: Tree, name: range) -> str:
    """Return the role of a name in its sentence: "place", "agent" or ""."""
    cases = (tree.words[case].lower() for word in name for case in tree.children_of(word, "case"))
    if any(case in PLACE_PREPOSITIONS for case in cases):
        return "place"
    head = _find_head(tree, name)
    acts = tree.relations[head] == "nsubj" or (tree.relation(head) == "nsubj" and len(name) > 1)
    return "agent" if acts and tree.is_verb(tree.heads[head]) else ""


def _build_name(sentence: Sentence, name: range) -> Name:
    tree = sentence.tree
    text = _lower_article(sentence.span_text(_add_article(tree, name)))
    return Name(text, tree.relation(_find_head(tree, name)) in MODIFIERS)


def _find_head(tree: Tree, name: range) -> int:
    """Return the word of a name that does not depend on another word of the name."""
    return next(
        (index for index in name if tree.heads[index] not in name or tree.heads[index] == index),
        name[-1],
    )


def _are_exchangeable(tree: Tree, one: range, other: range) -> bool:
    """Return whether two names are a verb's subject and its object or agent, whose exchange changes
    the meaning.
    """
    heads = _find_head(tree, one), _find_head(tree, other)
    verb = tree.heads[heads[0]]
    if tree.heads[heads[1]] != verb or not tree.is_verb(verb):
        return False
    subject, argument = heads if tree.relation(heads[0]) == "nsubj" else heads[::-1]
    by = any(tree.words[case].lower() == "by" for case in tree.children_of(argument, "case"))
    is_argument = tree.relation(argument) in ("obj", "iobj") or (
        tree.relation(argument) == "obl" and by
    )
    symmetric = find_lemma(tree.words[verb].lower(), tree.tags[verb]) in SYMMETRIC_VERBS
    same_number = tree.words[one[-1]].endswith("s") == tree.words[other[-1]].endswith("s")
    return tree.relation(subject) == "nsubj" and is_argument and same_number and not symmetric


def _add_article(tree: Tree, name: range) -> range:
    before = name.start - 1
    has_article = before >= 0 and tree.words[before].lower() == "the"
    return range(before, name.stop) if has_article else name


def _lower_article(name: str) -> str:
    """Return a name as it is written within a sentence."""
    return "the " + name[4:] if name.startswith("The ") else name
