"""`report`: scores, unit evidence and labels as one HTML file to open in a browser."""

import argparse
import contextlib
import gc
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.annotation.sampling.estimate_report import EstimateReport
from sacrerouge_litepyramid.annotation.sampling.estimation import estimate_systems
from sacrerouge_litepyramid.annotation.sampling.labelled_sample import read_planned_sample
from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.io.evaluation_folder import REPORT, EvaluationFolder
from sacrerouge_litepyramid.io.files import atomic_write
from sacrerouge_litepyramid.io.signatures import read_signatures
from sacrerouge_litepyramid.report.build import build_report_data, render_report
from sacrerouge_litepyramid.report.inputs import read_inputs
from sacrerouge_litepyramid.report.statistics import ReportSettings, list_verdict

GROUP = "scores"
HELP = "Scores, unit evidence and labels as one HTML file that needs no network"
EXAMPLE = "sacrerouge-litepyramid report out/mine"


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_folder()
    parser.add_scores()
    parser.add_evidence(several=True, help="Evidence in place of the folder's")
    parser.add_input("--labels", metavar="FILE", help="Labels of a plan that was made from the evidence")
    parser.add_target()
    parser.add_output("--output", help="Where to write the page (HTML); by default FOLDER/report.html")
    add(
        "--metrics",
        nargs="+",
        metavar="NAME",
        help="The scores to show, nested names joined by _; by default all but jackknifed ones",
    )
    parser.add_human()
    parser.add_measure()
    add("--title", help="The page's title; by default the name of FOLDER")


@contextlib.contextmanager
def without_collection() -> Iterator[None]:
    """Leave garbage uncollected: all that a report reads is kept until it is written, and is looked through in vain."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@without_collection()
def run(args: argparse.Namespace) -> None:
    folder = EvaluationFolder(args.FOLDER, args.scores, args.evidence)
    human = args.human or folder.find_human()
    inputs = read_inputs(args.FOLDER, folder.own_files, folder.evidence_files, args.metrics, human, args.measure)
    output = args.output or Path(args.FOLDER) / REPORT
    estimated = _estimate(args, folder) if args.labels else None
    shown = _select_shown(estimated) if estimated else None
    data = build_report_data(inputs, read_signatures(folder.own_files), ReportSettings(), shown)
    page = render_report(data, args.title)
    with atomic_write(output) as out:
        out.write(page)
    size = len(page.encode("utf-8", "backslashreplace")) / 2**20
    print(
        f"{output}: {size:.1f} MiB, {len(data['systems'])} systems × {len(data['documents'])} documents, "
        f"scores: {len(data['metrics'])}, layers of units: {len(data['layers'])}"
    )
    for line in list_verdict(data):
        print(line)
    if estimated:
        print(estimated.describe())
    for note in [*inputs.notes, *(estimated.warnings if estimated else ())]:
        print(f"note: {note}", file=sys.stderr)


def _estimate(args: argparse.Namespace, folder: EvaluationFolder) -> EstimateReport:
    """Estimate the systems' scores from the labels of a plan; ValueError without evidence."""
    if not folder.evidence_files:
        raise ValueError(
            f"{args.labels}: labels say nothing without the judge's probabilities; give the evidence that the "
            "plan was made from (--evidence)"
        )
    judge, sample = read_planned_sample(folder.evidence_files, args.labels, args.measure)
    return estimate_systems(sample, judge, args.target, seed=0)


def _select_shown(estimated: EstimateReport) -> Mapping[str, Any]:
    """Return what the page shows of the estimates, JSON-ready, as `estimate` writes it."""
    found = estimated.to_dict()
    return {
        "sentence": estimated.describe(),
        **{name: found[name] for name in ("name", "systems", "warnings", "low_agreement")},
    }
