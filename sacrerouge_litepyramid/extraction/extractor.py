"""The interfaces of extraction, a unit extractor and its annotators; and the extraction of whole data sets."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

from sacrerouge_litepyramid.core.texts import SPLITTER, list_some, sentences_of
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.core.words import find_content_words
from sacrerouge_litepyramid.extraction.stus import LabeledSentence
from sacrerouge_litepyramid.registry import Registrable, build

#: a reference is one text, which the extractor splits, or the list of its sentences, which it keeps
Reference = str | list[str]


class Annotator(Registrable):
    """A component with a registered name, and an identity for caches and signatures."""

    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """Return what determines the results, JSON-ready, for cache keys and signatures.

        Equal identities give equal results. Has at least ``type``; settings that change only the speed (batch size,
        device) are left out.
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
        """Return what readers of scores should know of the extractor."""
        return ()

    def knows_language(self, reference: Reference) -> bool:
        """Return whether the extractor is made for the reference's language; if not, its units are sentences."""
        return True

    def observed(self) -> dict[str, list[str]]:
        """Return what signatures say beside the identity, as of a judge: known only when units are extracted."""
        return {}

    @abstractmethod
    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        """Return the units of each reference, in the order of the text, with ``sentence`` set and ``references`` (0,).

        A reference without any word has no unit.
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


def build_extractor(description: str | Mapping[str, Any] | None = None) -> UnitExtractor:
    """Build an extractor from its name or JSON."""
    return build(UnitExtractor, description)


class Extraction(NamedTuple):
    """Units by instance, of all its references, and the counts over the distinct references.

    ``fallbacks``: sentences that gave one STU with all their words, because no frame was found. ``content``: the
    number of content words, ``covered``: of those that a unit of the same reference has. ``foreign``: references in a
    language that the extractor does not know. ``empty``: the instances that have a reference without content words.
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
    """Return the line of counts to print at the end."""
    per_reference = extraction.stus / max(extraction.references, 1)
    return (
        f"{extraction.references} references, {extraction.sentences} sentences, {extraction.stus} units "
        f"({per_reference:.2f} per reference)"
        + (f"; {extraction.fallbacks} STUs are whole sentences" if extraction.fallbacks else "")
    )


def list_notices(extractor: UnitExtractor, extraction: Extraction, is_named: bool = True) -> tuple[str, ...]:
    """Return the extractor's notices, and what its units lack: content words, or all units of a reference.

    ``is_named``: whether the instances of the extraction have names that a reader knows.
    """
    notices = list(extractor.notices())
    if extraction.foreign:
        notices.append(
            f"{extraction.foreign} of {extraction.references} references are not in English, for which the parser is "
            "made: their units are sentences, which count by their words."
        )
    if extraction.covered < extraction.content:
        # Rounded down: where words are lost, the share is never 100%.
        share = 100 * extraction.covered // extraction.content
        notices.append(
            f"The units by {extractor.identity()['type']!r} hold {share}% of the references' content words "
            f"({extraction.covered:,} of {extraction.content:,}); those by 'clauses' hold all."
        )
    if extraction.empty:
        names = f": {list_some(extraction.empty)}" if is_named else ""
        number = f"{len(extraction.empty)} of {len(extraction.units)}"
        notices.append(f"{number} documents have a reference without content words{names}.")
    return tuple(notices)


def _content_words(text: str) -> list[str]:
    return [text[start:end].lower() for start, end in find_content_words(text)]


def _count_covered(words: Sequence[str], units: Sequence[Unit]) -> int:
    """Return how many content words of a reference are in any of its units."""
    found = {word for unit in units for word in _content_words(unit.text)}
    return sum(word in found for word in words)


def _fallbacks(sentences: Sequence[str], units: Sequence[Unit]) -> int:
    """Count sentences whose only unit is at least as long, white space aside: coreference can lengthen a unit."""
    count = 0
    for index, sentence in enumerate(sentences):
        own = [unit for unit in units if unit.sentence == index]
        count += len(own) == 1 and own[0].kind == "stu" and _length(own[0].text) >= _length(sentence)
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
