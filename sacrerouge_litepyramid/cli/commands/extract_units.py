"""`extract-units`: references to STUs, each distinct reference once; a run that was stopped goes on where it was."""

import argparse
from pathlib import Path

from sacrerouge.commands import RootSubcommand

from sacrerouge_litepyramid.extraction.build import build_extractor
from sacrerouge_litepyramid.extraction.cache import CachedExtractor
from sacrerouge_litepyramid.extraction.run import extract_units, summary_line
from sacrerouge_litepyramid.formats.references import read_references
from sacrerouge_litepyramid.formats.units import write_units
from sacrerouge_litepyramid.storage.files import check_writable


@RootSubcommand.register("extract-units")
class ExtractUnitsSubcommand(RootSubcommand):
    def add_subparser(self, parser: argparse._SubParsersAction) -> None:
        description = "Extract units (STUs) from references"
        self.parser = parser.add_parser("extract-units", description=description, help=description)
        add = self.parser.add_argument
        add("--input-file", type=str, required=True, help="summaries.jsonl or references.jsonl")
        add("--output-file", type=str, required=True, help="Where to write stus.jsonl")
        add("--extractor", type=str, default="dependency", help="Name (dependency, srl, sentence) or JSON")
        add("--device", type=str, help="Where AllenNLP or a language model runs: cpu, cuda, cuda:1")
        add("--cache-file", type=str, help="SQLite file of what was extracted; default in $LITEPYRAMID_CACHE")
        add("--batch-size", type=int, default=64, help="References extracted, and kept, together")
        self.parser.set_defaults(func=self.run)

    def run(self, args: argparse.Namespace) -> None:
        check_writable(args.output_file)
        references = {name: list(item.references) for name, item in read_references(args.input_file).items()}
        extractor = CachedExtractor(build_extractor(args.extractor, args.device), args.cache_file, args.batch_size)
        extraction = extract_units(extractor, references)
        write_units(Path(args.output_file), extraction.units.items())
        print(summary_line(extraction))
