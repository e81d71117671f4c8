"""`agreement`: how far metrics, and judges unit by unit, agree with people on a whole set."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.cli.statistics_options import add_measuring_options, build_statistics
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.evaluation.metric_agreement import measure_agreement
from sacrerouge_litepyramid.evaluation.scores import read_metric_files
from sacrerouge_litepyramid.evaluation.unit_agreement import (
    UnitAgreement,
    measure_unit_agreement,
    render_unit_agreement,
)
from sacrerouge_litepyramid.io.evidence import read_evidence
from sacrerouge_litepyramid.io.files import write_json
from sacrerouge_litepyramid.io.labels import read_labelled_summaries
from sacrerouge_litepyramid.io.metrics import SummaryKey, list_metric_names
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.statistics.correlation_estimates import LEVELS

GROUP = "verdicts"
HELP = "How far metrics agree with human scores on a whole set: correlations with intervals, labels of units"
EXAMPLE = r"""sacrerouge-litepyramid agreement --scores-files demo/metrics.jsonl demo/lite2pyramid.jsonl \
    --human-metric litepyramid_recall --metrics lite2pyramid_p2c --output-json agreement.json"""
LABEL_FILES = ("summaries.jsonl", "scus.jsonl", "labels.jsonl")


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_input("--scores-files", nargs="+", required=True, metavar="FILE", help="Scores, people's among them")
    add("--human-metric", default="litepyramid_recall", help="People's score; of peers alone (default: %(default)s)")
    add("--metrics", nargs="+", metavar="NAME", help="Metrics, nested names joined by _; by default all others")
    add("--levels", nargs="+", choices=LEVELS, default=list(LEVELS), help="Levels of correlation (default: all)")
    add_measuring_options(parser)
    parser.add_input("--evidence-files", nargs="+", default=[], metavar="FILE", help="Files that --units-output wrote")
    parser.add_input_folder("--data", files=LABEL_FILES, help="Folder with the labels that the evidence is compared to")
    add("--measure", default="p2c", help="The measure of the evidence: p2c, l2c, p3c or l3c (default: %(default)s)")
    parser.add_output("--output-json", help="Where to write the rows and all else (JSON)")


def run(args: argparse.Namespace) -> None:
    statistics = build_statistics(args)
    if bool(args.evidence_files) != bool(args.data):
        raise ValueError("--evidence-files and --data belong together: the model's probabilities, and people's labels")
    names = args.metrics or [name for name in list_metric_names(args.scores_files) if name != args.human_metric]
    if not names:
        raise ValueError(f"{', '.join(args.scores_files)}: no metric but {args.human_metric!r}; give files with scores")
    scores = read_metric_files(args.scores_files, args.human_metric, list(dict.fromkeys(names)))
    report = measure_agreement(scores, args.human_metric, statistics, args.levels)
    print(report)
    of_units: list[UnitAgreement] = []
    if args.evidence_files:
        summaries, labels = read_labels(args.data)
        evidence = read_evidence(args.evidence_files, args.measure, summaries)
        of_units = measure_unit_agreement(evidence, labels, statistics)
        print(f"\n{render_unit_agreement(of_units)}")
    if args.output_json:
        rows: list[dict[str, Any]] = [row._asdict() for each in of_units for row in each.rows]
        written = report.to_json()
        write_json(args.output_json, {"version": __version__, **written, "rows": [*written["rows"], *rows]})


def read_labels(folder: str) -> tuple[Mapping[SummaryKey, Any], Mapping[SummaryKey, LabelledSummary]]:
    """Return the summaries of a folder and people's labels of their units."""
    paths = [Path(folder) / name for name in LABEL_FILES]
    summaries = {SummaryKey(each.instance_id, each.summarizer_id): each for each in read_summaries(paths[0])}
    labelled = {SummaryKey(each.instance_id, each.summarizer_id): each for each in read_labelled_summaries(*paths)}
    return summaries, labelled
