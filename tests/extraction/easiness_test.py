import copy
import json
import logging

import numpy as np
import pytest

from sacrerouge_litepyramid.extraction.easiness import (
    SHIPPED_REGRESSOR,
    BoostedTrees,
    EasinessRegressor,
    RegressionTree,
    from_xgboost,
    load_regressor,
    save_regressor,
)
from sacrerouge_litepyramid.extraction.features import (
    CONSTITUENCY_FEATURES,
    ConstituencyFeatures,
    DependencyFeatures,
)

#: short sentences, of fewer than three tokens, are easy
SHORT = BoostedTrees(
    0.0,
    (RegressionTree((0, 0, 0), (2.5, 0.9, 0.1), (1, -1, -1), (2, -1, -1)),),
    len(CONSTITUENCY_FEATURES),
)
STUMP = RegressionTree(
    feature=(1, 0, 0), number=(0.5, -1.0, 2.0), left=(1, -1, -1), right=(2, -1, -1)
)
MODEL = BoostedTrees(
    base=10.0, trees=(STUMP, RegressionTree((0,), (0.25,), (-1,), (-1,))), features=2
)
#: the stump as XGBoost 1.0 writes it
TREE = {
    "split_indices": [1, 0, 0],
    "split_conditions": [0.5, -1.0, 2.0],
    "left_children": [1, -1, -1],
    "right_children": [2, -1, -1],
}
SAVED = {
    "learner": {
        "objective": {"name": "reg:squarederror"},
        "learner_model_param": {"base_score": "1E1", "num_feature": "2"},
        "gradient_booster": {"name": "gbtree", "model": {"trees": [TREE]}},
    }
}


def test_a_value_below_goes_left_and_trees_add_up():
    assert MODEL.predict(np.array([[9.0, 0.4], [9.0, 0.5]])).tolist() == [9.25, 12.25]
    assert MODEL.predict(np.zeros((0, 2))).tolist() == []


def test_xgboosts_files_old_and_new():
    data = copy.deepcopy(SAVED)
    assert from_xgboost(data) == BoostedTrees(10.0, (STUMP,), 2)
    data["learner"]["learner_model_param"]["base_score"] = "[1E1]"
    assert from_xgboost(data).base == 10.0


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"objective": {"name": "binary:logistic"}}, "the objective is 'binary:logistic'"),
        (
            {"gradient_booster": {"name": "dart", "gbtree": {}}},
            "the booster is 'dart', not 'gbtree'",
        ),
    ],
)
def test_other_models_are_errors(changes, message):
    with pytest.raises(ValueError, match=message):
        from_xgboost({"learner": SAVED["learner"] | changes})


def test_predictions_are_those_of_xgboost(shared):
    xgboost = pytest.importorskip("xgboost")
    path = shared / "data" / "lite-pyramid" / "regressors" / "TAC08" / "all_xgb.json"
    matrix = np.random.default_rng(0).poisson(3.0, size=(500, 69)).astype(np.float64)
    expected = xgboost.Booster(model_file=str(path)).predict(xgboost.DMatrix(matrix))
    ours = from_xgboost(json.loads(path.read_text("utf-8"))).predict(matrix)
    assert len(set(expected.tolist())) > 100
    np.testing.assert_array_equal(ours, expected)


@pytest.fixture
def features(tmp_path):
    trees = {
        "Rome fell": "(S (NNP Rome) (VBD fell))",
        "Rome never fell": "(S (NNP Rome) (RB never) (VBD fell))",
    }
    lines = [json.dumps({"sentence": sentence, "tree": tree}) for sentence, tree in trees.items()]
    (tmp_path / "trees.jsonl").write_text("\n".join(lines), "utf-8")
    return ConstituencyFeatures(trees=str(tmp_path / "trees.jsonl"))


@pytest.fixture
def regressor():
    return EasinessRegressor(
        SHORT,
        {"type": "constituency", "parser": None},
        CONSTITUENCY_FEATURES,
        {"source": "made up"},
    )


def test_predictions(regressor, features):
    predicted = regressor.predict(features, ["Rome never fell", "Rome fell"])
    assert predicted.tolist() == pytest.approx([0.1, 0.9])


def test_save_and_load(regressor, tmp_path):
    save_regressor(regressor, tmp_path / "own.json")
    assert load_regressor(tmp_path / "own.json") == regressor
    assert load_regressor(tmp_path / "own.json").identity() == regressor.identity()
    assert regressor.identity()["source"] == "made up"


@pytest.mark.parametrize(
    "text", ["{", "[]", "{}", '{"learner": {}}', '{"base": 0, "features": 1, "trees": []}']
)
def test_other_files_are_errors(text, tmp_path):
    (tmp_path / "other.json").write_text(text, "utf-8")
    with pytest.raises(
        ValueError,
        match=r"other.json: not an easiness regressor .*; choose a file that train regressor wrote",
    ):
        load_regressor(tmp_path / "other.json")


def test_other_features_are_an_error(regressor):
    with pytest.raises(
        ValueError, match="trained on features of type 'constituency', but these are of type 'dep"
    ):
        regressor.check_features(DependencyFeatures())


def test_another_parser_is_a_warning(features, caplog):
    other = EasinessRegressor(
        SHORT, {"type": "constituency", "parser": {"type": "other"}}, CONSTITUENCY_FEATURES
    )
    with caplog.at_level(logging.WARNING):
        other.check_features(features)
    assert "another parser's trees" in caplog.text


def test_names_are_as_many_as_features():
    with pytest.raises(ValueError, match="1 names for 69 features"):
        EasinessRegressor(SHORT, {}, ("tokens",))


@pytest.mark.parametrize("name", ["TAC08/all", *(f"REALSumm/fold{fold}" for fold in range(5))])
def test_the_authors_regressors(name, shared, features):
    regressor = load_regressor(shared / "data" / "lite-pyramid" / "regressors" / f"{name}_xgb.json")
    assert len(regressor.trees.trees) == 40
    predicted = regressor.predict(features, ["Rome fell", "Rome never fell"])
    assert ((predicted > 0) & (predicted < 1)).all()


def test_the_shipped_regressor_fits_the_shipped_parser():
    regressor, features = load_regressor(), DependencyFeatures()
    assert regressor.names == features.names
    assert regressor.features == features.identity()
    assert regressor.provenance["source"] == "REALSumm"
    assert regressor.provenance["licence"].startswith("CC-BY-4.0")
    assert SHIPPED_REGRESSOR.stat().st_size < 150_000
    assert np.isfinite(regressor.trees.predict(np.zeros((1, len(features.names))))).all()
