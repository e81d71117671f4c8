"""ROUGE-1, -2 and -L of summaries against their references, by Google's rouge-score with Porter stems: the baseline."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.formats.summaries import Summary

TYPES = {"rouge1": "rouge-1", "rouge2": "rouge-2", "rougeL": "rouge-l"}
MEASURES = ("recall", "precision", "f1")
#: the ways to combine several references
COMBINATIONS = ("max", "mean")

Rouge = dict[str, dict[str, float]]


def score_rouge(summaries: Iterable[Summary], combine: str = "max", stem: bool = True) -> Iterator[dict[str, Any]]:
    """Yield SacreROUGE Metrics for each summary: recall, precision and F1, from 0 to 1, of each of TYPES.

    A text of several sentences is one string, so ROUGE-L is of the whole summary. ``combine``: whether several
    references give the largest or the mean value of each measure. Raises ValueError for a summary without references,
    ImportError with the line that installs rouge-score.
    """
    if combine not in COMBINATIONS:
        raise ValueError(f"combine must be one of {', '.join(COMBINATIONS)}, not {combine!r}")
    scorer = _scorer(stem)
    for summary in summaries:
        if not summary.references:
            raise ValueError(f"{summary.where}, instance {summary.instance_id!r}: ROUGE needs a reference; add one")
        found = [scorer.score(flatten(reference), flatten(summary.text)) for reference in summary.references]
        yield {
            "instance_id": summary.instance_id,
            "summarizer_id": summary.summarizer_id,
            "summarizer_type": summary.summarizer_type,
            "metrics": _combine_references(found, combine),
        }


def _combine_references(found: Sequence[Mapping[str, Any]], combine: str) -> Rouge:
    over = np.max if combine == "max" else np.mean
    return {
        name: {
            measure: float(over([getattr(scores[kind], _FIELDS[measure]) for scores in found])) for measure in MEASURES
        }
        for kind, name in TYPES.items()
    }


_FIELDS = {"recall": "recall", "precision": "precision", "f1": "fmeasure"}


def _scorer(stem: bool) -> Any:
    try:
        from rouge_score.rouge_scorer import RougeScorer
    except ModuleNotFoundError as error:
        raise ImportError(f'{error}; ROUGE needs: pip install "sacrerouge-litepyramid[rouge]"') from None
    return RougeScorer(list(TYPES), use_stemmer=stem)
