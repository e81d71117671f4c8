"""`experiment transfer`: judges trained on some data sets, tested on the whole of others, beside other metrics."""

import argparse
from pathlib import Path

from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.cli.statistics_options import (
    DATA_FILES,
    add_metric_files,
    add_metric_options,
    build_statistics,
    choose_metrics,
    write_outputs,
)
from sacrerouge_litepyramid.experiments.cross_validation import fit_to_all
from sacrerouge_litepyramid.experiments.data_set import model_scores, read_data_set
from sacrerouge_litepyramid.experiments.fold_agreement import measure_folds
from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.training.trainable import TrainableJudge

EXAMPLE = r"""sacrerouge-litepyramid experiment transfer --train data/realsumm \
    --test data/pyrxsum --output out/transfer.json"""


def add_arguments(parser: CommandParser) -> None:
    for option, meaning in (("--train", "Folders as setup-dataset writes them"), ("--test", "Folders to test on")):
        parser.add_input(option, files=DATA_FILES, nargs="+", required=True, metavar="DIR", help=meaning)
    parser.add_component("--judge", default="lexical", help="Trainable judge: name or JSON (default: %(default)s)")
    add_metric_options(parser)


def run(args: argparse.Namespace) -> None:
    statistics = build_statistics(args)
    both = {Path(each).resolve() for each in args.train} & {Path(each).resolve() for each in args.test}
    if both:
        raise ValueError(f"{min(both).name} is a training and a test set; cross-validate tests a set on itself")
    args.human = args.human or EvaluationFolder(args.test[0]).find_human()
    trainable = build(TrainableJudge, args.judge)
    model = fit_to_all([read_data_set(each, args.human, ()) for each in args.train], trainable.fit)
    names = [Path(each).resolve().name for each in args.train]
    results, titles = [], []
    for folder in args.test:
        data = read_data_set(folder, args.human, args.units, with_labels=False)
        files = EvaluationFolder(folder, args.scores).score_files
        scores = add_metric_files(data.scored.as_scores(), files, choose_metrics(args))
        scores = scores.with_metrics(model_scores(data, model, args.measure))
        results.append({"data": data.name, **measure_folds([scores], statistics)})
        titles.append(f"{data.name}, whole; judge trained on {', '.join(names)}")
    judge = {"trained": trainable.identity(), "model": model.identity()}
    write_outputs(args, {"train": names, "judge": judge, "results": results}, titles)
