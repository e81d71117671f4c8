"""The interfaces of unit extractors and of their models, and the extraction of data sets."""

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, ClassVar, NamedTuple, TypeAlias

from sacrerouge_litepyramid.core.texts import (
    SPLITTER,
    count_nouns,
    list_some,
    make_key,
    sentences_of,
)
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.core.words import find_content_words
from sacrerouge_litepyramid.extraction.stus import LabeledSentence
from sacrerouge_litepyramid.registry import Registrable

#: one text, which the extractor splits, or a list of sentences, which it does not split further
Reference = str | list[str]


class Component(Registrable):
    """A component with a registered name, and an identity for caches and signatures."""

    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """Return all settings that determine the results, JSON-ready.

        Cache keys and signatures have them.

        They include ``type``, but no settings that only affect speed (batch size, device).
        """


class UnitExtractor(Component):
    """A component that turns references into units of kind "clause" or "stu".

    An extractor is registered by name; it is built from nested JSON in a config, a name, or a JSON
    string as an option.

    Attributes:
        keeps_answers: whether it stores its answers, so that it needs no cache.
    """

    noun = "extractor"
    default_implementation = "clauses"
    keeps_answers: ClassVar[bool] = False

    def notices(self) -> tuple[str, ...]:
        """Return sentences about the extractor that a reader of its scores needs."""
        return ()

    def knows_language(self, reference: Reference) -> bool:
        """Return whether the extractor is for the reference's language.

        If not, the units are whole sentences.
        """
        return True

    def observed(self) -> dict[str, list[str]]:
        """Return facts that are only known after extraction, for signatures."""
        return {}

    @abstractmethod
    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        """Return the units of each reference, in the order of the text.

        Each unit has its ``sentence``, and ``references`` (0,).

        A reference without words has no units.
        """


#: an extractor, its name, or its description as JSON
ExtractorSetting: TypeAlias = UnitExtractor | str | Mapping[str, Any]


class SemanticRoleLabeler(Component):
    """A model that finds predicates and their arguments."""

    noun = "semantic role labeler"
    default_implementation = "allennlp"

    @abstractmethod
    def label(self, sentences: Sequence[str]) -> list[LabeledSentence]:
        """Return the words and the frames of each sentence, in order."""


#: the first and the last token of a mention
Mention = tuple[int, int]


class CoreferenceClusters(NamedTuple):
    """The tokens of a text and its clusters of mentions."""

    tokens: tuple[str, ...]
    clusters: tuple[tuple[Mention, ...], ...]


class CoreferenceResolver(Component):
    """A model that finds the mentions of a text that refer to the same entity."""

    noun = "coreference resolver"
    default_implementation = "allennlp"

    @abstractmethod
    def resolve(self, texts: Sequence[str]) -> list[CoreferenceClusters]:
        """Return the tokens and the clusters of each text, in order."""


class ConstituencyParser(Component):
    """A model that finds constituents."""

    noun = "constituency parser"
    default_implementation = "allennlp"

    @abstractmethod
    def parse(self, sentences: Sequence[str]) -> list[str]:
        """Return the tree of each sentence in brackets, "(S (NP (DT The) …) …)", in order."""


class Extraction(NamedTuple):
    """The units of each instance, and counts over the distinct references."""

    #: by the keys of the instances, in their order
    units: dict[Any, list[Unit]]
    #: the numbers of distinct references, and of their sentences and units
    references: int
    sentences: int
    distinct: int
    #: content words, and those that are in a unit of their reference
    content: int
    covered: int
    #: references in a language that the extractor does not know
    foreign: int
    #: the keys of the instances that have a reference without content words
    empty: tuple[Any, ...]


def extract_units(
    extractor: UnitExtractor, references: Mapping[Any, Sequence[Reference]]
) -> Extraction:
    """Extract each distinct reference of the instances once.

    A unit's ``references`` is its reference's index in the instance.
    """
    distinct = {}
    for reference in chain.from_iterable(references.values()):
        distinct[make_key(reference)] = reference
    extracted = dict(zip(distinct, extractor.extract(list(distinct.values())), strict=True))
    sentences = content = covered = foreign = 0
    wordless = set()
    for key, reference in distinct.items():
        texts = sentences_of(reference)
        words = _list_content_words(texts)
        in_units = set(_list_content_words(unit.text for unit in extracted[key]))
        sentences += len(texts)
        content += len(words)
        covered += sum(word in in_units for word in words)
        foreign += not extractor.knows_language(reference)
        if not words:
            wordless.add(key)
    units_by_instance: dict[Any, list[Unit]] = {}
    empty = []
    for name, members in references.items():
        keys = list(map(make_key, members))
        units_by_instance[name] = []
        for place, key in enumerate(keys):
            for unit in extracted[key]:
                units_by_instance[name].append(replace(unit, references=(place,)))
        if not wordless.isdisjoint(keys):
            empty.append(name)
    return Extraction(
        units=units_by_instance,
        references=len(distinct),
        sentences=sentences,
        distinct=sum(map(len, extracted.values())),
        content=content,
        covered=covered,
        foreign=foreign,
        empty=tuple(empty),
    )


def describe_extraction(extraction: Extraction) -> str:
    """Return the counts of an extraction as a line for the user."""
    per_reference = extraction.distinct / max(extraction.references, 1)
    counts = count_nouns(
        reference=extraction.references, sentence=extraction.sentences, unit=extraction.distinct
    )
    return f"{counts} ({per_reference:.2f} per reference)"


def list_notices(
    extractor: UnitExtractor,
    extraction: Extraction,
    find_document: Callable[[Any], Hashable] = lambda key: key,
) -> tuple[str, ...]:
    """Return the extractor's notices, and warnings about an extraction.

    The warnings are about other languages, lost words and references without units.
    ``find_document`` returns the document of an instance's key, which is listed if it is a name.
    """
    notices = list(extractor.notices())
    if extraction.foreign:
        notices.append(
            f"{extraction.foreign} of {extraction.references} references are not in English: their "
            "units are whole sentences, because the parser that finds clauses is for English."
        )
    if extraction.covered < extraction.content:
        # Rounded down, so that the share is never 100% if words are lost.
        share = 100 * extraction.covered // extraction.content
        notices.append(
            f"The units of {extractor.identity()['type']!r} contain {share}% of the references' "
            f"content words ({extraction.covered:,} of {extraction.content:,}); those of 'clauses' "
            "contain all."
        )
    if extraction.empty:
        empty = list(dict.fromkeys(map(find_document, extraction.empty)))
        known = [name for name in empty if isinstance(name, str)]
        names = f": {list_some(known)}" if known else ""
        number = f"{len(empty)} of {len(set(map(find_document, extraction.units)))}"
        notices.append(f"{number} documents have a reference without content words{names}.")
    return tuple(notices)


def _list_content_words(texts: Iterable[str]) -> list[str]:
    words = []
    for text in texts:
        words += [text[start:end].lower() for start, end in find_content_words(text)]
    return words


@UnitExtractor.register("sentence")
class SentenceExtractor(UnitExtractor):
    """An extractor that makes each sentence a unit."""

    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        units = []
        for reference in references:
            texts = enumerate(sentences_of(reference))
            units.append([Unit(text, kind="stu", sentence=place) for place, text in texts if text])
        return units

    def identity(self) -> dict[str, Any]:
        return {"type": "sentence", "splitter": SPLITTER}
