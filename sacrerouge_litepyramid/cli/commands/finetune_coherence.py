"""`finetune-coherence`: finetunes a next-sentence classifier for ffci-coherence."""

import argparse

from sacrerouge.commands import RootSubcommand

from sacrerouge_litepyramid.cli.coherence_arguments import about_data, add_pair_arguments, drawn_pairs
from sacrerouge_litepyramid.cli.finetuning_arguments import (
    add_run_arguments,
    add_settings,
    add_start_arguments,
    as_text,
    interruption_of,
    settings_of,
    start_of,
)
from sacrerouge_litepyramid.ffci.coherence.next_sentence import NewNextSentence
from sacrerouge_litepyramid.training.coherence import finetune_coherence
from sacrerouge_litepyramid.training.coherence_settings import CoherenceSettings
from sacrerouge_litepyramid.training.coherence_validation import figures_table

SETTINGS = {
    "seed": "Decides the pairs, their parts and order, dropout, and the first weights of a new head",
    "patience": "Epochs without better accuracy on the validation pairs after which the training ends",
}


@RootSubcommand.register("finetune-coherence")
class FinetuneCoherenceSubcommand(RootSubcommand):
    def add_subparser(self, parser: argparse._SubParsersAction) -> None:
        description = "Finetune a next-sentence classifier for ffci-coherence to articles"
        self.parser = parser.add_parser("finetune-coherence", description=description, help=description)
        add_pair_arguments(self.parser)
        add_start_arguments(self.parser, "An encoder to start from, as google-bert/bert-base-uncased", max_length=256)
        add_settings(self.parser, CoherenceSettings, SETTINGS)
        add_run_arguments(self.parser)
        self.parser.set_defaults(func=self.run)

    def run(self, args: argparse.Namespace) -> None:
        settings, interruption = settings_of(args, CoherenceSettings), interruption_of(args)
        start = NewNextSentence(**start_of(args))
        outcome = finetune_coherence(
            drawn_pairs(args), start, args.output_dir, settings, interruption, about_data(args)
        )
        print(as_text(outcome, figures_table))
