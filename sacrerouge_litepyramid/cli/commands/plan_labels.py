"""`plan-labels`: chooses the units of summaries that annotators label, and projects the errors of the estimates."""

import argparse

from sacrerouge_litepyramid.annotation.sampling.designs import DESIGNS
from sacrerouge_litepyramid.annotation.sampling.planning import plan_labels
from sacrerouge_litepyramid.cli.parser import CommandParser, check_minimum

#: the options that are arguments of `plan_labels`
SETTINGS = (
    *("budget", "minutes", "width", "power", "systems", "compare", "pace", "reading", "difference", "design"),
    *("target", "pilot", "metric", "measure", "seed"),
)
GROUP = "annotation"
HELP = "Choose which units of which summaries to label within a budget, and project the error"
EXAMPLE = r"""sacrerouge-litepyramid plan-labels --evidence demo/lite2pyramid.evidence.jsonl \
    --compare copy-key paraphrase --width 0.3 --pace 4 --output plan.jsonl"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_evidence(required=True)
    add("--metric", help="The metric of the evidence; needed where the file has several")
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
        "--pilot", help="planned_labels.jsonl of an earlier plan: project the error by its labels, not by the judge"
    )
    parser.add_seed("the draw")
    parser.add_output("--output", required=True, help="Where to write the plan (JSON Lines)")


def run(args: argparse.Namespace) -> None:
    check_minimum(args, seed=0)
    found = plan_labels(args.evidence, **{name: getattr(args, name) for name in SETTINGS})
    found.write(args.output)
    print(found)
    print(args.output)
