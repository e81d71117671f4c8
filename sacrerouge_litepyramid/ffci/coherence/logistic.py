"""The coherence model that needs no download: a logistic regression over two sentences' wording. It is weak."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.ffci.coherence.coherence_model import CoherenceModel, SentencePair
from sacrerouge_litepyramid.ffci.coherence.sentence_features import FEATURES, VERSION, pair_features
from sacrerouge_litepyramid.models.logistic_weights import LogisticWeights

SHIPPED = Path(__file__).with_name("logistic_weights.json")


class NextSentenceWeights(LogisticWeights):
    """A logistic regression over the features of two sentences; its probability is that the second is next."""

    features = FEATURES
    version = VERSION
    command = "train-coherence"


@CoherenceModel.register("logistic")
class LogisticCoherence(CoherenceModel):
    """P(next | first, second) from repeated words, mentions and linking words, without knowledge of meaning.

    ``weights``: a file that train-coherence wrote; by default the shipped one, fitted to the articles of REALSumm.
    """

    def __init__(self, weights: str | None = None) -> None:
        self.weights = load_weights(SHIPPED if weights is None else weights)

    def score_distinct(self, pairs: Sequence[SentencePair]) -> np.ndarray:
        return self.weights.probabilities(pair_features(pairs))

    def identity(self) -> dict[str, Any]:
        source = self.weights.provenance.get("source", "unnamed")
        return {"type": "logistic", "model": source, "revision": self.weights.revision}


def load_weights(path: str | Path = SHIPPED) -> NextSentenceWeights:
    """Read weights that train-coherence wrote; raise ValueError naming the file and what is wrong in it."""
    return NextSentenceWeights.load(path)
