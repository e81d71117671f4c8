"""Compare summaries with the baselines': their reward, and ROUGE where there are references."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.meta.rouge_scores import TYPES, score_rouge
from sacrerouge_litepyramid.metrics.metric import log_missing
from sacrerouge_litepyramid.statistics.tables import render_table
from sacrerouge_litepyramid.summarizers.run import Candidate


class SummarizerMeans(NamedTuple):
    """A system's means over the instances.

    ``reward``: over the instances with a reward; ``rouge``: F1 by type, over those with references, or empty.
    """

    name: str
    reward: float
    tokens: float
    rouge: dict[str, float]


def system_means(candidates: Sequence[dict[str, Candidate]]) -> list[SummarizerMeans]:
    """Return the means of each system, in order; ``candidates``: by system, for each instance.

    The number of summaries without a reward is logged.
    """
    return [_means(name, [each[name] for each in candidates]) for name in candidates[0]]


def compare_systems(candidates: Sequence[dict[str, Candidate]], name: str) -> str:
    """Count the instances where the system's reward is above, and equal to, each other system's."""
    parts = []
    for other in candidates[0]:
        if other != name:
            pairs = [(each[name].reward, each[other].reward) for each in candidates]
            above, equal = sum(own > its for own, its in pairs), sum(own == its for own, its in pairs)
            parts.append(f"above {other} on {above} and equal on {equal}")
    return f"reward of {name}: {', '.join(parts)} of {len(candidates)} instances"


def as_table(means: Sequence[SummarizerMeans]) -> str:
    """Format a line a system; ROUGE is the F1 of stems, the largest over several references."""
    types = list(means[0].rouge)
    rows = [
        [each.name, f"{each.reward:.4f}", f"{each.tokens:.1f}", *(f"{each.rouge[name]:.4f}" for name in types)]
        for each in means
    ]
    return render_table(["", "reward", "tokens", *types], rows)


def _means(name: str, candidates: Sequence[Candidate]) -> SummarizerMeans:
    rewards = [each.reward for each in candidates if not np.isnan(each.reward)]
    log_missing(name, [each.reward for each in candidates], "have no reward")
    tokens = [len(flatten(each.summary.text).split()) for each in candidates]
    return SummarizerMeans(
        name=name,
        reward=float(np.mean(rewards)) if rewards else float("nan"),
        tokens=float(np.mean(tokens)),
        rouge=_rouge(candidates),
    )


def _rouge(candidates: Sequence[Candidate]) -> dict[str, float]:
    judged = [each.summary for each in candidates if each.summary.references]
    scores = [line["metrics"] for line in score_rouge(judged)] if judged else []
    return {name: float(np.mean([each[name]["f1"] for each in scores])) for name in TYPES} if scores else {}
