"""Make contrast pairs: a unit that people found in a summary, and the two after one edit that makes the unit false."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sacrerouge_litepyramid.contrast.clauses import main_predicate
from sacrerouge_litepyramid.contrast.edits import KINDS, Edit, all_edits
from sacrerouge_litepyramid.contrast.inflection import check_packages
from sacrerouge_litepyramid.contrast.names import collect_names, find_names, name_words
from sacrerouge_litepyramid.contrast.sentences import Sentence, join_sentences, parse_sentences
from sacrerouge_litepyramid.contrast.swaps import Shared
from sacrerouge_litepyramid.core.judgements import Judged, to_group
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.extraction.parser import DependencyParser
from sacrerouge_litepyramid.statistics.presence_quality import THRESHOLD
from sacrerouge_litepyramid.text.words import STOP_WORDS, stem

#: the share of a unit's stems from which on a sentence is taken to state it
MIN_STATED = 1 / 2

Parsed = Mapping[str, Sequence[Sentence]]


class ContrastPair(NamedTuple):
    """A unit of a judged summary, and the two after one edit; ``unit``: its index."""

    kind: str
    side: str
    example: Judged
    unit: int
    after: Group

    @property
    def before(self) -> Group:
        return to_group(self.example)


def contrast_pairs(
    judged: Sequence[Judged], seed: int = 0, kinds: Sequence[str] = KINDS, parser: DependencyParser | None = None
) -> Iterator[ContrastPair]:
    """Yield for each present unit, kind and side one edit drawn by the seed, where the text has any.

    The unit's siblings stay as they are. An edit of the summary changes the one sentence that states the unit, at a
    word that the unit has too, or all mentions of a name that no other sentence has. What is drawn for a summary does
    not depend on the others. Needs spaCy and lemminflect.
    """
    check_packages()
    parsed = parse_sentences(_texts(judged), parser or DependencyParser())
    for example in judged:
        group = to_group(example)
        units = [sentence for unit in example.units for sentence in parsed[unit.text]]
        edits = all_edits(collect_names(units, parsed[example.summary]))
        generator = random.Random(f"{seed} {example.instance_id} {example.summarizer_id}")
        for index, label in enumerate(example.labels):
            if label < THRESHOLD:
                continue
            for kind in kinds:
                for side, after in _edit_both_sides(group, index, parsed, edits[kind], generator):
                    yield ContrastPair(kind, side, example, index, after)


def _edit_both_sides(
    group: Group, index: int, parsed: Parsed, edit: Edit, generator: random.Random
) -> Iterator[tuple[str, Group]]:
    unit, summary = parsed[group.units[index]], parsed[group.summary]
    if len(unit) != 1:
        return
    if options := _options(edit, unit[0], None):
        units = (*group.units[:index], generator.choice(options), *group.units[index + 1 :])
        yield "unit", Group(group.summary, units)
    shared = describe_unit(unit[0])
    place = find_statement(summary, shared.stems)
    if place is None:
        return
    elsewhere = {word.lower() for index, each in enumerate(summary) if index != place for word in each.tree.words}
    shared = shared._replace(names=tuple(name for name in shared.names if name[-1] not in elsewhere))
    if options := _options(edit, summary[place], shared):
        yield "summary", Group(join_sentences(summary, place, generator.choice(options)), group.units)


def _options(edit: Edit, sentence: Sentence, shared: Shared | None) -> list[str]:
    return [each for each in dict.fromkeys(edit(sentence, shared)) if each != sentence.text]


def describe_unit(unit: Sentence) -> Shared:
    """Return what an edit of a summary must touch to make a unit false."""
    words = unit.tree.words
    predicate = main_predicate(unit.tree)
    content = (word for word in words if word.lower() not in STOP_WORDS and word[:1].isalnum())
    return Shared(
        words=frozenset(word.lower() for word in words),
        stems=frozenset(map(stem, content)),
        predicate=None if predicate is None else stem(words[predicate]),
        names=tuple(name_words(unit.tree, name) for name in find_names(unit.tree)),
    )


def find_statement(sentences: Sequence[Sentence], stems: frozenset[str]) -> int | None:
    """Return the only sentence that has half of the stems or more; None where none or several have."""
    shares = [len({stem(word) for word in sentence.tree.words} & stems) / max(len(stems), 1) for sentence in sentences]
    stating = [place for place, share in enumerate(shares) if share >= MIN_STATED]
    return stating[0] if len(stating) == 1 else None


def _texts(judged: Iterable[Judged]) -> list[str]:
    return list(dict.fromkeys(text for each in judged for text in (each.summary, *(unit.text for unit in each.units))))
