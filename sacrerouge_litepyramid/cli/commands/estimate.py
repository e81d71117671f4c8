"""`estimate`: systems' scores from a judge's probabilities of all units and people's labels of some."""

import argparse

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.annotation.sampling.estimation import estimate
from sacrerouge_litepyramid.annotation.sampling.estimators import TARGETS
from sacrerouge_litepyramid.annotation.sampling.labelled_sample import DRAWN
from sacrerouge_litepyramid.cli.bounds import check_minimum
from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.io.files import write_json

GROUP = "verdicts"
HELP = "Systems' scores from a judge of all units and labels of some: unbiased, with intervals"
EXAMPLE = r"""sacrerouge-litepyramid estimate --evidence demo/lite2pyramid.evidence.jsonl \
    --judgements demo/labels.jsonl --drawn documents --output-json estimate.json"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_input("--evidence", required=True, help="The judge's probabilities: a file that --units-output wrote")
    parser.add_input(
        "--judgements",
        required=True,
        help="People's judgements of a plan, or lines of labels or votes, null where nobody judged",
    )
    parser.add_input("--plan", help="The plan by which the units of labels or votes were chosen")
    add(
        "--drawn",
        choices=list(DRAWN),
        help="Without a plan: what was chosen by chance, single units or whole documents (default: units)",
    )
    add(
        "--target",
        choices=list(TARGETS),
        default="these",
        help="The score of these documents, or of documents like these (default: %(default)s)",
    )
    add("--metric", help="The metric of the evidence; needed where the file has several")
    add("--measure", default="p2c", help="The measure of the evidence: p2c, l2c, p3c or l3c (default: %(default)s)")
    add("--seed", type=int, default=0, help="Seed of the folds that fit the judge's weight (default: %(default)s)")
    parser.add_output("--output-json", help="Where to write all numbers (JSON)")


def run(args: argparse.Namespace) -> None:
    check_minimum(args, seed=0)
    names = ("plan", "drawn", "target", "metric", "measure", "seed")
    found = estimate(args.evidence, args.judgements, **{name: getattr(args, name) for name in names})
    print(found)
    if args.output_json:
        write_json(args.output_json, {"version": __version__, **found.to_json()})
