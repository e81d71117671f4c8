"""`experiment curve`: how agreement with human scores falls from all SCUs to all STUs, by the regressor and others."""

import argparse
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.cli.mixing_options import (
    add_regressor_options,
    add_unit_options,
    check_regressor_options,
    predict_easiness,
    read_boosting,
    read_mixable,
)
from sacrerouge_litepyramid.cli.parser import CommandParser, check_minimum
from sacrerouge_litepyramid.experiments.curve import make_selections, select_points
from sacrerouge_litepyramid.experiments.curve_report import measure_curves, render_curves, save_curve_plots
from sacrerouge_litepyramid.experiments.data_set import ScoredSummaries, read_scored
from sacrerouge_litepyramid.extraction.aligned_units import AlignedUnits
from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder
from sacrerouge_litepyramid.io.files import atomic_write, write_json
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.registry import build, construct
from sacrerouge_litepyramid.statistics.interval_notes import describe_estimands
from sacrerouge_litepyramid.statistics.intervals import TWO_WAY
from sacrerouge_litepyramid.training.easiness import BY_REGRESSOR, PRESETS, RANKINGS, BoostingSettings

DATA_FILES = ("summaries.jsonl", "scus.jsonl", "metrics.jsonl")
DEFAULT_SELECTIONS = ("regressor", "random", "reverse", "oracle")
DEFAULT_SETTINGS = "embedded"
EXAMPLE = r"""sacrerouge-litepyramid experiment curve data/realsumm \
    --folds data/realsumm/folds.json --output-dir out/curve"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_folder(DATA_FILES, help=f"Folder with {', '.join(DATA_FILES)}")
    parser.add_component("--judge", help="Judge: name or JSON; by default the embedded one")
    add_unit_options(parser)
    add_regressor_options(parser)
    add(
        "--settings",
        default=DEFAULT_SETTINGS,
        help=f"XGBoost's, for --folds: {', '.join(PRESETS)}, or JSON with one of them as type (default: %(default)s)",
    )
    add(
        "--selection",
        nargs="+",
        choices=RANKINGS,
        default=DEFAULT_SELECTIONS,
        help="The curves; by default all but shortest",
    )
    add("--draws", type=int, default=20, help="Number of random selections to average (default: %(default)s)")
    add(
        "--resamples",
        type=int,
        default=1000,
        help="Draws for the two-way intervals over documents (default: %(default)s)",
    )
    add(
        "--seed",
        type=int,
        default=0,
        help="Seed of the intervals and of the first random selection (default: %(default)s)",
    )
    parser.add_human()
    parser.add_output(
        "--output-dir",
        files=("curve.json", "curve.md", "points.json", "curve-*"),
        required=True,
        help="Where to write curve.json, curve.md, the figures, and points.json for plan-annotation --curves",
    )


def run(args: argparse.Namespace) -> None:
    output = Path(args.output_dir)
    check_minimum(args, draws=1, resamples=1, seed=0)
    check_regressor_options(args)
    boosting = construct(BoostingSettings, read_boosting(args.settings)[1], "--settings")
    folder = Path(args.FOLDER)
    args.human = args.human or EvaluationFolder(folder).find_human()
    scored = read_scored(folder, args.human)
    data = read_mixable(folder / "summaries.jsonl", folder / "scus.jsonl", args.stus, args.extractor)
    by_regressor = set(args.selection) & set(BY_REGRESSOR)
    predicted, source = predict_easiness(args, data, boosting) if by_regressor else (None, None)
    seeds = range(args.seed, args.seed + args.draws)
    selections = make_selections(data, args.selection, predicted, seeds)
    judge = build(Judge, args.judge)
    report = {
        **build_signature(args, data, scored),
        "judge": judge.identity(),
        "regressor": source,
        **measure_curves(scored, judge, selections, args.resamples, args.seed),
    }
    write_json(output / "curve.json", report)
    write_json(output / "points.json", select_points(report, describe_command(args)))
    with atomic_write(output / "curve.md") as out:
        out.write(render_curves(report))
    figures = save_curve_plots(report, output)
    print(f"{output / 'curve.json'}, curve.md, points.json and {', '.join(path.name for path in figures)}")


def describe_command(args: argparse.Namespace) -> str:
    """Return the command that makes the same points; files are named without their folders."""
    words = [Path(args.FOLDER).resolve().name]
    for name in ("stus", "regressor", "folds"):
        if getattr(args, name):
            words.append(f"--{name} {Path(getattr(args, name)).name}")
    for name in ("judge", "extractor", "features"):
        if getattr(args, name) not in (None, "dependency"):
            words.append(f"--{name} '{getattr(args, name)}'")
    if args.folds:
        words.append(f"--settings '{args.settings}'" if args.settings not in PRESETS else f"--settings {args.settings}")
    if args.human != HUMAN_METRIC:
        words.append(f"--human {args.human}")
    words += [f"--selection {' '.join(args.selection)}", f"--draws {args.draws}"]
    words += [f"--resamples {args.resamples}", f"--seed {args.seed}", f"--output-dir {Path(args.output_dir).name}"]
    return " ".join(["sacrerouge-litepyramid experiment curve", *words])


def build_signature(args: argparse.Namespace, data: AlignedUnits, scored: ScoredSummaries) -> dict[str, Any]:
    return {
        "data": Path(args.FOLDER).resolve().name,
        "version": __version__,
        "intervals": {"method": TWO_WAY, "estimands": describe_estimands("documents")},
        "units": Path(args.stus).name if args.stus else args.extractor,
        "seed": args.seed,
        "counts": {
            "systems": len(scored.systems),
            "documents": len(scored.documents),
            "sentences": len(data.sentences),
            "SCUs": sum(map(len, data.scus.values())),
            "STUs": sum(map(len, data.stus.values())),
            "resamples": args.resamples,
            "random seeds": args.draws,
        },
    }
