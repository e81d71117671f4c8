"""`estimate`: systems' scores from a judge's probabilities of all units and labels of some."""

import argparse

from sacrerouge_litepyramid.annotation.sampling.estimation import estimate
from sacrerouge_litepyramid.annotation.sampling.judged_units import find_labels
from sacrerouge_litepyramid.annotation.sampling.labelled_sample import DRAWN
from sacrerouge_litepyramid.cli.parser import CommandParser, check_minimum
from sacrerouge_litepyramid.cli.results import CommandResult
from sacrerouge_litepyramid.io.evaluation_folder import LABELS, PLANNED_LABELS

GROUP = "verdicts"
HELP = "Systems' scores from a judge of all units and labels of some: unbiased, with intervals"
EXAMPLE = "sacrerouge-litepyramid estimate demo"


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_folder(nargs="?")
    parser.add_evidence(several=True, help="Evidence in place of the folder's; that of several judges is used together")
    parser.add_input(
        "--labels",
        metavar="FILE",
        help="Labels of a plan, or lines of labels or votes with null for none (default: "
        f"FOLDER/{PLANNED_LABELS}, else {LABELS})",
    )
    parser.add_input("--plan", help="The plan by which the units of labels or votes were chosen")
    add(
        "--drawn",
        choices=list(DRAWN),
        help="Without a plan: what was chosen by chance, single units or whole documents (default: units)",
    )
    parser.add_target()
    add("--metric", help="The metric of the evidence; by default that of the plan, else the first")
    parser.add_measure()
    parser.add_seed("the folds that fit the judges' weights")
    parser.add_result()


def run(args: argparse.Namespace) -> CommandResult:
    check_minimum(args, seed=0)
    if not args.FOLDER and not (args.evidence and args.labels):
        raise ValueError("give the folder of an evaluation, or both --evidence and --labels")
    labels = args.labels or find_labels(args.FOLDER)
    if labels is None:
        raise ValueError(f"{args.FOLDER}: no {PLANNED_LABELS}, which import-labels writes; name the labels: --labels")
    names = ("plan", "drawn", "target", "metric", "measure", "seed")
    found = estimate(args.evidence or args.FOLDER, labels, **{name: getattr(args, name) for name in names})
    return CommandResult(str(found), found.to_dict())
