"""The interfaces of extraction: a unit extractor, and the three annotators that one may use."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.coreference import CoreferenceClusters
from sacrerouge_litepyramid.extraction.stus import LabeledSentence
from sacrerouge_litepyramid.registry import Registrable

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
    """Turns references into units of kind "stu".

    Registered by name; built from a config's nested JSON, a name, or a JSON string on the command line.
    """

    noun = "extractor"
    default_implementation = "dependency"

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
