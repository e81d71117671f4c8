"""`finetune-coherence`: finetunes a next-sentence classifier for ffci-coherence."""

import argparse

from sacrerouge_litepyramid.cli.coherence_arguments import about_data, add_pair_arguments, drawn_pairs
from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.cli.finetuning_arguments import (
    add_run_arguments,
    add_settings,
    add_start_arguments,
    as_text,
    interruption_of,
    settings_of,
    start_of,
)
from sacrerouge_litepyramid.ffci.coherence.next_sentence import UntrainedNextSentence
from sacrerouge_litepyramid.training.coherence import finetune_coherence
from sacrerouge_litepyramid.training.coherence_settings import CoherenceSettings
from sacrerouge_litepyramid.training.coherence_validation import figures_table

SETTINGS = {
    "seed": "Decides the pairs, their parts and order, dropout, and the first weights of a new head",
    "patience": "Epochs without better accuracy on the validation pairs after which the training ends",
}
EXAMPLE = r"""sacrerouge-litepyramid finetune-coherence --articles-file articles.jsonl \
    --model google-bert/bert-base-uncased --output-dir models/bert-next-sentence"""


def add_arguments(parser: CommandParser) -> None:
    add_pair_arguments(parser)
    add_start_arguments(parser, "An encoder to start from, as google-bert/bert-base-uncased", max_length=256)
    add_settings(parser, CoherenceSettings, SETTINGS)
    add_run_arguments(parser)


def run(args: argparse.Namespace) -> None:
    settings, interruption = settings_of(args, CoherenceSettings), interruption_of(args)
    start = UntrainedNextSentence(**start_of(args))
    outcome = finetune_coherence(drawn_pairs(args), start, args.output_dir, settings, interruption, about_data(args))
    print(as_text(outcome, figures_table))
