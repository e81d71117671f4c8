"""The embedded presence model: a logistic regression over how much of a unit's wording is in the summary.

It needs no download and no GPU. It notices many negations and changed numbers (`contrast-test` measures how many), but
not swapped roles, and it does not recognise a paraphrase that shares no words.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.pairs import Group, unique
from sacrerouge_litepyramid.presence.lexical_features import group_features
from sacrerouge_litepyramid.presence.lexical_weights import SHIPPED, LexicalWeights, load_weights
from sacrerouge_litepyramid.presence.presence_model import PresenceModel, ScoreRange, TrainingData

#: the log-odds where there is nothing to compare: a summary, or a unit, without any word
ABSENT = -20.0


@PresenceModel.register("lexical")
class LexicalPresence(PresenceModel):
    """Judges a unit by its words and those of the other units, so that a prediction depends on the whole group.

    ``weights``: a file that train-presence wrote; by default the shipped one, fitted to REALSumm.
    """

    classes = 2

    def __init__(self, weights: str | None = None) -> None:
        self.weights = load_weights(SHIPPED if weights is None else weights)

    @classmethod
    def from_weights(cls, weights: LexicalWeights) -> "LexicalPresence":
        """Build the model from weights in memory."""
        model = cls.__new__(cls)
        model.weights = weights
        return model

    def predict(self, groups: Sequence[Group]) -> list[np.ndarray]:
        """Return for each group logits of shape (units, 2): the log-odds of presence, and 0."""
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
    """Return for each group the log-odds of presence, (units,); each distinct group is computed once."""
    distinct, inverse = unique(groups)
    odds = [
        np.where(features.comparable, weights.log_odds(features.values), ABSENT)
        for features in group_features(distinct, weights.frequencies.idf)
    ]
    return [odds[index] for index in inverse]
