"""`experiment reproduce realsumm`: the meta-evaluation of Bhandari et al. (2020).

It is computed from the authors' released scores and votes.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.corpora.realsumm_scores import (
    COPY,
    Page,
    count_facts,
    list_scores,
    read_pages,
    read_released_summaries,
)
from sacrerouge_litepyramid.experiments.realsumm import (
    COEFFICIENTS,
    HUMAN_ROW,
    measure_correlations,
    measure_pairs,
    measure_top_k,
)
from sacrerouge_litepyramid.experiments.reproduce.targets import (
    ComparedNumber,
    compare_with_expected,
    read_expected,
)
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC, SummaryKey
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics, williams
from sacrerouge_litepyramid.meta_evaluation.scores import Scores, to_matrix
from sacrerouge_litepyramid.statistics.difference import ALPHA
from sacrerouge_litepyramid.statistics.votes import count_values, krippendorff_alpha, mean_alpha

#: the paper's names of metrics, and those in the released scores
METRICS = {
    "R1": "rouge_1_recall",
    "R2": "rouge_2_recall",
    "RL": "rouge_l_recall",
    "BERTScore": "bert_recall_score",
    "MoverScore": "mover_score",
    "JS-2": "js-2",
}
WITHOUT_INTERVALS = Statistics(resamples=0)

Measured = Iterator[tuple[str, float]]


def compute_rows(source: Path) -> list[ComparedNumber]:
    """Return REALSumm's recomputed numbers beside the expected ones."""
    return compare_with_expected(_measure_realsumm(source), read_expected("realsumm"))


def _measure_realsumm(source: Path) -> dict[str, float]:
    """Return, by name, every expected number of oracles/realsumm.json."""
    released = read_released_summaries(source)
    pages = read_pages(source)
    # The released scores of one system are a copy of another's, and its votes are its own.
    dropped = _as_scores(list_scores(released))
    as_is = _as_scores(list_scores(released, with_copy=True))
    abstractive = _select(as_is, "abs")
    extractive = _select(as_is, "ext")
    without_copy = {"abs 13": _select(dropped, "abs"), "ext 11": extractive, "mix 24": dropped}
    compared = {"abs 14 as-is": abstractive, "ext 11": extractive, "mix 24": dropped}
    counts = count_facts(released, pages)
    numbers = {f"count of {name}": float(value) for name, value in counts.items()}
    numbers.update(_measure_human_means(as_is, pages))
    numbers.update(_measure_alphas(pages))
    numbers.update(_measure_correlations(without_copy))
    numbers.update(_measure_with_copy(as_is))
    numbers.update(_test_williams({"mix 24": dropped, "ext 11": extractive}))
    numbers.update(_measure_top_k("abs 14 as-is", abstractive, "R2", (14, 12, 10, 8, 6, 4)))
    numbers.update(_measure_top_k("ext 11", extractive, "R1", (11, 10, 8, 6, 4)))
    numbers.update(_measure_pairs(compared))
    return numbers


def _select(scores: Scores, prefix: str) -> Scores:
    return scores.part("systems", [name for name in scores.systems if name.startswith(prefix)])


def _as_scores(metrics: Mapping[SummaryKey, Mapping[str, float]]) -> Scores:
    systems = tuple(dict.fromkeys(key.summarizer_id for key in metrics))
    instances = tuple(dict.fromkeys(key.instance_id for key in metrics))
    matrices = {}
    for title, name in {"human": HUMAN_METRIC, **METRICS}.items():
        scores = {key: values[name] for key, values in metrics.items()}
        matrices[title] = to_matrix(scores, systems, instances)
    return Scores(systems, instances, matrices.pop("human"), matrices)


def _measure_human_means(scores: Scores, pages: Mapping[SummaryKey, Page]) -> Measured:
    for system, mean in zip(scores.systems, scores.human.mean(axis=1), strict=True):
        if system != COPY:
            yield f"human mean, {system}", float(mean)
    means = []
    for key, page in pages.items():
        if key.summarizer_id == COPY:
            means.append(page.labels().mean())
    yield f"human mean, {COPY}, from its own votes", float(np.mean(means))


def _measure_alphas(pages: Mapping[SummaryKey, Page]) -> Measured:
    for group in ("", "ext", "abs"):
        chosen = [page.votes for key, page in pages.items() if key.summarizer_id.startswith(group)]
        counts = count_values(chosen)
        # The paper's alpha is the mean over pages, where unanimous pages count as 1.
        per_page = mean_alpha(counts)
        yield f"alpha {group or 'all'}, pooled", krippendorff_alpha(np.concatenate(counts))
        yield f"alpha {group or 'all'}, per page", per_page
        yield f"alpha {group or 'all'}, the paper", per_page


def _measure_correlations(sets: Mapping[str, Scores]) -> Measured:
    for name, scores in sets.items():
        for metric, entry in measure_correlations(scores, WITHOUT_INTERVALS).items():
            yield from _list_levels(f"{name}, {metric}", entry)
            if name == "mix 24" and metric in ("R1", "R2"):
                yield f"{name}, {metric}, global pearson", entry["global"]["pearson"]


def _measure_with_copy(scores: Scores) -> Measured:
    """Yield the correlations of all 25 systems, two of which have the same scores."""
    for metric, entry in measure_correlations(scores, WITHOUT_INTERVALS).items():
        if metric in ("R1", "R2"):
            yield from _list_levels(f"mix 25 as-is, {metric}", entry)
        yield (
            f"mix 25 as-is, {metric}, summary kendall, significant documents only",
            average_significant(scores.metrics[metric], scores.human),
        )


def average_significant(ours: np.ndarray, human: np.ndarray) -> float:
    """Return the mean Kendall's tau-b over the documents whose p is at most ALPHA.

    ``ours``, ``human``: (systems, documents).
    """
    from scipy.stats import kendalltau

    significant = []
    for pair in zip(ours.T, human.T, strict=True):
        value, p = kendalltau(*pair, nan_policy="omit")
        if p <= ALPHA:
            significant.append(value)
    return float(np.mean(significant))


def _list_levels(name: str, entry: Mapping[str, Any]) -> Measured:
    for level in ("system", "summary"):
        for kind in COEFFICIENTS:
            yield f"{name}, {level} {kind}", entry[level][kind]["value"]


def _test_williams(sets: Mapping[str, Scores]) -> Measured:
    for name, scores in sets.items():
        p = williams(scores.select_pair("R2", "R1"), two_tailed=False)
        yield f"{name}, Williams p of R2 over R1", float("nan") if p is None else p


def _measure_top_k(name: str, scores: Scores, metric: str, sizes: Sequence[int]) -> Measured:
    for size, estimates in measure_top_k(scores, sizes, WITHOUT_INTERVALS)[metric].items():
        yield f"{name}, {metric}, system pearson of the {size} best", estimates["pearson"]["value"]


def _measure_pairs(sets: Mapping[str, Scores]) -> Measured:
    for name, scores in sets.items():
        for judge, verdicts in measure_pairs(scores, Statistics()).items():
            if judge != HUMAN_ROW or name == "mix 24":
                yield f"{name}, {judge}, F1 of verdicts on pairs", verdicts["f1"]
