"""ROUGE-1, -2 and -L of summaries against their references, with Porter stems: the baseline."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.precision_recall import Alignment
from sacrerouge_litepyramid.core.rouge import compute_rouge
from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.io.summaries import Summary

TYPES = ("rouge-1", "rouge-2", "rouge-l")
MEASURES = ("recall", "precision", "f1")
#: the ways to combine several references
COMBINATIONS = ("max", "mean")

Rouge = dict[str, dict[str, float]]


def score_rouge(summaries: Iterable[Summary], combine: str = "max", stem: bool = True) -> Iterator[dict[str, Any]]:
    """Yield SacreROUGE Metrics for each summary: recall, precision and F1, from 0 to 1, of each of TYPES.

    A text of several sentences is one string, so ROUGE-L is of the whole summary. ``combine``: of several references
    the largest, or the mean, of each measure. Raises ValueError for a summary without references.
    """
    if combine not in COMBINATIONS:
        raise ValueError(f"combine must be one of {', '.join(COMBINATIONS)}, not {combine!r}")
    for summary in summaries:
        if not summary.references:
            raise ValueError(f"{summary.where}, instance {summary.instance_id!r}: ROUGE needs a reference; add one")
        found = [compute_rouge(flatten(reference), flatten(summary.text), stem) for reference in summary.references]
        yield {
            "instance_id": summary.instance_id,
            "summarizer_id": summary.summarizer_id,
            "summarizer_type": summary.summarizer_type,
            "metrics": _combine_references(found, combine),
        }


def _combine_references(found: Sequence[Mapping[str, Alignment]], combine: str) -> Rouge:
    over = np.max if combine == "max" else np.mean
    return {
        name: {measure: float(over([getattr(scores[name], measure) for scores in found])) for measure in MEASURES}
        for name in TYPES
    }
