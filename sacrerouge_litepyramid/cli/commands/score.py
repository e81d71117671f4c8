"""`score`: the scores of summaries by the metrics of a config."""

import argparse

from sacrerouge_litepyramid.cli.config import read_task
from sacrerouge_litepyramid.cli.metric_commands import add_config_arguments, add_score_arguments, run_score
from sacrerouge_litepyramid.cli.parser import CommandParser

EXAMPLE = r"""sacrerouge-litepyramid score \
    --config configs/realsumm/lite2pyramid-lexical.json \
    --output-jsonl out/realsumm/lite2pyramid.jsonl"""


def add_arguments(parser: CommandParser) -> None:
    add_config_arguments(parser)
    add_score_arguments(parser)


def run(args: argparse.Namespace) -> None:
    run_score(args, read_task(args))
