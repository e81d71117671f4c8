"""The interfaces of extraction, a unit extractor and its annotators; and the extraction of whole data sets."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

from sacrerouge_litepyramid.core.texts import SPLITTER, list_some, sentences_of
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.core.words import find_content_words
from sacrerouge_litepyramid.extraction.stus import LabeledSentence
from sacrerouge_litepyramid.registry import Registrable

#: a reference is one text, which the extractor splits, or the list of its sentences, which it keeps
Reference = str | list[str]


class Annotator(Registrable):
    """A component with a registered name, and an identity for caches and signatures."""

    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """Return all settings that determine the results, JSON-ready, for cache keys and signatures.

        They include ``type``, but no settings of speed (batch size, device).
        """


class UnitExtractor(Annotator):
    """Turns references into units of kind "clause" or "stu".

    Registered by name; built from a config's nested JSON, a name, or a JSON string on the command line.

    ``keeps_answers``: it has a store of its own, and needs no cache.
    """

    noun = "extractor"
    default_implementation = "clauses"
    keeps_answers: ClassVar[bool] = False

    def notices(self) -> tuple[str, ...]:
        """Return sentences about the extractor for readers of its scores."""
        return ()

    def knows_language(self, reference: Reference) -> bool:
        """Return whether the extractor is for the reference's language; if not, its units are sentences."""
        return True

    def observed(self) -> dict[str, list[str]]:
        """Return what signatures add to the identity after extraction; see `Judge.observed`."""
        return {}

    @abstractmethod
    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        """Return the units of each reference, in the order of the text, with ``sentence`` set and ``references`` (0,).

        A reference without words has no unit.
        """


class SemanticRoleLabeler(Annotator):
    """Finds predicates and their arguments."""

    noun = "semantic role labeler"
    default_implementation = "allennlp"

    @abstractmethod
    def label(self, sentences: Sequence[str]) -> list[LabeledSentence]:
        """Return the words and the frames of each sentence, in order."""


Mention = tuple[int, int]


class CoreferenceClusters(NamedTuple):
    """The tokens of a text and its clusters of mentions; a mention is [start, end] with the end inclusive."""

    tokens: tuple[str, ...]
    clusters: tuple[tuple[Mention, ...], ...]


class CoreferenceResolver(Annotator):
    """Finds the mentions of a text that refer to the same entity."""

    noun = "coreference resolver"
    default_implementation = "allennlp"

    @abstractmethod
    def resolve(self, texts: Sequence[str]) -> list[CoreferenceClusters]:
        """Return the tokens and the clusters of each text, in order."""


class ConstituencyParser(Annotator):
    """Finds constituents."""

    noun = "constituency parser"
    default_implementation = "allennlp"

    @abstractmethod
    def parse(self, sentences: Sequence[str]) -> list[str]:
        """Return the tree of each sentence in brackets, "(S (NP (DT The) …) …)", in order."""


class Extraction(NamedTuple):
    """The units of each instance, from all its references, and counts over the distinct references.

    ``fallbacks``: sentences without a frame, which are one STU each. ``content``: the number of content words,
    ``covered``: of content words that are in a unit of the reference. ``foreign``: references in a language that the
    extractor does not know. ``empty``: the instances that have a reference without content words.
    """

    units: dict[str, list[Unit]]
    references: int
    sentences: int
    stus: int
    fallbacks: int
    content: int
    covered: int
    foreign: int
    empty: tuple[str, ...]


def extract_units(extractor: UnitExtractor, references: Mapping[str, Sequence[Reference]]) -> Extraction:
    """Extract each distinct reference once; a unit's ``references`` is its reference's index in the instance."""
    every = [reference for members in references.values() for reference in members]
    distinct = {_key(reference): reference for reference in every}
    extracted = dict(zip(distinct, extractor.extract(list(distinct.values())), strict=True))
    sentences = {key: sentences_of(reference) for key, reference in distinct.items()}
    words = {key: [word for text in texts for word in _content_words(text)] for key, texts in sentences.items()}
    return Extraction(
        units={
            instance_id: [
                replace(unit, references=(place,))
                for place, reference in enumerate(members)
                for unit in extracted[_key(reference)]
            ]
            for instance_id, members in references.items()
        },
        references=len(distinct),
        sentences=sum(map(len, sentences.values())),
        stus=sum(map(len, extracted.values())),
        fallbacks=sum(_fallbacks(sentences[key], units) for key, units in extracted.items()),
        content=sum(map(len, words.values())),
        covered=sum(_count_covered(words[key], units) for key, units in extracted.items()),
        foreign=sum(not extractor.knows_language(reference) for reference in distinct.values()),
        empty=tuple(
            name for name, members in references.items() if not all(words[_key(reference)] for reference in members)
        ),
    )


def summary_line(extraction: Extraction) -> str:
    """Return the counts of an extraction as a line for the user."""
    per_reference = extraction.stus / max(extraction.references, 1)
    return (
        f"{extraction.references} references, {extraction.sentences} sentences, {extraction.stus} units "
        f"({per_reference:.2f} per reference)"
        + (f"; {extraction.fallbacks} STUs are whole sentences" if extraction.fallbacks else "")
    )


def list_notices(extractor: UnitExtractor, extraction: Extraction, is_named: bool = True) -> tuple[str, ...]:
    """Return the extractor's notices, and warnings about other languages, lost words and references without units.

    ``is_named``: whether the names of the instances mean something to the reader.
    """
    notices = list(extractor.notices())
    if extraction.foreign:
        notices.append(
            f"{extraction.foreign} of {extraction.references} references are not in English: their units are whole "
            "sentences, as the parser that finds clauses is for English."
        )
    if extraction.covered < extraction.content:
        # Rounded down: where words are lost, the share is never 100%.
        share = 100 * extraction.covered // extraction.content
        notices.append(
            f"The units by {extractor.identity()['type']!r} contain {share}% of the references' content words "
            f"({extraction.covered:,} of {extraction.content:,}); those by 'clauses' contain all."
        )
    if extraction.empty:
        names = f": {list_some(extraction.empty)}" if is_named else ""
        number = f"{len(extraction.empty)} of {len(extraction.units)}"
        notices.append(f"{number} documents have a reference without content words{names}.")
    return tuple(notices)


def _content_words(text: str) -> list[str]:
    return [text[start:end].lower() for start, end in find_content_words(text)]


def _count_covered(words: Sequence[str], units: Sequence[Unit]) -> int:
    """Return the number of content words of a reference that are in any of its units."""
    covered = {word for unit in units for word in _content_words(unit.text)}
    return sum(word in covered for word in words)


def _fallbacks(sentences: Sequence[str], units: Sequence[Unit]) -> int:
    """Count sentences whose only unit is at least as long, white space aside: coreference can lengthen a unit."""
    count = 0
    for index, sentence in enumerate(sentences):
        of_sentence = [unit for unit in units if unit.sentence == index]
        is_whole = len(of_sentence) == 1 and _length(of_sentence[0].text) >= _length(sentence)
        count += is_whole and of_sentence[0].kind == "stu"
    return count


def _length(text: str) -> int:
    return len("".join(text.split()))


def _key(reference: Reference) -> str | tuple[str, ...]:
    return reference if isinstance(reference, str) else tuple(reference)


@UnitExtractor.register("sentence")
class SentenceExtractor(UnitExtractor):
    """Each sentence is a unit."""

    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        return [
            [Unit(text, kind="stu", sentence=index) for index, text in enumerate(sentences_of(reference)) if text]
            for reference in references
        ]

    def identity(self) -> dict[str, Any]:
        return {"type": "sentence", "splitter": SPLITTER}
