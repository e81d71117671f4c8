"""The default judge: a logistic regression over how much of a unit's wording is in the summary.

It needs no download and no GPU. It notices many negations and changed numbers (`experiment contrast-test` measures how
many), but not swapped roles, and it does not recognise a paraphrase that shares no words."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.pairs import Group, unique
from sacrerouge_litepyramid.io.files import Line, required
from sacrerouge_litepyramid.judges.judge import Judge, ScoreRange, TrainingData
from sacrerouge_litepyramid.judges.lexical_features import FEATURES, VERSION, group_features
from sacrerouge_litepyramid.judges.logistic_weights import LogisticWeights

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
    command = "train judge"

    frequencies: DocumentFrequencies = field(kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        counts = self.frequencies.counts.values()
        if not all(0 <= count <= self.frequencies.documents for count in counts):
            raise ValueError(f"a document frequency is not between 0 and {self.frequencies.documents}")

    @property
    def score_range(self) -> ScoreRange | None:
        """The floor and ceiling that train judge measured on the training set."""
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
    """Read weights that train judge wrote; raise ValueError naming the file and what is wrong in it."""
    return LexicalWeights.load(path)


#: the log-odds where there is nothing to compare: a summary, or a unit, without any word
ABSENT = -20.0


@Judge.register("lexical")
class LexicalJudge(Judge):
    """Judges a unit by its words and those of the other units, so that a prediction depends on the whole group.

    ``weights``: a file that train judge wrote; by default the shipped one, fitted to REALSumm.
    """

    classes = 2

    def __init__(self, weights: str | None = None) -> None:
        self.weights = load_weights(SHIPPED if weights is None else weights)

    @classmethod
    def from_weights(cls, weights: LexicalWeights) -> "LexicalJudge":
        """Build the model from weights in memory."""
        model = cls.__new__(cls)
        model.weights = weights
        return model

    def predict(self, groups: Sequence[Group]) -> list[np.ndarray]:
        """Return for each group logits of shape (units, 2): the log-odds of judge, and 0."""
        return [np.column_stack([odds, np.zeros_like(odds)]) for odds in log_odds(self.weights, groups)]

    @property
    def score_range(self) -> ScoreRange | None:
        return self.weights.score_range

    @property
    def training_data(self) -> TrainingData | None:
        return self.weights.training_data

    def identity(self) -> dict[str, Any]:
        return {
            "type": "lexical",
            "model": self.weights.provenance.get("source", "unnamed"),
            "revision": self.weights.revision,
        }


def log_odds(weights: LexicalWeights, groups: Sequence[Group]) -> list[np.ndarray]:
    """Return for each group the log-odds of judge, (units,); each distinct group is computed once."""
    distinct, inverse = unique(groups)
    odds = [
        np.where(features.comparable, weights.log_odds(features.values), ABSENT)
        for features in group_features(distinct, weights.frequencies.idf)
    ]
    return [odds[index] for index in inverse]
