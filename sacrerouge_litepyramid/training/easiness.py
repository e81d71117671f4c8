"""Train and cross-validate the easiness regressor, and rank sentences by it.

Source: Zhang and Bansal 2021, section 3.3.
"""

import importlib.util
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.mixing import easiness
from sacrerouge_litepyramid.core.rouge import rouge1_f1
from sacrerouge_litepyramid.extraction.aligned_units import AlignedUnits
from sacrerouge_litepyramid.extraction.easiness import BoostedTrees, EasinessRegressor, from_xgboost
from sacrerouge_litepyramid.extraction.features import SentenceFeatures
from sacrerouge_litepyramid.statistics.correlations import spearman


@dataclass(frozen=True)
class BoostingSettings:
    """XGBoost's settings.

    The defaults are the paper's, with the default base score of XGBoost at that time.
    """

    rounds: int = 40
    max_depth: int = 3
    eta: float = 0.1
    min_child_weight: float = 1.0
    subsample: float = 1.0
    colsample: float = 1.0
    base_score: float = 0.5
    seed: int = 0


PRESETS = {
    "paper": BoostingSettings(),
    # those of the shipped regressor: weaker learners, chosen on REALSumm's folds
    "embedded": BoostingSettings(
        rounds=100, max_depth=4, eta=0.04, min_child_weight=8.0, subsample=0.5, colsample=0.3
    ),
}


class TrainingSentences(NamedTuple):
    """The sentences of a data set."""

    # the instance id of each, (sentences,)
    instances: np.ndarray
    # (sentences, features)
    features: np.ndarray
    # NaN for a sentence without SCUs, (sentences,)
    easiness: np.ndarray

    @property
    def has_scus(self) -> np.ndarray:
        """Whether a sentence has SCUs, (sentences,)."""
        return ~np.isnan(self.easiness)

    def fit_trees(self, is_chosen: np.ndarray, settings: BoostingSettings) -> BoostedTrees:
        """Fit trees to the chosen ones of the sentences with SCUs; ``is_chosen``: (sentences,)."""
        is_used = is_chosen & self.has_scus
        return fit_trees(self.features[is_used], self.easiness[is_used], settings)


class Quality(NamedTuple):
    """The quality of predictions for held-out sentences, averaged over folds."""

    # the mean absolute error
    mae: float
    # NaN if undefined in a fold
    spearman: float
    # the error if the mean of the training sentences is predicted
    mae_mean: float


def compute_gold_easiness(data: AlignedUnits) -> np.ndarray:
    """Return the easiness of the sentences by stemmed ROUGE-1, (sentences,).

    It is NaN for a sentence without SCUs.
    """
    return np.array([easiness(units, rouge1_f1) for units in data.sentences.values()])


def collect_sentences(data: AlignedUnits, features: SentenceFeatures) -> TrainingSentences:
    """Return the sentences of a data set; raise ValueError if none has an SCU."""
    instances = np.array([key.instance_id for key in data.sentences])
    gold = compute_gold_easiness(data)
    if np.isnan(gold).all():
        raise ValueError("no sentence has an SCU; training needs SCUs")
    texts = [data.texts[key] for key in data.sentences]
    return TrainingSentences(instances, features.matrix(texts), gold)


def fit_trees(features: np.ndarray, target: np.ndarray, settings: BoostingSettings) -> BoostedTrees:
    """Fit trees to features (sentences, features) and easiness (sentences,).

    The same input gives the same trees. Raises ValueError for settings that XGBoost refuses.
    """
    import xgboost

    parameters = asdict(settings)
    rounds = parameters.pop("rounds")
    parameters["colsample_bytree"] = parameters.pop("colsample")
    parameters |= {"objective": "reg:squarederror", "tree_method": "exact", "nthread": 1}
    data = xgboost.DMatrix(features, label=target)
    booster = xgboost.train(parameters, data, num_boost_round=rounds)
    return from_xgboost(json.loads(bytes(booster.save_raw("json"))))


def fit_regressor(
    sentences: TrainingSentences,
    features: SentenceFeatures,
    settings: BoostingSettings,
    provenance: Mapping[str, Any],
) -> EasinessRegressor:
    """Train a regressor on all sentences with SCUs.

    Its provenance records their number and the settings.
    """
    has_scus = sentences.has_scus
    facts = {
        **provenance,
        "examples": len(np.unique(sentences.instances[has_scus])),
        "sentences": int(has_scus.sum()),
        "settings": asdict(settings),
    }
    trees = sentences.fit_trees(has_scus, settings)
    return EasinessRegressor(trees, features.identity(), features.names, facts)


def cross_predict(
    sentences: TrainingSentences, folds: Sequence[Sequence[str]], settings: BoostingSettings
) -> np.ndarray:
    """Predict each sentence's easiness, (sentences,), by a regressor trained on the other folds.

    ``folds``: lists of instance ids. Raises ValueError if an instance is not in exactly one.
    """
    counts = Counter(chain.from_iterable(folds))
    for instance in sentences.instances.tolist():
        if counts[instance] != 1:
            raise ValueError(
                f"instance {instance!r} is in {counts[instance]} folds; put it into one"
            )
    predicted = np.full(len(sentences.instances), np.nan)
    for fold in folds:
        is_test = np.isin(sentences.instances, fold)
        trees = sentences.fit_trees(~is_test, settings)
        predicted[is_test] = trees.predict(sentences.features[is_test])
    return predicted


def cross_validate_regressor(
    sentences: TrainingSentences, folds: Sequence[Sequence[str]], settings: BoostingSettings
) -> Quality:
    """Measure how well regressors trained on the other folds predict each fold."""
    predicted = cross_predict(sentences, folds, settings)
    has_scus = sentences.has_scus
    rows = []
    for fold in folds:
        is_test = np.isin(sentences.instances, fold)
        is_measured = is_test & has_scus
        if not is_measured.any():
            continue
        gold = sentences.easiness[is_measured]
        ours = predicted[is_measured]
        mean = sentences.easiness[has_scus & ~is_test].mean()
        rows.append(
            [
                np.abs(ours - gold).mean(),
                spearman(ours[None], gold[None])[0],
                np.abs(mean - gold).mean(),
            ]
        )
    return Quality(*np.mean(rows, axis=0).tolist())


def require_xgboost() -> None:
    """Raise ImportError with the line that installs XGBoost if it is missing."""
    if importlib.util.find_spec("xgboost") is None:
        raise ImportError(
            "training the easiness regressor needs XGBoost: pip install "
            '"sacrerouge-litepyramid[lite2x]"'
        )


#: the score of sentences without gold easiness, which have no SCUs, so that they come last
SCORE_WITHOUT_GOLD = -1.0
#: the rankings that need a regressor
BY_REGRESSOR = ("regressor", "reverse")
RANKINGS = (*BY_REGRESSOR, "random", "shortest", "oracle")


def rank_sentences(
    name: str, data: AlignedUnits, predicted: np.ndarray | None = None, seed: int = 0
) -> np.ndarray:
    """Return a score for each sentence of the data, (sentences,).

    Sentences with the highest scores are replaced first. The ranking ``name`` is "regressor":
    easiest by ``predicted``, (sentences,), first; "reverse": hardest first; "random": by ``seed``;
    "shortest": fewest words first; or "oracle": easiest by gold easiness first, which needs the
    SCUs that the mix should save. Raises ValueError if the name is unknown.
    """
    if name in BY_REGRESSOR:
        assert predicted is not None, "a ranking by regressor needs its predictions"
        return predicted.astype(np.float64) * (1 if name == "regressor" else -1)
    if name == "random":
        return np.random.default_rng(seed).random(len(data.sentences))
    if name == "shortest":
        return np.array([-len(text.split()) for text in data.texts.values()], dtype=np.float64)
    if name == "oracle":
        return np.nan_to_num(compute_gold_easiness(data), nan=SCORE_WITHOUT_GOLD)
    raise ValueError(f"the selection {name!r} is unknown; known: {', '.join(RANKINGS)}")
