import json

import numpy as np
import pytest

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

PAPER = BoostingSettings()


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


def test_a_regressor_learns():
    sentences = collect_sentences(made_up(), Letters())
    settings = BoostingSettings(rounds=100)
    regressor = fit_regressor(sentences, Letters(), settings, {"source": "made up"})
    predicted = regressor.predict(Letters(), ["ab cd ef", "xb cd ef"])
    assert predicted.tolist() == pytest.approx([1.0, 0.5], abs=0.05)
    assert regressor.provenance["source"] == "made up"
    assert regressor.provenance["sentences"] == regressor.provenance["examples"] == 20
    assert regressor.provenance["settings"]["rounds"] == 100


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
    folds = draw_folds(list(data.scus), seed=1)
    quality = cross_validate_regressor(collect_sentences(data, Letters()), folds, PAPER)
    assert quality.mae < 0.05 < quality.mae_mean
    assert quality.mae_mean == pytest.approx(0.25, abs=0.03)


def test_held_out_sentences_are_not_learned_from():
    """The easiness of a sentence is noise, which the easiness of others does not predict."""
    generator = np.random.default_rng(0)
    names = [f"d{index}" for index in range(200)]
    noise = TrainingSentences(np.array(names), np.arange(200.0)[:, None], generator.random(200))
    quality = cross_validate_regressor(noise, draw_folds(names), PAPER)
    assert quality.mae > 0.2


def test_cross_predictions_know_nothing_of_their_own_fold():
    """Whoever has learned from hard sentences alone takes every sentence for hard."""
    data = made_up()
    names = list(data.scus)
    folds = [names[::2], names[1::2]]
    predicted = cross_predict(collect_sentences(data, Letters()), folds, PAPER)
    easy, hard = compute_gold_easiness(data)[:2]
    assert predicted[::2] == pytest.approx(hard, abs=0.02)
    assert predicted[1::2] == pytest.approx(easy, abs=0.02)


@pytest.mark.parametrize("folds", [[["d0"], ["d0", "d1"]], [["d0"], []]])
def test_an_instance_is_in_one_fold(folds):
    data = made_up(2)
    with pytest.raises(ValueError, match="instance 'd[01]' is in [02] folds; put it into one"):
        cross_predict(collect_sentences(data, Letters()), folds, PAPER)


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


@pytest.mark.numbers
def test_quality_on_released_data(released):
    """The figures of docs/extraction.md: better than the mean in error, and in order."""
    _, data, folds, error = released
    quality = cross_validate_regressor(
        collect_sentences(data, DependencyFeatures()), folds, PRESETS["embedded"]
    )
    assert quality.mae <= error < quality.mae_mean
    assert quality.spearman >= 0.25


@pytest.mark.numbers
def test_the_shipped_regressor_is_what_training_gives(released):
    corpus, data, _, _ = released
    shipped = load_regressor()
    if corpus is REALSUMM:
        features = DependencyFeatures()
        sentences = collect_sentences(data, features)
        again = fit_regressor(sentences, features, PRESETS["embedded"], {})
        texts = list(data.texts.values())
        np.testing.assert_allclose(
            again.trees.predict(sentences.features), shipped.predict(features, texts), atol=1e-4
        )
    else:
        predicted = shipped.predict(DependencyFeatures(), list(data.texts.values()))
        assert np.corrcoef(predicted, compute_gold_easiness(data))[0, 1] > 0.25
