"""`experiment contrast-test`: tests whether a judge notices that one edit made a unit or a summary false."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.experiments.contrast_test import ContrastRow, judge_pairs, summarize_pairs
from sacrerouge_litepyramid.io.files import write_json, write_json_lines
from sacrerouge_litepyramid.io.labels import LABEL_FILES, read_labelled_folder
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.statistics.estimate import finite_or_none
from sacrerouge_litepyramid.statistics.tables import render_table
from sacrerouge_litepyramid.training.contrast.pairs import (
    EDIT_KINDS,
    INJECTION,
    ContrastPair,
    contrast_pairs,
    injection_pairs,
)

KINDS = (*EDIT_KINDS, INJECTION)
OUTPUT_FILES = ("contrast.json", "pairs.jsonl")
COLUMNS = ("edit", "of the", "pairs", "before", "after", "below .5", "falls below .5", "falls")
EXAMPLE = "sacrerouge-litepyramid experiment contrast-test data/pyrxsum --judge lexical"


def add_arguments(parser: CommandParser) -> None:
    parser.add_folder(LABEL_FILES, help=f"Folder with {', '.join(LABEL_FILES)}; the units labelled 1 are edited")
    parser.add_judge()
    parser.add_measure()
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS, help="Kinds of edits (default: all)")
    parser.add_argument(
        "--seed", type=int, default=0, help="Draws one edit a unit, kind and side (default: %(default)s)"
    )
    parser.add_output(
        "--output-dir",
        files=OUTPUT_FILES,
        help="Where to write contrast.json, the table, and pairs.jsonl, each pair with its probabilities",
    )


def run(args: argparse.Namespace) -> None:
    labelled = read_labelled_folder(args.FOLDER)
    judge = build(Judge, args.judge)
    edits = [kind for kind in args.kinds if kind != INJECTION]
    pairs = list(contrast_pairs(labelled, args.seed, edits)) if edits else []
    if edits and not pairs:
        raise ValueError(
            f"{Path(args.FOLDER) / LABEL_FILES[-1]}: no unit labelled 1 can be edited; give units of a sentence each"
        )
    if INJECTION in args.kinds:
        pairs += injection_pairs(labelled, args.seed)
    if not pairs:
        raise ValueError(f"{Path(args.FOLDER) / LABEL_FILES[-1]}: no unit is labelled 0, which injections need")
    values = judge_pairs(pairs, judge, args.measure)
    rows = summarize_pairs(pairs, values)
    rows.sort(key=lambda row: (KINDS.index(row.kind), row.side != "unit"))
    if args.output_dir:
        found = [{**row._asdict(), "falls_below": finite_or_none(row.falls_below)} for row in rows]
        table, written = (Path(args.output_dir) / name for name in OUTPUT_FILES)
        write_json(table, {"judge": judge.identity() | judge.observed(), "seed": args.seed, "rows": found})
        lines = zip(pairs, values.tolist(), strict=True)
        write_json_lines(written, (_line(pair, before, after) for pair, (before, after) in lines))
    print(format_rows(rows))


def format_rows(rows: Sequence[ContrastRow]) -> str:
    """Return the table as text."""
    return render_table(
        COLUMNS,
        [
            [row.kind, row.side, row.pairs, f"{row.before:.2f}", f"{row.after:.2f}", *map(_percent, row[5:])]
            for row in rows
        ],
    )


def _percent(share: float) -> str:
    return "none" if share != share else f"{100 * share:.0f}%"


def _line(pair: ContrastPair, before: float, after: float) -> dict[str, object]:
    edited = pair.after.units[pair.unit] if pair.side == "unit" else pair.after.summary
    return {
        "kind": pair.kind,
        "side": pair.side,
        "instance_id": pair.example.instance_id,
        "summarizer_id": pair.example.summarizer_id,
        "unit": pair.before.units[pair.unit],
        "summary": pair.before.summary,
        "edited": edited,
        "before": finite_or_none(before),
        "after": finite_or_none(after),
    }
