"""The default judge: a logistic regression over how much of a unit's wording is in the summary.

It needs neither a download nor a GPU. It knows synonyms and antonyms, and notices many negations
and changed numbers (`experiment contrast-test` measures how many), but neither swapped roles nor
other paraphrases."""

import math
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from operator import attrgetter
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.core.scripts import is_english
from sacrerouge_litepyramid.core.texts import count_nouns
from sacrerouge_litepyramid.judges.character_ngrams import ABSENT, CharacterNgramJudge
from sacrerouge_litepyramid.judges.judge import HumanAgreement, Judge, ScoreRange, TrainingData
from sacrerouge_litepyramid.judges.lexical_features import (
    FEATURES,
    VERSION,
    GroupFeatures,
    group_features,
)
from sacrerouge_litepyramid.judges.logistic_weights import LogisticWeights


class DocumentFrequencies(NamedTuple):
    """The number of texts in which each stem occurs."""

    #: the number of all texts
    documents: int
    #: 0 for a stem that is not listed
    counts: Mapping[str, int]

    def idf(self, stem: str) -> float:
        """Return a stem's inverse document frequency, above 0."""
        count = self.counts.get(stem, 0)
        return math.log((self.documents + 1) / (count + 0.5))


@dataclass(frozen=True)
class LexicalWeights(LogisticWeights):
    """The weights of a logistic regression over the features of a unit and a summary."""

    features: ClassVar[Sequence[str]] = FEATURES
    version = VERSION
    command = "train judge"
    shipped = Path(__file__).with_name("lexical_weights.json")

    #: they determine the words' weights
    frequencies: DocumentFrequencies = field(kw_only=True)
    #: the measured agreement with human scores, which is not part of the revision
    agreement: tuple[HumanAgreement, ...] = field(default=(), kw_only=True)

    @property
    def score_range(self) -> ScoreRange | None:
        """The floor and ceiling that train judge measured on the training set."""
        measured = self.provenance.get("range")
        if not measured:
            return None
        return ScoreRange(**measured, source=self.provenance.get("source", "unnamed"))

    @property
    def training_data(self) -> TrainingData | None:
        """The training sets, if the weights name them."""
        source = self.provenance.get("source")
        units = [data_set["units"] for data_set in self.provenance.get("data", [])]
        return TrainingData(source or "unnamed", units) if source or units else None

    def numbers(self) -> Sequence[Any]:
        """Return the content of the weights' file that determines the revision.

        Provenance and agreement do not.
        """
        content = {
            "intercept": self.intercept,
            "coefficients": dict(zip(self.features, self.coefficients, strict=True)),
            "documents": self.frequencies.documents,
            "document_frequencies": dict(sorted(self.frequencies.counts.items())),
        }
        return [content]

    def as_json(self) -> dict[str, Any]:
        (content,) = self.numbers()
        agreement = [measured._asdict() for measured in self.agreement]
        return {"provenance": dict(self.provenance), "agreement": agreement, **content}

    @classmethod
    def read_fields(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        return {
            **super().read_fields(data),
            "frequencies": DocumentFrequencies(data["documents"], data["document_frequencies"]),
            "agreement": tuple(HumanAgreement(**measured) for measured in data["agreement"]),
        }


class LogisticJudge(Judge):
    """A logistic regression over features of a unit and a summary."""

    #: the name under which the judge is registered
    name: ClassVar[str]
    classes = 2
    judges_parts = True
    score_range = property(attrgetter("weights.score_range"))
    training_data = property(attrgetter("weights.training_data"))
    agreement = property(attrgetter("weights.agreement"))
    weights_type: ClassVar[type[LexicalWeights]]
    weights: LexicalWeights

    @abstractmethod
    def compute_features(self, groups: Sequence[Group]) -> list[GroupFeatures]:
        """Return the features of each group, in order."""

    def predict(self, groups: Sequence[Group]) -> list[np.ndarray]:
        """Return, for each group, logits of shape (units, 2): the log-odds, and 0."""
        answers = []
        for features in self.compute_features(groups):
            computed = self.weights.log_odds(features.values)
            log_odds = np.where(features.comparable, computed, ABSENT)
            answers.append(np.column_stack([log_odds, np.zeros_like(log_odds)]))
        return answers

    def identity(self) -> dict[str, Any]:
        """Return the judge's name, the source of its weights, and their revision."""
        source = self.weights.provenance.get("source", "unnamed")
        return {"type": self.name, "model": source, "revision": self.weights.revision}


@Judge.register("lexical")
class LexicalJudge(LogisticJudge):
    """A judge that compares the words of a unit, and of the other units, with the summary's.

    So a prediction depends on the whole group.

    The shipped weights are for English; texts in other languages are judged by "character-ngrams",
    as signatures then state.

    Args:
        weights: a file that train judge wrote; by default the shipped file, fitted to REALSumm and
            RoSE.
    """

    name = "lexical"
    weights_type = LexicalWeights
    description = "the lexical model, which compares words and not meaning"
    blind_spots = (
        "it compares words and their synonyms: other paraphrases count as absent, and it overlooks "
        "about half of the changed names"
    )
    warning = (
        "The lexical judge compares words: it misses paraphrases and swapped roles; read "
        "some summaries."
    )

    other_language_judge = CharacterNgramJudge()
    is_shipped = False
    #: the summaries that, with their units, were not English
    other_summaries: frozenset[str] = frozenset()

    def __init__(self, weights: str | None = None) -> None:
        self.weights = LexicalWeights.load(weights)
        self.is_shipped = weights is None

    @classmethod
    def from_weights(cls, weights: LexicalWeights) -> "LexicalJudge":
        """Build the judge from weights in memory."""
        judge = cls.__new__(cls)
        judge.weights = weights
        return judge

    def predict(self, groups: Sequence[Group]) -> list[np.ndarray]:
        are_english = [not self.is_shipped or _is_english(group) for group in groups]
        if all(are_english):
            return super().predict(groups)
        others = [
            group for group, is_known in zip(groups, are_english, strict=True) if not is_known
        ]
        self.other_summaries |= {group.summary for group in others}
        of_others = iter(self.other_language_judge.predict(others))
        of_english = iter(super().predict(list(compress(groups, are_english))))
        return [next(of_english if is_known else of_others) for is_known in are_english]

    def observed(self) -> dict[str, list[str]]:
        if not self.other_summaries:
            return {}
        identity = self.other_language_judge.identity()
        return {"not_english": [" ".join(identity.values())]}

    def notices(self) -> tuple[str, ...]:
        if not self.other_summaries:
            return ()
        counted = count_nouns(summary=len(self.other_summaries))
        return (f"Not English, with the units, and judged by character-ngrams: {counted}.",)

    def compute_features(self, groups: Sequence[Group]) -> list[GroupFeatures]:
        return group_features(groups, self.weights.frequencies.idf)


def _is_english(group: Group) -> bool:
    """Return whether the units are English, or else the distinct words of units and summary."""
    units = " ".join(group.units)
    if is_english(units):
        return True
    # The parts of a clause repeat words.
    words = dict.fromkeys(f"{group.summary} {units}".split())
    return is_english(" ".join(words))
