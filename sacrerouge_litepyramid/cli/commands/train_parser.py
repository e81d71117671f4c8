"""`train-parser`: trains the dependency parser of the extractor "dependency"."""

import argparse

from sacrerouge_litepyramid.cli.bounds import check_minimum
from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.training.parser import ParserSettings, train_parser

EXAMPLE = "sacrerouge-litepyramid train-parser --treebank-dir TREEBANKS --output-dir parser"


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_input_folder(
        "--treebank-dir",
        files=("*.conllu",),
        required=True,
        help="Folder with *-train.conllu, *-dev.conllu, *-test.conllu",
    )
    parser.add_output_folder(
        "--output-dir", files=("config.cfg", "*"), required=True, help="Where to write the spaCy pipeline"
    )
    add("--steps", type=int, default=ParserSettings().steps, help="Batches to train on")
    add("--seed", type=int, default=ParserSettings().seed, help="The same seed gives the same parser")


def run(args: argparse.Namespace) -> None:
    check_minimum(args, steps=1, seed=0)
    train_parser(args.treebank_dir, args.output_dir, ParserSettings(steps=args.steps, seed=args.seed))
