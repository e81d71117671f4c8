"""`make-presence-form`: writes forms, one per annotator, in which people mark the units a summary states."""

import argparse
import re
from collections.abc import Sequence
from pathlib import Path

from sacrerouge_litepyramid.annotation.judgement import build_tasks, shuffle_tasks
from sacrerouge_litepyramid.annotation.presence_form import list_vote_rows, render_presence_form
from sacrerouge_litepyramid.cli.bounds import check_minimum
from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.cli.refusal import check_not_started
from sacrerouge_litepyramid.formats.presence_votes import write_vote_sheet
from sacrerouge_litepyramid.formats.summaries import read_summaries
from sacrerouge_litepyramid.formats.units import read_units
from sacrerouge_litepyramid.storage.files import atomic_write

EXAMPLE = r"""sacrerouge-litepyramid make-presence-form --summaries-file summaries.jsonl --units-file scus.jsonl \
    --annotators ann bob cem --output-dir forms"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_input("--summaries-file", required=True, help="summaries.jsonl")
    parser.add_input("--units-file", required=True, help="scus.jsonl, or any units.jsonl")
    add(
        "--annotators",
        nargs="+",
        default=[],
        help="Names; each gets files in a different order; without names, one form asks",
    )
    add("--seed", type=int, default=0, help="Seed of the order of the summaries (default: %(default)s)")
    parser.add_output_folder(
        "--output-dir",
        files=("presence*.html", "presence*.csv"),
        required=True,
        help="Where to write presence-NAME.html and presence-NAME.csv",
    )


def run(args: argparse.Namespace) -> None:
    output = Path(args.output_dir)
    check_annotators(args.annotators)
    check_minimum(args, seed=0)
    stems = {name: f"presence-{name}" if name else "presence" for name in args.annotators or [""]}
    for stem in stems.values():
        check_not_started(output / f"{stem}.csv")
    tasks = build_tasks(read_summaries(args.summaries_file), read_units(args.units_file))
    for annotator, stem in stems.items():
        order = shuffle_tasks(tasks, args.seed, annotator)
        with atomic_write(output / f"{stem}.html") as out:
            out.write(render_presence_form(tasks, order, annotator))
        write_vote_sheet(output / f"{stem}.csv", annotator, list_vote_rows(tasks, order))
    judgements = sum(len(task.units) for task in tasks.values())
    print(f"{len(tasks)} summaries, {judgements} judgements an annotator; {len(stems)} forms, in {output}")


def check_annotators(names: Sequence[str]) -> None:
    """Raise ValueError for a name that cannot be a file's name, or is repeated."""
    for name in names:
        if not re.fullmatch(r"\w[\w.-]*", name):
            raise ValueError(
                f"--annotators: {name!r} must be letters, digits, '_', '.' and '-', beginning with a letter"
            )
        if sum(name.lower() == other.lower() for other in names) > 1:
            raise ValueError(f"--annotators: {name!r} comes twice; every name needs files of its own")
