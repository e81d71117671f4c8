import json
import logging

import numpy as np
import pytest

from sacrerouge_litepyramid.extraction.boosted_trees import BoostedTrees, RegressionTree
from sacrerouge_litepyramid.extraction.easiness import SHIPPED, EasinessRegressor, load_regressor, save_regressor
from sacrerouge_litepyramid.extraction.features import FEATURES, ConstituencyFeatures, DependencyFeatures

#: short sentences, of fewer than three tokens, are easy
SHORT = BoostedTrees(0.0, (RegressionTree((0, 0, 0), (2.5, 0.9, 0.1), (1, -1, -1), (2, -1, -1)),), len(FEATURES))


@pytest.fixture
def features(tmp_path):
    trees = {"Rome fell": "(S (NNP Rome) (VBD fell))", "Rome never fell": "(S (NNP Rome) (RB never) (VBD fell))"}
    lines = [json.dumps({"sentence": sentence, "tree": tree}) for sentence, tree in trees.items()]
    (tmp_path / "trees.jsonl").write_text("\n".join(lines), "utf-8")
    return ConstituencyFeatures(trees=str(tmp_path / "trees.jsonl"))


@pytest.fixture
def regressor():
    return EasinessRegressor(SHORT, {"type": "constituency", "parser": None}, FEATURES, {"source": "made up"})


def test_predictions(regressor, features):
    predicted = regressor.predict(features, ["Rome never fell", "Rome fell"])
    assert predicted.tolist() == pytest.approx([0.1, 0.9])


def test_save_and_load(regressor, tmp_path):
    save_regressor(regressor, tmp_path / "own.json")
    assert load_regressor(tmp_path / "own.json") == regressor
    assert load_regressor(tmp_path / "own.json").identity() == regressor.identity()
    assert regressor.identity()["source"] == "made up"


def test_a_changed_file_does_not_match_its_checksum(regressor, tmp_path):
    path = tmp_path / "own.json"
    save_regressor(regressor, path)
    path.write_text(path.read_text("utf-8").replace("0.9", "0.8"), "utf-8")
    with pytest.raises(ValueError, match=r"own.json: its checksum is not the one in own.json.sha256"):
        load_regressor(path)


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"learner": {}}', '{"base": 0, "features": 1, "trees": []}'])
def test_other_files_are_errors(text, tmp_path):
    (tmp_path / "other.json").write_text(text, "utf-8")
    with pytest.raises(
        ValueError, match=r"other.json: no easiness regressor .*; give a file that train regressor wrote"
    ):
        load_regressor(tmp_path / "other.json")


def test_other_features_are_an_error(regressor):
    with pytest.raises(
        ValueError, match="trained on features of type 'constituency', but those given are of type 'dep"
    ):
        regressor.check_features(DependencyFeatures())


def test_another_parser_is_a_warning(features, caplog):
    other = EasinessRegressor(SHORT, {"type": "constituency", "parser": {"type": "other"}}, FEATURES)
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
    assert SHIPPED.stat().st_size < 150_000
    assert np.isfinite(regressor.trees.predict(np.zeros((1, len(features.names))))).all()
