"""The fitted numbers of the lexical presence model: a logistic regression and document frequencies."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from sacrerouge_litepyramid.models.logistic_weights import LogisticWeights
from sacrerouge_litepyramid.presence.lexical_features import FEATURES, VERSION
from sacrerouge_litepyramid.presence.presence_model import ScoreRange, TrainingData
from sacrerouge_litepyramid.storage.files import Line, required

SHIPPED = Path(__file__).with_name("lexical_weights.json")


class DocumentFrequencies(NamedTuple):
    """The number of texts, out of ``documents``, in which each stem occurs; a stem that is not listed has 0."""

    documents: int
    counts: Mapping[str, int]

    def idf(self, stem: str) -> float:
        return math.log((self.documents + 1) / (self.counts.get(stem, 0) + 0.5))


@dataclass(frozen=True)
class LexicalWeights(LogisticWeights):
    """A logistic regression over the features of a unit and a summary, which weigh words by ``frequencies``."""

    features: ClassVar[Sequence[str]] = FEATURES
    version = VERSION
    command = "train-presence"

    frequencies: DocumentFrequencies = field(kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        counts = self.frequencies.counts.values()
        if not all(0 <= count <= self.frequencies.documents for count in counts):
            raise ValueError(f"a document frequency is not between 0 and {self.frequencies.documents}")

    @property
    def score_range(self) -> ScoreRange | None:
        """The floor and ceiling that train-presence measured on the training set."""
        measured = self.provenance.get("range")
        return ScoreRange(**measured, source=self.provenance.get("source", "unnamed")) if measured else None

    @property
    def training_data(self) -> TrainingData | None:
        """The training set, if the weights name it."""
        source, units = (self.provenance.get(name) for name in ("source", "units"))
        return TrainingData(source or "unnamed", units) if source or units else None

    def numbers(self) -> Sequence[Any]:
        """Return all of the weights' file but the provenance."""
        return [{name: value for name, value in self.as_json().items() if name != "provenance"}]

    def as_json(self) -> dict[str, Any]:
        """Return the content of the weights' file."""
        return {
            **super().as_json(),
            "documents": self.frequencies.documents,
            "document_frequencies": dict(sorted(self.frequencies.counts.items())),
        }

    @classmethod
    def read_fields(cls, line: Line) -> dict[str, Any]:
        """Return the arguments of the constructor; raise ValueError for a field that is missing or wrong."""
        fields = super().read_fields(line)
        documents, counts = required(line, "documents", int), required(line, "document_frequencies", dict)
        return {**fields, "frequencies": DocumentFrequencies(documents, counts)}


def load_weights(path: str | Path = SHIPPED) -> LexicalWeights:
    """Read weights that train-presence wrote; raise ValueError naming the file and what is wrong in it."""
    return LexicalWeights.load(path)
