"""The demo: score the sample with two metrics and compare them with its human labels."""

import csv
import json
import shlex
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sacrerouge_litepyramid.io.evaluation_folder import (
    EVIDENCE,
    HUMAN_SCORES,
    SCORES,
    SUMMARIES,
    EvaluationFolder,
)
from sacrerouge_litepyramid.io.evidence import write_evidence
from sacrerouge_litepyramid.io.files import (
    Written,
    atomic_path,
    atomic_write,
    write_singly,
    write_together,
)
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC, build_metrics_line
from sacrerouge_litepyramid.io.output_folder import FILES, replace_data
from sacrerouge_litepyramid.io.score_files import read_scores
from sacrerouge_litepyramid.io.signatures import read_signatures, write_signed_lines
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.metrics.metric import Item, MetricResult, SummaryMetric
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.statistics.tables import wrap
from sacrerouge_litepyramid.verdict.comparison.compared_systems import render_systems
from sacrerouge_litepyramid.verdict.report.build import assess_inputs
from sacrerouge_litepyramid.verdict.report.inputs import read_inputs

SAMPLE = Path(__file__).parents[1] / "sample"
_TABLE_NAME = "outputs.csv"
UNIT_FILES = {"lite2pyramid": "scus.jsonl", "lite3pyramid": "stus.jsonl"}
MEASURE = "p2c"
_SHOWN_METRIC = "lite2pyramid"
_FALSE_SYSTEM = "confused"
_INTRODUCTION = (
    "A made-up test of judges: {documents} documents, {systems} systems; no download\n"
    "The judge compares words, not who does what: it overrates `{false}`, whose facts are false.\n"
)
_NEXT_COMMANDS = """
The files are in {0}. What to do next:
sacrerouge-litepyramid report {0}      # a page for the browser
sacrerouge-litepyramid compare {0}     # which systems differ
sacrerouge-litepyramid agreement {0}   # how far the metrics can be trusted
sacrerouge-litepyramid explain {0} electric-buses copy-key   # why a score"""
_NO_FILES_NOTE = (
    "\n`sacrerouge-litepyramid demo --output-dir demo` keeps the files and lists the next commands."
)


@write_singly()
def run_demo(
    *,
    output_dir: str | Path | None = None,
    overwrite: bool = False,
) -> Written:
    """Score the sample that comes with the package and compare the scores with its human labels.

    Args:
        output_dir: a folder that keeps the sample, the scores and the evidence.
        overwrite: replace other data in the folder.
    """
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        make_files(folder)
        if output_dir:
            with replace_data(output_dir, (), overwrite):
                _copy_files(folder, Path(output_dir))
        lines = list(_describe_verdict(folder))
    last = _NEXT_COMMANDS.format(shlex.quote(str(output_dir))) if output_dir else _NO_FILES_NOTE
    return Written(Path(output_dir or SAMPLE), [*lines, wrap(last)])


def make_files(folder: Path) -> None:
    """Score a copy of the sample in ``folder``."""
    _copy_files(SAMPLE, folder)
    write_outputs_table(folder / _TABLE_NAME)
    _score_sample(folder)


def _copy_files(source: Path, folder: Path) -> None:
    """Copy the files of a folder into another.

    Raise ValueError if that has a different file of the same name.
    """
    with write_together():
        for path in sorted(source.iterdir()):
            copy = folder / path.name
            if path.name not in FILES and copy.exists() and copy.read_bytes() != path.read_bytes():
                raise ValueError(
                    f"{copy}: the file exists, differs from what this demo writes, and was not "
                    "overwritten; choose another folder"
                )
            with atomic_path(copy) as temporary:
                shutil.copyfile(path, temporary)


def write_outputs_table(path: Path) -> None:
    """Write the sample as a table for evaluate-table: its outputs, references and human scores."""
    human = read_scores([SAMPLE / HUMAN_SCORES], [HUMAN_METRIC])[HUMAN_METRIC]
    rows = []
    for summary in read_summaries(SAMPLE / SUMMARIES):
        row = {
            "doc_id": summary.instance_id,
            "model": summary.summarizer_id,
            "output": summary.text,
            "human": human[summary.key],
            "reference": json.dumps(summary.references),
        }
        rows.append(row)
    with atomic_write(path) as out:
        writer = csv.DictWriter(out, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _score_sample(folder: Path) -> None:
    """Write scores and evidence of the sample in ``folder`` by both metrics, with signatures."""
    summaries = read_summaries(folder / SUMMARIES)
    by_metric: dict[str, MetricResult] = {}
    for name, file_name in UNIT_FILES.items():
        units = read_units(folder / file_name)
        items = [Item(summary.text, units[summary.instance_id].units) for summary in summaries]
        by_metric[name] = build(SummaryMetric, name).score(items)
    signatures = [scored.signature for scored in by_metric.values()]
    lines = []
    for place, summary in enumerate(summaries):
        values = {name: scored.values[place] for name, scored in by_metric.items()}
        lines.append(build_metrics_line(summary.key, values, summary.summarizer_type))
    lines.sort(key=lambda line: (line["instance_id"], line["summarizer_id"]))
    write_signed_lines(folder / SCORES, lines, signatures)
    keys = [summary.key for summary in summaries]
    judged = {
        name: zip(keys, scored.judgements or (), strict=True) for name, scored in by_metric.items()
    }
    write_evidence(folder / EVIDENCE, judged, signatures)


def _describe_verdict(folder: Path) -> Iterator[str]:
    """Yield an introduction, the metric's verdict and trust, and a table of systems."""
    metric = f"{_SHOWN_METRIC}_{MEASURE}"
    source = EvaluationFolder(folder)
    inputs = read_inputs(source, [metric])
    assessment = assess_inputs(inputs, read_signatures(source.signed_files))
    introduction = _INTRODUCTION.format(
        documents=len(inputs.scores.documents),
        systems=len(inputs.scores.systems),
        false=_FALSE_SYSTEM,
    )
    yield wrap(introduction)
    yield wrap(assessment.judge(metric).answer())
    yield f"\n{render_systems(assessment.compare(metric), by_human=assessment.by_human)}"
