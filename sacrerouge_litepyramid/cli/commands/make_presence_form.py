"""`make-presence-form`: a form in which people say which units a summary states, one an annotator."""

import argparse
import re
from collections.abc import Sequence
from pathlib import Path

from sacrerouge.commands import RootSubcommand

from sacrerouge_litepyramid.annotation.judgement import shuffled, tasks_of
from sacrerouge_litepyramid.annotation.presence_form import presence_form, vote_rows
from sacrerouge_litepyramid.cli.bounds import check_least
from sacrerouge_litepyramid.cli.refusal import check_unused
from sacrerouge_litepyramid.formats.presence_votes import write_vote_sheet
from sacrerouge_litepyramid.formats.summaries import read_summaries
from sacrerouge_litepyramid.formats.units import read_units
from sacrerouge_litepyramid.storage.files import atomic_write, check_writable


@RootSubcommand.register("make-presence-form")
class MakePresenceFormSubcommand(RootSubcommand):
    def add_subparser(self, parser: argparse._SubParsersAction) -> None:
        description = "Make forms in which people say which units each summary states; they do not see the systems"
        self.parser = parser.add_parser("make-presence-form", description=description, help=description)
        add = self.parser.add_argument
        add("--summaries-file", type=str, required=True, help="summaries.jsonl")
        add("--units-file", type=str, required=True, help="scus.jsonl, or any units.jsonl")
        add(
            "--annotators", nargs="+", default=[], help="Names: each gets files of an own order; without, one form asks"
        )
        add("--seed", type=int, default=0, help="Seed of the order of the summaries (default: %(default)s)")
        add("--output-dir", type=str, required=True, help="Where to write presence-NAME.html and presence-NAME.csv")
        self.parser.set_defaults(func=self.run)

    def run(self, args: argparse.Namespace) -> None:
        output = Path(args.output_dir)
        check_writable(output / "presence.html")
        check_annotators(args.annotators)
        check_least(args, seed=0)
        stems = {name: f"presence-{name}" if name else "presence" for name in args.annotators or [""]}
        for stem in stems.values():
            check_unused(output / f"{stem}.csv")
        tasks = tasks_of(read_summaries(args.summaries_file), read_units(args.units_file))
        for annotator, stem in stems.items():
            order = shuffled(tasks, args.seed, annotator)
            with atomic_write(output / f"{stem}.html") as out:
                out.write(presence_form(tasks, order, annotator))
            write_vote_sheet(output / f"{stem}.csv", annotator, vote_rows(tasks, order))
        judgements = sum(len(task.units) for task in tasks.values())
        print(f"{len(tasks)} summaries, {judgements} judgements an annotator; {len(stems)} forms, in {output}")


def check_annotators(names: Sequence[str]) -> None:
    """ValueError for a name that makes no file's name, or comes twice."""
    for name in names:
        if not re.fullmatch(r"\w[\w.-]*", name):
            raise ValueError(
                f"--annotators: {name!r} must be letters, digits, '_', '.' and '-', beginning with a letter"
            )
        if sum(name.lower() == other.lower() for other in names) > 1:
            raise ValueError(f"--annotators: {name!r} comes twice; every name needs files of its own")
