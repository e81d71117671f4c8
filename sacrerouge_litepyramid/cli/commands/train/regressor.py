"""`train regressor`: fits the regressor that predicts which sentences' STUs can stand for their SCUs."""

import argparse
from pathlib import Path

from sacrerouge_litepyramid.cli.mixing_options import (
    REFERENCE_FILES,
    add_features,
    add_unit_options,
    build_features,
    find_references,
    read_boosting,
    read_mixable,
)
from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.cli.training_options import Provenance, read_settings
from sacrerouge_litepyramid.extraction.easiness import save_regressor
from sacrerouge_litepyramid.io.files import write_json
from sacrerouge_litepyramid.io.folds import draw_folds, read_folds
from sacrerouge_litepyramid.statistics.estimate import format_number
from sacrerouge_litepyramid.statistics.tables import render_table
from sacrerouge_litepyramid.training.easiness import (
    PRESETS,
    BoostingSettings,
    Quality,
    collect_sentences,
    cross_validate_regressor,
    require_xgboost,
    train,
)

EXAMPLE = r"""sacrerouge-litepyramid train regressor data/realsumm \
    --folds data/realsumm/folds.json --output regressor.json"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_folder(
        (*REFERENCE_FILES, "scus.jsonl"), help="Folder with scus.jsonl, and summaries.jsonl or references.jsonl"
    )
    add_unit_options(parser)
    add_features(parser)
    parser.add_input("--folds", help="folds.json: its folds by documents; without it five, drawn by --seed")
    parser.add_seed("XGBoost and of the folds")
    parser.add_output("--output", required=True, help="Where to write the regressor (JSON)")
    parser.add_output("--report", help="Where to write the five-fold report (JSON)")
    add(
        "--settings",
        default="paper",
        help=f"XGBoost's: {', '.join(PRESETS)} (of the shipped regressor), or JSON with one of them as type and others "
        f"of {', '.join(name for name in BoostingSettings.__dataclass_fields__ if name != 'seed')}; "
        "also source and licence of the data (default: %(default)s)",
    )


def run(args: argparse.Namespace) -> None:
    require_xgboost()
    preset, given = read_boosting(args.settings)
    settings, provenance = read_settings(args, BoostingSettings, Provenance, given=given)
    data = read_mixable(find_references(args.FOLDER), Path(args.FOLDER) / "scus.jsonl", args.stus, args.extractor)
    features = build_features(args)
    folds = read_folds(args.folds) if args.folds else draw_folds(sorted(data.scus), seed=settings.seed)
    quality = cross_validate_regressor(collect_sentences(data, features), folds, settings)
    save_regressor(
        train(data, features, settings, provenance.to_json(describe_regressor_command(args, preset))), args.output
    )
    if args.report:
        write_json(args.report, {"folds": len(folds), **quality._asdict()})
    print(render_quality(quality, len(folds)))


def render_quality(quality: Quality, folds: int) -> str:
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


def describe_regressor_command(args: argparse.Namespace, preset: str) -> str:
    """Return the command, whose files are named without their folders."""
    units = f"--stus {Path(args.stus).name}" if args.stus else f"--extractor {args.extractor}"
    return (
        f"sacrerouge-litepyramid train regressor {Path(args.FOLDER).resolve().name} {units} --settings {preset} "
        f"--output {Path(args.output).name}"
    )
