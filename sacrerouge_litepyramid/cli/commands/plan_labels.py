"""`plan-labels`: chooses the units of summaries that annotators label, and projects the errors of the estimates."""

import argparse
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.pace import Pace, find_affordable
from sacrerouge_litepyramid.annotation.sampling.calibration import CALIBRATED, Calibration, fit_calibration
from sacrerouge_litepyramid.annotation.sampling.designs import DESIGNS, Budget, extend_design
from sacrerouge_litepyramid.annotation.sampling.estimators import TARGETS
from sacrerouge_litepyramid.annotation.sampling.frame import SamplingFrame, build_frame
from sacrerouge_litepyramid.annotation.sampling.labelled_sample import KnownVotes, list_known_votes, make_label_plan
from sacrerouge_litepyramid.annotation.sampling.projected_errors import (
    Goal,
    ProjectedErrors,
    Projection,
    find_budget,
    project_errors,
)
from sacrerouge_litepyramid.annotation.sampling.sample import mark_rows, sum_by_system
from sacrerouge_litepyramid.cli.parser import CommandParser, check_minimum
from sacrerouge_litepyramid.io.evidence import Evidence, read_summary_texts, select_evidence
from sacrerouge_litepyramid.io.label_plans import LabelPlan, PlanHead, read_planned_labels, write_label_plan
from sacrerouge_litepyramid.statistics.estimate import format_number
from sacrerouge_litepyramid.statistics.significance import pair_indices
from sacrerouge_litepyramid.statistics.tables import render_table, shorten

#: the designs by default: for scores, and for differences
SCORE_DESIGN, DIFFERENCE_DESIGN = "active", "paired"
#: the pairs that are listed one a line; of more, the widest alone
MAX_LISTED_PAIRS = 15
GROUP = "annotation"
HELP = "Choose which units of which summaries to label within a budget, and project the error"
EXAMPLE = r"""sacrerouge-litepyramid plan-labels --evidence demo/lite2pyramid.evidence.jsonl \
    --compare copy-key paraphrase --width 0.3 --pace 4 --output plan.jsonl"""


class Population(NamedTuple):
    """The population, the votes of a pilot, if any, and how labels follow from the judge's probabilities."""

    frame: SamplingFrame
    known: KnownVotes
    calibration: Calibration

    def mark_known(self) -> np.ndarray:
        """Return whether each row of the population was labelled in the pilot, (rows,)."""
        return mark_rows(self.frame, self.known)


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
    check_goal(args)
    evidence = select_evidence(args.evidence, args.metric, args.measure)
    population = build_population(args, evidence)
    name = args.design or (DIFFERENCE_DESIGN if args.compare else SCORE_DESIGN)
    budget = choose_budget(args, population, name)
    design = extend_design(population.frame, name, Budget(total=budget), population.mark_known())
    head = PlanHead(
        name, budget, args.seed, population.frame.systems, evidence.name, evidence.measure, population.frame.digest()
    )
    plan = make_label_plan(population.frame, design, head, read_summary_texts(args.evidence), population.known)
    write_label_plan(args.output, plan)
    projected = project_errors(population.frame, design, population.calibration, args.target)
    pace = None if args.pace is None else Pace(args.pace, args.reading)
    for line in (*describe_label_plan(plan, population, pace), *describe_projection(args, population, projected)):
        print(line)
    print(args.output)


def check_goal(args: argparse.Namespace) -> None:
    """Raise ValueError for options that lack the ones they need, and for a number of labels below 1."""
    if args.compare is not None and len(set(args.compare)) < 2:
        raise ValueError(f"--compare: give two or more different systems, not {', '.join(args.compare)}")
    if args.power is not None and (args.compare is None or args.difference is None):
        raise ValueError("--power needs --compare, and --difference, the true difference to detect")
    if args.pace is None and (args.minutes is not None or args.reading):
        raise ValueError("--minutes and --reading need --pace, in labels per minute")
    if args.pace is not None:
        Pace(args.pace, args.reading).check()
    if args.budget is not None:
        check_minimum(args, budget=1)


def build_population(args: argparse.Namespace, evidence: Evidence) -> Population:
    """Return the population of the chosen systems, in the order of their names, calibrated by the pilot if any."""
    chosen = args.compare or args.systems
    frame = build_frame(evidence, sorted(chosen) if chosen else None)
    if not args.pilot:
        return Population(frame, {}, CALIBRATED)
    pilot = read_planned_labels(args.pilot)
    calibration = fit_calibration(build_frame(evidence, pilot.head.systems), pilot)
    return Population(frame, list_known_votes(frame, pilot), calibration)


def choose_budget(args: argparse.Namespace, population: Population, design: str) -> int:
    """Return the number of labels, as given, as time pays for, or to reach the width or the power."""
    if args.budget is not None:
        return min(args.budget, len(population.frame.weight) - len(population.known))
    if args.minutes is not None:
        return find_affordable(
            population.frame, design, args.minutes, Pace(args.pace, args.reading), population.mark_known()
        )
    goal = Goal(args.width, args.power, args.difference, compared=args.compare is not None)
    return find_budget(population.frame, design, goal, population.calibration, args.target, population.mark_known())


def describe_label_plan(plan: LabelPlan, population: Population, pace: Pace | None) -> Iterator[str]:
    """Yield the lines about what annotators label."""
    count, every = plan.count_labels(), len(population.frame.weight)
    asked = [each for each in plan.summaries if each.open_units]
    time = "" if pace is None else f"; {pace.compute_minutes(count, len(asked)):.0f} minutes at {pace}"
    documents = len({each.instance_id for each in asked})
    yield (
        f"{count} of {every} labels ({100 * count / every:.1f}%), design {plan.head.design}: units of {len(asked)} "
        f"summaries, {documents} documents{time}"
    )
    if population.known:
        yield f"{len(population.known)} labels of the pilot count beside them"


def describe_projection(args: argparse.Namespace, population: Population, projected: Projection) -> Iterator[str]:
    """Yield the lines about the errors to expect, of scores, or of differences with --compare."""
    yield f"To estimate: {TARGETS[args.target]}."
    source = "calibrated by the pilot" if args.pilot else "which assumes a calibrated judge"
    yield f"Projected error of the judge and labels together, {source}:"
    scores = sum_by_system(population.frame, population.frame.weight * population.frame.probability)
    if args.compare:
        yield from _describe_differences(population.frame.systems, scores, projected.differences, args.difference)
    else:
        rows = _list_rows(list(map(shorten, population.frame.systems)), scores, projected.scores)
        yield render_table(["system", "judge alone", "standard error", "95% interval ±"], rows)
    if not args.pilot:
        yield "Judges are rarely calibrated: label a small plan first, and give its labels as --pilot."


def _describe_differences(
    systems: Sequence[str], scores: np.ndarray, projected: ProjectedErrors, difference: float | None
) -> Iterator[str]:
    pairs = list(zip(*pair_indices(len(systems)), strict=True))
    order = np.argsort(-projected.margin, kind="stable")[:MAX_LISTED_PAIRS]
    names = [f"{shorten(systems[first])} − {shorten(systems[second])}" for first, second in pairs]
    differences = np.array([scores[first] - scores[second] for first, second in pairs])
    rows = _list_rows(names, differences, projected)
    header = ["difference", "judge alone", "standard error", "95% interval ±"]
    if difference is not None:
        header.append(f"power at {abs(difference):g}")
        power = projected.compute_power(difference)
        rows = [[*row, f"{value:.2f}"] for row, value in zip(rows, power, strict=True)]
    yield render_table(header, [rows[place] for place in order])
    if len(pairs) > MAX_LISTED_PAIRS:
        yield f"… and {len(pairs) - MAX_LISTED_PAIRS} pairs with narrower intervals"


def _list_rows(names: Sequence[str], values: np.ndarray, projected: ProjectedErrors) -> list[list[str]]:
    columns = zip(names, values, projected.error, projected.margin, strict=True)
    return [[name, *map(format_number, numbers)] for name, *numbers in columns]
