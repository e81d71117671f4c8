"""`plan-annotation`: chooses the sentences of new references that need SCUs, and writes a form for them."""

import argparse
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.annotation.expected_agreement import SHIPPED, describe_expectation, read_curve
from sacrerouge_litepyramid.annotation.forms import list_worksheet_rows, render_unit_form
from sacrerouge_litepyramid.annotation.pace import ASSUMED_PACE
from sacrerouge_litepyramid.annotation.plan import SentenceBudget, make_annotation_plan
from sacrerouge_litepyramid.cli.mixing_options import (
    add_regressor_options,
    add_unit_options,
    read_references_and_stus,
    score_sentences,
)
from sacrerouge_litepyramid.cli.parser import CommandParser, check_minimum
from sacrerouge_litepyramid.cli.terminal import check_not_started
from sacrerouge_litepyramid.io.annotation_plans import SUGGESTIONS, Plan, write_plan
from sacrerouge_litepyramid.io.annotations import write_worksheet
from sacrerouge_litepyramid.io.files import atomic_write

SELECTIONS = ("regressor", "random", "shortest")
GROUP = "annotation"
HELP = "Choose the sentences that need SCUs within a budget: a form, a worksheet and a plan"
EXAMPLE = r"""sacrerouge-litepyramid plan-annotation --references summaries.jsonl \
    --minutes 480 --pace 20 --output-dir plan"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_input("--references", required=True, help="summaries.jsonl or references.jsonl")
    budget = parser.add_mutually_exclusive_group(required=True)
    budget.add_argument("--percentage", type=float, help="Share of the sentences that get SCUs: 0 to 100")
    budget.add_argument("--budget", type=int, help="Number of sentences that get SCUs")
    budget.add_argument("--minutes", type=float, help="Annotation time in total; needs --pace")
    add("--pace", type=float, help="Sentences per hour, as measured in a pilot of your own")
    add_unit_options(parser)
    add(
        "--selection",
        choices=SELECTIONS,
        default="regressor",
        help="The sentences that keep STUs (default: %(default)s)",
    )
    add("--no-suggestions", action="store_true", help="Do not show STUs as suggestions in the form and the worksheet")
    parser.add_seed("the random selection")
    add_regressor_options(parser, folds=False)
    parser.add_input(
        "--curves", nargs="+", default=SHIPPED, help="points.json of other data, to show the expected agreement"
    )
    parser.add_output(
        "--output-dir",
        files=("plan.json", "worksheet.csv", "form.html"),
        required=True,
        help="Where to write plan.json, form.html and worksheet.csv",
    )


def run(args: argparse.Namespace) -> None:
    output = Path(args.output_dir)
    check_not_started(output / "worksheet.csv")
    check_minimum(args, seed=0)
    curves = [read_curve(path, args.selection) for path in args.curves]
    references, data = read_references_and_stus(args.references, args.stus, args.extractor)
    scores, predicted, regressor = score_sentences(args, data)
    hours = None if args.minutes is None else args.minutes / 60
    budget = SentenceBudget(args.percentage, args.budget, hours, args.pace)
    settings = {**build_settings(args), "budget": budget._asdict(), "regressor": regressor}
    plan = make_annotation_plan(references, data, scores, budget, settings, predicted)
    write_plan(output / "plan.json", plan)
    write_worksheet(output / "worksheet.csv", list_worksheet_rows(plan))
    with atomic_write(output / "form.html") as out:
        out.write(render_unit_form(plan))
    print(describe_annotation_plan(plan, args.pace))
    for line in describe_expectation(curves, args.selection, compute_stu_percentage(plan)):
        print(line)
    print(f"{output / 'form.html'}, worksheet.csv and plan.json")


def build_settings(args: argparse.Namespace) -> dict[str, Any]:
    units = Path(args.stus).name if args.stus else args.extractor
    return {
        "made_by": __version__,
        "selection": args.selection,
        "seed": args.seed,
        "units": units,
        SUGGESTIONS: not args.no_suggestions,
    }


def compute_stu_percentage(plan: Plan) -> float:
    return 100 * (1 - len(plan.list_annotated()) / len(plan.sentences))


def describe_annotation_plan(plan: Plan, pace: float | None) -> str:
    annotated, every = len(plan.list_annotated()), len(plan.sentences)
    given = ASSUMED_PACE if pace is None else pace
    source = " (assumed; give --pace)" if pace is None else ""
    time = f"; {annotated / given:.1f} hours at {given:g} sentences an hour{source}"
    return (
        f"Annotators write SCUs for {annotated} of {every} sentences ({100 * annotated / every:.1f}%), "
        f"STUs stand for {every - annotated}{time}"
    )
