"""Options that choose the regressor of sentences' easiness: a given one, or one for each fold from the other folds."""

import argparse
from typing import Any

import numpy as np

from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.cli.mixing_inputs import add_feature_arguments, build_features, build_regressor
from sacrerouge_litepyramid.extraction.aligned_units import AlignedUnits
from sacrerouge_litepyramid.io.folds import read_folds
from sacrerouge_litepyramid.training.easiness import PRESETS, cross_predict, require_xgboost


def add_easiness_arguments(parser: CommandParser) -> None:
    """Add the options of a regressor, of folds, and of the features of both."""
    parser.add_input("--regressor", help="train regressor's or the authors' JSON; by default the shipped one")
    parser.add_input("--folds-file", help="folds.json: predict each fold's sentences by a regressor of the other folds")
    parser.add_argument(
        "--settings", choices=PRESETS, default="embedded", help="XGBoost's, for --folds-file (default: %(default)s)"
    )
    add_feature_arguments(parser)


def check_easiness_arguments(args: argparse.Namespace) -> None:
    """Raise ValueError for both a regressor and folds, and where folds are given and XGBoost is missing."""
    if args.regressor and args.folds_file:
        raise ValueError("--regressor and --folds-file exclude each other: folds train regressors of their own")
    if args.folds_file:
        require_xgboost()


def predict_easiness(args: argparse.Namespace, data: AlignedUnits) -> tuple[np.ndarray, dict[str, Any]]:
    """Return the predicted easiness of the sentences, (sentences,), and the regressor's identity for the signature."""
    if args.folds_file:
        features = build_features(args)
        predicted = cross_predict(data, features, read_folds(args.folds_file), PRESETS[args.settings])
        return predicted, {"source": "the other folds of the same data", "features": features.identity()}
    regressor, features = build_regressor(args)
    return regressor.predict(features, list(data.texts.values())), regressor.identity()
