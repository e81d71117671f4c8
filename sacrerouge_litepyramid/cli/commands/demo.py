"""`demo`: scores the sample with two metrics and correlates them with its human labels."""

import argparse
import shlex
import shutil
import tempfile
from pathlib import Path

import numpy as np

from sacrerouge_litepyramid import (
    metrics,  # noqa: F401 (registers them)
    registry,
)
from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.formats.evidence import write_evidence
from sacrerouge_litepyramid.formats.metrics import HUMAN_METRIC, SummaryKey, build_metrics_line
from sacrerouge_litepyramid.formats.summaries import read_summaries
from sacrerouge_litepyramid.formats.units import read_units
from sacrerouge_litepyramid.meta.agreement import measure_agreement
from sacrerouge_litepyramid.meta.comparison import Statistics
from sacrerouge_litepyramid.meta.scores import Scores, read_metric_files
from sacrerouge_litepyramid.metrics.metric import Metric
from sacrerouge_litepyramid.signature import write_signed_lines
from sacrerouge_litepyramid.statistics.estimates import COEFFICIENTS
from sacrerouge_litepyramid.statistics.tables import format_number, render_table

SAMPLE = Path(__file__).parents[2] / "sample"
UNIT_FILES = {"lite2pyramid": "scus.jsonl", "lite3pyramid": "stus.jsonl"}
MEASURE = "p2c"
LIMIT = """
The system `confused` has the words right and the facts wrong: the embedded model, which compares words, notices only
some of it and overrates the system (docs/presence.md). The sample is made up: how far a metric agrees with people is
measured on REALSumm (README.md)."""
KEPT = """
The files are in {0}. Each score opens down to its units in a page for the browser:
sacrerouge-litepyramid report --data {0} --scores {0}/lite2pyramid.jsonl --evidence {0}/lite2pyramid.evidence.jsonl \
  --output-file report.html"""
NOT_KEPT = "\n`sacrerouge-litepyramid demo --output-dir demo` keeps the files, for a look into them."
EXAMPLE = "sacrerouge-litepyramid demo --output-dir demo"


def add_arguments(parser: CommandParser) -> None:
    files = [path.name for path in SAMPLE.iterdir()]
    for name in UNIT_FILES:
        files += [f"{name}.jsonl", f"{name}.evidence.jsonl", f"{name}.jsonl.signature.json"]
    parser.add_output_folder(
        "--output-dir", files=tuple(files), help="Keep the sample, the scores and the evidence here"
    )


def run(args: argparse.Namespace) -> None:
    if args.output_dir:
        run_demo(Path(args.output_dir))
        print(KEPT.format(shlex.quote(args.output_dir)))
    else:
        with tempfile.TemporaryDirectory() as folder:
            run_demo(Path(folder))
        print(NOT_KEPT)


def run_demo(folder: Path) -> None:
    """Score a copy of the sample in ``folder`` and print systems and correlations."""
    shutil.copytree(SAMPLE, folder, dirs_exist_ok=True)
    for metric, units in UNIT_FILES.items():
        score_sample(metric, folder, units)
    files = [folder / "metrics.jsonl", *(folder / f"{metric}.jsonl" for metric in UNIT_FILES)]
    scores = read_metric_files(files, HUMAN_METRIC, [f"{metric}_{MEASURE}" for metric in UNIT_FILES])
    print_systems(scores)
    print_correlations(scores)
    print(LIMIT)


def score_sample(name: str, folder: Path, units: str) -> None:
    """Write METRIC.jsonl and METRIC.evidence.jsonl of the sample in ``folder``, with their signature."""
    summaries = read_summaries(folder / "summaries.jsonl")
    of_instances = read_units(folder / units)
    scored = registry.build(Metric, name).score(
        [[summary.text] for summary in summaries], [of_instances[summary.instance_id].units for summary in summaries]
    )
    keys = [SummaryKey(summary.instance_id, summary.summarizer_id) for summary in summaries]
    write_evidence(
        folder / f"{name}.evidence.jsonl",
        name,
        zip(keys, (judgement for row in scored.judgements or () for judgement in row), strict=True),
        [scored.signature],
    )
    lines = [
        build_metrics_line(summary, {name: value}) for summary, (value,) in zip(summaries, scored.values, strict=True)
    ]
    lines.sort(key=lambda line: (line["instance_id"], line["summarizer_id"]))
    write_signed_lines(folder / f"{name}.jsonl", lines, [scored.signature])


def print_systems(scores: Scores) -> None:
    """Print each system's mean scores, the best by people's first."""
    counts = f"{len(scores.documents)} documents, {len(scores.systems)} systems"
    print(f"Sample: {counts}; embedded lexical model, no download\n")
    matrices = {HUMAN_METRIC: scores.people, **scores.metrics}
    rows = [
        [scores.systems[index], *(format_number(np.nanmean(matrix[index])) for matrix in matrices.values())]
        for index in np.argsort(-np.nanmean(scores.people, axis=1))
    ]
    print(render_table(["system", *matrices], rows))


def print_correlations(scores: Scores) -> None:
    """Print the correlations with the labels; a document where either side is constant is left out."""
    report = measure_agreement(scores, HUMAN_METRIC, Statistics(resamples=0), ("system", "summary"))
    over = {"system": "{} systems", "summary": "mean over {} documents"}
    rows = []
    for place in range(0, len(report.rows), len(COEFFICIENTS)):
        pearson, spearman, _ = report.rows[place : place + len(COEFFICIENTS)]
        values = ["none" if row.value is None else format_number(row.value) for row in (pearson, spearman)]
        rows.append([f"{pearson.metric}, {pearson.level} level", *values, over[pearson.level].format(pearson.n)])
    print()
    print(render_table(["agreement with the sample's labels", "r", "rho", ""], rows))
    print("\n".join(report.warnings))
