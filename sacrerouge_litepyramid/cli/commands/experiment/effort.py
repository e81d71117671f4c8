"""`experiment effort`: compares the error of metrics, of annotators and of both together at equal annotation time."""

import argparse
import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.annotation.pace import DEFAULT_WRITING, Pace
from sacrerouge_litepyramid.cli.mixing_options import (
    add_regressor_options,
    add_unit_options,
    check_regressor_options,
    predict_easiness,
    read_mixable,
)
from sacrerouge_litepyramid.cli.parser import CommandParser, check_minimum
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.experiments.curve import make_selections
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
from sacrerouge_litepyramid.io.labels import LABEL_FILES, read_labelled_folder
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.training.easiness import PRESETS

#: of the sentences, those that have STUs
PERCENTAGES = (0, 25, 50, 75, 100)
#: random choices of sentences to average
RANDOM_CHOICES = 10
#: XGBoost's, for --folds
BOOSTING = "embedded"
OUTPUT_FILES = ("effort.json", "effort.svg")
EXAMPLE = r"""sacrerouge-litepyramid experiment effort data/realsumm \
    --folds data/realsumm/folds.json --output-dir out/effort"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_folder(LABEL_FILES, help="Folder with labels of all units")
    parser.add_judge()
    parser.add_measure()
    add(
        "--minutes",
        type=float,
        nargs="+",
        default=list(DEFAULT_MINUTES),
        help="Annotation time in total, to compare samples at; by default 1, 2, 5, 10, 20 and 40 hours",
    )
    add("--writing", type=float, default=DEFAULT_WRITING, help="Minutes to write a sentence's SCUs (default: 3)")
    add("--pace", type=float, default=DEFAULT_PACE, help="Labels per minute (default: 10)")
    add("--reading", type=float, default=DEFAULT_READING, help="Seconds to read a summary (default: 12)")
    add_unit_options(parser)
    add_regressor_options(parser)
    add("--draws", type=int, default=200, help="Samples of each method and number of minutes (default: %(default)s)")
    parser.add_seed("the draws and of the first random choice")
    parser.add_output(
        "--output-dir", files=OUTPUT_FILES, help="Where to write effort.json and, with matplotlib, effort.svg"
    )


def run(args: argparse.Namespace) -> None:
    check_minimum(args, draws=1, seed=0)
    check_regressor_options(args)
    pace = AnnotationPace(args.writing, Pace(args.pace, args.reading))
    settings = EffortSettings(args.minutes, pace, args.draws, args.seed)
    settings.check()
    summaries, scus, labels = (Path(args.FOLDER) / name for name in LABEL_FILES)
    labelled = read_labelled_folder(args.FOLDER)
    mixable = read_mixable(summaries, scus, args.stus, args.extractor)
    check_all_labelled(labelled, mixable, labels)
    predicted, source = predict_easiness(args, mixable, PRESETS[BOOSTING])
    seeds = range(args.seed, args.seed + RANDOM_CHOICES)
    selections = make_selections(mixable, ("regressor", "random"), predicted, seeds, PERCENTAGES)
    judge = build(Judge, args.judge)
    units = judge_labelled(labelled, judge, args.measure)
    data = score_mixes(score_by_labels(labelled), units, judge, args.measure, selections)
    rows = list(compare_effort(data, settings))
    print(render_effort(rows))
    if args.output_dir:
        report, figure = (Path(args.output_dir) / name for name in OUTPUT_FILES)
        write_json(report, {**build_head(args), "regressor": source, "rows": [row._asdict() for row in rows]})
        if importlib.util.find_spec("matplotlib"):
            save_effort_plot(rows, describe_pace(args), figure)


def check_all_labelled(labelled: Sequence[LabelledSummary], mixable: AlignedUnits, labels_file: Path) -> None:
    """Raise ValueError for documents without any label, whose SCUs would count as work for nothing."""
    missing = sorted(mixable.scus.keys() - {each.instance_id for each in labelled})
    if missing:
        raise ValueError(
            f"{labels_file}: no labels of {len(missing)} documents ({', '.join(missing[:5])}); give labels of all "
            "documents, or remove these from summaries.jsonl and scus.jsonl"
        )


def build_head(args: argparse.Namespace) -> dict[str, Any]:
    names = ("judge", "measure", "writing", "pace", "reading", "minutes", "draws", "seed")
    values = {name: getattr(args, name) for name in names}
    data = Path(args.FOLDER).resolve().name
    return {"version": __version__, "data": data, **values, "random_choices": RANDOM_CHOICES}


def describe_pace(args: argparse.Namespace) -> str:
    return (
        f"{Path(args.FOLDER).resolve().name}: {args.writing:g} minutes a sentence, {args.pace:g} labels a minute, "
        f"{args.reading:g} seconds a summary"
    )
