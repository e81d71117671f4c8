"""`train-coherence`: fits the logistic next-sentence model to articles."""

import argparse
from dataclasses import replace

from sacrerouge.commands import RootSubcommand

from sacrerouge_litepyramid.cli.coherence_arguments import about_data, add_pair_arguments, drawn_pairs
from sacrerouge_litepyramid.ffci.coherence.logistic import LogisticWeights, save_weights
from sacrerouge_litepyramid.ffci.coherence.sentence_features import pair_features
from sacrerouge_litepyramid.storage.files import check_writable
from sacrerouge_litepyramid.training.coherence_logistic import fit_logistic
from sacrerouge_litepyramid.training.coherence_pairs import Splits
from sacrerouge_litepyramid.training.coherence_validation import figures_table, next_sentence_figures


@RootSubcommand.register("train-coherence")
class TrainCoherenceSubcommand(RootSubcommand):
    def add_subparser(self, parser: argparse._SubParsersAction) -> None:
        description = "Fit the logistic next-sentence model of ffci-coherence to articles"
        self.parser = parser.add_parser("train-coherence", description=description, help=description)
        add_pair_arguments(self.parser)
        add = self.parser.add_argument
        add("--seed", type=int, default=0, help="Decides the pairs and their parts (default: %(default)s)")
        add("--l2", type=float, default=1.0, help="Penalty of the squared coefficients (default: %(default)s)")
        add("--output-file", type=str, required=True, help="Where to write the weights (JSON)")
        self.parser.set_defaults(func=self.run)

    def run(self, args: argparse.Namespace) -> None:
        check_writable(args.output_file)
        splits = drawn_pairs(args)
        weights = fit_logistic(splits.training, args.l2)
        weights = replace(weights, provenance={**about_data(args), **weights.provenance})
        save_weights(weights, args.output_file)
        print(as_table(weights, splits))


def as_table(weights: LogisticWeights, splits: Splits) -> str:
    figures = {
        name: next_sentence_figures(
            examples, weights.probabilities(pair_features([example.pair for example in examples]))
        )._asdict()
        for name, examples in splits._asdict().items()
    }
    return figures_table(figures, title="part")
