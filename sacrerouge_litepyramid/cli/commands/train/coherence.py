"""`train coherence`: fits the logistic next-sentence model to articles."""

import argparse
from dataclasses import replace

from sacrerouge_litepyramid.cli.coherence_arguments import add_pair_arguments, describe_data, draw_pairs
from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.metrics.ffci.logistic import NextSentenceWeights, pair_features
from sacrerouge_litepyramid.training.coherence import fit_logistic, format_pair_figures, measure_pair_figures
from sacrerouge_litepyramid.training.coherence_pairs import Splits

HELP = "Fit the logistic next-sentence model of ffci-coherence to articles"
EXAMPLE = "sacrerouge-litepyramid train coherence --articles-file articles.jsonl --output-file logistic.json"


def add_arguments(parser: CommandParser) -> None:
    add_pair_arguments(parser)
    add = parser.add_argument
    add("--seed", type=int, default=0, help="Decides the pairs and their parts (default: %(default)s)")
    add("--l2", type=float, default=1.0, help="Penalty of the squared coefficients (default: %(default)s)")
    parser.add_output("--output-file", required=True, help="Where to write the weights (JSON)")


def run(args: argparse.Namespace) -> None:
    splits = draw_pairs(args)
    weights = fit_logistic(splits.training, args.l2)
    weights = replace(weights, provenance={**describe_data(args), **weights.provenance})
    weights.save(args.output_file)
    print(as_table(weights, splits))


def as_table(weights: NextSentenceWeights, splits: Splits) -> str:
    figures = {
        name: measure_pair_figures(
            examples, weights.probabilities(pair_features([example.pair for example in examples]))
        )._asdict()
        for name, examples in splits._asdict().items()
    }
    return format_pair_figures(figures, title="part")
