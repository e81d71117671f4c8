"""`train nli`: finetunes an NLI model to people's labels."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.cli.finetuning_arguments import (
    add_run_arguments,
    add_settings,
    add_start_arguments,
    build_interruption,
    build_settings,
    format_outcome,
    list_start_settings,
)
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.io.folds import KINDS, read_folds
from sacrerouge_litepyramid.io.labels import read_labelled_summaries
from sacrerouge_litepyramid.judges.nli import NliJudge
from sacrerouge_litepyramid.training.nli import finetune_nli, format_label_figures
from sacrerouge_litepyramid.training.settings import FinetuneSettings
from sacrerouge_litepyramid.training.trainable import Split, split_by_fold, split_by_share

DATA_FILES = {"summaries_file": "summaries.jsonl", "units_file": "scus.jsonl", "labels_file": "labels.jsonl"}
SETTINGS = {"seed": "Decides the order of the pairs, dropout, and what --validation-share holds out"}
HELP = "Finetune an NLI model to labels"
EXAMPLE = r"""sacrerouge-litepyramid train nli --data data/realsumm --folds-file data/realsumm/folds.json --fold 5 \
    --model ynie/roberta-large-snli_mnli_fever_anli_R1_R2_R3-nli --output-dir models/realsumm-fold5"""


def add_arguments(parser: CommandParser) -> None:
    _add_data(parser)
    add_start_arguments(parser, "An NLI model to start from", max_length=400)
    add_settings(parser, FinetuneSettings, SETTINGS)
    add_run_arguments(parser)


def _add_data(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_input_folder(
        "--data",
        files=tuple(DATA_FILES.values()),
        help="A folder with summaries.jsonl, scus.jsonl, labels.jsonl, as setup-dataset makes",
    )
    parser.add_input("--summaries-file", help="summaries.jsonl, instead of that of --data")
    parser.add_input("--units-file", help="scus.jsonl: the units that were judged, instead of that of --data")
    parser.add_input("--labels-file", help="labels.jsonl: 0/1 labels, instead of that of --data")
    add("--validation-share", type=float, help="Share of the examples to hold out for the figures of each epoch")
    parser.add_input("--folds-file", help="folds.json: hold out its fold --fold, train on the others")
    add("--fold", type=int, help="The fold to hold out, from 1")
    add(
        "--fold-by",
        choices=KINDS,
        default="examples",
        help="Folds by examples or by systems (default: %(default)s)",
    )
    add("--source", help="The training data's name, for the model card")
    add("--licence", help="The training data's licence, for the model card")


def run(args: argparse.Namespace) -> None:
    settings, interruption = build_settings(args, FinetuneSettings), build_interruption(args)
    start = NliJudge(**list_start_settings(args))
    paths = list_input_files(args)
    split = split_labelled(read_labelled_summaries(*paths), args)
    outcome = finetune_nli(
        split.training, start, args.output_dir, settings, split.held_out, interruption, describe_data(args, paths)
    )
    print(format_outcome(outcome, format_label_figures))


def list_input_files(args: argparse.Namespace) -> list[Path]:
    """Return the files of summaries, units and labels; ValueError names the missing ones."""
    paths = []
    for name, file in DATA_FILES.items():
        given = getattr(args, name)
        if given is None and args.data is None:
            raise ValueError(f"--{name.replace('_', '-')} is missing; give it, or a folder with all files by --data")
        paths.append(Path(given) if given is not None else Path(args.data) / file)
    return paths


def split_labelled(labelled: Sequence[LabelledSummary], args: argparse.Namespace) -> Split:
    """Return the judged summaries to train on, and those to hold out, if any."""
    if (args.folds_file is None) != (args.fold is None):
        raise ValueError("--folds-file and --fold go together: the file, and which of its folds to hold out")
    if args.folds_file is not None and args.validation_share is not None:
        raise ValueError("--validation-share and --folds-file both hold out examples; give one of them")
    if args.folds_file is not None:
        return split_by_fold(labelled, read_folds(args.folds_file, args.fold_by), args.fold, args.fold_by)
    if args.validation_share is not None:
        return split_by_share(labelled, args.validation_share, args.seed)
    return Split(list(labelled), [])


def describe_data(args: argparse.Namespace, paths: Sequence[Path]) -> dict[str, str]:
    """Return the training data's description for the model card; files are named without their folders."""
    given = {"source": args.source, "licence": args.licence, "held out": None}
    if args.folds_file is not None:
        given["held out"] = f"fold {args.fold} by {args.fold_by} of {Path(args.folds_file).name}"
    elif args.validation_share is not None:
        given["held out"] = f"{args.validation_share:.0%} of the examples, drawn by the seed {args.seed}"
    known = {name: value for name, value in given.items() if value}
    return {"files": ", ".join(path.name for path in paths), **known, "program": f"version {__version__}"}
