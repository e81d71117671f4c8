"""`import-presence`: converts annotators' votes to presence.jsonl and metrics.jsonl, and measures their agreement."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.annotation.judgement import UNFINISHED, build_tasks, collect_votes, label_by_majority
from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.cli.refusal import refuse_problems
from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.formats.judgements import compute_human_score
from sacrerouge_litepyramid.formats.presence_votes import read_presence_votes
from sacrerouge_litepyramid.formats.summaries import read_summaries
from sacrerouge_litepyramid.formats.units import read_units
from sacrerouge_litepyramid.formats.votes import write_votes
from sacrerouge_litepyramid.meta.annotators import agreement_report, drop_noisy_voters, summary_lines
from sacrerouge_litepyramid.storage.files import write_json, write_json_lines

TIES = {"absent": 0, "present": 1}
HUMAN = "litepyramid_recall"
OUTPUT_FILES = ("presence.jsonl", "metrics.jsonl", "votes.jsonl", "agreement.json")
EXAMPLE = r"""sacrerouge-litepyramid import-presence --summaries-file summaries.jsonl --units-file scus.jsonl \
    --vote-files votes-ann.json votes-bob.json votes-cem.json --output-dir gold"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_input("--summaries-file", required=True, help="The summaries of the forms")
    parser.add_input("--units-file", required=True, help="The units of the forms")
    parser.add_input("--vote-files", nargs="+", required=True, help="JSON of the forms, or CSV of the worksheets")
    add(
        "--ties",
        choices=TIES,
        default="absent",
        help="The label of a unit that half of the annotators found (default: %(default)s)",
    )
    noisy = parser.add_mutually_exclusive_group()
    noisy.add_argument(
        "--drop-noisiest", action="store_true", help="For each document, drop the annotator who disagrees most"
    )
    noisy.add_argument(
        "--max-disagreement", type=float, help="Drop annotators who disagree more often with the others: 0 to 1"
    )
    add(
        "--unfinished",
        choices=UNFINISHED,
        default="refuse",
        help="What to do with summaries that are not fully judged (default: %(default)s)",
    )
    parser.add_output_folder(
        "--output-dir",
        files=OUTPUT_FILES,
        required=True,
        help="Where to write presence, metrics and votes (.jsonl) and agreement.json",
    )


def run(args: argparse.Namespace) -> None:
    output = Path(args.output_dir)
    tasks = build_tasks(read_summaries(args.summaries_file), read_units(args.units_file))
    given, problems = collect_votes(tasks, map(read_presence_votes, args.vote_files), args.unfinished)
    refuse_problems(problems)
    kept = drop_noisy_voters(given, args.drop_noisiest, args.max_disagreement)
    judged = label_by_majority(tasks, kept, TIES[args.ties])
    counts = {"summaries": len(kept), "summaries_left_out": len(tasks) - len(kept)}
    report = agreement_report(given, kept, {"ties": args.ties, **counts})
    write_json_lines(
        output / "presence.jsonl", ({**build_key_fields(each), "labels": list(each.labels)} for each in judged)
    )
    write_json_lines(output / "metrics.jsonl", build_metric_lines(judged))
    write_votes(output / "votes.jsonl", kept)
    write_json(output / "agreement.json", report)
    for line in summary_lines(report):
        print(line)
    print(f"{output / 'presence.jsonl'}, metrics.jsonl, votes.jsonl and agreement.json")


def build_metric_lines(judged: Sequence[Judged]) -> Iterator[dict[str, Any]]:
    for each in judged:
        yield {**build_key_fields(each), "summarizer_type": "peer", "metrics": {HUMAN: compute_human_score(each)}}


def build_key_fields(judged: Judged) -> dict[str, str]:
    """Return the fields that name a summary."""
    return {"instance_id": judged.instance_id, "summarizer_id": judged.summarizer_id}
