"""`score-rouge`: ROUGE of summaries as SacreROUGE Metrics, the baseline of meta-evaluation."""

import argparse

from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.io.files import write_json_lines
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.metrics.rouge import COMBINATIONS, score_rouge

GROUP = "scores"
HELP = "ROUGE-1, -2 and -L recall, precision and F1 (stemmed, equal to rouge-score's), from 0 to 1"
EXAMPLE = "sacrerouge-litepyramid score-rouge --summaries-file summaries.jsonl --output-jsonl rouge.jsonl"


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_input("--summaries-file", required=True, help="summaries.jsonl with references")
    parser.add_output("--output-jsonl", required=True, help="Where to write the scores, one summary per line")
    add(
        "--references",
        choices=COMBINATIONS,
        default="max",
        help="The value used with several references, for each measure (default: %(default)s)",
    )
    add("--no-stemmer", action="store_true", help="Do not stem words")


def run(args: argparse.Namespace) -> None:
    summaries = read_summaries(args.summaries_file)
    write_json_lines(args.output_jsonl, score_rouge(summaries, args.references, stem=not args.no_stemmer))
    print(f"{len(summaries)} summaries: {args.output_jsonl}")
