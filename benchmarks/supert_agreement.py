"""Measure how SUPERT's selection strategies and the baselines agree with human scores, on a folder
of `setup-dataset`.

Prints a Markdown table. A row comes from SacreROUGE's own `score` and `correlate` over
summaries.jsonl and
metrics.jsonl: Pearson's r, Spearman's rho and Kendall's tau at the summary and the system level,
the number of scored summaries, and the CPU seconds of `score` with reading and writing; the first
row's time includes filling word caches.
"""

import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from measuring import make_parser

from sacrerouge_litepyramid.__main__ import main as command
from sacrerouge_litepyramid.io.files import read_json_lines
from sacrerouge_litepyramid.metrics.supert.selection import SentenceSelection

BASELINES = ("tfidf-relevance", "js-relevance", "reaper", "cls-cosine")
MEASURES = ("f1", "recall", "precision")
COEFFICIENTS = {"pearson": "r", "spearman": "rho", "kendall": "tau"}


class Scoring(NamedTuple):
    """A metric with its command's arguments.

    ``score``: the name of the score to compare with the human score.
    """

    title: str
    metric: str
    arguments: tuple[str, ...]
    score: str


class Agreement(NamedTuple):
    """The coefficients at each level, in the order of COEFFICIENTS."""

    summary: tuple[float, ...]
    system: tuple[float, ...]
    summaries: int
    seconds: float


def list_scorings() -> Iterator[Scoring]:
    """Yield whole documents by all three measures, the other strategies by F1, and the
    baselines.
    """
    for measure in MEASURES:
        yield Scoring(f"whole, {measure}", "supert-native", (), f"supert-native_{measure}")
    for name in sorted(set(SentenceSelection.list_available()) - {"whole"}):
        yield Scoring(f"{name}, f1", "supert-native", ("--selection", name), "supert-native_f1")
    for name in BASELINES:
        yield Scoring(name, name, (), name)


def measure(scoring: Scoring, data: Path, human: str) -> Agreement:
    with tempfile.TemporaryDirectory() as folder:
        scores, report = f"{folder}/scores.jsonl", f"{folder}/correlations.json"
        source = (
            "--dataset-reader",
            "document-based",
            "--input-files",
            str(data / "summaries.jsonl"),
        )
        start = time.process_time()
        run_command(
            scoring.metric,
            "score",
            *source,
            *scoring.arguments,
            "--output-jsonl",
            scores,
            "--silent",
        )
        seconds = time.process_time() - start
        files = ("--metrics-jsonl-files", str(data / "metrics.jsonl"), scores)
        options = (
            "--summarizer-type",
            "peer",
            "--confidence-interval-method",
            "none",
            "--output-file",
            report,
        )
        run_command("correlate", *files, "--metrics", human, scoring.score, *options, "--silent")
        levels = json.loads(Path(report).read_text("utf-8"))
        summaries = sum(1 for _ in read_json_lines(scores))
    summary, system = (
        read_coefficients(levels[f"{level}_level"]) for level in ("summary", "system")
    )
    return Agreement(summary, system, summaries, seconds)


def run_command(*words: str) -> None:
    if command(words):
        raise SystemExit(f"failed: {' '.join(words)}")


def read_coefficients(level: dict) -> tuple[float, ...]:
    return tuple(level[name][symbol] for name, symbol in COEFFICIENTS.items())


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument(
        "--data", type=Path, required=True, help="A folder with summaries.jsonl and metrics.jsonl"
    )
    parser.add_argument(
        "--human", default="litepyramid_recall", help="The human score in metrics.jsonl"
    )
    parser.add_argument("--only", nargs="+", help="Titles of the rows to measure")
    args = parser.parse_args()
    print(
        "| Metric | summary r/ρ/τ | system r/ρ/τ | summaries | seconds |\n| --- | --- | --- | --- "
        "| --- |"
    )
    for scoring in list_scorings():
        if args.only and scoring.title not in args.only:
            continue
        agreement = measure(scoring, args.data, args.human)
        levels = " | ".join(map(format_coefficients, (agreement.summary, agreement.system)))
        print(
            f"| {scoring.title} | {levels} | {agreement.summaries} | {agreement.seconds:.1f} |",
            flush=True,
        )


def format_coefficients(values: tuple[float, ...]) -> str:
    """Format coefficients with three decimals, as in .364/.352/.272."""
    return "/".join(f"{value:.3f}".replace("0.", ".", 1) for value in values)


if __name__ == "__main__":
    main()
