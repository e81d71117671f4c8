"""`mix-units`: Lite2.xPyramid's units, STUs for the easiest sentences of a data set and SCUs for the others."""

import argparse
from pathlib import Path

from sacrerouge_litepyramid.cli.mixing_options import (
    REFERENCE_FILES,
    add_regressor_options,
    add_unit_options,
    find_references,
    read_mixable,
    score_sentences,
)
from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.core.mixing import (
    Effort,
    measure_effort,
    mix,
    mix_as_the_authors,
    select,
    select_by_threshold,
)
from sacrerouge_litepyramid.io.files import write_json
from sacrerouge_litepyramid.io.units import write_units
from sacrerouge_litepyramid.training.easiness import RANKINGS

RULES = {"paper": (select, mix), "authors": (select_by_threshold, mix_as_the_authors)}
GROUP = "data and units"
HELP = "Mix SCUs and STUs: STUs for the easiest sentences of the whole data set"
EXAMPLE = r"""sacrerouge-litepyramid mix-units data/mine --percentage 50 \
    --output units.jsonl"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_folder(
        (*REFERENCE_FILES, "scus.jsonl"),
        help="Folder with scus.jsonl, and the references in summaries.jsonl or references.jsonl; SCUs without a "
        "sentence are aligned by words",
    )
    add_unit_options(parser)
    add("--percentage", type=float, required=True, help="Share of the sentences that use STUs: 0 to 100")
    add(
        "--selection",
        choices=RANKINGS,
        default="regressor",
        help="The sentences that use STUs first (default: %(default)s)",
    )
    parser.add_seed("the random selection")
    add(
        "--rule",
        choices=RULES,
        default="paper",
        help="authors: as in their code, one sentence fewer; see docs/lite2x.md",
    )
    add_regressor_options(parser, folds=False)
    parser.add_output("--output", required=True, help="Where to write units.jsonl")
    parser.add_output("--report", help="Where to write the replaced units and the saved effort (JSON)")


def run(args: argparse.Namespace) -> None:
    if not 0 <= args.percentage <= 100:
        raise ValueError(f"--percentage must be between 0 and 100, not {args.percentage}")
    data = read_mixable(find_references(args.FOLDER), Path(args.FOLDER) / "scus.jsonl", args.stus, args.extractor)
    scores, _, regressor = score_sentences(args, data)
    choose, mixed = RULES[args.rule]
    chosen = choose(scores, args.percentage)
    selected = {key for key, taken in zip(data.sentences, chosen, strict=True) if taken}
    write_units(args.output, mixed(data.scus, data.stus, selected).items())
    saved = measure_effort(data.sentences, selected)
    if args.report:
        settings = {name: getattr(args, name) for name in ("percentage", "selection", "rule", "seed")}
        numbers = {**saved._asdict(), "share_saved": saved.share_saved}
        write_json(args.report, {**settings, "regressor": regressor, **numbers})
    print(describe_saved_effort(saved))


def describe_saved_effort(saved: Effort) -> str:
    return (
        f"STUs for {saved.replaced} of {saved.sentences} sentences; {saved.scus_saved} of {saved.scus} SCUs need not "
        f"be written: {100 * saved.share_saved:.1f}% of the human effort"
    )
