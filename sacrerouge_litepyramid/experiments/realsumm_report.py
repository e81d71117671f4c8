"""Run the experiments of Bhandari et al. (2020) on files of scores; write JSON and Markdown."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.core.arguments import EvaluationFiles, check_minimum, name_argument
from sacrerouge_litepyramid.experiments.fold_agreement import REPLICATED
from sacrerouge_litepyramid.experiments.realsumm import (
    COEFFICIENTS,
    HUMAN_ROW,
    LEVELS,
    compute_williams_matrix,
    drop_unscored_systems,
    list_top_sizes,
    measure_correlations,
    measure_pairs,
    measure_top_k,
)
from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder
from sacrerouge_litepyramid.io.files import Written, atomic_write, write_json
from sacrerouge_litepyramid.io.score_files import log_not_finite
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import RULES, Statistics
from sacrerouge_litepyramid.meta_evaluation.scores import Scores, read_metric_files
from sacrerouge_litepyramid.statistics.difference import SYMBOLS
from sacrerouge_litepyramid.statistics.estimate import (
    Estimate,
    format_number,
    format_p,
)
from sacrerouge_litepyramid.statistics.interval_notes import list_warnings
from sacrerouge_litepyramid.statistics.intervals import TWO_WAY
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table

logger = logging.getLogger(__name__)


def run_experiments(
    scores: Annotated[Any, EvaluationFiles(("scores",))],
    *,
    output_dir: str | Path,
    metrics: Sequence[str] | None = None,
    human: str | None = None,
    resamples: int = 1000,
    seed: int = 0,
) -> Written:
    """Run the experiments of Bhandari et al. 2020 on the metrics of an evaluation.

    Args:
        scores: the folder of an evaluation, or `EvaluationFolder` with further files.
        output_dir: where to write metrics.json and metrics.md.
        metrics: names of metrics, nested names joined by _; by default all but the human score.
        human: the human score; by default the first metric of FOLDER/metrics.jsonl.
        resamples: draws for the intervals, and resamples for experiment III.
        seed: the seed of all randomness.
    """
    check_minimum(1, resamples=resamples)
    output = Path(output_dir)
    source = scores if isinstance(scores, EvaluationFolder) else EvaluationFolder(scores)
    human = human or source.find_human()
    names = list(metrics or [name for name in source.metrics if name != human])
    if human in names:
        raise ValueError(f"{name_argument('metrics')} must not name the human score {human!r}")
    whole = read_metric_files(source.score_files, human, names)
    log_not_finite(whole.not_finite)
    statistics = Statistics(resamples, seed=seed)
    results = analyse(whole, statistics)
    report: dict[str, Any] = {
        "version": __version__,
        "metrics_files": [path.name for path in source.score_files],
        "human_metric": human,
        "resamples": resamples,
        "seed": seed,
        "constant": statistics.constant,
        "method": TWO_WAY,
        **results,
    }
    write_json(output / "metrics.json", report)
    with atomic_write(output / "metrics.md") as out:
        out.write(render_realsumm(report))
    if results["excluded"]:
        logger.warning(
            "excluded, as a metric has no scores for them: %s", ", ".join(results["excluded"])
        )
    return Written(output, [f"{output / 'metrics.json'}, metrics.md"])


def analyse(scores: Scores, statistics: Statistics) -> dict[str, Any]:
    """Run all experiments on the systems that all metrics scored.

    Raises ValueError if there are fewer than two.
    """
    scores, excluded = drop_unscored_systems(scores)
    if len(scores.systems) < 2:
        raise ValueError(
            f"systems with scores of all metrics: {len(scores.systems)}; agreement needs two"
        )
    return {
        "systems": len(scores.systems),
        "documents": len(scores.documents),
        "excluded": excluded,
        "warnings": list_warnings(len(scores.systems), len(scores.documents)),
        "correlations": measure_correlations(scores, statistics),
        "top_k": measure_top_k(scores, list_top_sizes(len(scores.systems)), statistics),
        "pairwise": measure_pairs(scores, statistics),
        "williams": compute_williams_matrix(scores),
    }


def render_realsumm(report: Mapping[str, Any]) -> str:
    """Return the report in Markdown: a table for each experiment, and one for each test."""
    blocks = [
        f"# How far metrics agree with {report['human_metric']}",
        _describe_settings(report),
        f"{report['systems']} systems, {report['documents']} documents",
        *(f"Warning: {warning}" for warning in report["warnings"]),
    ]
    if report["excluded"]:
        blocks.append(
            f"Excluded, as a metric has no scores for them: {', '.join(report['excluded'])}."
        )
    return "\n\n".join([*blocks, *_list_tables(report)]) + "\n"


def _describe_settings(report: Mapping[str, Any]) -> str:
    draws = f"{report['resamples']} draws, seed {report['seed']}"
    return (
        f"Values with their 95% {report['method']} interval over documents, {draws}; {REPLICATED}; "
        f"{RULES[report['constant']]}. Pearson r, Spearman ρ, Kendall τ-b."
    )


def _list_tables(part: Mapping[str, Any]) -> Iterator[str]:
    symbols = list(SYMBOLS.values())
    levels, differences = [], []
    for metric, entry in part["correlations"].items():
        for level in LEVELS:
            levels.append([metric, level, *_format_estimates(entry[level])])
        over_summaries = [format_number(entry["global"][kind]) for kind in COEFFICIENTS]
        levels.append([metric, "global", *over_summaries])
        difference = _format_estimates(entry["difference"])
        differences.append([metric, *difference, str(entry["documents"])])
    yield _render_section("I. All systems", ["level", *symbols], levels)

    best, titles = [], []
    for metric, points in part["top_k"].items():
        titles = [f"k = {size}" for size in points]
        values = [format_number(estimates["pearson"]["value"]) for estimates in points.values()]
        best.append([metric, *values])
    yield _render_section("II. System-level Pearson of the k best systems", titles, best)

    verdicts = []
    for metric, measured in part["pairwise"].items():
        mean = format_number(measured["f1"])
        verdicts.append([metric, f"{mean} ± {format_number(measured['deviation'])}"])
    title = f"III. Verdicts on pairs of systems ({HUMAN_ROW}: against themselves)"
    yield _render_section(title, ["weighted F1"], verdicts)
    yield _render_section("IV. System level − summary level", [*symbols, "documents"], differences)

    # one-tailed, as in the paper
    matrix = part["williams"]
    tests = []
    for name, row in matrix.items():
        tests.append([name, *(format_p(row[other]) for other in matrix)])
    title = "Williams: p that the row's system-level Pearson is higher than the column's"
    yield _render_section(title, list(matrix), tests)


def _format_estimates(by_coefficient: Mapping[str, Any]) -> list[str]:
    return [str(Estimate(**by_coefficient[kind])) for kind in COEFFICIENTS]


def _render_section(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return f"## {title}\n\n{render_table(['metric', *columns], rows, MARKDOWN)}"
