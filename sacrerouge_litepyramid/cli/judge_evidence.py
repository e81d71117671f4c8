"""The judge's evidence of all summaries, as the commands of people and machine together take it."""

import argparse

from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.formats.evidence_reader import Evidence, read_evidence


def add_evidence_arguments(parser: CommandParser) -> None:
    """Add the options of a file of evidence, and of the metric and measure in it."""
    parser.add_input("--evidence", required=True, help="File that --units-output wrote: the judge's probabilities")
    parser.add_argument("--metric", help="The metric in the evidence, where there are several")
    parser.add_argument("--measure", default="p2c", help="The judge's measure: p2c or p3c (default: %(default)s)")


def read_judge(args: argparse.Namespace) -> Evidence:
    """Read the evidence of the chosen metric; raise ValueError for an unknown one, and where several could be meant."""
    found = {each.name: each for each in read_evidence([args.evidence], args.measure)}
    if args.metric is None and len(found) > 1:
        raise ValueError(f"{args.evidence}: evidence of several metrics; choose one: --metric {'|'.join(found)}")
    if args.metric is not None and args.metric not in found:
        raise ValueError(f"{args.evidence}: no evidence of the metric {args.metric!r}; there is of: {', '.join(found)}")
    return found[args.metric] if args.metric else next(iter(found.values()))
