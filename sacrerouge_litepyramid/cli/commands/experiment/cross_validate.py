"""`experiment cross-validate`: agreement with human scores fold by fold, of metrics and of judges fitted for each."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.cli.statistics_options import (
    DATA_FILES,
    add_metric_files,
    add_metric_options,
    build_statistics,
    choose_metrics,
    write_outputs,
)
from sacrerouge_litepyramid.evaluation.scores import Scores, read_metric_files, split_by_folds
from sacrerouge_litepyramid.experiments.cross_validation import fit_folds, score_folds
from sacrerouge_litepyramid.experiments.data_set import EvaluationData, read_data_set
from sacrerouge_litepyramid.experiments.fold_agreement import measure_folds
from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder
from sacrerouge_litepyramid.io.folds import FOLD_KINDS, draw_folds, read_fold_file, read_folds
from sacrerouge_litepyramid.io.score_files import log_not_finite
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.training.trainable import TrainableJudge

Folds = list[list[str]]
DEFAULT_FOLDS = 5
EXAMPLE = r"""sacrerouge-litepyramid experiment cross-validate data/realsumm --judge lexical \
    --output out/folds.json"""


def add_arguments(parser: CommandParser) -> None:
    parser.add_folder(DATA_FILES, nargs="?", help="Folder as setup-dataset writes it; needed for judges")
    parser.add_component("--judge", help="Trainable judge, name or JSON: fitted anew for each fold")
    parser.add_component(
        "--judge-per-fold", nargs="+", metavar="JSON", help="Fitted judges: one per fold, or one for all"
    )
    parser.add_input(
        "--folds",
        metavar="FILE|N",
        help="folds.json, or the number of folds to draw by --seed; by default folds.json of FOLDER, if there is one, "
        f"or {DEFAULT_FOLDS}",
    )
    parser.add_argument(
        "--by", choices=FOLD_KINDS, default="documents", help="What the folds hold (default: %(default)s)"
    )
    add_metric_options(parser)


def run(args: argparse.Namespace) -> None:
    statistics = build_statistics(args)
    check_arguments(args)
    trains = args.judge is not None
    units = args.units if trains or args.judge_per_fold else []
    folder = EvaluationFolder(args.FOLDER, args.scores)
    args.human = args.human or folder.find_human()
    names = choose_metrics(args, () if units else folder.score_files)
    data = read_data_set(args.FOLDER, args.human, units, trains) if args.FOLDER else None
    scores = read_all_scores(data, folder, args.human, names)
    folds, source = choose_folds(args, scores)
    parts = split_by_folds(scores, folds, args.by)
    signature: dict[str, Any] = {"data": Path(args.FOLDER).resolve().name if args.FOLDER else None, "by": args.by}
    signature["folds"] = {"source": source, "members": folds}
    if data is not None and units:
        models, identity = build_judges(args, data, folds)
        parts = score_folds(data, parts, folds, args.by, models, args.measure)
        signature["judge"] = identity
    title = f"{signature['data'] or 'Metrics'}, folds by {args.by} ({source})"
    write_outputs(args, {**signature, "results": [measure_folds(parts, statistics)]}, [title])


def check_arguments(args: argparse.Namespace) -> None:
    """Raise ValueError for options that exclude or need each other."""
    if args.judge and args.judge_per_fold:
        raise ValueError("--judge and --judge-per-fold exclude each other: fitted here, or ready")
    if (args.judge or args.judge_per_fold) and not args.FOLDER:
        raise ValueError("a judge needs FOLDER, that with summaries, units and labels")


def read_all_scores(data: EvaluationData | None, folder: EvaluationFolder, human: str, names: Sequence[str]) -> Scores:
    """Read human scores and the named metrics for the data's summaries, or for all summaries without data."""
    if data is not None:
        return add_metric_files(data.scored.as_scores(), folder.score_files, names)
    scores = read_metric_files(folder.score_files, human, names)
    log_not_finite(scores.not_finite)
    return scores


def choose_folds(args: argparse.Namespace, scores: Scores) -> tuple[Folds, str]:
    """Return the folds and their source, which the signature shows."""
    path = args.folds
    if path is None and args.FOLDER and (Path(args.FOLDER) / "folds.json").exists():
        path = str(Path(args.FOLDER) / "folds.json")
    if path is not None and not path.isdecimal():
        source = read_fold_file(path).get(f"by_{args.by}_source", Path(path).name)
        return read_folds(path, args.by), str(source)
    number = DEFAULT_FOLDS if path is None else int(path)
    names = scores.documents if args.by == "documents" else scores.systems
    return draw_folds(names, number, args.seed), f"{number} seeded, seed {args.seed}"


def build_judges(args: argparse.Namespace, data: EvaluationData, folds: Folds) -> tuple[list[Judge], Any]:
    """Return one model per fold, and their identity for the signature."""
    if args.judge:
        trainable = build(TrainableJudge, args.judge)
        models = list(fit_folds(data, folds, args.by, trainable.fit))
        return models, {"trained": trainable.identity(), "folds": [model.identity() for model in models]}
    given = args.judge_per_fold
    if len(given) not in (1, len(folds)):
        raise ValueError(f"--judge-per-fold: {len(given)} models for {len(folds)} folds; give one a fold, or one")
    ready = [build(Judge, each) for each in given]
    models = ready if len(ready) == len(folds) else ready * len(folds)
    return models, {"folds": [model.identity() for model in models]}
