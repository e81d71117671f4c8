"""Options of commands that mix SCUs and STUs: the units, the easiness regressor and its features."""

import argparse
from dataclasses import asdict
from typing import Any

import numpy as np

from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.extraction.aligned_units import AlignedUnits
from sacrerouge_litepyramid.extraction.easiness import SHIPPED, EasinessRegressor, load_regressor
from sacrerouge_litepyramid.extraction.features import SentenceFeatures
from sacrerouge_litepyramid.io.folds import read_folds
from sacrerouge_litepyramid.registry import build, explain_unknown_name, read_description
from sacrerouge_litepyramid.training.easiness import (
    BY_REGRESSOR,
    PRESETS,
    BoostingSettings,
    cross_predict,
    rank_sentences,
    require_xgboost,
)
from sacrerouge_litepyramid.training.mixing import (  # noqa: F401 (for the commands that take these options)
    find_references,
    read_mixable,
    read_references_and_stus,
)

#: the files of references in FOLDER, the first that is there
REFERENCE_FILES = ("summaries.jsonl", "references.jsonl")


def add_unit_options(parser: CommandParser) -> None:
    """Add the options of the STUs: their file, or the extractor that makes them."""
    parser.add_input("--stus", help="stus.jsonl; without it the extractor makes the STUs")
    parser.add_component("--extractor", default="dependency", help="Name (dependency, srl, sentence) or JSON")


def add_features(parser: CommandParser) -> None:
    """Add the option of the regressor's features."""
    parser.add_component(
        "--features",
        help="Sentence features, name or JSON: dependency (default), or "
        '{"type": "constituency", "trees": FILE} with lines of {"sentence", "tree"}',
    )


def add_regressor_options(parser: CommandParser, folds: bool = True) -> None:
    """Add the options of an easiness regressor and its features; with ``folds``, of regressors for each fold too."""
    parser.add_input("--regressor", help="JSON of `train regressor` or the authors'; by default the shipped one")
    if folds:
        parser.add_input("--folds", help="folds.json: predict each fold's sentences by a regressor of the other folds")
    add_features(parser)


def build_features(args: argparse.Namespace, default: str = "dependency") -> SentenceFeatures:
    return build(SentenceFeatures, args.features or default)


def build_regressor(args: argparse.Namespace) -> tuple[EasinessRegressor, SentenceFeatures]:
    """Return the regressor of ``args.regressor`` (by default the shipped one) and features of its kind."""
    regressor = load_regressor(args.regressor or SHIPPED)
    features = build_features(args, default=str(regressor.features.get("type", "dependency")))
    regressor.check_features(features)
    return regressor, features


def read_boosting(description: str) -> tuple[str, dict[str, Any]]:
    """Return the preset of XGBoost's settings that a name or JSON starts from, and the settings, without the seed."""
    given = read_description(description, "--settings")
    preset = given.pop("type", "paper")
    if preset not in PRESETS:
        raise ValueError(explain_unknown_name("--settings: the type", preset, PRESETS))
    return preset, {**{name: value for name, value in asdict(PRESETS[preset]).items() if name != "seed"}, **given}


def check_regressor_options(args: argparse.Namespace) -> None:
    """Raise ValueError for both a regressor and folds, and where folds are given and XGBoost is missing."""
    if args.regressor and args.folds:
        raise ValueError("--regressor and --folds exclude each other: folds train regressors of their own")
    if args.folds:
        require_xgboost()


def predict_easiness(
    args: argparse.Namespace, data: AlignedUnits, settings: BoostingSettings
) -> tuple[np.ndarray, dict[str, Any]]:
    """Return the predicted easiness of the sentences, (sentences,), and the regressor's identity for the signature.

    ``settings``: of the regressors that are trained on the other folds, where folds are given.
    """
    if args.folds:
        features = build_features(args)
        predicted = cross_predict(data, features, read_folds(args.folds), settings)
        return predicted, {"source": "the other folds of the same data", "features": features.identity()}
    regressor, features = build_regressor(args)
    return regressor.predict(features, list(data.texts.values())), regressor.identity()


def score_sentences(
    args: argparse.Namespace, data: AlignedUnits
) -> tuple[np.ndarray, np.ndarray | None, dict[str, Any] | None]:
    """Return the scores of the sentences by ``args.selection``; of a regressor also its predictions and identity."""
    if args.selection not in BY_REGRESSOR:
        return rank_sentences(args.selection, data, seed=args.seed), None, None
    regressor, features = build_regressor(args)
    predicted = regressor.predict(features, list(data.texts.values()))
    return rank_sentences(args.selection, data, predicted), predicted, regressor.identity()
