"""`score`: the scores of summaries by the metrics of a config."""

import argparse

from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.cli.config_check import check_config
from sacrerouge_litepyramid.cli.scoring_arguments import add_score_arguments, run_score

EXAMPLE = r"""sacrerouge-litepyramid score --config configs/realsumm/lite2pyramid-lexical.json \
    --output-jsonl out/realsumm/lite2pyramid.jsonl"""


def add_arguments(parser: CommandParser) -> None:
    parser.add_config("--config", required=True, help="Config file (JSON): dataset_reader, input_files, metrics")
    parser.add_component("--overrides", help="JSON that replaces parts of the config")
    add_score_arguments(parser)


def run(args: argparse.Namespace) -> None:
    check_config(args.config, args.include_packages)
    from sacrerouge_litepyramid.plugin import runs

    runs.import_packages(args.include_packages)
    run_score(args, runs.read_config(args.config, args.overrides))
