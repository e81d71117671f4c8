"""`report`: scores, unit evidence and labels as one HTML file to open in a browser."""

import argparse
from collections.abc import Mapping
from typing import Any

from sacrerouge_litepyramid.annotation.sampling.estimate_report import EstimateReport
from sacrerouge_litepyramid.annotation.sampling.estimation import estimate_systems
from sacrerouge_litepyramid.annotation.sampling.labelled_sample import read_planned_sample
from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.io.files import atomic_write
from sacrerouge_litepyramid.io.signatures import SUFFIX, read_signatures
from sacrerouge_litepyramid.report.build import build_report_data, render_report
from sacrerouge_litepyramid.report.inputs import read_inputs
from sacrerouge_litepyramid.report.statistics import ReportSettings, list_verdict

DATA = "A folder with summaries.jsonl; human scores in metrics.jsonl and labels in labels.jsonl are optional"
GROUP = "scores"
HELP = "Scores, unit evidence and labels as one HTML file that needs no network"
EXAMPLE = r"""sacrerouge-litepyramid report --data demo --scores demo/lite2pyramid.jsonl \
    --evidence demo/lite2pyramid.evidence.jsonl --output report.html"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_input(
        "--data", files=("summaries.jsonl", "metrics.jsonl", "labels.jsonl"), required=True, metavar="DIR", help=DATA
    )
    parser.add_input(
        "--scores", beside=(SUFFIX,), nargs="+", required=True, metavar="FILE", help="Files of SacreROUGE Metrics"
    )
    parser.add_evidence(several=True)
    parser.add_input("--labels", metavar="FILE", help="Labels of a plan that was made from the evidence")
    parser.add_target()
    parser.add_output("--output", required=True, help="Where to write the page (HTML)")
    add(
        "--metrics",
        nargs="+",
        metavar="NAME",
        help="The scores to show, nested names joined by _; by default all but jackknifed ones",
    )
    add("--human", default="litepyramid_recall", help="The human score (default: %(default)s)")
    parser.add_measure()
    add("--title", help="The page's title; by default the name of --data")


def run(args: argparse.Namespace) -> None:
    inputs = read_inputs(args.data, args.scores, args.evidence, args.metrics, human=args.human, measure=args.measure)
    estimated = _estimate(args) if args.labels else None
    shown = _select_shown(estimated) if estimated else None
    data = build_report_data(inputs, read_signatures(args.scores), ReportSettings(), shown)
    page = render_report(data, args.title)
    with atomic_write(args.output) as out:
        out.write(page)
    size = len(page.encode("utf-8", "backslashreplace")) / 2**20
    print(
        f"{args.output}: {size:.1f} MiB, {len(data['systems'])} systems × {len(data['documents'])} documents, "
        f"scores: {len(data['metrics'])}, layers of units: {len(data['layers'])}"
    )
    for line in list_verdict(data):
        print(line)
    if estimated:
        print(estimated.describe())
    for note in [*inputs.notes, *(estimated.warnings if estimated else ())]:
        print(f"note: {note}")


def _estimate(args: argparse.Namespace) -> EstimateReport:
    """Estimate the systems' scores from the labels of a plan; ValueError without evidence."""
    if not args.evidence:
        raise ValueError(
            f"{args.labels}: labels say nothing without the judge's probabilities; give the evidence that the "
            "plan was made from (--evidence)"
        )
    judge, sample = read_planned_sample(args.evidence, args.labels, args.measure)
    return estimate_systems(sample, judge, args.target, seed=0)


def _select_shown(estimated: EstimateReport) -> Mapping[str, Any]:
    """Return what the page shows of the estimates, JSON-ready, as `estimate` writes it."""
    found = estimated.to_json()
    return {
        "sentence": estimated.describe(),
        **{name: found[name] for name in ("name", "systems", "warnings", "low_agreement")},
    }
