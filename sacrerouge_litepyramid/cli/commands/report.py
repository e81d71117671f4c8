"""`report`: scores, unit evidence and people's judgements as one HTML file to open in a browser."""

import argparse
from pathlib import Path

from sacrerouge.commands import RootSubcommand

from sacrerouge_litepyramid.cli.bounds import check_least
from sacrerouge_litepyramid.report.build import read_signatures, report_data, report_page
from sacrerouge_litepyramid.report.reading import read_inputs
from sacrerouge_litepyramid.storage.files import atomic_write, check_writable

DATA = (
    "A folder with summaries.jsonl; people's scores in metrics.jsonl, and their labels in presence.jsonl, are optional"
)


@RootSubcommand.register("report")
class ReportSubcommand(RootSubcommand):
    def add_subparser(self, parser: argparse._SubParsersAction) -> None:
        description = "Scores, unit evidence and people's judgements as one HTML file that needs no network"
        self.parser = parser.add_parser("report", description=description, help=description)
        add = self.parser.add_argument
        add("--data", type=str, required=True, metavar="DIR", help=DATA)
        add("--scores", nargs="+", required=True, metavar="FILE", help="Files of SacreROUGE Metrics")
        add("--evidence", nargs="+", default=[], metavar="FILE", help="What --units_output wrote")
        add("--output-file", type=str, required=True, help="Where to write the page (HTML)")
        add(
            "--metrics",
            nargs="+",
            metavar="NAME",
            help="Which of the scores, nested names joined by _; by default all but jackknifed ones",
        )
        add("--dependent-metric", type=str, default="litepyramid_recall", help="People's score (default: %(default)s)")
        add(
            "--measure",
            type=str,
            default="p2c",
            help="Which of the evidence: p2c, l2c, p3c or l3c (default: %(default)s)",
        )
        add("--title", type=str, help="The page's title; by default the name of --data")
        add(
            "--resamples",
            type=int,
            default=1000,
            help="Resamples for the intervals and comparisons (default: %(default)s)",
        )
        add("--seed", type=int, default=0, help="Seed of the resamples (default: %(default)s)")
        self.parser.set_defaults(func=self.run)

    def run(self, args: argparse.Namespace) -> None:
        check_writable(args.output_file)
        check_least(args, resamples=1)
        inputs = read_inputs(
            args.data, args.scores, args.evidence, args.metrics, people=args.dependent_metric, measure=args.measure
        )
        data = report_data(inputs, read_signatures(args.scores), args.resamples, args.seed)
        with atomic_write(args.output_file) as out:
            out.write(report_page(data, args.title))
        size = Path(args.output_file).stat().st_size / 2**20
        print(
            f"{args.output_file}: {size:.1f} MiB, {len(data['systems'])} systems × {len(data['documents'])} documents, "
            f"scores: {len(data['metrics'])}, layers of units: {len(data['layers'])}"
        )
        for note in inputs.notes:
            print(f"note: {note}")
