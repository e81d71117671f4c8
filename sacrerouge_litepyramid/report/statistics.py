"""The report's statistics: each metric's ranking of the systems, and its agreement with people."""

from typing import Any

import numpy as np

from sacrerouge_litepyramid.meta.agreement import measure_agreement
from sacrerouge_litepyramid.meta.agreement_report import AgreementReport, caption
from sacrerouge_litepyramid.meta.comparison import Statistics
from sacrerouge_litepyramid.meta.scores import Scores, finite_or_none
from sacrerouge_litepyramid.statistics.agreement import MIN_DOCUMENTS
from sacrerouge_litepyramid.statistics.ranking import RankedSystem, rank_systems

#: significant digits of a value; a fixed number of decimals would turn small values into 0
DIGITS = 5


def compute_statistics(scores: Scores, people: str | None, resamples: int, seed: int) -> dict[str, Any]:
    """Return under ``metrics`` each metric's scores [document][system], ranking and agreement, people's scores first.

    ``people`` is the name of people's scores, None if there are none. ``agreement_rules`` says how the correlations are
    computed, in the words of the tables of meta-evaluation.
    """
    measured = None
    if people:
        drawn = resamples if len(scores.documents) >= MIN_DOCUMENTS else 0
        statistics = Statistics(resamples=drawn, permutations=0, seed=seed)
        measured = measure_agreement(scores, people, statistics, ("system", "summary"))
    named = {**({people: scores.people} if people else {}), **scores.metrics}
    return {
        "metrics": [
            {
                "name": name,
                "scores": _round_matrix(matrix.T),
                "ranking": [_place(place) for place in rank_systems(matrix, resamples, seed)],
                "agreement": _agreement(measured, name) if measured and name in scores.metrics else None,
            }
            for name, matrix in named.items()
        ],
        "agreement_rules": " ".join([caption(measured), *measured.warnings]) if measured else None,
    }


def _agreement(measured: AgreementReport, metric: str) -> dict[str, dict[str, float | None]]:
    """Return a metric's correlations with their intervals, named LEVEL_COEFFICIENT."""
    return {
        f"{row.level}_{row.coefficient}": {"value": row.value, "low": row.low, "high": row.high}
        for row in measured.rows
        if row.metric == metric
    }


def _place(place: RankedSystem) -> list[Any]:
    """Return [system, mean, low, high, documents, best rank, worst rank, group]."""
    estimates = map(_round, (place.mean, place.interval.low, place.interval.high))
    return [place.system, *estimates, place.documents, place.best, place.worst, place.group]


def _round_matrix(matrix: np.ndarray) -> list[list[float | None]]:
    return [[_round(value) for value in row] for row in matrix]


def _round(value: float) -> float | None:
    known = finite_or_none(value)
    return None if known is None else float(f"{known:.{DIGITS}g}")
