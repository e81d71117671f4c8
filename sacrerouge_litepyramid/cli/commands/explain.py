"""`explain`: why a summary has its score, unit by unit, in the terminal."""

import argparse

from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.evaluation.judges import find_signature, find_weights
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.signatures import SUFFIX, read_signatures
from sacrerouge_litepyramid.report.explanation import explain_summary, load_weights_of, read_one

GROUP = "scores"
HELP = "Why a summary has its score: its units, the words that match or not, and what the judge goes by"
EXAMPLE = r"""sacrerouge-litepyramid explain --evidence demo/lite2pyramid.evidence.jsonl \
    --document harbour-fire --system terse"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_evidence(beside=(SUFFIX,), required=True)
    add("--document", required=True, metavar="NAME", help="The summary's instance_id")
    add("--system", required=True, metavar="NAME", help="Its summarizer_id")
    add("--metric", metavar="NAME", help="The metric, where the file has the evidence of several")
    parser.add_measure()
    parser.add_input(
        "--weights",
        metavar="FILE",
        help="The judge's weights, by train judge, to show what each feature contributes; the shipped ones are "
        "known by the signature beside the evidence",
    )


def run(args: argparse.Namespace) -> None:
    key = SummaryKey(args.document, args.system)
    evidence, summary = read_one(args.evidence, args.measure, key, args.metric)
    signature = find_signature(evidence.name, read_signatures([args.evidence]))
    weights = load_weights_of(args.weights) if args.weights else find_weights(signature)
    print(explain_summary(evidence, key, summary, weights))
