"""Train and cross-validate the easiness regressor, and rank sentences by it.

Source: Zhang and Bansal 2021, section 3.3.
"""

import importlib.util
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import compress
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.mixing import SentenceKey, easiness
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

    def __post_init__(self) -> None:
        for name, minimum in (
            ("rounds", 1),
            ("max_depth", 1),
            ("min_child_weight", 0),
            ("seed", 0),
        ):
            if not minimum <= getattr(self, name) < math.inf:
                raise ValueError(
                    f"{name} must be finite and at least {minimum}, not {getattr(self, name)}"
                )
        for name in ("eta", "subsample", "colsample"):
            if not 0 < getattr(self, name) <= 1:
                raise ValueError(f"{name} must be above 0 and at most 1, not {getattr(self, name)}")
        if not math.isfinite(self.base_score):
            raise ValueError(f"base_score must be finite, not {self.base_score}")


PRESETS = {
    "paper": BoostingSettings(),
    # those of the shipped regressor: weaker learners, chosen on REALSumm's folds
    "embedded": BoostingSettings(
        rounds=100, max_depth=4, eta=0.04, min_child_weight=8.0, subsample=0.5, colsample=0.3
    ),
}


class TrainingSentences(NamedTuple):
    """Sentences with SCUs."""

    keys: tuple[SentenceKey, ...]
    # (sentences, features)
    features: np.ndarray
    # (sentences,)
    easiness: np.ndarray
    # the numbers of words, (sentences,)
    lengths: np.ndarray


class Quality(NamedTuple):
    """The quality of predictions for held-out sentences, averaged over folds.

    A correlation is NaN if it is undefined in a fold.
    """

    sentences: int
    # the mean absolute error
    mae: float
    spearman: float
    # the error if the mean of the training sentences is predicted
    mae_mean: float
    # the same figures of predictions from the sentence's length alone
    mae_length: float
    spearman_length: float


def compute_gold_easiness(data: AlignedUnits) -> np.ndarray:
    """Return the easiness of the sentences by stemmed ROUGE-1, (sentences,).

    It is NaN for a sentence without SCUs.
    """
    return np.array([easiness(units, rouge1_f1) for units in data.sentences.values()])


def collect_sentences(data: AlignedUnits, features: SentenceFeatures) -> TrainingSentences:
    """Return the sentences with SCUs; raise ValueError if there are none."""
    gold = compute_gold_easiness(data)
    has_gold = ~np.isnan(gold)
    if not has_gold.any():
        raise ValueError("no sentence has an SCU; training needs SCUs")
    keys = tuple(compress(data.sentences, has_gold))
    texts = [data.texts[key] for key in keys]
    lengths = np.array([len(text.split()) for text in texts], dtype=np.float64)
    return TrainingSentences(keys, features.matrix(texts), gold[has_gold], lengths)


def fit_trees(
    features: np.ndarray, target: np.ndarray, settings: BoostingSettings | None = None
) -> BoostedTrees:
    """Fit trees to features (sentences, features) and easiness (sentences,).

    The same input gives the same trees.
    """
    settings = settings or BoostingSettings()
    require_xgboost()
    import xgboost

    parameters = asdict(settings)
    rounds = parameters.pop("rounds")
    parameters["colsample_bytree"] = parameters.pop("colsample")
    parameters |= {"objective": "reg:squarederror", "tree_method": "exact", "nthread": 1}
    data = xgboost.DMatrix(features, label=target)
    booster = xgboost.train(parameters, data, num_boost_round=rounds)
    return from_xgboost(json.loads(bytes(booster.save_raw("json"))))


def fit_regressor(
    data: AlignedUnits,
    features: SentenceFeatures,
    settings: BoostingSettings | None = None,
    provenance: Mapping[str, Any] | None = None,
) -> EasinessRegressor:
    """Train a regressor on all sentences with SCUs.

    Its provenance records their number and the settings.
    """
    settings = settings or BoostingSettings()
    sentences = collect_sentences(data, features)
    facts = {
        **(provenance or {}),
        "examples": len({key.instance_id for key in sentences.keys}),
        "sentences": len(sentences.keys),
        "settings": asdict(settings),
    }
    trees = fit_trees(sentences.features, sentences.easiness, settings)
    return EasinessRegressor(trees, features.identity(), features.names, facts)


def cross_predict(
    data: AlignedUnits,
    features: SentenceFeatures,
    folds: Sequence[Sequence[str]],
    settings: BoostingSettings | None = None,
) -> np.ndarray:
    """Predict each sentence's easiness, (sentences,), by a regressor trained on the other folds."""
    sentences = collect_sentences(data, features)
    matrix = features.matrix([data.texts[key] for key in data.sentences])
    predicted = np.full(len(matrix), np.nan)
    for fold in _check_folds(folds, {key.instance_id for key in data.sentences}):
        is_training = ~_is_in_fold(sentences.keys, fold)
        trees = fit_trees(
            sentences.features[is_training], sentences.easiness[is_training], settings
        )
        is_test = _is_in_fold(tuple(data.sentences), fold)
        predicted[is_test] = trees.predict(matrix[is_test])
    return predicted


def cross_validate_regressor(
    sentences: TrainingSentences,
    folds: Sequence[Sequence[str]],
    settings: BoostingSettings | None = None,
) -> Quality:
    """Measure how well regressors trained on the other folds predict each fold.

    ``folds``: lists of instance ids. Raises ValueError if there are fewer than two folds, or an
    instance is not in exactly one fold.
    """
    rows = []
    for fold in _check_folds(folds, {key.instance_id for key in sentences.keys}):
        is_test = _is_in_fold(sentences.keys, fold)
        if is_test.any():
            rows.append(_measure_fold(sentences, is_test, settings))
    return Quality(len(sentences.keys), *np.mean(rows, axis=0).tolist())


def _measure_fold(
    sentences: TrainingSentences, is_test: np.ndarray, settings: BoostingSettings | None
) -> list[float]:
    """Return the quality of predictions for one fold: the fields of `Quality` from ``mae`` on."""
    gold = sentences.easiness[is_test]
    known = sentences.easiness[~is_test]
    trees = fit_trees(sentences.features[~is_test], known, settings)
    predicted = trees.predict(sentences.features[is_test])
    line = _predict_by_line(sentences.lengths[~is_test], known, sentences.lengths[is_test])
    return [
        _measure_error(predicted, gold),
        _correlate(predicted, gold),
        _measure_error(np.full(len(gold), known.mean()), gold),
        _measure_error(line, gold),
        _correlate(line, gold),
    ]


def _predict_by_line(
    lengths: np.ndarray, known: np.ndarray, test_lengths: np.ndarray
) -> np.ndarray:
    """Return the values at other lengths of the least-squares line through (lengths, known).

    The line is flat for equal lengths.
    """
    deviations = lengths - lengths.mean()
    spread = float((deviations**2).sum())
    slope = float((deviations * known).sum()) / spread if spread else 0.0
    return known.mean() + slope * (test_lengths - lengths.mean())


def _measure_error(predicted: np.ndarray, gold: np.ndarray) -> float:
    return float(np.abs(predicted - gold).mean())


def _correlate(predicted: np.ndarray, gold: np.ndarray) -> float:
    return float(spearman(predicted[None, :].astype(np.float64), gold[None, :])[0])


def _is_in_fold(keys: Sequence[SentenceKey], fold: Sequence[str]) -> np.ndarray:
    names = set(fold)
    return np.array([key.instance_id in names for key in keys], dtype=bool)


def _check_folds(folds: Sequence[Sequence[str]], instances: set[str]) -> Sequence[Sequence[str]]:
    names = [name for fold in folds for name in fold]
    if len(folds) < 2 or len(names) > len(set(names)):
        raise ValueError(
            "folds must be two or more lists, with each instance in only one list, not "
            f"{folds!r:.80}"
        )
    missing = sorted(instances - set(names))
    if missing:
        raise ValueError(
            f"{len(missing)} instances are not in any fold, the first is {missing[0]!r}; add them"
        )
    return folds


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
    SCUs that the mix should save. Raises ValueError if the name is unknown, the seed is negative,
    or a ranking by regressor lacks predictions.
    """
    if name in BY_REGRESSOR:
        if predicted is None:
            raise ValueError(f"the selection {name!r} needs the predictions of a regressor")
        return predicted.astype(np.float64) * (1 if name == "regressor" else -1)
    if name == "random":
        if seed < 0:
            raise ValueError(f"seed must be at least 0, not {seed}")
        return np.random.default_rng(seed).random(len(data.sentences))
    if name == "shortest":
        return np.array([-len(text.split()) for text in data.texts.values()], dtype=np.float64)
    if name == "oracle":
        return np.nan_to_num(compute_gold_easiness(data), nan=SCORE_WITHOUT_GOLD)
    raise ValueError(f"the selection {name!r} is unknown; known: {', '.join(RANKINGS)}")
