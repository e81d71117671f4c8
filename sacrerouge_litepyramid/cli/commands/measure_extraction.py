"""`measure-extraction`: how near an extractor's units come to released ones."""

import argparse

from sacrerouge.commands import RootSubcommand

from sacrerouge_litepyramid.extraction.build import build_extractor
from sacrerouge_litepyramid.training.extraction_quality import measure, read_released


@RootSubcommand.register("measure-extraction")
class MeasureExtractionSubcommand(RootSubcommand):
    def add_subparser(self, parser: argparse._SubParsersAction) -> None:
        description = "Compare an extractor's units with released STUs"
        self.parser = parser.add_parser("measure-extraction", description=description, help=description)
        add = self.parser.add_argument
        add("--references", type=str, required=True, help="A reference a line")
        add("--stus", type=str, required=True, help="The released units of each line, divided by tabs")
        add("--extractor", type=str, default="dependency", help="Name (dependency, srl, sentence) or JSON")
        add("--device", type=str, help="Where AllenNLP runs: cpu, cuda, cuda:1; the other extractors run on the CPU")
        self.parser.set_defaults(func=self.run)

    def run(self, args: argparse.Namespace) -> None:
        quality = measure(build_extractor(args.extractor, args.device), *read_released(args.references, args.stus))
        for name, value in quality._asdict().items():
            print(f"{name}: {value if isinstance(value, int) else round(value, 4)}")
