"""Rank systems by their mean score, with intervals and the groups that the documents can tell apart."""

from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import MIN_DOCUMENTS, draw_documents, weighted_means
from sacrerouge_litepyramid.statistics.discrimination import decide_pairs, pair_indices, win_shares
from sacrerouge_litepyramid.statistics.intervals import Interval, percentile_interval

#: the one-sided level: a system is better when it wins in at least 97.5% of the resamples
ALPHA = 0.025


class RankedSystem(NamedTuple):
    """A system in the ranking, by its index.

    ``best``, ``worst``: 1 + the number of systems that are better than it, and the number of those that it is not
    better than, itself included. ``group``: from 1; every system of a group is better than all of the later groups.
    ``interval``: NaN for the mean of a single document.
    """

    system: int
    mean: float
    interval: Interval
    documents: int
    best: int
    worst: int
    group: int


def rank_systems(scores: np.ndarray, resamples: int = 1000, seed: int = 0) -> list[RankedSystem]:
    """Rank the systems of a matrix (systems, documents) from the highest mean down; those without scores are left out.

    One system is better than another when it has the higher mean in at least 1 - ALPHA of the resamples of the
    documents; with a single document no system is. A document that one of the two lacks counts for the other alone. The
    number of pairs is not corrected for.
    """
    draws = draw_documents(scores.shape[1], resamples, seed)
    means = weighted_means(scores, np.ones((1, scores.shape[1])))[0]
    order = [int(index) for index in np.argsort(-means, kind="stable") if not np.isnan(means[index])]
    documents = (~np.isnan(scores)).sum(axis=1)
    resampled = weighted_means(scores[order], draws)
    resampled[:, documents[order] < MIN_DOCUMENTS] = np.nan
    better = find_better(scores[order], draws)
    groups = assign_groups(better)
    return [
        RankedSystem(
            system=system,
            mean=float(means[system]),
            interval=percentile_interval(resampled[:, row]),
            documents=int(documents[system]),
            best=1 + int(better[:, row].sum()),
            worst=len(order) - int(better[row].sum()),
            group=groups[row],
        )
        for row, system in enumerate(order)
    ]


def find_better(scores: np.ndarray, draws: np.ndarray) -> np.ndarray:
    """Return whether each row's system is better than each column's, (systems, systems); draws as in `win_shares`."""
    better = np.zeros((len(scores), len(scores)), dtype=bool)
    first, second = pair_indices(len(scores))
    if len(first) and scores.shape[1] >= MIN_DOCUMENTS:
        found = decide_pairs(win_shares(scores, draws), ALPHA)
        better[first, second] = found > 0
        better[second, first] = found < 0
    return better


def assign_groups(better: np.ndarray) -> list[int]:
    """Return the group of each system in ranked order; one begins where all systems above beat all from there on."""
    groups = [1] * min(1, len(better))
    for row in range(1, len(better)):
        groups.append(groups[-1] + bool(better[:row, row:].all()))
    return groups
