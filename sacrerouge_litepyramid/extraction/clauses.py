"""The default extractor: verbatim clauses, in which every content word of a reference occurs exactly once.

Each word belongs to the clause of the nearest word, at or above it in the dependency tree, that heads a clause. A
clause's weight is its number of content words. A clause may state several facts: `core.units.split_parts` gives the
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

#: relations in which a word heads a clause if it is a verb, or has a copula or a subject
CLAUSE_RELATIONS = word_set("conj advcl acl parataxis csubj")
#: a clause with fewer content words is joined to a neighbour
MIN_CONTENT_WORDS = 2
#: increase it with every change to the rules that changes units
RULES_VERSION = 1

FALLBACK_NOTE = (
    "spaCy is not installed, so the units are sentences instead of clauses (summary-level r with human scores on "
    'PyrXSum: .620 instead of .622); for clauses: pip install "sacrerouge-litepyramid[extract]"'
)


@UnitExtractor.register("clauses")
class ClauseExtractor(UnitExtractor):
    """Makes each clause a unit, weighted by its content words; without spaCy, and in other languages, each sentence.

    Args:
        model: a folder with a spaCy pipeline that has the labels of Universal Dependencies; it then parses all texts,
            whatever their language. By default the one that ships with the package, which parses only English.
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
        return {"type": "clauses", "parser": parser, "rules": RULES_VERSION, "splitter": SPLITTER}

    @cached_property
    def _parser(self) -> DependencyParser | None:
        if self._model is not None:
            return DependencyParser(self._model)
        return DependencyParser() if find_spec("spacy") else None


def _list_units(sentences: Sequence[Passage], clauses: Sequence[Sequence[str]]) -> list[Unit]:
    """Return the units of a reference; ``clauses``: the texts of each sentence's clauses.

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
    """Return the sentence; drop its introduction if it has a subject, and so makes a statement by itself."""
    relations = map(tree.relation, range(len(tree.words)))
    return sentence._replace(introduction="") if {"nsubj", "csubj"}.intersection(relations) else sentence


def _lower_capitals(sentence: str) -> str:
    """Return a sentence, in lower case if it is all capitals, because the parser handles lower case better."""
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
    heads = [_find_clause_head(tree, index) for index in range(len(tree.words))]
    for _, run in groupby(range(len(heads)), key=heads.__getitem__):
        places = list(run)
        yield range(places[0], places[-1] + 1)


def _find_clause_head(tree: Tree, index: int) -> int:
    """Return the nearest head of a clause at or above a word; a root counts as one."""
    while tree.heads[index] != index and not _heads_clause(tree, index):
        index = tree.heads[index]
    return index


def _heads_clause(tree: Tree, index: int) -> bool:
    relation = tree.relation(index)
    has_subject = any(tree.children_of(index, "nsubj", "csubj"))
    if relation == "ccomp":
        return has_subject
    return relation in CLAUSE_RELATIONS and (tree.is_verb(index) or has_subject or any(tree.children_of(index, "cop")))


def _merge_runs(runs: Iterable[range], counts: Sequence[int]) -> list[range]:
    """Join each run with too few content words to the run before it; if it is the first, to the second."""

    def is_short(run: range) -> bool:
        return sum(counts[index] for index in run) < MIN_CONTENT_WORDS

    merged: list[range] = []
    for run in runs:
        if merged and (is_short(run) or (len(merged) == 1 and is_short(merged[0]))):
            run = range(merged.pop().start, run.stop)
        merged.append(run)
    return merged
