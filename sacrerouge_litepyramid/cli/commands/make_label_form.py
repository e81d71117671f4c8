"""`make-label-form`: writes forms, one per annotator, to mark the units that a summary states."""

import argparse
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from sacrerouge_litepyramid.annotation.forms import list_vote_rows, render_label_form
from sacrerouge_litepyramid.annotation.planned_tasks import build_planned_tasks, count_units, share_tasks
from sacrerouge_litepyramid.annotation.tasks import Tasks, build_tasks, shuffle_tasks
from sacrerouge_litepyramid.cli.parser import CommandParser, check_minimum
from sacrerouge_litepyramid.cli.terminal import check_not_started
from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.io.evaluation_folder import PLAN, SUMMARIES, UNITS, EvaluationFolder
from sacrerouge_litepyramid.io.files import atomic_write
from sacrerouge_litepyramid.io.label_plans import read_label_plan
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.io.votes import write_vote_sheet

#: where forms go in FOLDER
FORMS = "forms"
GROUP = "annotation"
HELP = "Make forms in which annotators mark the units that a summary states, without seeing systems"
EXAMPLE = "sacrerouge-litepyramid make-label-form data/mine --annotators ann bob cem"


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    add_task_arguments(parser)
    add(
        "--annotators",
        nargs="+",
        default=[],
        help="Names; each gets files in a different order; without names, one form asks",
    )
    add(
        "--overlap",
        type=float,
        help="Share the documents out, and let two annotators label this share of them, 0 to 1 (default: 0 with a "
        "plan; without one, everyone labels everything)",
    )
    parser.add_seed("sharing and of the order of summaries")
    parser.add_output(
        "--output-dir",
        files=("labels*.html", "labels*.csv"),
        help=f"Where to write labels-NAME.html and labels-NAME.csv (default: FOLDER/{FORMS})",
    )


def run(args: argparse.Namespace) -> None:
    output = Path(args.output_dir or Path(args.FOLDER) / FORMS)
    plan = find_plan(args)
    check_annotators(args.annotators)
    check_minimum(args, seed=0)
    names = args.annotators or [""]
    stems = {name: f"labels-{name}" if name else "labels" for name in names}
    for stem in stems.values():
        check_not_started(output / f"{stem}.csv")
    tasks = build_planned_tasks(read_label_plan(plan)) if plan else read_whole_tasks(args)
    references = read_shown_references(args.FOLDER)
    overlap = 0.0 if plan and args.overlap is None else args.overlap
    own = dict.fromkeys(names, tasks) if overlap is None else share_tasks(tasks, names, overlap, args.seed)
    check_everyone_has_tasks(own)
    for annotator, stem in stems.items():
        order = shuffle_tasks(own[annotator], args.seed, annotator)
        with atomic_write(output / f"{stem}.html") as out:
            out.write(render_label_form(own[annotator], order, annotator, references))
        write_vote_sheet(output / f"{stem}.csv", annotator, list_vote_rows(own[annotator], order))
    for line in describe_forms(tasks, own, output):
        print(line)


def add_task_arguments(parser: CommandParser) -> None:
    """Add the folder of what is labelled, and the option of units in place of its plan."""
    parser.add_folder(
        (PLAN, SUMMARIES, UNITS), help=f"The folder of an evaluation; with {PLAN} its units are labelled, else all"
    )
    parser.add_input("--units", metavar="FILE", help="All of these units are labelled, without a plan")


def find_plan(args: argparse.Namespace) -> Path | None:
    """Return the plan whose units are labelled; None where all are: for --units, and for a folder without a plan."""
    return None if args.units else EvaluationFolder(args.FOLDER).find(PLAN)


def read_whole_tasks(args: argparse.Namespace) -> Tasks:
    """Return all units of all summaries."""
    units = args.units or EvaluationFolder(args.FOLDER).find(UNITS)
    if units is None:
        raise ValueError(f"{args.FOLDER}: neither {PLAN} nor {UNITS}; make a plan, or name the units: --units")
    return build_tasks(read_summaries(Path(args.FOLDER) / SUMMARIES), read_units(units))


def read_shown_references(folder: str) -> dict[str, list[str]]:
    """Return the references of the documents that have any, to be shown in forms; nothing without summaries."""
    path = EvaluationFolder(folder).find(SUMMARIES)
    summaries = read_summaries(path) if path else []
    return {each.instance_id: [flatten(text) for text in each.references] for each in summaries if each.references}


def check_annotators(names: Sequence[str]) -> None:
    """Raise ValueError for a name that cannot be a file's name, or is repeated."""
    for name in names:
        if not re.fullmatch(r"\w[\w.-]*", name):
            raise ValueError(
                f"--annotators: {name!r} must be letters, digits, '_', '.' and '-', beginning with a letter"
            )
        if sum(name.lower() == other.lower() for other in names) > 1:
            raise ValueError(f"--annotators: {name!r} comes twice; every name needs files of its own")


def check_everyone_has_tasks(own: Mapping[str, Tasks]) -> None:
    """Raise ValueError for an annotator for whom no summary is left."""
    idle = [name for name, tasks in own.items() if not tasks]
    if idle:
        raise ValueError(f"--annotators: no document is left for {', '.join(idle)}; give fewer annotators")


def describe_forms(tasks: Tasks, own: Mapping[str, Tasks], output: Path) -> list[str]:
    """Return the lines about the forms: how much everyone has to label."""
    counts = {name: count_units(given) for name, given in own.items()}
    forms = f"{len(own)} forms, in {output}"
    if all(given is tasks for given in own.values()):
        return [f"{len(tasks)} summaries, {count_units(tasks)} labels per annotator; {forms}"]
    extra = sum(counts.values()) - count_units(tasks)
    lines = [
        f"  {name or 'one annotator'}: {len(own[name])} summaries, {count} labels" for name, count in counts.items()
    ]
    return [f"{len(tasks)} summaries, {count_units(tasks)} labels, {extra} of them twice; {forms}", *lines]
