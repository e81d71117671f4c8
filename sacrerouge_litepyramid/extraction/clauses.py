"""The default extractor: verbatim clauses, in which every content word of a reference occurs exactly once.

A word that heads a clause in the dependency tree begins one; every other word belongs to the nearest such word above
it. A clause's weight is its number of content words. It may state several facts: `core.units.split_parts` gives the
parts for partial credit."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from importlib.util import find_spec
from itertools import chain, compress, groupby
from typing import Any

from sacrerouge_litepyramid.core.markup import Passage
from sacrerouge_litepyramid.core.scripts import is_english
from sacrerouge_litepyramid.core.texts import SPLITTER, flatten, read_sentences, word_set
from sacrerouge_litepyramid.core.units import CLAUSE, Unit
from sacrerouge_litepyramid.core.words import find_content_words, words_by_sentence
from sacrerouge_litepyramid.extraction.extractor import Reference, UnitExtractor
from sacrerouge_litepyramid.extraction.trees import DependencyParser, Tree

#: relations in which a word may head a clause: if it is a verb, or has a copula or a subject
HEADS = word_set("conj advcl acl parataxis csubj")
#: shorter clauses, in content words, are joined to a neighbour
MIN_WORDS = 2
#: increased by a change to the rules that changes units
RULES = 1

FALLBACK_NOTE = (
    "spaCy is not installed, so the units are sentences in place of clauses (summary-level r with human scores on "
    'PyrXSum: .620 in place of .622); for clauses: pip install "sacrerouge-litepyramid[extract]"'
)


@UnitExtractor.register("clauses")
class ClauseExtractor(UnitExtractor):
    """Makes a unit of each clause, weighted by its content words; of each sentence without spaCy or if not English.

    Args:
        model: a folder with a spaCy pipeline whose labels are those of Universal Dependencies, which parses all texts;
            by default the one that ships with the package, which parses English.
    """

    def __init__(self, model: str | None = None) -> None:
        self._model = model

    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        split = [read_sentences(reference) for reference in references]
        is_parsed = [self._parser is not None and self.knows_language(reference) for reference in references]
        chosen = chain.from_iterable(compress(split, is_parsed))
        parsed = self._parser.parse(_lower_capitals(sentence.text) for sentence in chosen) if self._parser else iter(())
        units = []
        for sentences, parses in zip(split, is_parsed, strict=True):
            clauses = [[sentence.text] for sentence in sentences]
            if parses:
                trees = [next(parsed) for _ in sentences]
                clauses = [split_clauses(sentence.text, tree) for sentence, tree in zip(sentences, trees, strict=True)]
                sentences = list(map(_introduce, sentences, trees))
            units.append(_list_units(sentences, clauses))
        return units

    def knows_language(self, reference: Reference) -> bool:
        return self._model is not None or is_english(flatten(reference))

    def notices(self) -> tuple[str, ...]:
        return () if self._parser else (FALLBACK_NOTE,)

    def identity(self) -> dict[str, Any]:
        parser = None if self._parser is None else self._parser.revision
        return {"type": "clauses", "parser": parser, "rules": RULES, "splitter": SPLITTER}

    @cached_property
    def _parser(self) -> DependencyParser | None:
        if self._model is not None:
            return DependencyParser(self._model)
        return DependencyParser() if find_spec("spacy") else None


def _list_units(sentences: Sequence[Passage], clauses: Sequence[Sequence[str]]) -> list[Unit]:
    """Return the units of a reference; ``clauses``: their texts by sentence.

    A clause without content words is a unit only if the whole reference has no content word.
    """
    counted = [(text, place, len(find_content_words(text))) for place, texts in enumerate(clauses) for text in texts]
    if not any(count for *_, count in counted):
        counted = [(text, place, 1) for text, place, _ in counted if words_by_sentence(text)]
    return [
        Unit(text, float(count), CLAUSE, sentence=place, introduction=sentences[place].introduction)
        for text, place, count in counted
        if count
    ]


def _introduce(sentence: Passage, tree: Tree) -> Passage:
    """Return a sentence without its introduction if it has a subject, and so is a statement by itself."""
    relations = map(tree.relation, range(len(tree.words)))
    return sentence._replace(introduction="") if {"nsubj", "csubj"}.intersection(relations) else sentence


def _lower_capitals(sentence: str) -> str:
    """Return a sentence that is all capitals in small letters, which the parser knows better."""
    lower = sentence.lower()
    return lower if sentence == sentence.upper() and len(lower) == len(sentence) else sentence


def split_clauses(sentence: str, tree: Tree) -> list[str]:
    """Return the clauses of a sentence, verbatim, in order; all of its content words are in them."""
    runs = _merge_runs(_list_runs(tree), _count_content(sentence, tree))
    spans = [tree.trim(run) for run in runs]
    return [sentence[tree.starts[span[0]] : tree.starts[span[-1]] + len(tree.words[span[-1]])] for span in spans]


def _count_content(sentence: str, tree: Tree) -> list[int]:
    """Return for each word of the tree the number of content words that begin in it."""
    counts = [0] * len(tree.words)
    for start, _ in find_content_words(sentence):
        counts[bisect_right(tree.starts, start) - 1] += 1
    return counts


def _list_runs(tree: Tree) -> Iterator[range]:
    """Yield the runs of neighbouring words that belong to the same head of a clause."""
    owners = [_find_owner(tree, index) for index in range(len(tree.words))]
    for _, run in groupby(range(len(owners)), key=owners.__getitem__):
        places = list(run)
        yield range(places[0], places[-1] + 1)


def _find_owner(tree: Tree, index: int) -> int:
    """Return the nearest head of a clause at or above a word; a root counts as one."""
    while tree.heads[index] != index and not _heads_clause(tree, index):
        index = tree.heads[index]
    return index


def _heads_clause(tree: Tree, index: int) -> bool:
    relation = tree.relation(index)
    has_subject = any(tree.children_of(index, "nsubj", "csubj"))
    if relation == "ccomp":
        return has_subject
    return relation in HEADS and (tree.is_verb(index) or has_subject or any(tree.children_of(index, "cop")))


def _merge_runs(runs: Iterable[range], counts: Sequence[int]) -> list[range]:
    """Join each run with fewer than MIN_WORDS content words to the one before, and such a first one to the second."""
    merged: list[range] = []
    for run in runs:
        is_short = sum(counts[index] for index in run) < MIN_WORDS
        if merged and (is_short or (len(merged) == 1 and sum(counts[index] for index in merged[0]) < MIN_WORDS)):
            run = range(merged.pop().start, run.stop)
        merged.append(run)
    return merged
