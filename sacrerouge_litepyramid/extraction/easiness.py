"""The easiness regressor, which predicts for which sentences STUs can replace SCUs: XGBoost's trees without XGBoost."""

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
from sacrerouge_litepyramid.io.files import atomic_write, hash_file, read_text

logger = logging.getLogger(__name__)

#: trained on REALSumm, for the features and the STUs of the embedded parser
SHIPPED_REGRESSOR = Path(__file__).with_name("easiness_regressor.json")
SQUARED_ERROR_OBJECTIVES = ("reg:squarederror", "reg:linear")


class RegressionTree(NamedTuple):
    """The nodes of a tree in parallel tuples, the root first.

    A node whose ``left`` is 0 or more compares the value of ``feature`` with ``number``: values below it go to the node
    ``left``, others to ``right``. Any other node is a leaf with the value ``number``.
    """

    feature: tuple[int, ...]
    number: tuple[float, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]

    def predict(self, matrix: np.ndarray) -> np.ndarray:
        """Return the value of each row, (rows,) of float32, for a matrix (rows, features) of float32."""
        feature, left, right = np.array(self.feature), np.array(self.left), np.array(self.right)
        number = np.array(self.number, dtype=np.float32)
        rows, nodes = np.arange(len(matrix)), np.zeros(len(matrix), dtype=int)
        while (inner := left[nodes] >= 0).any():
            below = matrix[rows, feature[nodes]] < number[nodes]
            nodes = np.where(inner, np.where(below, left[nodes], right[nodes]), nodes)
        return number[nodes]


class BoostedTrees(NamedTuple):
    """``base`` plus the values of all trees, over ``features`` columns; in single precision, as in XGBoost."""

    base: float
    trees: tuple[RegressionTree, ...]
    features: int

    def predict(self, matrix: np.ndarray) -> np.ndarray:
        """Return (rows,) of float32, for a matrix of shape (rows, features)."""
        single = matrix.astype(np.float32)
        total = np.full(len(matrix), self.base, dtype=np.float32)
        for tree in self.trees:
            total += tree.predict(single)
        return total


def from_xgboost(model: Mapping[str, Any]) -> BoostedTrees:
    """Read the trees of a model that XGBoost saved as JSON, version 1.0 (such as the authors') or later.

    Raises ValueError unless the booster is of trees, the objective squared error, and all features are numbers.
    """
    learner = model["learner"]
    objective, booster = learner["objective"]["name"], learner["gradient_booster"]
    name = booster.get("name", "gbtree")
    if name != "gbtree" or "model" not in booster:
        raise ValueError(f"the booster is {name!r}, not 'gbtree'; train with booster='gbtree'")
    if objective not in SQUARED_ERROR_OBJECTIVES:
        raise ValueError(f"the objective is {objective!r}, not squared error; train with 'reg:squarederror'")
    saved = booster["model"]["trees"]
    if any(any(tree.get("split_type", ())) for tree in saved):
        raise ValueError("a tree splits by category, which cannot be read; train on numbers")
    names = ("split_indices", "split_conditions", "left_children", "right_children")
    trees = tuple(RegressionTree(*(tuple(tree[name]) for name in names)) for tree in saved)
    parameters = learner["learner_model_param"]
    # XGBoost 3 writes the base score in brackets.
    return BoostedTrees(float(parameters["base_score"].strip("[]")), trees, int(parameters["num_feature"]))


def _check_trees(model: BoostedTrees) -> BoostedTrees:
    """Return the model; raise ValueError if a node's feature does not exist, or its children do not come after it."""
    for tree in model.trees:
        feature, left, right = (np.array(field, dtype=np.int64) for field in (tree.feature, tree.left, tree.right))
        nodes, inner = np.arange(len(np.array(tree.number, dtype=np.float32))), left >= 0
        if not len(nodes) == len(feature) == len(left) == len(right) > 0:
            raise ValueError("a tree must have a feature, a number and children for each node")
        children = np.stack([left, right], axis=1)[inner]
        if (
            not ((feature >= 0) & (feature < model.features)).all()
            or not ((children > nodes[inner][:, None]) & (children < len(nodes))).all()
        ):
            raise ValueError("a tree names a feature or a node that does not exist")
    return model


def _trees_to_json(model: BoostedTrees) -> dict[str, Any]:
    return {"base": model.base, "features": model.features, "trees": [tree._asdict() for tree in model.trees]}


def _trees_from_json(data: Mapping[str, Any]) -> BoostedTrees:
    trees = (RegressionTree(**{name: tuple(values) for name, values in tree.items()}) for tree in data["trees"])
    return BoostedTrees(float(data["base"]), tuple(trees), int(data["features"]))


@dataclass(frozen=True)
class EasinessRegressor:
    """Boosted trees over named features.

    ``features``: the identity of the features used in training, ``names``: their columns; ``provenance``: the training
    data, JSON-ready.
    """

    trees: BoostedTrees
    features: Mapping[str, Any]
    names: tuple[str, ...]
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.names) != self.trees.features:
            raise ValueError(f"{len(self.names)} names for {self.trees.features} features")

    def predict(self, features: SentenceFeatures, sentences: Sequence[str]) -> np.ndarray:
        """Return the easiness of each sentence, (sentences,); ``features`` must be those used in training."""
        self.check_features(features)
        return self.trees.predict(features.matrix(sentences))

    def check_features(self, features: SentenceFeatures) -> None:
        """Raise ValueError unless the features are those used in training; warn if another parser makes them."""
        if features.names != self.names:
            raise ValueError(
                f"the regressor was trained on features of type {self.features.get('type')!r}, but these are of type "
                f"{features.identity()['type']!r} or of another version; pass the same {name_argument('features')}"
            )
        if self.features.get("parser") not in (None, features.identity().get("parser")):
            logger.warning("the regressor was trained on another parser's trees: %s", self.features["parser"])

    def identity(self) -> dict[str, Any]:
        source = self.provenance.get("source", "unnamed")
        revision = sha256(json.dumps([list(self.names), _trees_to_json(self.trees)]).encode())[:12]
        return {"source": source, "revision": revision, "features": dict(self.features)}


def save_regressor(regressor: EasinessRegressor, path: str | Path) -> None:
    """Write a regressor, and its checksum to PATH.sha256."""
    content = {
        "provenance": dict(regressor.provenance),
        "feature_source": dict(regressor.features),
        "feature_names": list(regressor.names),
        **_trees_to_json(regressor.trees),
    }
    text = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
    with atomic_write(path) as out, atomic_write(f"{path}.sha256") as checksum:
        out.write(text)
        checksum.write(f"{sha256(text.encode('utf-8', 'backslashreplace'))}  {Path(path).name}\n")


def load_regressor(path: str | Path = SHIPPED_REGRESSOR) -> EasinessRegressor:
    """Read a regressor that `train regressor` wrote, or that XGBoost saved as JSON, such as the authors' released ones.

    A regressor of XGBoost must have the paper's 69 features. Raises ValueError, naming the file, if it has other
    content, or if PATH.sha256 exists and does not match.
    """
    text, beside = read_text(path), Path(f"{path}.sha256")
    if beside.is_file() and read_text(beside).split()[:1] != [hash_file(Path(path))]:
        raise ValueError(f"{path}: its checksum does not match {beside.name}; get both files again")
    try:
        data = json.loads(text)
        if isinstance(data, dict) and "learner" in data:
            provenance = {"source": Path(path).name, "sha256": hash_file(Path(path))}
            trees = _check_trees(from_xgboost(data))
            return EasinessRegressor(trees, {"type": "constituency"}, CONSTITUENCY_FEATURES, provenance)
        trees, names = _check_trees(_trees_from_json(data)), tuple(data["feature_names"])
        return EasinessRegressor(trees, dict(data["feature_source"]), names, dict(data["provenance"]))
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        reason = f"no field {error}" if isinstance(error, KeyError) else error
        raise ValueError(
            f"{path}: not an easiness regressor ({reason}); choose a file that train regressor wrote"
        ) from None
