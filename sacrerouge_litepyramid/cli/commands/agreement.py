"""`agreement`: how far metrics, and judges unit by unit, agree with annotators on a whole set."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.cli.parser import CommandParser
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
from sacrerouge_litepyramid.statistics.estimate import row_to_json

GROUP = "verdicts"
HELP = "Measure the agreement of metrics with human scores, and of judges with labels, on a whole set"
EXAMPLE = r"""sacrerouge-litepyramid agreement --scores demo/metrics.jsonl demo/lite2pyramid.jsonl \
    --human litepyramid_recall --metrics lite2pyramid_p2c --output agreement.json"""
LABEL_FILES = ("summaries.jsonl", "scus.jsonl", "labels.jsonl")


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_input("--scores", nargs="+", required=True, metavar="FILE", help="Scores, the human ones among them")
    add("--human", default="litepyramid_recall", help="The human score, of peers alone (default: %(default)s)")
    add("--metrics", nargs="+", metavar="NAME", help="Metrics, nested names joined by _; by default all others")
    add("--levels", nargs="+", choices=LEVELS, default=list(LEVELS), help="Levels of correlation (default: all)")
    add_measuring_options(parser)
    parser.add_evidence(several=True)
    parser.add_data(LABEL_FILES, required=False, help="Folder with the labels that the evidence is compared to")
    parser.add_measure()
    parser.add_output("--output", help="Where to write the rows and all else (JSON)")


def run(args: argparse.Namespace) -> None:
    statistics = build_statistics(args)
    if bool(args.evidence) != bool(args.data):
        raise ValueError("--evidence and --data belong together: the judge's probabilities, and labels")
    names = args.metrics or [name for name in list_metric_names(args.scores) if name != args.human]
    if not names:
        raise ValueError(f"{', '.join(args.scores)}: no metric but {args.human!r}; give files with scores")
    scores = read_metric_files(args.scores, args.human, list(dict.fromkeys(names)))
    report = measure_agreement(scores, args.human, statistics, args.levels)
    print(report)
    of_units: list[UnitAgreement] = []
    if args.evidence:
        summaries, labels = read_labels(args.data)
        evidence = read_evidence(args.evidence, args.measure, summaries)
        of_units = measure_unit_agreement(evidence, labels, statistics)
        print(f"\n{render_unit_agreement(of_units)}")
    if args.output:
        rows: list[dict[str, Any]] = [row_to_json(row) for each in of_units for row in each.rows]
        written = report.to_json()
        write_json(args.output, {"version": __version__, **written, "rows": [*written["rows"], *rows]})


def read_labels(folder: str) -> tuple[Mapping[SummaryKey, Any], Mapping[SummaryKey, LabelledSummary]]:
    """Return the summaries of a folder and labels of their units."""
    paths = [Path(folder) / name for name in LABEL_FILES]
    summaries = {SummaryKey(each.instance_id, each.summarizer_id): each for each in read_summaries(paths[0])}
    labelled = {SummaryKey(each.instance_id, each.summarizer_id): each for each in read_labelled_summaries(*paths)}
    return summaries, labelled
