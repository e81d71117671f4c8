"""`train nli`: finetunes an NLI model to annotators' labels."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.cli.training_options import (
    add_finetuning_options,
    add_settings,
    format_outcome,
    read_settings,
)
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.io.files import write_singly
from sacrerouge_litepyramid.io.folds import FOLD_KINDS, read_folds
from sacrerouge_litepyramid.io.labels import LABEL_FILES, read_labelled_folder
from sacrerouge_litepyramid.judges.nli import NliJudge
from sacrerouge_litepyramid.training.finetuning_run import FinetuneSettings, Interruption
from sacrerouge_litepyramid.training.nli import finetune_nli, format_label_figures
from sacrerouge_litepyramid.training.trainable import Split, split_by_fold, split_by_share


class NliData(NamedTuple):
    """``validation_share``: the share of the documents to hold out for the figures of each epoch; and the training
    data's name and licence, for the model card."""

    validation_share: float | None = None
    source: str | None = None
    licence: str | None = None


KINDS = (FinetuneSettings, Interruption, NliJudge, NliData)
EXAMPLE = r"""sacrerouge-litepyramid train nli data/realsumm \
    --folds data/realsumm/folds.json --fold 5 \
    --model ynie/roberta-large-snli_mnli_fever_anli_R1_R2_R3-nli \
    --output-dir models/realsumm-fold5"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_folder(LABEL_FILES, help=f"Folder with {', '.join(LABEL_FILES)}")
    parser.add_input("--folds", help="folds.json: hold out its fold --fold, train on the others")
    add("--fold", type=int, help="The fold to hold out, from 1")
    add("--by", choices=FOLD_KINDS, default="documents", help="What the folds hold (default: %(default)s)")
    add_finetuning_options(
        parser,
        model="An NLI model to start from",
        settings=FinetuneSettings(),
        seed="Decides the order of the pairs, dropout, and what validation_share holds out",
    )
    add_settings(parser, *KINDS)


@write_singly()
def run(args: argparse.Namespace) -> None:
    settings, interruption, start, data = read_settings(args, *KINDS)
    split = split_labelled(read_labelled_folder(args.FOLDER), args, data)
    outcome = finetune_nli(
        split.training, start, args.output_dir, settings, split.held_out, interruption, describe_data(args, data)
    )
    print(format_outcome(outcome, format_label_figures))


def split_labelled(labelled: Sequence[LabelledSummary], args: argparse.Namespace, data: NliData) -> Split:
    """Return the labelled summaries to train on, and those to hold out, if any."""
    if (args.folds is None) != (args.fold is None):
        raise ValueError("--folds and --fold go together: the file, and which of its folds to hold out")
    if args.folds is not None and data.validation_share is not None:
        raise ValueError("--folds and the setting validation_share both hold out documents; give one of them")
    if args.folds is not None:
        return split_by_fold(labelled, read_folds(args.folds, args.by), args.fold, args.by)
    if data.validation_share is not None:
        return split_by_share(labelled, data.validation_share, args.seed)
    return Split(list(labelled), [])


def describe_data(args: argparse.Namespace, data: NliData) -> dict[str, str]:
    """Return the training data's description for the model card; files are named without their folders."""
    given = {"source": data.source, "licence": data.licence, "held out": None}
    if args.folds is not None:
        given["held out"] = f"fold {args.fold} by {args.by} of {Path(args.folds).name}"
    elif data.validation_share is not None:
        given["held out"] = f"{data.validation_share:.0%} of the documents, drawn by the seed {args.seed}"
    known = {name: value for name, value in given.items() if value}
    return {"files": ", ".join(LABEL_FILES), **known, "program": f"version {__version__}"}
