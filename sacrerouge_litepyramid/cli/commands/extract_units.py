"""`extract-units`: extracts STUs from distinct references; a stopped run is resumed."""

import argparse
from pathlib import Path

from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.core.failures import name_text
from sacrerouge_litepyramid.extraction.cache import CachedExtractor
from sacrerouge_litepyramid.extraction.extractor import build_extractor, extract_units, summary_line
from sacrerouge_litepyramid.io.documents import read_references
from sacrerouge_litepyramid.io.store import cache_folder
from sacrerouge_litepyramid.io.units import write_units

GROUP = "data and units"
HELP = "Extract units (STUs) from references"
CACHE = "units.sqlite"
EXAMPLE = r"""sacrerouge-litepyramid extract-units --references summaries.jsonl \
    --output stus.jsonl"""


def add_arguments(parser: CommandParser) -> None:
    parser.add_input("--references", required=True, help="summaries.jsonl or references.jsonl")
    parser.add_output("--output", required=True, help="Where to write stus.jsonl")
    parser.add_component("--extractor", default="dependency", help="Name (dependency, srl, sentence) or JSON")
    parser.add_cache(CACHE)


def run(args: argparse.Namespace) -> None:
    references = read_references(args.references)
    extractor = CachedExtractor(build_extractor(args.extractor), str(cache_folder() / CACHE))
    with name_text(((name,), members) for name, members in references.items()):
        extraction = extract_units(extractor, references)
    write_units(Path(args.output), extraction.units.items())
    print(summary_line(extraction))
