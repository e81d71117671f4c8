"""The table of systems of a metric, and all pairs of them: JSON-ready rows."""

from typing import Any

import numpy as np

from sacrerouge_litepyramid.evaluation.compared_systems import ComparisonSettings, SystemComparison
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.evaluation.system_comparison import compare_where_shared
from sacrerouge_litepyramid.statistics.difference import Difference
from sacrerouge_litepyramid.statistics.estimate import round_value
from sacrerouge_litepyramid.statistics.intervals import hold_share
from sacrerouge_litepyramid.statistics.paired import count_documents
from sacrerouge_litepyramid.statistics.significance import assign_tiers
from sacrerouge_litepyramid.statistics.system_effects import estimate_comparable_means


def compare_all(scores: Scores, metric: str, permutations: int, seed: int) -> SystemComparison | None:
    """Compare all systems of a metric; None where no two systems have scores of the same document."""
    settings = ComparisonSettings(permutations=permutations, resamples=0, seed=seed, listed=0)
    return compare_where_shared(scores.metrics[metric], scores.systems, scores.documents, metric, settings)


def rank(scores: Scores, matrix: np.ndarray, found: SystemComparison | None, metric: str = "") -> list[list[Any]]:
    """Return a row for each system with scores, the highest mean first.

    A row is [system, mean, low, high, documents, first place, last place, letters, tier]: Student's 95% interval; the
    places that the system can claim by the comparison; the letters of the groups that do not differ significantly;
    and the tier, from 1, every system of which is better than all of the later tiers.
    """
    means = hold_share(estimate_comparable_means(matrix), metric)
    documents = count_documents(matrix)
    order = [int(place) for place in np.argsort(-means.value, kind="stable") if documents[place]]
    names = [scores.systems[place] for place in order]
    better = find_better(names, found)
    letters = {row.system: row.groups for row in found.systems} if found is not None else {}
    tiers = assign_tiers(better)
    return [
        [
            place,
            *(round_value(float(values[place])) for values in means[:3]),
            int(documents[place]),
            1 + int(better[:, row].sum()),
            len(order) - int(better[row].sum()),
            letters.get(names[row], ""),
            tiers[row],
        ]
        for row, place in enumerate(order)
    ]


def find_better(names: list[str], found: SystemComparison | None) -> np.ndarray:
    """Return whether each row's system is better than each column's, (systems, systems), in the order of ``names``."""
    better = np.zeros((len(names), len(names)), dtype=bool)
    places = {name: place for place, name in enumerate(names)}
    for pair in found.pairs if found is not None else ():
        if pair.better and pair.worse:
            better[places[pair.better], places[pair.worse]] = True
    return better


def list_pairs(found: SystemComparison | None) -> list[list[Any]]:
    """Return a row for each pair, in the order of the ranking.

    A row is [difference, low, high, p after Holm's correction, wins, ties, losses, effect size, 1 or -1 if the first or
    the second is better, else 0].
    """
    return [_pair(each) for each in found.pairs] if found is not None else []


def _pair(pair: Difference) -> list[Any]:
    better = 0 if pair.better is None else 1 if pair.better == pair.first else -1
    numbers = map(round_value, (*pair.difference[:3], pair.holm_p))
    return [*numbers, pair.wins, pair.ties, pair.losses, round_value(pair.effect_size), better]
