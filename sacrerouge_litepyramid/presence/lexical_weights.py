"""The fitted weights of the lexical presence model, and their JSON file."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.presence.lexical_features import FEATURES, VERSION
from sacrerouge_litepyramid.storage.files import parse_json, read_text, sha256, write_json

SHIPPED = Path(__file__).with_name("lexical_weights.json")
_FIELDS = ("intercept", "coefficients", "documents", "document_frequencies", "provenance")


class DocumentFrequencies(NamedTuple):
    """The number of texts, out of ``documents``, in which each stem occurs; a stem that is not listed has 0."""

    documents: int
    counts: Mapping[str, int]

    def idf(self, stem: str) -> float:
        return math.log((self.documents + 1) / (self.counts.get(stem, 0) + 0.5))


@dataclass(frozen=True)
class LexicalWeights:
    """A logistic regression over FEATURES: ``coefficients`` in their order.

    ``provenance``: what the weights were fitted to, JSON-ready; it is no part of the revision.
    """

    intercept: float
    coefficients: tuple[float, ...]
    frequencies: DocumentFrequencies
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.coefficients) != len(FEATURES):
            raise ValueError(f"{len(self.coefficients)} coefficients for {len(FEATURES)} features")
        if not all(map(math.isfinite, (self.intercept, *self.coefficients))):
            raise ValueError(f"a coefficient is not finite: {(self.intercept, *self.coefficients)}")
        counts = self.frequencies.counts.values()
        if not all(0 <= count <= self.frequencies.documents for count in counts):
            raise ValueError(f"a document frequency is not between 0 and {self.frequencies.documents}")

    @property
    def revision(self) -> str:
        """Twelve hexadecimal digits that identify the coefficients, the idf table and the features' definition."""
        numbers = {key: value for key, value in weights_to_json(self).items() if key != "provenance"}
        return sha256(json.dumps([VERSION, numbers], sort_keys=True).encode("utf-8"))[:12]

    def log_odds(self, features: np.ndarray) -> np.ndarray:
        """Return log-odds of shape (units,) for features of shape (units, features)."""
        return self.intercept + features @ np.array(self.coefficients)


def weights_to_json(weights: LexicalWeights) -> dict[str, Any]:
    return {
        "provenance": dict(weights.provenance),
        "intercept": weights.intercept,
        "coefficients": dict(zip(FEATURES, weights.coefficients, strict=True)),
        "documents": weights.frequencies.documents,
        "document_frequencies": dict(sorted(weights.frequencies.counts.items())),
    }


def save_weights(weights: LexicalWeights, path: str | Path) -> None:
    write_json(path, weights_to_json(weights))


def load_weights(path: str | Path = SHIPPED) -> LexicalWeights:
    """Read weights that `save_weights` wrote. Raises ValueError naming the file and the error in it."""
    try:
        return _weights_from_json(parse_json(read_text(path), path, "give a file that train-lexical wrote"))
    except (TypeError, ValueError, OverflowError) as error:
        if str(error).startswith(str(path)):
            raise
        raise ValueError(f"{path}: {error}; give a file that train-lexical wrote") from None


def _weights_from_json(data: Any) -> LexicalWeights:
    if not isinstance(data, dict):
        raise ValueError(f"an object was expected, not {type(data).__name__}")
    missing = [name for name in _FIELDS if name not in data]
    if missing:
        raise ValueError(f"the field {missing[0]!r} is missing")
    for name in ("coefficients", "document_frequencies", "provenance"):
        if not isinstance(data[name], dict):
            raise ValueError(f"the field {name!r} must be an object, not {type(data[name]).__name__}")
    coefficients: dict[str, float] = data["coefficients"]
    if set(coefficients) != set(FEATURES):
        raise ValueError(f"coefficients of {_join_names(coefficients)}, but the features are {_join_names(FEATURES)}")
    return LexicalWeights(
        intercept=float(data["intercept"]),
        coefficients=tuple(float(coefficients[name]) for name in FEATURES),
        frequencies=DocumentFrequencies(int(data["documents"]), data["document_frequencies"]),
        provenance=data["provenance"],
    )


def _join_names(names: Sequence[str] | Mapping[str, float]) -> str:
    return ", ".join(names)
