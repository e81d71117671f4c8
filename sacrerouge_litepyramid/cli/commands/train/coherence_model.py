"""`train coherence-model`: finetunes a next-sentence classifier for ffci-coherence."""

import argparse

from sacrerouge_litepyramid.cli.coherence_arguments import add_pair_arguments, describe_data, draw_pairs
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
from sacrerouge_litepyramid.metrics.ffci.next_sentence import UntrainedNextSentence
from sacrerouge_litepyramid.training.coherence import CoherenceSettings, finetune_coherence, format_pair_figures

SETTINGS = {
    "seed": "Decides the pairs, their parts and order, dropout, and the first weights of a new head",
    "patience": "Epochs without better accuracy on the validation pairs after which the training ends",
}
HELP = "Finetune a next-sentence classifier for ffci-coherence to articles"
EXAMPLE = r"""sacrerouge-litepyramid train coherence-model --articles-file articles.jsonl \
    --model google-bert/bert-base-uncased --output-dir models/bert-next-sentence"""


def add_arguments(parser: CommandParser) -> None:
    add_pair_arguments(parser)
    add_start_arguments(parser, "An encoder to start from, such as google-bert/bert-base-uncased", max_length=256)
    add_settings(parser, CoherenceSettings, SETTINGS)
    add_run_arguments(parser)


def run(args: argparse.Namespace) -> None:
    settings, interruption = build_settings(args, CoherenceSettings), build_interruption(args)
    start = UntrainedNextSentence(**list_start_settings(args))
    outcome = finetune_coherence(draw_pairs(args), start, args.output_dir, settings, interruption, describe_data(args))
    print(format_outcome(outcome, format_pair_figures))
