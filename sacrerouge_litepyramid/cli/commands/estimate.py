"""`estimate`: systems' scores from a judge's probabilities of all units and labels of some."""

import argparse

from sacrerouge_litepyramid.annotation.sampling.estimation import estimate
from sacrerouge_litepyramid.annotation.sampling.labelled_sample import DRAWN
from sacrerouge_litepyramid.cli.parser import CommandParser, check_minimum
from sacrerouge_litepyramid.cli.results import CommandResult

GROUP = "verdicts"
HELP = "Systems' scores from a judge of all units and labels of some: unbiased, with intervals"
EXAMPLE = r"""sacrerouge-litepyramid estimate --evidence demo/lite2pyramid.evidence.jsonl \
    --labels demo/labels.jsonl --drawn documents --output estimate.json"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_evidence(required=True)
    parser.add_input(
        "--labels",
        required=True,
        help="Labels of a plan, or lines of labels or votes, null where there is none",
    )
    parser.add_input("--plan", help="The plan by which the units of labels or votes were chosen")
    add(
        "--drawn",
        choices=list(DRAWN),
        help="Without a plan: what was chosen by chance, single units or whole documents (default: units)",
    )
    parser.add_target()
    add("--metric", help="The metric of the evidence; needed where the file has several")
    parser.add_measure()
    parser.add_seed("the folds that fit the judge's weight")
    parser.add_result()


def run(args: argparse.Namespace) -> CommandResult:
    check_minimum(args, seed=0)
    names = ("plan", "drawn", "target", "metric", "measure", "seed")
    found = estimate(args.evidence, args.labels, **{name: getattr(args, name) for name in names})
    return CommandResult(str(found), found.to_dict())
