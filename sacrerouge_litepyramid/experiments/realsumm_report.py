"""Run the experiments of Bhandari et al. (2020) on files of scores; write JSON, Markdown tables and figures."""

import importlib.util
import logging
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.annotation.annotators import measure_crowd_agreement
from sacrerouge_litepyramid.core.arguments import EvaluationFiles, Files, name_argument
from sacrerouge_litepyramid.evaluation.agreement_statistics import RULES, williams
from sacrerouge_litepyramid.evaluation.scores import Scores, read_metric_files
from sacrerouge_litepyramid.experiments.realsumm import (
    COEFFICIENTS,
    HUMAN_ROW,
    ExperimentSettings,
    drop_unscored_systems,
    list_top_sizes,
    measure_correlations,
    measure_pairs,
    measure_top_k,
)
from sacrerouge_litepyramid.experiments.realsumm_plots import save_realsumm_plots
from sacrerouge_litepyramid.io.evaluation_folder import VOTES, EvaluationFolder
from sacrerouge_litepyramid.io.files import Written, atomic_write, write_json
from sacrerouge_litepyramid.io.labels import read_votes
from sacrerouge_litepyramid.io.score_files import log_not_finite
from sacrerouge_litepyramid.statistics.estimate import Estimate, finite_or_none, format_number, format_p
from sacrerouge_litepyramid.statistics.interval_notes import list_warnings
from sacrerouge_litepyramid.statistics.permutation import ComparedScores, permutation_test
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table

SYMBOLS = {"pearson": "r", "spearman": "ρ", "kendall": "τ"}
LEVEL_TITLES = {
    "system": "I. System level",
    "summary": "I, IV. Summary level",
    "difference": "IV. System level − summary level",
}
logger = logging.getLogger(__name__)
#: the name of the set of systems in the report and in the figures' names
SUBSET = "mix"
OUTPUT_FILES = ("metrics.json", "metrics.md", "*.png", "*.svg", "*.pdf")


def run_experiments(
    scores: Annotated[Any, EvaluationFiles(("scores",))],
    *,
    output_dir: Annotated[str | Path, Files(OUTPUT_FILES)],
    metrics: Sequence[str] | None = None,
    human: str | None = None,
    systems: Sequence[str] | None = None,
    resamples: int = 1000,
    permutations: int = 0,
    seed: int = 0,
) -> Written:
    """Run the experiments of Bhandari et al. 2020 on the metrics of an evaluation.

    Args:
        scores: the folder of an evaluation, or `EvaluationFolder` with further files.
        output_dir: where to write metrics.json, metrics.md and, with matplotlib, the figures.
        metrics: names of metrics, nested names joined by _; by default all but the human score.
        human: the human score; by default the first metric of FOLDER/metrics.jsonl.
        systems: the systems; by default all.
        resamples: draws for the intervals, and resamples for experiment III; 0 for none.
        permutations: permutations for a test of each pair of metrics; 0 for none.
        seed: the seed of all randomness.
    """
    output = Path(output_dir)
    source = scores if isinstance(scores, EvaluationFolder) else EvaluationFolder(scores)
    human = human or source.find_human()
    names = list(metrics or [name for name in source.metrics if name != human])
    if human in names:
        raise ValueError(f"{name_argument('metrics')} must not name the human score {human!r}")
    whole = read_metric_files(source.score_files, human, names)
    log_not_finite(whole.not_finite)
    part = _keep_systems(whole, systems) if systems else whole
    votes_file = source.find(VOTES)
    settings = ExperimentSettings(resamples, seed)
    results = analyse(part, settings, permutations, read_votes(votes_file) if votes_file else None)
    report: dict[str, Any] = {
        "version": __version__,
        "metrics_files": [path.name for path in source.score_files],
        "human_metric": human,
        **settings._asdict(),
        "subsets": {SUBSET: results},
    }
    write_json(output / "metrics.json", report)
    with atomic_write(output / "metrics.md") as out:
        out.write(render_realsumm(report))
    if results["excluded"]:
        logger.warning("%s: excluded, as a metric has no scores for them: %s", SUBSET, ", ".join(results["excluded"]))
    figures = []
    if importlib.util.find_spec("matplotlib"):
        complete, _ = drop_unscored_systems(part)
        figures = save_realsumm_plots(SUBSET, complete, results, human, output)
    drawn = f" and {len(figures)} figures" if figures else ""
    return Written(output, [f"{output / 'metrics.json'}, metrics.md{drawn}"])


def _keep_systems(scores: Scores, systems: Sequence[str]) -> Scores:
    """Return the scores of the named systems; raise ValueError if one has no scores."""
    unknown = sorted(set(systems) - set(scores.systems))
    if unknown:
        known = ", ".join(scores.systems)
        raise ValueError(f"{name_argument('systems')}: {unknown[0]!r} has no scores; known: {known}")
    return scores.part("systems", systems)


def analyse(
    scores: Scores,
    settings: ExperimentSettings,
    permutations: int = 0,
    votes: Mapping[str, Sequence[np.ndarray]] | None = None,
) -> dict[str, Any]:
    """Run all experiments on the systems that all metrics scored; raise ValueError if there are fewer than two."""
    scores, excluded = drop_unscored_systems(scores)
    if len(scores.systems) < 2:
        raise ValueError(f"systems with scores of all metrics: {len(scores.systems)}; agreement needs two")
    sizes = list_top_sizes(len(scores.systems))
    report: dict[str, Any] = {
        "systems": len(scores.systems),
        "documents": len(scores.documents),
        "excluded": excluded,
        "warnings": list_warnings(len(scores.systems), len(scores.documents)),
        "human_means": dict(zip(scores.systems, map(finite_or_none, np.nanmean(scores.human, axis=1)), strict=True)),
        "correlations": measure_correlations(scores, settings),
        "top_k": measure_top_k(scores, sizes, settings),
        "pairwise": measure_pairs(scores, settings) if settings.resamples else {},
        "williams": compute_williams_matrix(scores),
    }
    if permutations:
        report["permutation"] = compute_permutation_matrices(scores, permutations, settings)
    if votes is not None:
        report["crowd"] = measure_crowd_agreement(votes, scores.systems)
    return report


def compute_williams_matrix(scores: Scores) -> dict[str, dict[str, float | None]]:
    """Return the one-tailed p of each metric against every metric; None for itself and if undefined."""
    return {
        name: {
            other: None if other == name else williams(ComparedScores(ours, values, scores.human), two_tailed=False)
            for other, values in scores.metrics.items()
        }
        for name, ours in scores.metrics.items()
    }


def compute_permutation_matrices(scores: Scores, permutations: int, settings: ExperimentSettings) -> dict[str, Any]:
    """Return, by level and pair of metrics, the two-sided p of their difference in Pearson, by swaps of summaries."""
    names = list(scores.metrics)
    matrices: dict[str, Any] = {level: {name: {} for name in names} for level in ("system", "summary")}
    for place, name in enumerate(tqdm(names, desc="permutations", unit="metric", disable=None, delay=1)):
        for other in names[place + 1 :]:
            test = permutation_test([scores.select_pair(name, other)], permutations, settings.seed)
            for level, matrix in matrices.items():
                matrix[name][other] = matrix[other][name] = test[f"{level}_pearson"].p
    return matrices


def render_realsumm(report: Mapping[str, Any]) -> str:
    """Return the report in Markdown, with one section for each subset of systems."""
    lines = [f"# How far metrics agree with {report['human_metric']}", "", _describe_settings(report)]
    for name, part in report["subsets"].items():
        lines += _render_section(name, part)
    return "\n".join(lines) + "\n"


def _describe_settings(report: Mapping[str, Any]) -> str:
    interval = (
        f"Values with their 95% {report['method']} interval over documents, {report['resamples']} draws, seed "
        f"{report['seed']}"
    )
    values = interval if report["resamples"] else "Values without intervals"
    return f"{values}; {RULES['drop']}. Pearson r, Spearman ρ, Kendall τ-b."


def _render_section(name: str, part: Mapping[str, Any]) -> Iterator[str]:
    yield from ("", f"## {name}: {part['systems']} systems, {part['documents']} documents")
    for warning in part["warnings"]:
        yield from ("", f"Warning: {warning}")
    if part["excluded"]:
        yield from ("", f"Excluded, as a metric has no scores for them: {', '.join(part['excluded'])}.")
    if "crowd" in part:
        crowd = part["crowd"]
        yield ""
        yield f"Crowd agreement (Krippendorff's alpha, {crowd['items']} SCUs on {crowd['pages']} pages): pooled " + (
            f"{format_number(crowd['pooled'])}, mean over pages {format_number(crowd['per_page'])}."
        )
    yield from _render_correlations(part["correlations"])
    yield from _render_top_k(part["top_k"])
    rows = {
        metric: [f"{format_number(verdicts['f1'])} ± {format_number(verdicts['deviation'])}"]
        for metric, verdicts in part["pairwise"].items()
    }
    yield from _table(f"III. Verdicts on pairs of systems ({HUMAN_ROW}: against themselves)", ["weighted F1"], rows)
    yield from _matrix("Williams: p that the row's system-level Pearson is higher than the column's", part["williams"])
    for level, matrix in part.get("permutation", {}).items():
        yield from _matrix(f"Permutation test, {level} level: p of a difference in Pearson", matrix)


def _render_correlations(entries: Mapping[str, Any]) -> Iterator[str]:
    for level, title in LEVEL_TITLES.items():
        rows = {
            metric: [str(Estimate(**entry[level][kind])) for kind in COEFFICIENTS] for metric, entry in entries.items()
        }
        columns = list(SYMBOLS.values())
        if level == "summary":
            columns.append("documents")
            rows = {metric: [*cells, str(entries[metric]["documents"])] for metric, cells in rows.items()}
        yield from _table(title, columns, rows)
    rows = {
        metric: [format_number(entry["global"][kind]) for kind in COEFFICIENTS] for metric, entry in entries.items()
    }
    yield from _table("I. All summaries at once", list(SYMBOLS.values()), rows)


def _render_top_k(curves: Mapping[str, Any]) -> Iterator[str]:
    sizes = list(next(iter(curves.values()), {}))
    rows = {
        metric: [format_number(points[size]["pearson"]["value"]) for size in sizes] for metric, points in curves.items()
    }
    yield from _table("II. System-level Pearson of the k best systems", [f"k = {size}" for size in sizes], rows)


def _matrix(title: str, matrix: Mapping[str, Mapping[str, float | None]]) -> Iterator[str]:
    rows = {name: [format_p(row.get(other)) for other in matrix] for name, row in matrix.items()}
    yield from _table(title, list(matrix), rows)


def _table(title: str, columns: Sequence[str], rows: Mapping[str, Sequence[str]]) -> Iterator[str]:
    if rows:
        table = render_table(["", *columns], [[name, *cells] for name, cells in rows.items()], MARKDOWN)
        yield from ("", f"### {title}", "", table)
