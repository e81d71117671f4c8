"""`train coherence`: fits the logistic next-sentence model to documents."""

import argparse
from dataclasses import replace
from typing import NamedTuple

from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.cli.training_options import (
    PairData,
    add_pair_options,
    add_settings,
    describe_pairs,
    draw_pairs,
    read_settings,
)
from sacrerouge_litepyramid.metrics.ffci.coherence import pair_features
from sacrerouge_litepyramid.training.coherence import fit_logistic, format_pair_figures, measure_pair_figures

EXAMPLE = r"""sacrerouge-litepyramid train coherence --documents summaries.jsonl \
    --output logistic.json"""


class Penalty(NamedTuple):
    """``l2``: the penalty of the squared coefficients."""

    l2: float = 1.0


def add_arguments(parser: CommandParser) -> None:
    add_pair_options(parser)
    parser.add_argument("--seed", type=int, default=0, help="Decides the pairs and their parts (default: %(default)s)")
    parser.add_output("--output", required=True, help="Where to write the weights (JSON)")
    add_settings(parser, PairData, Penalty)


def run(args: argparse.Namespace) -> None:
    data, penalty = read_settings(args, PairData, Penalty)
    splits = draw_pairs(args, data)
    weights = fit_logistic(splits.training, penalty.l2)
    weights = replace(weights, provenance={**describe_pairs(args, data), **weights.provenance})
    weights.save(args.output)
    figures = {}
    for name, examples in splits._asdict().items():
        predicted = weights.probabilities(pair_features([example.pair for example in examples]))
        figures[name] = measure_pair_figures(examples, predicted)._asdict()
    print(format_pair_figures(figures, title="part"))
