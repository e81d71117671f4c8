"""What people judge in label forms, as two commands take it: the units of a plan, or all units of all summaries."""

import argparse

from sacrerouge_litepyramid.annotation.planned_tasks import build_planned_tasks
from sacrerouge_litepyramid.annotation.tasks import Tasks, build_tasks
from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.io.label_plans import read_label_plan
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.io.units import read_units


def add_task_arguments(parser: CommandParser) -> None:
    """Add the options of a plan, and of summaries and units, one of which is to be given."""
    parser.add_input("--summaries-file", help="summaries.jsonl")
    parser.add_input("--units-file", help="scus.jsonl, or any units.jsonl")
    parser.add_input("--plan-file", help="plan.jsonl of plan-labels, in place of both: its units alone are judged")


def read_tasks(args: argparse.Namespace) -> Tasks:
    """Return the tasks of the plan, or of the summaries and their units."""
    check_task_arguments(args)
    if args.plan_file:
        return build_planned_tasks(read_label_plan(args.plan_file))
    return build_tasks(read_summaries(args.summaries_file), read_units(args.units_file))


def check_task_arguments(args: argparse.Namespace) -> None:
    """Raise ValueError unless a plan alone, or both summaries and units, are given."""
    given = [each is not None for each in (args.plan_file, args.summaries_file, args.units_file)]
    if given not in ([True, False, False], [False, True, True]):
        raise ValueError("give --plan-file alone, or --summaries-file and --units-file")
