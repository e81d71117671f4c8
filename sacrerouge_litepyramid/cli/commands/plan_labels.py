"""`plan-labels`: chooses the units of summaries that annotators label, and projects the errors of the estimates."""

import argparse
from pathlib import Path

from sacrerouge_litepyramid.annotation.sampling.designs import DESIGNS
from sacrerouge_litepyramid.annotation.sampling.judged_units import find_planned_labels
from sacrerouge_litepyramid.annotation.sampling.planning import plan_labels
from sacrerouge_litepyramid.cli.parser import CommandParser, check_minimum
from sacrerouge_litepyramid.io.evaluation_folder import (
    EVIDENCE,
    HUMAN_SCORES,
    PLAN,
    PLANNED_LABELS,
    SCORES,
    EvaluationFolder,
)

#: the options that are arguments of `plan_labels`
SETTINGS = (
    *("budget", "minutes", "width", "power", "systems", "compare", "pace", "reading", "difference", "design"),
    *("target", "labels", "metric", "measure", "seed"),
)
GROUP = "annotation"
HELP = "Choose which units of which summaries to label within a budget, and project the error"
EXAMPLE = r"""sacrerouge-litepyramid plan-labels out/mine --compare copy-key paraphrase \
    --width 0.3"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_folder((EVIDENCE, HUMAN_SCORES, PLANNED_LABELS, SCORES), nargs="?")
    parser.add_evidence(help="A file of evidence in place of the folder's")
    add("--metric", help="The metric of the evidence; by default the first of the folder's")
    parser.add_measure()
    systems = parser.add_mutually_exclusive_group()
    systems.add_argument("--systems", nargs="+", metavar="NAME", help="Plan for these systems' scores; by default all")
    systems.add_argument("--compare", nargs="+", metavar="NAME", help="Plan for the differences of these systems")
    goal = parser.add_mutually_exclusive_group(required=True)
    goal.add_argument("--budget", type=int, help="Number of labels of all systems together")
    goal.add_argument("--minutes", type=float, help="Annotation time in total; needs --pace")
    goal.add_argument(
        "--width", type=float, help="Width of the 95%% intervals of scores, of differences with --compare"
    )
    goal.add_argument("--power", type=float, help="Probability that --difference is significant; needs --compare")
    add("--pace", type=float, help="Labels per minute, as measured in a pilot of your own")
    add("--reading", type=float, default=0.0, help="Seconds to read a summary before its first label (default: 0)")
    add("--difference", type=float, help="The true difference of two scores that --power is for")
    add("--design", choices=list(DESIGNS), help="How units are drawn (default: active; paired with --compare)")
    parser.add_target()
    parser.add_input(
        "--labels",
        metavar="FILE",
        help="Labels of an earlier plan, which count beside the new ones and calibrate the judge (default: "
        f"FOLDER/{PLANNED_LABELS})",
    )
    parser.add_seed("the draw")
    parser.add_output("--output", help=f"Where to write the plan (JSON Lines; default: FOLDER/{PLAN})")


def run(args: argparse.Namespace) -> None:
    check_minimum(args, seed=0)
    if not args.FOLDER and not (args.evidence and args.output):
        raise ValueError("give the folder of an evaluation, or both --evidence and --output")
    if args.FOLDER:
        EvaluationFolder(args.FOLDER)  # refuses what is no folder
    output = args.output or Path(args.FOLDER) / PLAN
    args.labels = args.labels or find_planned_labels(args.FOLDER)
    found = plan_labels(args.evidence or args.FOLDER, **{name: getattr(args, name) for name in SETTINGS})
    found.write(output)
    print(found)
    print(output)
