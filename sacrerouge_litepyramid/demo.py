"""The demo: scores the sample with two metrics and correlates them with its human labels."""

import json
import shlex
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import fill, shorten
from typing import Annotated

import numpy as np

from sacrerouge_litepyramid import registry
from sacrerouge_litepyramid.core.arguments import Files
from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.evaluation.judges import DataIdentity
from sacrerouge_litepyramid.evaluation.metric_agreement import measure_agreement
from sacrerouge_litepyramid.evaluation.scores import Scores, read_metric_files
from sacrerouge_litepyramid.evaluation.system_comparison import compare_systems
from sacrerouge_litepyramid.evaluation.verdict import Findings, make_verdict
from sacrerouge_litepyramid.io.evaluation_folder import EVIDENCE, HUMAN_SCORES, LABELS, SCORES, SUMMARIES
from sacrerouge_litepyramid.io.evidence import write_evidence
from sacrerouge_litepyramid.io.files import Written, atomic_path, read_json_lines, write_singly, write_together
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC, SummaryKey, build_metrics_line
from sacrerouge_litepyramid.io.score_files import read_scores
from sacrerouge_litepyramid.io.signatures import SUFFIX, write_signed_lines
from sacrerouge_litepyramid.io.summaries import Summary, read_summaries
from sacrerouge_litepyramid.io.table_files import write_table
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.metrics.metric import Item, Metric, MetricResult
from sacrerouge_litepyramid.report.clauses import to_percent
from sacrerouge_litepyramid.report.explanation import explain_summary, select_summary
from sacrerouge_litepyramid.report.word_matches import describe_words
from sacrerouge_litepyramid.statistics.estimate import format_number
from sacrerouge_litepyramid.statistics.judge_quality import THRESHOLD
from sacrerouge_litepyramid.statistics.tables import render_table

SAMPLE = Path(__file__).with_name("sample")
TABLE = "outputs.csv"
UNIT_FILES = {"lite2pyramid": "scus.jsonl", "lite3pyramid": "stus.jsonl"}
MEASURE = "p2c"
SHOWN_METRIC = "lite2pyramid"
#: a summary whose units the judge and the labels agree on
SHOWN = SummaryKey("electric-buses", "copy-key")
WIDTH = 119
LIMIT = "\nThe judge compares words, not who does what: it overrates `confused`, whose facts are false."
KEPT = """
The files are in {0}; what they say, each with one command:
sacrerouge-litepyramid report {0}      # a page for the browser
sacrerouge-litepyramid compare {0}     # which systems differ
sacrerouge-litepyramid agreement {0}   # how far the metrics can be trusted"""
NOT_KEPT = "`sacrerouge-litepyramid demo --output-dir demo` keeps the files, and names the commands to go on with."


SCORED_FILES = tuple(name for file in (SCORES, EVIDENCE) for name in (file, f"{file}{SUFFIX}"))


@write_singly()
def run_demo(
    *,
    output_dir: Annotated[
        str | Path | None, Files((TABLE, *(path.name for path in SAMPLE.iterdir()), *SCORED_FILES))
    ] = None,
) -> Written:
    """Score the sample that comes with the package and correlate the scores with its labels.

    Args:
        output_dir: keep the sample, the scores and the evidence here.
    """
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder)
        make_files(made)
        if output_dir:
            copy_files(made, Path(output_dir))
        lines = [*describe_findings(made)]
    last = KEPT.format(shlex.quote(str(output_dir))) if output_dir else NOT_KEPT
    return Written(Path(output_dir or SAMPLE), [*lines, last])


def make_files(folder: Path) -> None:
    """Score a copy of the sample in ``folder``."""
    copy_files(SAMPLE, folder)
    write_outputs_table(folder / TABLE)
    score_sample(folder)


def copy_files(source: Path, folder: Path) -> None:
    """Copy the files of a folder into another; raise ValueError where that has another file of one of their names."""
    with write_together():
        for path in sorted(source.iterdir()):
            copy = folder / path.name
            if copy.exists() and copy.read_bytes() != path.read_bytes():
                raise ValueError(f"{copy}: it is not what this demo writes, and is kept; choose another folder")
            with atomic_path(copy) as temporary:
                shutil.copyfile(path, temporary)


def describe_findings(folder: Path) -> Iterator[str]:
    """Yield systems, verdict, agreement, and a summary's units."""
    files = [folder / HUMAN_SCORES, folder / SCORES]
    scores = read_metric_files(files, HUMAN_METRIC, [f"{metric}_{MEASURE}" for metric in UNIT_FILES])
    yield from describe_systems(scores)
    yield from describe_verdict(scores)
    yield from describe_summary(folder)
    yield LIMIT


def write_outputs_table(path: Path) -> None:
    """Write the sample as a table for evaluate-table: its outputs, references and human scores."""
    human = read_scores([SAMPLE / HUMAN_SCORES], [HUMAN_METRIC])[HUMAN_METRIC]
    rows = [
        {
            "doc_id": summary.instance_id,
            "model": summary.summarizer_id,
            "output": summary.text,
            "human": human[SummaryKey(summary.instance_id, summary.summarizer_id)],
            "reference": json.dumps(summary.references),
        }
        for summary in read_summaries(SAMPLE / SUMMARIES)
    ]
    write_table(path, rows)


def score_sample(folder: Path) -> None:
    """Write the scores and the evidence of the sample in ``folder`` by both metrics, with their signatures."""
    summaries = read_summaries(folder / SUMMARIES)
    by_metric = {name: score_copy(name, summaries, folder / units) for name, units in UNIT_FILES.items()}
    signatures = [scored.signature for scored in by_metric.values()]
    lines = [
        build_metrics_line(
            summary.key, {name: scored.values[place] for name, scored in by_metric.items()}, summary.summarizer_type
        )
        for place, summary in enumerate(summaries)
    ]
    lines.sort(key=lambda line: (line["instance_id"], line["summarizer_id"]))
    write_signed_lines(folder / SCORES, lines, signatures)
    keys = [summary.key for summary in summaries]
    judged = {name: zip(keys, scored.judgements or (), strict=True) for name, scored in by_metric.items()}
    write_evidence(folder / EVIDENCE, judged, signatures)


def score_copy(name: str, summaries: Sequence[Summary], units: Path) -> MetricResult:
    """Score the summaries with a metric by the units of a file."""
    of_documents = read_units(units)
    return registry.build(Metric, name).score(
        [Item(summary.text, of_documents[summary.instance_id].units) for summary in summaries]
    )


def describe_systems(scores: Scores) -> Iterator[str]:
    """Yield each system's mean scores, by descending human score."""
    counts = f"{len(scores.documents)} documents, {len(scores.systems)} systems"
    yield f"Made-up sample: {counts}; the embedded lexical model judges, no download"
    matrices = {"human": scores.human, **scores.metrics}
    rows = [
        [scores.systems[index], *(format_number(np.nanmean(matrix[index])) for matrix in matrices.values())]
        for index in np.argsort(-np.nanmean(scores.human, axis=1))
    ]
    yield render_table(["system", *matrices], rows)


def describe_verdict(scores: Scores) -> Iterator[str]:
    """Yield how far the metric agrees with human scores, and which systems differ."""
    metric = f"{SHOWN_METRIC}_{MEASURE}"
    found, by_human = (
        compare_systems(matrix, scores.systems, scores.documents, name)
        for name, matrix in ((metric, scores.metrics[metric]), (HUMAN_METRIC, scores.human))
    )
    rows = measure_agreement(scores, HUMAN_METRIC, Statistics(resamples=0), ("system", "summary")).rows
    own = [row for row in rows if row.metric == metric]
    findings = Findings(metric, found, None, own, None, by_human=by_human)
    verdict = make_verdict(findings, scores, HUMAN_METRIC, DataIdentity("sample", None))
    for sentences in ([verdict.agreement or "", *verdict.trust], verdict.leaders):
        yield f"\n{fill(' '.join(sentences), WIDTH)}"


def describe_summary(folder: Path) -> Iterator[str]:
    """Yield how many labels the judge agrees with, and a summary's units: probability, label, words that differ."""
    evidence, _ = select_summary(folder / EVIDENCE, MEASURE, SHOWN_METRIC, *SHOWN)
    summary = evidence.summaries[SHOWN]
    explanation = explain_summary(evidence, SHOWN, summary)
    lines = [line.data for line in read_json_lines(folder / LABELS)]
    labels = {SummaryKey(line["instance_id"], line["summarizer_id"]): line["labels"] for line in lines}
    stated = np.concatenate([evidence.values[key] for key in labels]) >= THRESHOLD
    agreed = stated == np.concatenate([*labels.values()])
    yield f"\nUnit by unit, the judge agrees with {agreed.sum()} of {agreed.size} labels. A summary and its units:"
    yield fill(f"{explanation.title}: {summary}", WIDTH)
    for unit, label in zip(explanation.units, labels[SHOWN], strict=True):
        why = describe_words(unit.match.words)
        line = shorten(f"{flatten(unit.unit.text)}{f' ({why})' if why else ''}", WIDTH - 23, placeholder=" …")
        yield f"judge {to_percent(unit.probability):2}%  label {'yes' if label else 'no':<3}  {line}"
