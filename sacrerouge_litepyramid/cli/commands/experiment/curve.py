"""`experiment curve`: how agreement with people falls from all SCUs to all STUs, and what the regressor contributes."""

import argparse
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.cli.bounds import check_minimum
from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.cli.easiness_arguments import (
    add_easiness_arguments,
    check_easiness_arguments,
    predict_easiness,
)
from sacrerouge_litepyramid.cli.mixing_inputs import read_mixable
from sacrerouge_litepyramid.experiments.curve import make_mixes, select_points
from sacrerouge_litepyramid.experiments.curve_report import as_markdown, measure_curves, save_plots
from sacrerouge_litepyramid.experiments.data_set import ScoredSummaries, read_scored
from sacrerouge_litepyramid.extraction.aligned_units import AlignedUnits
from sacrerouge_litepyramid.io.files import atomic_write, write_json
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.statistics.interval_notes import describe_estimands
from sacrerouge_litepyramid.statistics.intervals import TWO_WAY
from sacrerouge_litepyramid.training.easiness import BY_REGRESSOR, RANKINGS, rank_sentences

DEFAULT_SELECTIONS = ("regressor", "random", "reverse", "oracle")
HUMAN_METRIC = "litepyramid_recall"
HELP = "Lite2.xPyramid's agreement with human scores for x = 0, 10, … 100: JSON, tables and figures"
EXAMPLE = r"""sacrerouge-litepyramid experiment curve --data data/realsumm --folds-file data/realsumm/folds.json \
    --output-dir out/curve"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_input_folder(
        "--data",
        files=("summaries.jsonl", "scus.jsonl", "metrics.jsonl"),
        required=True,
        help="Folder with summaries.jsonl, scus.jsonl, metrics.jsonl",
    )
    parser.add_output_folder(
        "--output-dir",
        files=("curve.json", "curve.md", "curve-*"),
        required=True,
        help="Where to write curve.json, curve.md and the figures",
    )
    parser.add_component("--judge", help="Judge: name or JSON; by default the embedded one")
    parser.add_input("--stus-file", help="stus.jsonl; without it the extractor makes them")
    parser.add_component("--extractor", default="dependency", help="Name (dependency, srl, sentence) or JSON")
    add_easiness_arguments(parser)
    add(
        "--selections",
        nargs="+",
        choices=RANKINGS,
        default=DEFAULT_SELECTIONS,
        help="The curves; by default all but shortest",
    )
    add("--random-seeds", type=int, default=20, help="Number of random selections to average (default: %(default)s)")
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
        help="Seed of the draws and of the first random selection (default: %(default)s)",
    )
    add(
        "--human-metric",
        default=HUMAN_METRIC,
        help="People's score in metrics.jsonl (default: %(default)s)",
    )
    parser.add_output("--points-file", help="Also write the points alone, for plan-annotation --curve-files")


def run(args: argparse.Namespace) -> None:
    output = Path(args.output_dir)
    check_minimum(args, random_seeds=1, resamples=1, seed=0)
    check_easiness_arguments(args)
    data_folder = Path(args.data)
    judged = read_scored(data_folder, args.human_metric)
    data = read_mixable(
        str(data_folder / "summaries.jsonl"), str(data_folder / "scus.jsonl"), args.stus_file, args.extractor
    )
    predicted, source = predict_easiness(args, data) if set(args.selections) & set(BY_REGRESSOR) else (None, None)
    selections = {
        name: [
            make_mixes(data.scus, data.stus, data.sentences, rank_sentences(name, data, predicted, args.seed + number))
            for number in range(args.random_seeds if name == "random" else 1)
        ]
        for name in dict.fromkeys(args.selections)
    }
    judge = build(Judge, args.judge)
    report = {
        **build_signature(args, data, judged),
        "judge": judge.identity(),
        "regressor": source,
        **measure_curves(judged, judge, selections, args.resamples, args.seed),
    }
    write_json(output / "curve.json", report)
    if args.points_file:
        write_json(args.points_file, select_points(report, describe_command(args)))
    with atomic_write(output / "curve.md") as out:
        out.write(as_markdown(report))
    figures = save_plots(report, output)
    print(f"{output / 'curve.json'}, curve.md and {', '.join(path.name for path in figures)}")


def describe_command(args: argparse.Namespace) -> str:
    """Return the command that makes the same points; files are named without their folders."""
    words = [f"--data {Path(args.data).resolve().name} --output-dir {Path(args.output_dir).name}"]
    for name in ("stus_file", "regressor", "folds_file", "trees_file"):
        if getattr(args, name):
            words.append(f"--{name.replace('_', '-')} {Path(getattr(args, name)).name}")
    for name in ("judge", "extractor", "features"):
        if getattr(args, name) not in (None, "dependency"):
            words.append(f"--{name} '{getattr(args, name)}'")
    if args.folds_file:
        words.append(f"--settings {args.settings}")
    if args.human_metric != HUMAN_METRIC:
        words.append(f"--human-metric {args.human_metric}")
    words += [f"--selections {' '.join(args.selections)}", f"--random-seeds {args.random_seeds}"]
    words += [f"--resamples {args.resamples}", f"--seed {args.seed}", f"--points-file {Path(args.points_file).name}"]
    return " ".join(["sacrerouge-litepyramid experiment curve", *words])


def build_signature(args: argparse.Namespace, data: AlignedUnits, judged: ScoredSummaries) -> dict[str, Any]:
    return {
        "data": Path(args.data).resolve().name,
        "version": __version__,
        "intervals": {"method": TWO_WAY, "estimands": describe_estimands(TWO_WAY, "documents")},
        "units": Path(args.stus_file).name if args.stus_file else args.extractor,
        "seed": args.seed,
        "counts": {
            "systems": len(judged.systems),
            "documents": len(judged.instances),
            "sentences": len(data.sentences),
            "SCUs": sum(map(len, data.scus.values())),
            "STUs": sum(map(len, data.stus.values())),
            "resamples": args.resamples,
            "random seeds": args.random_seeds,
        },
    }
