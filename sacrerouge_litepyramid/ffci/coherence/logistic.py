"""The coherence model that needs no download: a logistic regression over two sentences' wording. It is weak."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.ffci.coherence.coherence_model import CoherenceModel, SentencePair
from sacrerouge_litepyramid.ffci.coherence.sentence_features import FEATURES, VERSION, pair_features
from sacrerouge_litepyramid.storage.files import Line, parse_json, read_text, required, sha256, write_json

SHIPPED = Path(__file__).with_name("logistic_weights.json")
REMEDY = "give a file that train-coherence wrote"


@dataclass(frozen=True)
class LogisticWeights:
    """``coefficients``: in the order of FEATURES; ``provenance``: the training data, no part of the revision."""

    intercept: float
    coefficients: tuple[float, ...]
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.coefficients) != len(FEATURES):
            raise ValueError(f"{len(self.coefficients)} coefficients for {len(FEATURES)} features")
        if not all(map(math.isfinite, (self.intercept, *self.coefficients))):
            raise ValueError(f"a coefficient is not finite: {(self.intercept, *self.coefficients)}")

    @property
    def revision(self) -> str:
        """Twelve hexadecimal digits that identify the coefficients and the features' definition."""
        return sha256(json.dumps([VERSION, self.intercept, self.coefficients]).encode())[:12]

    def probabilities(self, features: np.ndarray) -> np.ndarray:
        """Return P(next) of shape (pairs,) for features of shape (pairs, features)."""
        return 0.5 + 0.5 * np.tanh((self.intercept + features @ np.array(self.coefficients)) / 2)


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


def save_weights(weights: LogisticWeights, path: str | Path) -> None:
    coefficients = dict(zip(FEATURES, weights.coefficients, strict=True))
    data = {"provenance": dict(weights.provenance), "intercept": weights.intercept, "coefficients": coefficients}
    write_json(path, data)


def load_weights(path: str | Path = SHIPPED) -> LogisticWeights:
    """Read weights that `save_weights` wrote. Raises ValueError naming the file and the error in it."""
    data = parse_json(read_text(path), path, REMEDY)
    if not isinstance(data, dict):
        raise ValueError(f"{path}: an object was expected, not {type(data).__name__}; {REMEDY}")
    line = Line(data, str(path))
    intercept, coefficients = required(line, "intercept", (int, float)), required(line, "coefficients", dict)
    provenance = required(line, "provenance", dict)
    try:
        if set(coefficients) != set(FEATURES):
            raise ValueError(f"coefficients of {', '.join(coefficients)}, but the features are {', '.join(FEATURES)}")
        return LogisticWeights(float(intercept), tuple(float(coefficients[name]) for name in FEATURES), provenance)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{path}: {error}; {REMEDY}") from None
