"""Measure how a judge judges units before and after an edit made them false."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.failures import name_text
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.scoring import Scorer
from sacrerouge_litepyramid.statistics.judge_quality import THRESHOLD
from sacrerouge_litepyramid.training.contrast.pairs import INJECTION, ContrastPair

logger = logging.getLogger(__name__)


class ContrastRow(NamedTuple):
    """How the edits of one kind on one side are judged, by the judge's probabilities.

    ``pairs``: their number; ``before``, ``after``: the means; ``below``: the share that is below .5 afterwards;
    ``falls_below``: the same of the pairs that were judged right before, at .5 or more, or NaN; ``falls``: the share
    that falls at all. The unit of an injection is absent: right before is below .5, and ``falls`` means does not rise.
    """

    kind: str
    side: str
    pairs: int
    before: float
    after: float
    below: float
    falls_below: float
    falls: float


def judge_pairs(pairs: Sequence[ContrastPair], judge: Judge, measure: str = "p2c") -> np.ndarray:
    """Return the probabilities before and after each edit, (pairs, 2), NaN where the judge gave no answer.

    Raises ValueError for an unknown measure.
    """
    items = [
        (group.summary, [replace(unit, text=text) for unit, text in zip(pair.example.units, group.units, strict=True)])
        for pair in pairs
        for group in (pair.before, pair.after)
    ]
    with name_text((pair.example[:2], (pair.example.summary, pair.after.summary)) for pair in pairs):
        measured = [judgement.measures for judgement in Scorer(judge).score(items)]
    if measured and measure not in measured[0]:
        raise ValueError(f"the judge has no measure {measure!r}; it gives: {', '.join(measured[0])}")
    values = [by_measure[measure][pairs[index // 2].unit] for index, by_measure in enumerate(measured)]
    return np.array(values, dtype=float).reshape(-1, 2)


def summarize_pairs(pairs: Sequence[ContrastPair], values: np.ndarray) -> list[ContrastRow]:
    """Return a row for each kind and side, in the order of the pairs' first occurrence; pairs with NaN do not count."""
    judged = ~np.isnan(values).any(axis=1)
    if not judged.all():
        logger.warning("%d of %d pairs have no answer, and are excluded", (~judged).sum(), len(pairs))
    places: dict[tuple[str, str], list[int]] = {}
    for index in np.flatnonzero(judged).tolist():
        places.setdefault((pairs[index].kind, pairs[index].side), []).append(index)
    return [_row(kind, side, *values[members].T) for (kind, side), members in places.items()]


def _row(kind: str, side: str, before: np.ndarray, after: np.ndarray) -> ContrastRow:
    is_injection = kind == INJECTION
    was_right = (before >= THRESHOLD) != is_injection
    falls = after <= before if is_injection else after < before
    return ContrastRow(
        kind=kind,
        side=side,
        pairs=len(before),
        before=float(before.mean()),
        after=float(after.mean()),
        below=float((after < THRESHOLD).mean()),
        falls_below=float((after[was_right] < THRESHOLD).mean()) if was_right.any() else float("nan"),
        falls=float(falls.mean()),
    )
