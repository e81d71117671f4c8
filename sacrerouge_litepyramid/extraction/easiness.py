"""The easiness regressor predicts for which sentences STUs can replace SCUs."""

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.extraction.boosted_trees import BoostedTrees, from_json, from_xgboost, to_json
from sacrerouge_litepyramid.extraction.features import FEATURES, SentenceFeatures
from sacrerouge_litepyramid.io.files import atomic_write, hash_file, read_text

logger = logging.getLogger(__name__)

#: trained on REALSumm, for the features and the STUs of the embedded parser
SHIPPED = Path(__file__).with_name("easiness_regressor.json")


@dataclass(frozen=True)
class EasinessRegressor:
    """Boosted trees over named features.

    ``features``: the identity of the features that it was trained on, ``names``: their columns; ``provenance``: what it
    was trained on, JSON-ready.
    """

    trees: BoostedTrees
    features: Mapping[str, Any]
    names: tuple[str, ...]
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.names) != self.trees.features:
            raise ValueError(f"{len(self.names)} names for {self.trees.features} features")

    def predict(self, features: SentenceFeatures, sentences: Sequence[str]) -> np.ndarray:
        """Return the easiness of each sentence, (sentences,); ``features`` must be those of the training."""
        self.check_features(features)
        return self.trees.predict(features.matrix(sentences))

    def check_features(self, features: SentenceFeatures) -> None:
        """Raise ValueError for other features than those of the training; warn where another parser makes them."""
        if features.names != self.names:
            raise ValueError(
                f"the regressor was trained on features of type {self.features.get('type')!r}, but those given are of "
                f"type {features.identity()['type']!r} or another version; give the same --features"
            )
        if self.features.get("parser") not in (None, features.identity().get("parser")):
            logger.warning("the regressor was trained on another parser's trees: %s", self.features["parser"])

    def identity(self) -> dict[str, Any]:
        source = self.provenance.get("source", "unnamed")
        return {"source": source, "revision": _digest(self)[:12], "features": dict(self.features)}


def save_regressor(regressor: EasinessRegressor, path: str | Path) -> None:
    """Write a regressor, and its checksum to PATH.sha256."""
    text = json.dumps(_as_json(regressor), ensure_ascii=False, indent=2) + "\n"
    with atomic_write(path) as out, atomic_write(f"{path}.sha256") as checksum:
        out.write(text)
        checksum.write(f"{sha256(text.encode('utf-8', 'backslashreplace'))}  {Path(path).name}\n")


def load_regressor(path: str | Path = SHIPPED) -> EasinessRegressor:
    """Read a regressor from train regressor, or one that XGBoost saved as JSON, such as the authors' released ones.

    The latter must have the paper's 69 features. Raises ValueError naming the file for anything else, and where
    PATH.sha256 exists and does not match.
    """
    text = read_text(path)
    _check_sha256(Path(path))
    try:
        data = json.loads(text)
        if isinstance(data, dict) and "learner" in data:
            provenance = {"source": Path(path).name, "sha256": hash_file(Path(path))}
            return EasinessRegressor(from_xgboost(data), {"type": "constituency"}, FEATURES, provenance)
        return EasinessRegressor(
            from_json(data), dict(data["feature_source"]), tuple(data["feature_names"]), dict(data["provenance"])
        )
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise ValueError(f"{path}: no easiness regressor ({error}); give a file that train regressor wrote") from None


def _check_sha256(path: Path) -> None:
    beside = Path(f"{path}.sha256")
    if beside.is_file() and read_text(beside).split()[:1] != [hash_file(path)]:
        raise ValueError(f"{path}: its checksum is not the one in {beside.name}; get both files again")


def _as_json(regressor: EasinessRegressor) -> dict[str, Any]:
    return {
        "provenance": dict(regressor.provenance),
        "feature_source": dict(regressor.features),
        "feature_names": list(regressor.names),
        **to_json(regressor.trees),
    }


def _digest(regressor: EasinessRegressor) -> str:
    return sha256(json.dumps([list(regressor.names), to_json(regressor.trees)]).encode())
