"""`train regressor`: fits the regressor that predicts which sentences' STUs can stand for their SCUs."""

import argparse
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.cli.mixing_inputs import add_feature_arguments, build_features, read_mixable
from sacrerouge_litepyramid.extraction.easiness import save_regressor
from sacrerouge_litepyramid.io.files import write_json
from sacrerouge_litepyramid.io.folds import draw_folds, read_folds
from sacrerouge_litepyramid.statistics.tables import format_number, render_table
from sacrerouge_litepyramid.training.easiness import (
    PRESETS,
    Quality,
    collect_sentences,
    cross_validate_regressor,
    require_xgboost,
    train,
)

SETTINGS: Mapping[str, type] = {
    "rounds": int,
    "max_depth": int,
    "eta": float,
    "min_child_weight": float,
    "subsample": float,
    "colsample": float,
    "base_score": float,
    "seed": int,
}
HELP = "Fit the easiness regressor of Lite2.xPyramid to SCUs and STUs of the same references"
EXAMPLE = r"""sacrerouge-litepyramid train regressor --references-file data/realsumm/summaries.jsonl \
    --scus-file data/realsumm/scus.jsonl --folds-file data/realsumm/folds.json --output-file regressor.json"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_input("--references-file", required=True, help="summaries.jsonl or references.jsonl")
    parser.add_input("--scus-file", required=True, help="scus.jsonl")
    parser.add_input("--stus-file", help="stus.jsonl; without it the extractor makes them")
    parser.add_component("--extractor", default="dependency", help="Name (dependency, srl, sentence) or JSON")
    add_feature_arguments(parser)
    parser.add_input("--folds-file", help="folds.json: its folds by examples; without it five, drawn by --seed")
    parser.add_output("--output-file", required=True, help="Where to write the regressor (JSON)")
    parser.add_output("--report-file", help="Where to write the five-fold report (JSON)")
    add("--source", help="The training data's name, kept in the regressor and shown in signatures")
    add("--licence", help="The training data's licence, kept in the regressor")
    add(
        "--settings",
        choices=PRESETS,
        default="paper",
        help="XGBoost's: the paper's, or those of the regressor that ships (default: %(default)s)",
    )
    for name, kind in SETTINGS.items():
        add(f"--{name.replace('_', '-')}", type=kind, help=f"XGBoost's {name}, instead of that of --settings")


def run(args: argparse.Namespace) -> None:
    require_xgboost()
    own = {name: getattr(args, name) for name in SETTINGS if getattr(args, name) is not None}
    settings = replace(PRESETS[args.settings], **own)
    data = read_mixable(args.references_file, args.scus_file, args.stus_file, args.extractor)
    features = build_features(args)
    folds = read_folds(args.folds_file) if args.folds_file else draw_folds(sorted(data.scus), seed=settings.seed)
    quality = cross_validate_regressor(collect_sentences(data, features), folds, settings)
    save_regressor(train(data, features, settings, _provenance(args)), args.output_file)
    if args.report_file:
        write_json(args.report_file, {"folds": len(folds), **quality._asdict()})
    print(format_table(quality, len(folds)))


def format_table(quality: Quality, folds: int) -> str:
    rows = {
        "regressor": (quality.mae, quality.spearman),
        "mean of the training folds": (quality.mae_mean, None),
        "line through the length": (quality.mae_length, quality.spearman_length),
    }
    return render_table(
        [f"{quality.sentences} sentences, {folds} folds", "MAE", "Spearman"],
        [
            [name, f"{error:.4f}", "-" if correlation is None else format_number(correlation)]
            for name, (error, correlation) in rows.items()
        ],
    )


def _provenance(args: argparse.Namespace) -> dict[str, Any]:
    """Return the source, the licence, and the command, whose files are named without their folders."""
    inputs = {"--references-file": args.references_file, "--scus-file": args.scus_file, "--stus-file": args.stus_file}
    words = [f"{option} {Path(path).name}" for option, path in inputs.items() if path]
    if not args.stus_file:
        words.append(f"--extractor {args.extractor}")
    words.append(f"--settings {args.settings}")
    command = " ".join(
        ["sacrerouge-litepyramid train regressor", *words, f"--output-file {Path(args.output_file).name}"]
    )
    given = {"source": args.source, "licence": args.licence, "command": command}
    return {name: value for name, value in given.items() if value}
