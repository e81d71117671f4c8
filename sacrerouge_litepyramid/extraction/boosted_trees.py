"""Boosted regression trees that XGBoost trained and saved, read and applied without XGBoost."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

OBJECTIVES = ("reg:squarederror", "reg:linear")


@dataclass(frozen=True)
class RegressionTree:
    """The nodes of a tree in parallel tuples, the root first.

    A node with ``left`` of 0 or more compares the value of ``feature`` with ``number``: values below it go to the node
    ``left``, others to ``right``. Any other node is a leaf with the value ``number``.
    """

    feature: tuple[int, ...]
    number: tuple[float, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]

    def __post_init__(self) -> None:
        sizes = {len(self.feature), len(self.number), len(self.left), len(self.right)}
        if len(sizes) > 1 or not self.feature:
            raise ValueError("a tree needs one node at least, and as many features and numbers as nodes")
        for node, (left, right) in enumerate(zip(self.left, self.right, strict=True)):
            # Children come after their parent, so every walk ends.
            if left >= 0 and not (node < left < len(self.left) and node < right < len(self.left)):
                raise ValueError(f"node {node} of a tree has the children {left} and {right}, which are not behind it")

    def predict(self, matrix: np.ndarray) -> np.ndarray:
        """Return one value a row, (rows,) of float32, for a matrix (rows, features) of float32."""
        left, right, number = np.array(self.left), np.array(self.right), np.array(self.number, dtype=np.float32)
        feature = np.array(self.feature)
        rows, nodes = np.arange(len(matrix)), np.zeros(len(matrix), dtype=int)
        while (inner := left[nodes] >= 0).any():
            below = matrix[rows, feature[nodes]] < number[nodes]
            nodes = np.where(inner, np.where(below, left[nodes], right[nodes]), nodes)
        return number[nodes]


@dataclass(frozen=True)
class BoostedTrees:
    """``base`` plus the values of all trees, over ``features`` columns; in single precision, as in XGBoost."""

    base: float
    trees: tuple[RegressionTree, ...]
    features: int

    def __post_init__(self) -> None:
        used = [index for tree in self.trees for index in tree.feature]
        if used and not 0 <= min(used) <= max(used) < self.features:
            raise ValueError(f"a tree asks for feature {max(used)} of {self.features}")

    def predict(self, matrix: np.ndarray) -> np.ndarray:
        """Return (rows,) of float32. Raises ValueError for a matrix of another width or with missing values."""
        if matrix.ndim != 2 or matrix.shape[1] != self.features:
            raise ValueError(f"a matrix of shape (rows, {self.features}) was expected, not {matrix.shape}")
        if not np.isfinite(matrix).all():
            raise ValueError("a feature is not finite; every sentence needs all its features")
        single = matrix.astype(np.float32)
        total = np.full(len(matrix), self.base, dtype=np.float32)
        for tree in self.trees:
            total += tree.predict(single)
        return total


def from_xgboost(model: Any) -> BoostedTrees:
    """Read the trees of a model that XGBoost saved as JSON, version 1.0 (such as the authors') or later.

    Raises ValueError for another booster than trees, another objective than squared error, or categories.
    """
    try:
        learner = model["learner"]
        objective = learner["objective"]["name"]
        booster = learner["gradient_booster"]
        name = booster.get("name", "gbtree")
        if name != "gbtree" or "model" not in booster:
            raise ValueError(f"booster {name!r}; only that of plain trees is read: train with booster='gbtree'")
        if objective not in OBJECTIVES:
            raise ValueError(f"objective {objective!r}; only squared error is read: train with 'reg:squarederror'")
        trees = tuple(_tree(data) for data in booster["model"]["trees"])
        parameters = learner["learner_model_param"]
        # XGBoost 3 writes the base score in brackets.
        return BoostedTrees(float(parameters["base_score"].strip("[]")), trees, int(parameters["num_feature"]))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not a model that XGBoost saved as JSON ({error!r})") from None


def to_json(model: BoostedTrees) -> dict[str, Any]:
    trees = [
        {name: list(getattr(tree, name)) for name in ("feature", "number", "left", "right")} for tree in model.trees
    ]
    return {"base": model.base, "features": model.features, "trees": trees}


def from_json(data: Any) -> BoostedTrees:
    """Read what `to_json` wrote. Raises ValueError for anything else."""
    try:
        trees = tuple(
            RegressionTree(**{name: tuple(values) for name, values in tree.items()}) for tree in data["trees"]
        )
        return BoostedTrees(float(data["base"]), trees, int(data["features"]))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not boosted trees ({error!r})") from None


def _tree(data: dict[str, Any]) -> RegressionTree:
    if any(data.get("split_type", ())):
        raise ValueError("a tree splits by category; only numbers are read")
    left, right = data["left_children"], data["right_children"]
    return RegressionTree(
        _to_integers(data["split_indices"]), tuple(data["split_conditions"]), _to_integers(left), _to_integers(right)
    )


def _to_integers(values: Sequence[Any]) -> tuple[int, ...]:
    return tuple(int(value) for value in values)
