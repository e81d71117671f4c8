"""Compare summaries with the baselines': their reward, and ROUGE where there are references."""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.meta.rouge_scores import TYPES, score_rouge
from sacrerouge_litepyramid.metrics.metric import log_missing
from sacrerouge_litepyramid.summarizers.run import Candidate

NO_ROUGE = 'ROUGE is left out; it needs: pip install "sacrerouge-litepyramid[rouge]"'


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
    width = max(len(each.name) for each in means)
    lines = [" ".join([" " * width, "reward tokens", *types])]
    for each in means:
        rouge = [f"{each.rouge[name]:7.4f}" for name in types]
        lines.append(" ".join([f"{each.name:<{width}}", f"{each.reward:6.4f} {each.tokens:6.1f}", *rouge]))
    return "\n".join(lines)


def has_rouge() -> bool:
    return find_spec("rouge_score") is not None


def _means(name: str, candidates: Sequence[Candidate]) -> SummarizerMeans:
    rewards = [each.reward for each in candidates if not np.isnan(each.reward)]
    log_missing(name, [each.reward for each in candidates], "have no reward")
    tokens = [len(flatten(each.summary.text).split()) for each in candidates]
    return SummarizerMeans(
        name=name,
        reward=float(np.mean(rewards)) if rewards else float("nan"),
        tokens=float(np.mean(tokens)),
        rouge=_rouge(candidates) if has_rouge() else {},
    )


def _rouge(candidates: Sequence[Candidate]) -> dict[str, float]:
    judged = [each.summary for each in candidates if each.summary.references]
    scores = [line["metrics"] for line in score_rouge(judged)] if judged else []
    return {name: float(np.mean([each[name]["f1"] for each in scores])) for name in TYPES.values()} if scores else {}
