"""`extract-units`: extracts STUs from distinct references; a stopped run is resumed."""

import argparse
from pathlib import Path

from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.extraction.cache import CachedExtractor
from sacrerouge_litepyramid.extraction.extractor import build_extractor, extract_units, summary_line
from sacrerouge_litepyramid.io.documents import read_references
from sacrerouge_litepyramid.io.units import write_units

GROUP = "data and units"
HELP = "Extract units (STUs) from references"
EXAMPLE = "sacrerouge-litepyramid extract-units --input-file summaries.jsonl --output-file stus.jsonl"


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_input("--input-file", required=True, help="summaries.jsonl or references.jsonl")
    parser.add_output("--output-file", required=True, help="Where to write stus.jsonl")
    parser.add_component("--extractor", default="dependency", help="Name (dependency, srl, sentence) or JSON")
    add("--device", help="Where AllenNLP or a language model runs: cpu, cuda, cuda:1")
    parser.add_cache(
        "--cache-file",
        default_file="units.sqlite",
        help="SQLite file of extracted units; by default in $LITEPYRAMID_CACHE",
    )
    add("--batch-size", type=int, default=64, help="References that are extracted and saved together")


def run(args: argparse.Namespace) -> None:
    references = {name: list(item.references) for name, item in read_references(args.input_file).items()}
    extractor = CachedExtractor(build_extractor(args.extractor, args.device), args.cache_file, args.batch_size)
    extraction = extract_units(extractor, references)
    write_units(Path(args.output_file), extraction.units.items())
    print(summary_line(extraction))
