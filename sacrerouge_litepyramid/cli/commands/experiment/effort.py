"""`experiment effort`: how wrong metrics, people, and both together are at equal minutes of people's work."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.annotation.pace import DEFAULT_WRITING, Pace
from sacrerouge_litepyramid.cli.bounds import check_minimum
from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.cli.easiness_arguments import (
    add_easiness_arguments,
    check_easiness_arguments,
    predict_easiness,
)
from sacrerouge_litepyramid.cli.mixing_inputs import read_mixable
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.evaluation.comparison_plot import check_plot_path
from sacrerouge_litepyramid.experiments.curve import Mix, make_mixes
from sacrerouge_litepyramid.experiments.data_set import score_by_labels
from sacrerouge_litepyramid.experiments.effort import (
    DEFAULT_MINUTES,
    DEFAULT_PACE,
    DEFAULT_READING,
    AnnotationPace,
    EffortSettings,
    compare_effort,
)
from sacrerouge_litepyramid.experiments.effort_report import render_effort, save_effort_plot
from sacrerouge_litepyramid.experiments.labelled_population import judge_labelled, score_mixes
from sacrerouge_litepyramid.extraction.aligned_units import AlignedUnits
from sacrerouge_litepyramid.io.files import write_json
from sacrerouge_litepyramid.io.labels import read_labelled_summaries
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.training.easiness import rank_sentences

LABEL_FILES = ("summaries.jsonl", "scus.jsonl", "labels.jsonl")
#: of the sentences, those that have STUs
PERCENTAGES = (0, 25, 50, 75, 100)
HELP = "Compare the error of metrics, of annotators and of both together at equal annotation time"
EXAMPLE = r"""sacrerouge-litepyramid experiment effort --data data/realsumm \
    --folds-file data/realsumm/folds.json --output-json effort.json --plot effort.svg"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_input_folder("--data", files=LABEL_FILES, required=True, help="Folder with people's labels of all units")
    parser.add_component("--judge", default="lexical", help="The judge: name or JSON (default: %(default)s)")
    add("--measure", default="p2c", help="The judge's measure: p2c, l2c, p3c or l3c (default: %(default)s)")
    add(
        "--minutes",
        type=float,
        nargs="+",
        default=list(DEFAULT_MINUTES),
        help="Minutes that people work in total, to compare samples at; by default 1, 2, 5, 10, 20 and 40 hours",
    )
    add("--writing", type=float, default=DEFAULT_WRITING, help="Minutes to write a sentence's SCUs (default: 3)")
    add("--pace", type=float, default=DEFAULT_PACE, help="Judgements per minute (default: 10)")
    add("--reading", type=float, default=DEFAULT_READING, help="Seconds to read a summary (default: 12)")
    parser.add_input("--stus-file", help="stus.jsonl; without it the extractor makes them")
    parser.add_component("--extractor", default="dependency", help="Name (dependency, srl, sentence) or JSON")
    add_easiness_arguments(parser)
    add("--random-seeds", type=int, default=10, help="Random choices of sentences to average (default: %(default)s)")
    add("--draws", type=int, default=200, help="Samples of each method and number of minutes (default: %(default)s)")
    add("--seed", type=int, default=0, help="Seed of the draws and of the first random choice (default: %(default)s)")
    parser.add_output("--output-json", help="Where to write the rows (JSON)")
    parser.add_output("--plot", help="Where to draw the figure (.png, .svg, .pdf)")


def run(args: argparse.Namespace) -> None:
    check_minimum(args, random_seeds=1, draws=1, seed=0)
    check_easiness_arguments(args)
    if args.plot:
        check_plot_path(args.plot)
    pace = AnnotationPace(args.writing, Pace(args.pace, args.reading))
    settings = EffortSettings(args.minutes, pace, args.draws, args.seed)
    settings.check()
    summaries, scus, labels = (Path(args.data) / name for name in LABEL_FILES)
    labelled = read_labelled_summaries(summaries, scus, labels)
    mixable = read_mixable(str(summaries), str(scus), args.stus_file, args.extractor)
    check_labels(labelled, mixable, labels)
    selections, source = make_selections(args, mixable)
    judge = build(Judge, args.judge)
    units = judge_labelled(labelled, judge, args.measure)
    data = score_mixes(score_by_labels(labelled), units, judge, args.measure, selections)
    rows = list(compare_effort(data, settings))
    print(render_effort(rows))
    if args.output_json:
        write_json(args.output_json, {**build_head(args), "regressor": source, "rows": [row._asdict() for row in rows]})
    if args.plot:
        save_effort_plot(rows, describe_pace(args), args.plot)


def check_labels(labelled: Sequence[LabelledSummary], mixable: AlignedUnits, labels_file: Path) -> None:
    """Raise ValueError for instances without any label, whose SCUs would count as work for nothing."""
    missing = sorted(mixable.scus.keys() - {each.instance_id for each in labelled})
    if missing:
        raise ValueError(
            f"{labels_file}: no labels of {len(missing)} instances ({', '.join(missing[:5])}); give labels of all "
            "instances, or leave these out of summaries.jsonl and scus.jsonl"
        )


def make_selections(
    args: argparse.Namespace, mixable: AlignedUnits
) -> tuple[dict[str, list[list[Mix]]], dict[str, Any]]:
    """Return the mixes of the regressor and of chance, by seed and share, and the regressor's identity."""
    predicted, source = predict_easiness(args, mixable)
    seeds = {"regressor": range(1), "random": range(args.seed, args.seed + args.random_seeds)}
    selections = {
        name: [
            make_mixes(
                mixable.scus,
                mixable.stus,
                mixable.sentences,
                rank_sentences(name, mixable, predicted, seed),
                PERCENTAGES,
            )
            for seed in of_name
        ]
        for name, of_name in seeds.items()
    }
    return selections, source


def build_head(args: argparse.Namespace) -> dict[str, Any]:
    names = ("judge", "measure", "writing", "pace", "reading", "minutes", "random_seeds", "draws", "seed")
    data = Path(args.data).resolve().name
    return {"version": __version__, "data": data, **{name: getattr(args, name) for name in names}}


def describe_pace(args: argparse.Namespace) -> str:
    return (
        f"{Path(args.data).resolve().name}: {args.writing:g} minutes a sentence, {args.pace:g} judgements a minute, "
        f"{args.reading:g} seconds a summary"
    )
