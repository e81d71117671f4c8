import copy

import numpy as np
import pytest

from sacrerouge_litepyramid.extraction.boosted_trees import (
    BoostedTrees,
    RegressionTree,
    from_json,
    from_xgboost,
    to_json,
)

STUMP = RegressionTree(feature=(1, 0, 0), number=(0.5, -1.0, 2.0), left=(1, -1, -1), right=(2, -1, -1))
MODEL = BoostedTrees(base=10.0, trees=(STUMP, RegressionTree((0,), (0.25,), (-1,), (-1,))), features=2)


def saved():
    """The stump as XGBoost 1.0 writes it."""
    tree = {
        "split_indices": [1, 0, 0],
        "split_conditions": [0.5, -1.0, 2.0],
        "left_children": [1, -1, -1],
        "right_children": [2, -1, -1],
        "split_type": [0, 0, 0],
    }
    return {
        "learner": {
            "objective": {"name": "reg:squarederror"},
            "learner_model_param": {"base_score": "1E1", "num_feature": "2"},
            "gradient_booster": {"name": "gbtree", "model": {"trees": [tree]}},
        }
    }


def test_a_value_below_goes_left_and_trees_add_up():
    assert MODEL.predict(np.array([[9.0, 0.4], [9.0, 0.5]])).tolist() == [9.25, 12.25]


def test_no_rows():
    assert MODEL.predict(np.zeros((0, 2))).tolist() == []


def test_json_and_back():
    assert from_json(to_json(MODEL)) == MODEL


def test_xgboosts_files_old_and_new():
    data = saved()
    assert from_xgboost(data) == BoostedTrees(10.0, (STUMP,), 2)
    data["learner"]["learner_model_param"]["base_score"] = "[1E1]"
    assert from_xgboost(data).base == 10.0


def changed(*path, value):
    data = copy.deepcopy(saved())
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return data


@pytest.mark.parametrize(
    "data, message",
    [
        (changed("learner", "objective", "name", value="binary:logistic"), "objective 'binary:logistic'"),
        (changed("learner", "gradient_booster", "name", value="dart"), "booster 'dart'; only that of plain trees"),
        (changed("learner", "gradient_booster", value={"name": "dart", "gbtree": {}}), "booster 'dart'"),
        (changed("learner", "gradient_booster", "model", "trees", 0, "split_type", value=[1, 0, 0]), "by category"),
        (changed("learner", "gradient_booster", "model", "trees", 0, "left_children", value=[0, -1, -1]), "node 0"),
        (changed("learner", "learner_model_param", "num_feature", value="1"), "asks for feature 1 of 1"),
        ({"learner": {}}, "not a model that XGBoost saved"),
        ([], "not a model that XGBoost saved"),
    ],
)
def test_other_models_are_errors(data, message):
    with pytest.raises(ValueError, match=message):
        from_xgboost(data)


@pytest.mark.parametrize("data", [[], {}, {"base": 0, "features": 1, "trees": [{"left": [-1]}]}])
def test_other_json_is_an_error(data):
    with pytest.raises(ValueError, match="not boosted trees"):
        from_json(data)


@pytest.mark.parametrize("lists", [((), (), (), ()), ((0,), (1.0, 2.0), (-1,), (-1,))])
def test_a_tree_has_nodes_of_one_number(lists):
    with pytest.raises(ValueError, match="one node at least"):
        RegressionTree(*lists)


def test_wrong_matrices_are_errors():
    with pytest.raises(ValueError, match=r"shape \(rows, 2\)"):
        MODEL.predict(np.zeros((1, 3)))
    with pytest.raises(ValueError, match="not finite"):
        MODEL.predict(np.array([[0.0, np.nan]]))


def test_predictions_are_those_of_xgboost(shared):
    xgboost = pytest.importorskip("xgboost")
    import json

    path = shared / "data" / "lite-pyramid" / "regressors" / "TAC08" / "all_xgb.json"
    matrix = np.random.default_rng(0).poisson(3.0, size=(500, 69)).astype(np.float64)
    booster = xgboost.Booster(model_file=str(path))
    expected = booster.predict(xgboost.DMatrix(matrix))
    ours = from_xgboost(json.loads(path.read_text("utf-8"))).predict(matrix)
    assert len(set(expected.tolist())) > 100
    np.testing.assert_array_equal(ours, expected)
