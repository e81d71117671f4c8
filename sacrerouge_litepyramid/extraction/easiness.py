"""The easiness regressor, which predicts for which sentences STUs can replace SCUs.

It has XGBoost's trees, without XGBoost.
"""

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.extraction.features import CONSTITUENCY_FEATURES, SentenceFeatures
from sacrerouge_litepyramid.io.files import hash_file, read_text, write_json

logger = logging.getLogger(__name__)

#: trained on REALSumm, for the features and the STUs of the embedded parser
SHIPPED_REGRESSOR = Path(__file__).with_name("easiness_regressor.json")
SQUARED_ERROR_OBJECTIVES = ("reg:squarederror", "reg:linear")


class RegressionTree(NamedTuple):
    """The nodes of a tree in parallel tuples, the root first."""

    #: the feature that an inner node compares
    feature: tuple[int, ...]
    #: what an inner node compares the feature with, or the value of a leaf
    number: tuple[float, ...]
    #: the node for values below the number; negative for a leaf
    left: tuple[int, ...]
    #: the node for other values
    right: tuple[int, ...]

    def predict(self, matrix: np.ndarray) -> np.ndarray:
        """Return the value of each row, (rows,), for a matrix (rows, features), both of float32."""
        feature, left, right = map(np.array, (self.feature, self.left, self.right))
        number = np.array(self.number, dtype=np.float32)
        rows = np.arange(len(matrix))
        nodes = np.zeros_like(rows)
        while (is_inner := left[nodes] >= 0).any():
            is_below = matrix[rows, feature[nodes]] < number[nodes]
            children = np.where(is_below, left[nodes], right[nodes])
            nodes = np.where(is_inner, children, nodes)
        return number[nodes]


class BoostedTrees(NamedTuple):
    """The sum of a base value and the values of all trees, in single precision as in XGBoost."""

    base: float
    trees: tuple[RegressionTree, ...]
    #: the number of columns
    features: int

    def predict(self, matrix: np.ndarray) -> np.ndarray:
        """Return (rows,) of float32, for a matrix of shape (rows, features)."""
        single = matrix.astype(np.float32)
        total = np.full(len(matrix), self.base, dtype=np.float32)
        for tree in self.trees:
            total += tree.predict(single)
        return total


def from_xgboost(model: Mapping[str, Any]) -> BoostedTrees:
    """Read the trees of a model that XGBoost saved as JSON.

    The JSON is of version 1.0, such as the authors', or later.

    Raises ValueError unless the booster is of trees, and the objective squared error.
    """
    learner = model["learner"]
    objective = learner["objective"]["name"]
    booster = learner["gradient_booster"]
    name = booster.get("name", "gbtree")
    if name != "gbtree" or "model" not in booster:
        raise ValueError(f"the booster is {name!r}, not 'gbtree'; train with booster='gbtree'")
    if objective not in SQUARED_ERROR_OBJECTIVES:
        raise ValueError(
            f"the objective is {objective!r}, not squared error; train with 'reg:squarederror'"
        )
    trees = []
    for tree in booster["model"]["trees"]:
        trees.append(
            RegressionTree(
                feature=tuple(tree["split_indices"]),
                number=tuple(tree["split_conditions"]),
                left=tuple(tree["left_children"]),
                right=tuple(tree["right_children"]),
            )
        )
    parameters = learner["learner_model_param"]
    # XGBoost 3 writes the base score in brackets.
    base = parameters["base_score"].strip("[]")
    return BoostedTrees(float(base), tuple(trees), int(parameters["num_feature"]))


def _trees_to_json(model: BoostedTrees) -> dict[str, Any]:
    return {
        "base": model.base,
        "features": model.features,
        "trees": [tree._asdict() for tree in model.trees],
    }


def _trees_from_json(data: Mapping[str, Any]) -> BoostedTrees:
    trees = []
    for tree in data["trees"]:
        columns = {name: tuple(values) for name, values in tree.items()}
        trees.append(RegressionTree(**columns))
    return BoostedTrees(float(data["base"]), tuple(trees), int(data["features"]))


@dataclass(frozen=True)
class EasinessRegressor:
    """Boosted trees over named features."""

    trees: BoostedTrees
    #: the identity of the features used in training
    features: Mapping[str, Any]
    #: their columns
    names: tuple[str, ...]
    #: the training data, JSON-ready
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.names) != self.trees.features:
            raise ValueError(f"{len(self.names)} names for {self.trees.features} features")

    def predict(self, features: SentenceFeatures, sentences: Sequence[str]) -> np.ndarray:
        """Return the easiness of each sentence, (sentences,).

        ``features`` must be those used in training.
        """
        self.check_features(features)
        return self.trees.predict(features.matrix(sentences))

    def check_features(self, features: SentenceFeatures) -> None:
        """Raise ValueError unless the features are those used in training.

        Log a warning if another parser makes them.
        """
        if features.names != self.names:
            raise ValueError(
                f"the regressor was trained on features of type {self.features.get('type')!r}, but "
                f"these are of type {features.identity()['type']!r} or of another version; pass "
                f"the same {name_argument('features')}"
            )
        if self.features.get("parser") not in (None, features.identity().get("parser")):
            logger.warning(
                "the regressor was trained on another parser's trees: %s", self.features["parser"]
            )

    def identity(self) -> dict[str, Any]:
        numbers = json.dumps([self.names, _trees_to_json(self.trees)])
        return {
            "source": self.provenance.get("source", "unnamed"),
            "revision": sha256(numbers.encode())[:12],
            "features": dict(self.features),
        }


def save_regressor(regressor: EasinessRegressor, path: str | Path) -> None:
    """Write a regressor to a file that `load_regressor` reads."""
    content = {
        "provenance": dict(regressor.provenance),
        "feature_source": dict(regressor.features),
        "feature_names": regressor.names,
        **_trees_to_json(regressor.trees),
    }
    write_json(path, content)


def load_regressor(path: str | Path = SHIPPED_REGRESSOR) -> EasinessRegressor:
    """Read a regressor that `train regressor` wrote, or that XGBoost saved as JSON.

    The authors released regressors of XGBoost.

    A regressor of XGBoost must have the paper's 69 features. Raises ValueError, naming the file, if
    it has other content.
    """
    path = Path(path)
    text = read_text(path)
    try:
        data = json.loads(text)
        if "learner" in data:
            return EasinessRegressor(
                trees=from_xgboost(data),
                features={"type": "constituency"},
                names=CONSTITUENCY_FEATURES,
                provenance={"source": path.name, "sha256": hash_file(path)},
            )
        return EasinessRegressor(
            names=tuple(data["feature_names"]),
            features=dict(data["feature_source"]),
            provenance=dict(data["provenance"]),
            trees=_trees_from_json(data),
        )
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        reason = f"no field {error}" if isinstance(error, KeyError) else error
        raise ValueError(
            f"{path}: not an easiness regressor ({reason}); choose a file that train regressor "
            "wrote"
        ) from None
