import json

import numpy as np
import pytest

from sacrerouge_litepyramid.core.mixing import SentenceKey
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.corpora.litepyramid import PYRXSUM, REALSUMM
from sacrerouge_litepyramid.extraction.aligned_units import align_data_set
from sacrerouge_litepyramid.extraction.easiness import load_regressor
from sacrerouge_litepyramid.extraction.features import DependencyFeatures, SentenceFeatures
from sacrerouge_litepyramid.io.folds import draw_folds
from sacrerouge_litepyramid.training.easiness import (
    PRESETS,
    BoostingSettings,
    TrainingSentences,
    collect_sentences,
    compute_gold_easiness,
    cross_predict,
    cross_validate_regressor,
    fit_regressor,
    fit_trees,
)
from sacrerouge_litepyramid.training.mixing import read_aligned_units

pytest.importorskip("xgboost", reason="training needs XGBoost")


@SentenceFeatures.register("letters")
class Letters(SentenceFeatures):
    names = ("a", "letters")

    def matrix(self, sentences):
        return np.array([[text.count("a"), len(text)] for text in sentences], dtype=float).reshape(
            -1, 2
        )

    def identity(self):
        return {"type": "letters"}


def made_up(instances=20):
    """Sentences with an "a" are easy: their STU is their SCU."""
    names = [f"d{index}" for index in range(instances)]
    easy = {name: index % 2 == 0 for index, name in enumerate(names)}
    references = {name: [["ab cd ef" if easy[name] else "xb cd ef"]] for name in names}
    scus = {name: [Unit("cd ef", sentence=0)] for name in names}
    stus = {
        name: [Unit("cd ef" if easy[name] else "xb cd", kind="stu", sentence=0)] for name in names
    }
    return align_data_set(references, scus, stus)


def test_gold_easiness_is_stemmed_rouge():
    stus = [Unit("A dog barked", kind="stu", sentence=0), Unit("y", kind="stu", sentence=1)]
    data = align_data_set(
        {"a": [["x", "y"]]}, {"a": [Unit("dogs barking", sentence=0)]}, {"a": stus}
    )
    assert compute_gold_easiness(data).tolist() == pytest.approx([0.8, np.nan], nan_ok=True)
    assert collect_sentences(data, Letters()).keys == (SentenceKey("a", 0, 0),)


def test_a_regressor_learns():
    regressor = fit_regressor(
        made_up(), Letters(), BoostingSettings(rounds=100), {"source": "made up"}
    )
    predicted = regressor.predict(Letters(), ["ab cd ef", "xb cd ef"])
    assert predicted.tolist() == pytest.approx([1.0, 0.5], abs=0.05)
    assert regressor.provenance["source"] == "made up"
    assert regressor.provenance["sentences"] == regressor.provenance["examples"] == 20
    assert regressor.provenance["settings"]["rounds"] == 100


def test_the_papers_settings_are_the_default():
    assert (BoostingSettings().max_depth, BoostingSettings().eta, BoostingSettings().rounds) == (
        3,
        0.1,
        40,
    )


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"rounds": 0}, "rounds must be finite and at least 1, not 0"),
        ({"max_depth": 0}, "max_depth must be finite and at least 1, not 0"),
        ({"seed": -1}, "seed must be finite and at least 0, not -1"),
        (
            {"min_child_weight": float("inf")},
            "min_child_weight must be finite and at least 0, not inf",
        ),
        ({"eta": float("nan")}, "eta must be above 0 and at most 1, not nan"),
        ({"subsample": 0}, "subsample must be above 0 and at most 1, not 0"),
        ({"colsample": 1.5}, "colsample must be above 0 and at most 1, not 1.5"),
        ({"base_score": float("nan")}, "base_score must be finite, not nan"),
    ],
)
def test_settings_that_teach_nothing_are_errors(setting, message):
    with pytest.raises(ValueError, match=message):
        BoostingSettings(**setting)


def test_subsamples_depend_on_the_seed():
    features, target = (
        np.random.default_rng(0).normal(size=(50, 3)),
        np.random.default_rng(1).random(50),
    )
    first, second = (
        fit_trees(features, target, BoostingSettings(subsample=0.5, seed=seed)) for seed in (0, 1)
    )
    assert first != second


def test_cross_validation_reports_the_regressor_and_its_baselines():
    data = made_up()
    quality = cross_validate_regressor(
        collect_sentences(data, Letters()), draw_folds(list(data.scus), seed=1)
    )
    assert quality.sentences == 20
    assert quality.mae < 0.05 < quality.mae_mean
    assert quality.mae_mean == pytest.approx(0.25, abs=0.03)


def test_held_out_sentences_are_not_learned_from():
    """The easiness of a sentence is noise, which the easiness of others does not predict."""
    generator = np.random.default_rng(0)
    keys = tuple(SentenceKey(f"d{index}", 0, 0) for index in range(200))
    noise = TrainingSentences(keys, np.arange(200.0)[:, None], generator.random(200), np.ones(200))
    quality = cross_validate_regressor(noise, draw_folds([key.instance_id for key in keys]))
    assert quality.mae > 0.2
    assert np.isnan(quality.spearman_length)


def test_cross_predictions_know_nothing_of_their_own_fold():
    """Whoever has learned from hard sentences alone takes every sentence for hard."""
    data = made_up()
    names = list(data.scus)
    predicted = cross_predict(data, Letters(), [names[::2], names[1::2]])
    easy, hard = compute_gold_easiness(data)[:2]
    assert predicted[::2] == pytest.approx(hard, abs=0.02)
    assert predicted[1::2] == pytest.approx(easy, abs=0.02)


@pytest.mark.parametrize(
    "folds, message",
    [
        ([["d0", "d1"]], "two or more"),
        ([["d0"], ["d0", "d1"]], "in only one list"),
        ([["d0"], []], "1 instances are not in any fold"),
    ],
)
def test_wrong_folds_are_errors(folds, message):
    data = made_up(2)
    with pytest.raises(ValueError, match=message):
        cross_validate_regressor(collect_sentences(data, Letters()), folds)
    with pytest.raises(ValueError, match=message):
        cross_predict(data, Letters(), folds)


def test_no_scu_is_an_error():
    with pytest.raises(ValueError, match="no sentence has an SCU"):
        collect_sentences(
            align_data_set({"a": ["x"]}, {"a": []}, {"a": [Unit("x", kind="stu", sentence=0)]}),
            Letters(),
        )


@pytest.fixture(
    scope="module", params=[(REALSUMM, 0.122), (PYRXSUM, 0.094)], ids=["REALSumm", "PyrXSum"]
)
def released(request, released_corpus):
    """Return aligned units (STUs by the embedded extractor), folds, and the largest error."""
    pytest.importorskip("spacy", reason="the embedded parser needs spaCy")
    corpus, error = request.param
    folder = released_corpus(corpus)
    data = read_aligned_units(str(folder / "summaries.jsonl"), str(folder / "scus.jsonl"))
    folds = json.loads((folder / "folds.json").read_text("utf-8"))["by_documents"]
    return corpus, data, folds, error


def test_quality_on_released_data(released):
    """The figures of docs/extraction.md: better than the mean in error, and in order."""
    _, data, folds, error = released
    quality = cross_validate_regressor(
        collect_sentences(data, DependencyFeatures()), folds, PRESETS["embedded"]
    )
    assert quality.mae <= error < quality.mae_mean
    assert quality.spearman >= 0.25 > quality.spearman_length


def test_the_shipped_regressor_is_what_training_gives(released):
    corpus, data, _, _ = released
    shipped = load_regressor()
    if corpus is REALSUMM:
        features = DependencyFeatures()
        again = fit_regressor(data, features, PRESETS["embedded"]).trees.predict(
            features.matrix(list(data.texts.values()))
        )
        np.testing.assert_allclose(
            again, shipped.predict(features, list(data.texts.values())), atol=1e-4
        )
    else:
        predicted = shipped.predict(DependencyFeatures(), list(data.texts.values()))
        assert np.corrcoef(predicted, compute_gold_easiness(data))[0, 1] > 0.25
