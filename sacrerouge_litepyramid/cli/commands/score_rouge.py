"""`score-rouge`: ROUGE of summaries against their references as SacreROUGE Metrics, the baseline of meta-evaluation."""

import argparse

from sacrerouge.commands import RootSubcommand

from sacrerouge_litepyramid.formats.summaries import read_summaries
from sacrerouge_litepyramid.meta.rouge_scores import COMBINATIONS, score_rouge
from sacrerouge_litepyramid.storage.files import check_writable, write_json_lines


@RootSubcommand.register("score-rouge")
class ScoreRougeSubcommand(RootSubcommand):
    def add_subparser(self, parser: argparse._SubParsersAction) -> None:
        description = "ROUGE-1, -2 and -L recall, precision and F1 (rouge-score, stemmed), from 0 to 1"
        self.parser = parser.add_parser("score-rouge", description=description, help=description)
        add = self.parser.add_argument
        add("--summaries-file", type=str, required=True, help="summaries.jsonl with references")
        add("--output-jsonl", type=str, required=True, help="Where to write the scores, one summary a line")
        add(
            "--references",
            choices=COMBINATIONS,
            default="max",
            help="Which value counts of several references, for each measure (default: %(default)s)",
        )
        add("--no-stemmer", action="store_true", help="Compare words as they are")
        self.parser.set_defaults(func=self.run)

    def run(self, args: argparse.Namespace) -> None:
        check_writable(args.output_jsonl)
        summaries = read_summaries(args.summaries_file)
        write_json_lines(args.output_jsonl, score_rouge(summaries, args.references, stem=not args.no_stemmer))
        print(f"{len(summaries)} summaries: {args.output_jsonl}")
