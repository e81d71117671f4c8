"""`report`: scores, unit evidence and people's judgements as one HTML file to open in a browser."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.annotation.sampling.estimate_report import EstimateReport
from sacrerouge_litepyramid.annotation.sampling.estimation import estimate_systems
from sacrerouge_litepyramid.annotation.sampling.estimators import TARGETS
from sacrerouge_litepyramid.annotation.sampling.labelled_sample import read_planned_sample
from sacrerouge_litepyramid.cli.bounds import check_minimum
from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.io.files import atomic_write
from sacrerouge_litepyramid.io.signatures import SUFFIX, read_signatures
from sacrerouge_litepyramid.report.build import build_report_data, render_report
from sacrerouge_litepyramid.report.inputs import read_inputs
from sacrerouge_litepyramid.report.statistics import ReportSettings, list_verdict

DATA = "A folder with summaries.jsonl; people's scores in metrics.jsonl, and their labels in labels.jsonl, are optional"
GROUP = "scores"
HELP = "Scores, unit evidence and labels as one HTML file that needs no network"
EXAMPLE = r"""sacrerouge-litepyramid report --data demo --scores demo/lite2pyramid.jsonl \
    --evidence demo/lite2pyramid.evidence.jsonl --output-file report.html"""


def add_arguments(parser: CommandParser) -> None:
    add, default = parser.add_argument, ReportSettings()
    parser.add_input_folder(
        "--data", files=("summaries.jsonl", "metrics.jsonl", "labels.jsonl"), required=True, metavar="DIR", help=DATA
    )
    parser.add_input(
        "--scores", beside=(SUFFIX,), nargs="+", required=True, metavar="FILE", help="Files of SacreROUGE Metrics"
    )
    parser.add_input("--evidence", nargs="+", default=[], metavar="FILE", help="Files that --units-output wrote")
    parser.add_input("--judgements", help="People's judgements of a plan that was made from the evidence")
    add(
        "--target",
        choices=list(TARGETS),
        default="these",
        help="With --judgements: the score of these documents, or of documents like these (default: %(default)s)",
    )
    parser.add_output("--output-file", required=True, help="Where to write the page (HTML)")
    add(
        "--metrics",
        nargs="+",
        metavar="NAME",
        help="The scores to show, nested names joined by _; by default all but jackknifed ones",
    )
    add("--dependent-metric", default="litepyramid_recall", help="People's score (default: %(default)s)")
    add(
        "--measure",
        default="p2c",
        help="The measure of the evidence: p2c, l2c, p3c or l3c (default: %(default)s)",
    )
    add("--title", help="The page's title; by default the name of --data")
    add(
        "--resamples",
        type=int,
        default=default.resamples,
        help="Resamples for the intervals of agreement with people (default: %(default)s)",
    )
    add(
        "--permutations",
        type=int,
        default=default.permutations,
        help="Permutations of the tests between systems (default: %(default)s)",
    )
    add("--seed", type=int, default=default.seed, help="Seed of all that is drawn by chance (default: %(default)s)")


def run(args: argparse.Namespace) -> None:
    check_minimum(args, resamples=1, permutations=1)
    inputs = read_inputs(
        args.data, args.scores, args.evidence, args.metrics, people=args.dependent_metric, measure=args.measure
    )
    estimated = _estimate(args) if args.judgements else None
    settings = ReportSettings(args.resamples, args.permutations, args.seed)
    shown = _select_shown(estimated) if estimated else None
    data = build_report_data(inputs, read_signatures(args.scores), settings, shown)
    with atomic_write(args.output_file) as out:
        out.write(render_report(data, args.title))
    size = Path(args.output_file).stat().st_size / 2**20
    print(
        f"{args.output_file}: {size:.1f} MiB, {len(data['systems'])} systems × {len(data['documents'])} documents, "
        f"scores: {len(data['metrics'])}, layers of units: {len(data['layers'])}"
    )
    for line in list_verdict(data):
        print(line)
    if estimated:
        print(estimated.describe())
    for note in [*inputs.notes, *(estimated.warnings if estimated else ())]:
        print(f"note: {note}")


def _estimate(args: argparse.Namespace) -> EstimateReport:
    """Estimate the systems' scores from people's judgements of a plan; ValueError without evidence."""
    if not args.evidence:
        raise ValueError(
            f"{args.judgements}: judgements say nothing without the judge's probabilities; give the evidence that the "
            "plan was made from (--evidence)"
        )
    judge, sample = read_planned_sample(args.evidence, args.judgements, args.measure)
    return estimate_systems(sample, judge, args.target, args.seed)


def _select_shown(estimated: EstimateReport) -> Mapping[str, Any]:
    """Return what the page shows of the estimates, JSON-ready, as `estimate` writes it."""
    found = estimated.to_json()
    return {"sentence": estimated.describe(), **{name: found[name] for name in ("name", "systems", "warnings")}}
