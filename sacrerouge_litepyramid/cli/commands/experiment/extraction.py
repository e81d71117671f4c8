"""`experiment extraction`: compares an extractor's units with released ones."""

import argparse

from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.experiments.extraction import measure_extraction, read_line_units
from sacrerouge_litepyramid.extraction.extractor import build_extractor

EXAMPLE = r"""sacrerouge-litepyramid experiment extraction \
    --references data/pyrxsum/released/references.txt \
    --stus data/pyrxsum/released/STUs.txt"""


def add_arguments(parser: CommandParser) -> None:
    parser.add_input("--references", required=True, help="One reference per line")
    parser.add_input("--stus", required=True, help="The released units of each line, separated by tabs")
    parser.add_component("--extractor", default="dependency", help="Name (dependency, srl, sentence) or JSON")


def run(args: argparse.Namespace) -> None:
    quality = measure_extraction(build_extractor(args.extractor), *read_line_units(args.references, args.stus))
    for name, value in quality._asdict().items():
        print(f"{name}: {value if isinstance(value, int) else round(value, 4)}")
