"""`train-parser`: trains the dependency parser of the extractor "dependency"."""

import argparse
from pathlib import Path

from sacrerouge.commands import RootSubcommand

from sacrerouge_litepyramid.cli.bounds import check_least
from sacrerouge_litepyramid.storage.files import check_writable
from sacrerouge_litepyramid.training.parser import ParserSettings, train_parser


@RootSubcommand.register("train-parser")
class TrainParserSubcommand(RootSubcommand):
    def add_subparser(self, parser: argparse._SubParsersAction) -> None:
        description = "Train the small dependency parser of the unit extractor"
        self.parser = parser.add_parser("train-parser", description=description, help=description)
        add = self.parser.add_argument
        add("--treebank-dir", type=str, required=True, help="Folder with *-train.conllu, *-dev.conllu, *-test.conllu")
        add("--output-dir", type=str, required=True, help="Where to write the spaCy pipeline")
        add("--steps", type=int, default=ParserSettings().steps, help="Batches to train on")
        add("--seed", type=int, default=ParserSettings().seed, help="The same seed gives the same parser")
        self.parser.set_defaults(func=self.run)

    def run(self, args: argparse.Namespace) -> None:
        check_least(args, steps=1, seed=0)
        check_writable(Path(args.output_dir) / "config.cfg")
        train_parser(args.treebank_dir, args.output_dir, ParserSettings(steps=args.steps, seed=args.seed))
