"""`experiment reproduce ffci`: how metrics without model weights agree with human scores.

The scores are FFCI's released ones. Correlations are computed over the summaries of a part: those
of one system for focus, coverage and coherence, of four systems together for faithfulness.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.corpora.data_set import ScoredSummary
from sacrerouge_litepyramid.corpora.ffci import read_parts, read_release
from sacrerouge_litepyramid.experiments.reproduce.targets import (
    ComparedNumber,
    compare_with_expected,
    read_expected,
)
from sacrerouge_litepyramid.metrics.ffci.coherence import (
    CoherenceModel,
    LogisticCoherence,
    NayeemChali,
)
from sacrerouge_litepyramid.metrics.ffci.similarity import (
    BertScore,
    ComparedTexts,
    RougeSimilarity,
    Similarity,
    UnigramPrecision,
)
from sacrerouge_litepyramid.metrics.ffci_metrics import (
    FfciCoherence,
    FfciCoverage,
    FfciFaithfulness,
    FfciFocus,
    FfciMetric,
)
from sacrerouge_litepyramid.metrics.metric import Item, iterate_measures, unwrap_number
from sacrerouge_litepyramid.statistics.correlations import pearson, spearman


def sentence_bleu(summary: str, references: Sequence[str]) -> float:
    """Return BLEU from 0 to 100.

    Raise ImportError with the line that installs sacrebleu if it is not installed.
    """
    try:
        from sacrebleu import sentence_bleu as score
    except ModuleNotFoundError as error:
        raise ImportError(f'{error}; BLEU needs: pip install "sacrebleu==2.0.0"') from None
    return float(score(summary, list(references)).score)


PROGRESS: dict[str, Any] = {"desc": "reproducing", "unit": "part", "disable": None, "delay": 1}
#: the release's parts for focus and coverage, by data set and system, and those for coherence
FOCUS_PARTS = ("cnndm-pg", "cnndm-bert", "xsum-pg", "xsum-bert")
COHERENCE_PARTS = ("coherence-pg", "coherence-bert")

Measured = Iterator[tuple[str, float]]


def compute_rows(source: Path) -> list[ComparedNumber]:
    """Return FFCI's recomputed numbers beside the expected ones."""
    return compare_with_expected(
        measure_ffci(read_parts(read_release(source))), read_expected("ffci")
    )


def measure_ffci(parts: Mapping[str, Sequence[ScoredSummary]]) -> dict[str, float]:
    """Return, by name, every expected number of oracles/ffci.json."""
    numbers = {f"count of {name}": float(len(rated)) for name, rated in parts.items()}
    for name in tqdm(FOCUS_PARTS, **PROGRESS):
        numbers.update(_measure_focus_coverage(name, parts[name]))
    numbers.update(_measure_faithfulness(parts["faithfulness"]))
    for name in tqdm(COHERENCE_PARTS, **PROGRESS):
        numbers.update(_measure_coherence(name, parts[name]))
    return numbers


def _measure_focus_coverage(part: str, rated: Sequence[ScoredSummary]) -> Measured:
    bases: dict[str, Similarity] = {
        f"ROUGE-{kind}": RougeSimilarity(f"rouge-{kind.lower()}") for kind in "12L"
    }
    bases["BERTScore char-ngram"] = BertScore()
    for name, base in bases.items():
        for metric in (FfciFocus(base), FfciCoverage(base)):
            r = _correlate(_score(metric, rated), rated, metric.dimension)
            yield f"{part}, {metric.dimension}, {name}, r", r
    bleu = []
    for row in rated:
        references = list(map(flatten, row.summary.references))
        bleu.append(sentence_bleu(flatten(row.summary.text), references))
    yield f"{part}, focus, sentence BLEU, r", _correlate(bleu, rated, "focus")


def _measure_faithfulness(rated: Sequence[ScoredSummary]) -> Measured:
    # n: the number of the document's sentences that support a sentence
    metrics = {
        "FA-ROUGE-1, n = 2": FfciFaithfulness(RougeSimilarity("rouge-1"), supporting=2),
        "FA-ROUGE-2, n = 2": FfciFaithfulness(RougeSimilarity("rouge-2"), supporting=2),
        "unigram precision": FfciFaithfulness(UnigramPrecision()),
        "FA-BERTScore char-ngram, n = 3": FfciFaithfulness(BertScore(), supporting=3),
    }
    by_metric = {name: _score(metric, rated) for name, metric in metrics.items()}
    pairs = [
        ComparedTexts(tuple(row.summary.text), tuple(row.summary.references[0])) for row in rated
    ]
    for kind in "12":
        f1 = RougeSimilarity(f"rouge-{kind}").compare(pairs, "f1")
        by_metric[f"ROUGE-{kind} F1 against the reference"] = f1.tolist()
    for name, values in by_metric.items():
        yield f"faithfulness, {name}, r", _correlate(values, rated, "faithfulness")
        yield f"faithfulness, {name}, ρ", _correlate(values, rated, "faithfulness", spearman)


def _measure_coherence(part: str, rated: Sequence[ScoredSummary]) -> Measured:
    models: dict[str, CoherenceModel] = {
        "logistic": LogisticCoherence(),
        "Nayeem-Chali": NayeemChali(),
    }
    for name, model in models.items():
        items = [Item(row.summary.text) for row in rated]
        scored = FfciCoherence(model).score(items)
        values = [dict(iterate_measures(value))["mean"] for value in scored.values]
        yield f"{part}, {name}, r", _correlate(values, rated, "coherence")


def _score(metric: FfciMetric, rated: Sequence[ScoredSummary]) -> list[float]:
    items = []
    for row in rated:
        context = getattr(row.summary, metric.context)
        items.append(Item(row.summary.text, context))
    return [unwrap_number(value) for value in metric.score(items).values]


def _correlate(
    values: Sequence[float],
    rated: Sequence[ScoredSummary],
    dimension: str,
    coefficient: Callable = pearson,
) -> float:
    """Correlate a metric with human scores over the summaries that have the metric's score."""
    human = np.array([row.scores[f"human_{dimension}"] for row in rated])
    ours = np.array(values)
    known = ~np.isnan(ours)
    (correlation,) = coefficient(ours[None, known], human[None, known])
    return float(correlation)
