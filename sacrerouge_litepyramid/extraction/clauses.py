"""The default extractor: verbatim clauses that contain each content word exactly once.

Each word belongs to the clause of the nearest word, at or above it in the dependency tree, that
heads a clause. A clause's weight is its number of content words. A clause may state several facts:
`core.judge_input.split_parts` gives the parts for partial credit."""

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

#: relations in which a word heads a clause if it is a verb, or has a copula or a subject
CLAUSE_RELATIONS = word_set("conj advcl acl parataxis csubj")
#: a clause with fewer content words is joined to a neighbour
_MIN_CONTENT_WORDS = 2
#: increase it with every change to the rules that changes units
RULES_VERSION = 2

FALLBACK_NOTE = (
    "spaCy is not installed, so the units are sentences instead of clauses (summary-level r with "
    "human scores on PyrXSum: .619 instead of .622); for clauses: pip install "
    '"sacrerouge-litepyramid[extract]"'
)


@UnitExtractor.register("clauses")
class ClauseExtractor(UnitExtractor):
    """An extractor that makes each clause a unit, weighted by its content words.

    Without spaCy, and in other languages, each sentence is a unit.

    Args:
        model: a folder with a spaCy pipeline that has the labels of Universal Dependencies; it then
            parses all texts, whatever their language. By default the one that ships with the
            package, which parses only English.
    """

    def __init__(self, model: str | None = None) -> None:
        self._model = model

    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        split = [read_sentences(reference) for reference in references]
        if self._parser is None:
            return [_list_units([[sentence] for sentence in sentences]) for sentences in split]
        is_known = [self.knows_language(reference) for reference in references]
        known = chain.from_iterable(compress(split, is_known))
        trees = self._parser.parse(_lower_capitals(sentence.text) for sentence in known)
        units = []
        for sentences, is_parsed in zip(split, is_known, strict=True):
            if is_parsed:
                clauses = [_split_passage(sentence, next(trees)) for sentence in sentences]
            else:
                clauses = [[sentence] for sentence in sentences]
            units.append(_list_units(clauses))
        return units

    def knows_language(self, reference: Reference) -> bool:
        return self._model is not None or is_english(flatten(reference))

    def notices(self) -> tuple[str, ...]:
        return () if self._parser else (FALLBACK_NOTE,)

    def identity(self) -> dict[str, Any]:
        parser = None if self._parser is None else self._parser.revision
        return {"type": "clauses", "parser": parser, "rules": RULES_VERSION, "splitter": SPLITTER}

    @cached_property
    def _parser(self) -> DependencyParser | None:
        return DependencyParser(self._model) if self._model or find_spec("spacy") else None


def _list_units(clauses: Sequence[Sequence[Passage]]) -> list[Unit]:
    """Return the units of a reference from the clauses of each of its sentences.

    A clause without content words is a unit only if the whole reference has no content word.
    """
    units: list[Unit] = []
    empty_units: list[Unit] = []
    for place, members in enumerate(clauses):
        for clause in members:
            count = len(find_content_words(clause.text))
            if not count and not words_by_sentence(clause.text):
                continue
            unit = Unit(
                text=clause.text,
                weight=float(count or 1),
                kind=CLAUSE,
                sentence=place,
                introduction=clause.introduction,
            )
            (units if count else empty_units).append(unit)
    return units or empty_units


def _split_passage(sentence: Passage, tree: Tree) -> list[Passage]:
    """Return a sentence's clauses.

    They need no introduction if the sentence has a subject, and so is a statement.
    """
    relations = {relation.partition(":")[0] for relation in tree.relations}
    introduction = sentence.introduction if relations.isdisjoint(("nsubj", "csubj")) else ""
    return [Passage(text, introduction) for text in split_clauses(sentence.text, tree)]


def _lower_capitals(sentence: str) -> str:
    """Return a sentence, in lower case if it is all capitals.

    The parser handles lower case better than capitals.
    """
    lower = sentence.lower()
    # Offsets in the tree are also those in the sentence only if both have the same length.
    return lower if sentence == sentence.upper() and len(lower) == len(sentence) else sentence


def split_clauses(sentence: str, tree: Tree) -> list[str]:
    """Return the clauses of a sentence, verbatim, in order.

    All of its content words are in them.
    """
    clauses = []
    for run in _merge_runs(_list_runs(tree), _count_content(sentence, tree)):
        span = tree.trim(run)
        last = span[-1]
        end = tree.starts[last] + len(tree.words[last])
        clauses.append(sentence[tree.starts[span.start] : end])
    return clauses


def _count_content(sentence: str, tree: Tree) -> list[int]:
    """Return for each word of the tree the number of content words that begin in it."""
    counts = [0] * len(tree.words)
    for start, _ in find_content_words(sentence):
        counts[bisect_right(tree.starts, start) - 1] += 1
    return counts


def _list_runs(tree: Tree) -> Iterator[range]:
    """Yield the runs of neighbouring words that belong to the same head of a clause."""
    start = 0
    heads = (_find_clause_head(tree, index) for index in range(len(tree.words)))
    for _, run in groupby(heads):
        stop = start + len(list(run))
        yield range(start, stop)
        start = stop


def _find_clause_head(tree: Tree, index: int) -> int:
    """Return the nearest head of a clause at or above a word; a root counts as one."""
    while tree.heads[index] != index and not _heads_clause(tree, index):
        index = tree.heads[index]
    return index


def _heads_clause(tree: Tree, index: int) -> bool:
    relation = tree.relation(index)
    if relation in CLAUSE_RELATIONS:
        return tree.is_verb(index) or any(tree.children_of(index, "cop", "nsubj", "csubj"))
    return relation == "ccomp" and any(tree.children_of(index, "nsubj", "csubj"))


def _merge_runs(runs: Iterable[range], counts: Sequence[int]) -> list[range]:
    """Join each run with too few content words to the run before it, the first to the second."""

    def is_short(run: range) -> bool:
        return sum(counts[run.start : run.stop]) < _MIN_CONTENT_WORDS

    merged: list[range] = []
    for run in runs:
        follows_short_first = len(merged) == 1 and is_short(merged[0])
        if follows_short_first or (merged and is_short(run)):
            run = range(merged.pop().start, run.stop)
        merged.append(run)
    return merged
