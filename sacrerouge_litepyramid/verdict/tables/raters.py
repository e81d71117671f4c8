"""Human scores of several raters: whether their numbers can be averaged, and their mean."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.texts import count_nouns

#: the name beside fields in ``columns`` for how raters' numbers become scores: "z", "1:5", or both
HUMAN_SCALE = "human_scale"
#: within-rater standardisation
STANDARDISED = "z"
#: numbers that stand for a missing rating in questionnaires
CODES = (-999, -99, -9, -1, 9, 88, 98, 99, 888, 998, 999, 9999)
#: a code is suspicious from this multiple of the largest other number on
MIN_CODE_RATIO = 1.8
#: two raters' largest numbers on one scale differ at most by this factor
MAX_RATIO = 3.0
#: the largest number on a scale of shares, and one that is not on it
MAX_SHARE, NO_SHARE = 1.0, 2.0
#: a rater with fewer numbers may have used a small part of the scale
MIN_RATINGS = 3


class Ratings(NamedTuple):
    """Summaries' human scores, and a sentence on how they were made, "" for a single column."""

    scores: list[float | None]
    notice: str


def combine_raters(
    ratings: Mapping[str, Sequence[float | None]], scale: Sequence[str], where: str
) -> Ratings:
    """Return each summary's mean over the raters' numbers, which are by rater and summary.

    ``scale``: numbers outside a range "1:5" are missing; "z" divides a rater's deviations from
    their mean by their standard deviation. Raises ValueError, beginning with ``where``, if without
    a scale a number may be a code for a missing one, or raters' ranges differ; and for another
    scale.
    """
    matrix = np.array([list(column) for column in ratings.values()], dtype=float)
    if not scale:
        _check_codes(ratings, matrix, where)
        _check_ranges(ratings, matrix, where)
    done = []
    for name in scale:
        if name == STANDARDISED:
            matrix = _standardise(matrix)
            done.append("standardised within raters (z)")
        else:
            low, high = _parse_range(name)
            outside = (matrix < low) | (matrix > high)
            matrix = np.where(outside, np.nan, matrix)
            done.append(f"{count_nouns(number=int(outside.sum()))} outside {low:g} to {high:g}")
    counts = (~np.isnan(matrix)).sum(axis=0)
    totals = np.nansum(matrix, axis=0)
    scores = [
        float(total / count) if count else None for total, count in zip(totals, counts, strict=True)
    ]
    if len(ratings) > 1:
        done.append(f"mean of {count_nouns(rater=len(ratings))}")
    return Ratings(scores, f"human scores: {', '.join(done)}" if done else "")


def _standardise(matrix: np.ndarray) -> np.ndarray:
    """Return each rater's numbers with mean 0 and standard deviation 1; equal ones become 0."""
    centred = matrix - np.nanmean(matrix, axis=1, keepdims=True)
    deviation = np.nanstd(matrix, axis=1, keepdims=True)
    return centred / np.where(deviation == 0, 1, deviation)


def _parse_range(text: str) -> tuple[float, float]:
    """Return the bounds in "1:5"; raise ValueError for another text."""
    try:
        low, high = map(float, text.split(":"))
    except ValueError:
        low = high = math.nan
    if not low < high:
        raise ValueError(
            f"{name_argument(HUMAN_SCALE)} must be z, for standardised raters, or a range such as "
            f"1:5, not {text!r}"
        )
    return low, high


def _check_codes(
    ratings: Mapping[str, Sequence[float | None]], matrix: np.ndarray, where: str
) -> None:
    """Raise ValueError for a number that looks like a code for a missing rating."""
    for name, row in zip(ratings, matrix, strict=True):
        known = row[~np.isnan(row)]
        others = known[~np.isin(known, CODES)]
        for code in np.unique(known[np.isin(known, CODES)]):
            if not len(others):
                continue
            is_low = code < 0 <= others.min() and others.max() > 1
            is_high = others.min() >= 0 and code >= MIN_CODE_RATIO * max(others.max(), 1)
            if is_low or is_high:
                low, high = others.min(), others.max()
                scale = name_argument(HUMAN_SCALE, f"{low:g}:{high:g}")
                whole = name_argument(HUMAN_SCALE, f"{min(code, low):g}:{max(code, high):g}")
                raise ValueError(
                    f"{where}: {int((known == code).sum())} of {len(known)} numbers in {name!r} "
                    f"are {code:g}, the others {low:g} to {high:g}; if {code:g} means a missing "
                    f"rating, name the range of the scale: {scale}; if it is a rating: {whole}"
                )


def _check_ranges(
    ratings: Mapping[str, Sequence[float | None]], matrix: np.ndarray, where: str
) -> None:
    """Raise ValueError if raters cannot have used one scale, as their largest numbers differ."""
    ranges = {}
    for name, row in zip(ratings, matrix, strict=True):
        known = row[~np.isnan(row)]
        if len(known) >= MIN_RATINGS:
            ranges[name] = (float(known.min()), float(known.max()))
    if len(ranges) < 2:
        return
    highs = [max(abs(low), abs(high)) for low, high in ranges.values()]
    has_shares = min(highs) <= MAX_SHARE and max(highs) > NO_SHARE
    if has_shares or max(highs) > MAX_RATIO * min(highs):
        listed = ", ".join(f"{name} {low:g} to {high:g}" for name, (low, high) in ranges.items())
        whole = f"{min(low for low, _ in ranges.values()):g}:{max(highs):g}"
        raise ValueError(
            f"{where}: the columns of human scores have different ranges ({listed}); standardise "
            f"them within raters: {name_argument(HUMAN_SCALE, STANDARDISED)}; if they share one "
            f"scale, name it: {name_argument(HUMAN_SCALE, whole)}"
        )
