"""`import-annotation`: checks the SCUs of annotators for a plan and mixes them with the STUs of the other sentences."""

import argparse
from pathlib import Path

from sacrerouge_litepyramid.annotation.pace import describe_sentence_pace, measure_sentence_pace
from sacrerouge_litepyramid.annotation.plan import list_sentence_texts
from sacrerouge_litepyramid.annotation.scus import (
    UNFINISHED,
    check_annotation,
    count_outcomes,
    find_changed_references,
    mix_with_stus,
)
from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.cli.terminal import refuse_problems
from sacrerouge_litepyramid.io.annotation_plans import read_plan
from sacrerouge_litepyramid.io.annotations import read_annotation, write_annotation_records
from sacrerouge_litepyramid.io.documents import read_references
from sacrerouge_litepyramid.io.units import write_units

FILES = ("units.jsonl", "records.jsonl")
GROUP = "annotation"
HELP = "Check the SCUs of annotators for a plan, and write units.jsonl with them and with STUs elsewhere"
EXAMPLE = r"""sacrerouge-litepyramid import-annotation --plan plan/plan.json \
    --references summaries.jsonl --forms units-ann.json units-bob.json \
    --output-dir annotated"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_input("--plan", required=True, help="plan.json of plan-annotation")
    parser.add_input("--references", required=True, help="The references that were planned; changes are refused")
    parser.add_input("--forms", nargs="+", required=True, help="JSON of the form, or CSV of the worksheet")
    add(
        "--unfinished",
        choices=UNFINISHED,
        default="refuse",
        help="What to do with sentences that no annotator did (default: %(default)s)",
    )
    parser.add_output(
        "--output-dir",
        files=FILES,
        required=True,
        help="Where to write units.jsonl, and records.jsonl: each unit's origin, suggestions and seconds",
    )


def run(args: argparse.Namespace) -> None:
    plan = read_plan(args.plan)
    references = read_references(args.references)
    refuse_problems(find_changed_references(plan, list_sentence_texts(references)))
    scus, problems, written = check_annotation(plan, map(read_annotation, args.forms), args.unfinished)
    refuse_problems(problems)
    units = mix_with_stus(plan, scus)
    units_file, records_file = (Path(args.output_dir) / name for name in FILES)
    write_units(units_file, units.items())
    write_annotation_records(records_file, written.values())
    kinds = [unit.kind for members in units.values() for unit in members]
    print(
        f"{kinds.count('scu')} SCUs for {len(scus)} sentences, {kinds.count('stu')} STUs for the other "
        f"{len(plan.sentences) - len(scus)}"
    )
    counts, pace = count_outcomes(plan, written), measure_sentence_pace(written.values())
    if counts.shown:
        print(counts)
    if pace:
        print(describe_sentence_pace(pace))
    empty = [name for name, members in units.items() if not members]
    if empty:
        print(f"{len(empty)} documents have no unit, so nothing can be scored by them: {', '.join(empty[:5])}")
