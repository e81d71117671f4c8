"""`train coherence-model`: finetunes a next-sentence classifier for ffci-coherence."""

import argparse

from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.cli.training_options import (
    PairData,
    add_finetuning_options,
    add_pair_options,
    add_settings,
    describe_pairs,
    draw_pairs,
    format_outcome,
    read_settings,
)
from sacrerouge_litepyramid.io.files import write_singly
from sacrerouge_litepyramid.metrics.ffci.next_sentence import UntrainedNextSentence
from sacrerouge_litepyramid.training.coherence import CoherenceSettings, finetune_coherence, format_pair_figures
from sacrerouge_litepyramid.training.finetuning_run import Interruption

KINDS = (CoherenceSettings, Interruption, UntrainedNextSentence, PairData)
EXAMPLE = r"""sacrerouge-litepyramid train coherence-model --documents summaries.jsonl \
    --model google-bert/bert-base-uncased --output-dir models/bert-next-sentence"""


def add_arguments(parser: CommandParser) -> None:
    add_pair_options(parser)
    add_finetuning_options(
        parser,
        model="An encoder to start from, such as google-bert/bert-base-uncased",
        settings=CoherenceSettings(),
        seed="Decides the pairs, their parts and order, dropout, and the first weights of a new head",
    )
    add_settings(parser, *KINDS)


@write_singly()
def run(args: argparse.Namespace) -> None:
    settings, interruption, start, data = read_settings(args, *KINDS)
    pairs, about_data = draw_pairs(args, data), describe_pairs(args, data)
    print(
        format_outcome(
            finetune_coherence(pairs, start, args.output_dir, settings, interruption, about_data), format_pair_figures
        )
    )
