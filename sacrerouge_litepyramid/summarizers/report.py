"""What summaries are worth beside the baselines': their reward, and ROUGE where there are references."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.meta.rouge_scores import TYPES, score_rouge
from sacrerouge_litepyramid.metrics.metric import log_missing
from sacrerouge_litepyramid.statistics.tables import render_table
from sacrerouge_litepyramid.summarizers.run import Candidate


class SystemMeans(NamedTuple):
    """A system's means over the instances; ``reward``: over those with one; ``rouge``: F1 by type, of those with
    references, empty where there are none."""

    name: str
    reward: float
    tokens: float
    rouge: dict[str, float]


def system_means(candidates: Sequence[dict[str, Candidate]]) -> list[SystemMeans]:
    """Each system's, in the order of the systems; ``candidates``: by system, of each instance.

    Summaries without a reward are counted in the log.
    """
    return [_means(name, [each[name] for each in candidates]) for name in candidates[0]]


def comparison(candidates: Sequence[dict[str, Candidate]], name: str) -> str:
    """On how many instances the system's reward is above, and equal to, each other system's."""
    parts = []
    for other in candidates[0]:
        if other != name:
            pairs = [(each[name].reward, each[other].reward) for each in candidates]
            above, equal = sum(own > its for own, its in pairs), sum(own == its for own, its in pairs)
            parts.append(f"above {other} on {above} and equal on {equal}")
    return f"reward of {name}: {', '.join(parts)} of {len(candidates)} instances"


def as_table(means: Sequence[SystemMeans]) -> str:
    """A line a system; ROUGE is F1 of stems, of several references the largest."""
    types = list(means[0].rouge)
    rows = [
        [each.name, f"{each.reward:.4f}", f"{each.tokens:.1f}", *(f"{each.rouge[name]:.4f}" for name in types)]
        for each in means
    ]
    return render_table(["", "reward", "tokens", *types], rows)


def _means(name: str, candidates: Sequence[Candidate]) -> SystemMeans:
    rewards = [each.reward for each in candidates if not np.isnan(each.reward)]
    log_missing(name, [each.reward for each in candidates], "have no reward")
    tokens = [len(flatten(each.summary.text).split()) for each in candidates]
    return SystemMeans(
        name=name,
        reward=float(np.mean(rewards)) if rewards else float("nan"),
        tokens=float(np.mean(tokens)),
        rouge=_rouge(candidates),
    )


def _rouge(candidates: Sequence[Candidate]) -> dict[str, float]:
    judged = [each.summary for each in candidates if each.summary.references]
    scores = [line["metrics"] for line in score_rouge(judged)] if judged else []
    return {name: float(np.mean([each[name]["f1"] for each in scores])) for name in TYPES} if scores else {}
