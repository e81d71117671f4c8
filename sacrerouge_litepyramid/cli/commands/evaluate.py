"""`evaluate`: the scores of summaries by the metrics of a config, and their means over all summaries."""

import argparse

from sacrerouge_litepyramid.cli.config import read_task
from sacrerouge_litepyramid.cli.metric_commands import (
    add_config_arguments,
    add_evaluate_arguments,
    run_evaluate,
)
from sacrerouge_litepyramid.cli.parser import CommandParser

EXAMPLE = r"""sacrerouge-litepyramid evaluate \
    --config configs/realsumm/lite2pyramid-lexical.json \
    --macro-output-json out/means.json --micro-output-jsonl out/scores.jsonl"""


def add_arguments(parser: CommandParser) -> None:
    add_config_arguments(parser)
    add_evaluate_arguments(parser)


def run(args: argparse.Namespace) -> None:
    run_evaluate(args, read_task(args))
