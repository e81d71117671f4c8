"""Distinct model inputs from nested lists of summaries and units, and lists of answers again."""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple, TypeVar

import numpy as np

T = TypeVar("T", bound=Hashable)


class Group(NamedTuple):
    """A summary and the units to judge it by; the answers come in the order of the units."""

    summary: str
    units: tuple[str, ...]


class Pair(NamedTuple):
    """A summary (premise) and one unit (hypothesis)."""

    summary: str
    unit: str


def text_length(item: Group | Pair) -> int:
    """Return the number of characters in all texts of an item, a measure of its cost."""
    units = (item.unit,) if isinstance(item, Pair) else item.units
    return sum(map(len, (item.summary, *units)))


def unique(items: Sequence[T]) -> tuple[list[T], list[int]]:
    """Return the distinct items in order of first occurrence, and each item's place in them."""
    positions: dict[T, int] = {}
    inverse = [positions.setdefault(item, len(positions)) for item in items]
    return list(positions), inverse


def group_by_units(groups: Sequence[Group]) -> dict[tuple[str, ...], list[int]]:
    """Return, by units, the places of the groups that have them, in order of first occurrence."""
    places: dict[tuple[str, ...], list[int]] = {}
    for place, group in enumerate(groups):
        places.setdefault(group.units, []).append(place)
    return places


def split_rows(values: np.ndarray, lengths: Sequence[int]) -> list[np.ndarray]:
    """Return successive parts of an array, of these numbers of rows."""
    parts = []
    start = 0
    for length in lengths:
        parts.append(values[start : start + length])
        start += length
    return parts


def predict_unique_pairs(
    groups: Sequence[Group], predict: Callable[[list[Pair]], np.ndarray]
) -> list[np.ndarray]:
    """Run a pair model once on each distinct pair of all groups.

    ``predict`` takes n pairs and returns an array of shape (n, classes). The result has an array of
    shape (units, classes) for each group. Raises ValueError if a pair has no logits.
    """
    pairs, inverse = unique([Pair(group.summary, unit) for group in groups for unit in group.units])
    logits = np.asarray(predict(pairs)) if pairs else np.zeros((0, 2))
    if len(logits) != len(pairs):
        raise ValueError(f"the judge returned logits of {len(logits)} pairs, not of {len(pairs)}")
    return split_rows(logits[inverse], [len(group.units) for group in groups])
