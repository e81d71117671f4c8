"""The weights of units' stems, kept by stem: comparing a text with all units costs what they have in common."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np


class StemWeights(NamedTuple):
    """An entry for each stem of each unit, sorted by stem, then by unit.

    ``units``: their number; ``starts``: where a stem's entries begin, (stems + 1,); ``places``: the unit of each entry,
    (entries,); ``values``: (kinds, entries), which sum to 1 over the entries of a unit, or to 0.
    """

    units: int
    starts: np.ndarray
    places: np.ndarray
    values: np.ndarray


def build_stem_weights(units: Sequence[Mapping[int, Sequence[float]]], stems: int, kinds: int) -> StemWeights:
    """Return the weights of units, given by stem, a number below ``stems``; each weight is of so many ``kinds``."""
    places = np.repeat(np.arange(len(units)), [len(unit) for unit in units])
    codes = np.array([code for unit in units for code in unit], dtype=np.int64)
    values = np.array([value for unit in units for value in unit.values()], dtype=float).reshape(-1, kinds).T
    order = np.argsort(codes, kind="stable")
    places, values = places[order], values[:, order]
    totals = _sum_by_place(values, places, len(units))
    starts = np.searchsorted(codes[order], np.arange(stems + 1))
    return StemWeights(len(units), starts, places, values / np.where(totals > 0, totals, 1.0)[:, places])


def sum_shared(weights: StemWeights, stems: np.ndarray) -> np.ndarray:
    """Return the weight of each unit's stems that are among the distinct ``stems``, (kinds, units)."""
    entries, _ = _entries(weights, np.sort(stems))
    return _sum_by_place(weights.values[:, entries], weights.places[entries], weights.units)


def sum_by_sentence(weights: StemWeights, sentences: Sequence[np.ndarray], kind: int) -> np.ndarray:
    """Return the weight of each unit's stems in each sentence, given as its distinct stems: (units, sentences)."""
    stems = np.concatenate([np.zeros(0, dtype=np.int64), *sentences])
    of_sentence = np.repeat(np.arange(len(sentences)), [len(each) for each in sentences])
    # In the order of stems, sentences with the same stems of a unit have the same sum to the last bit.
    order = np.argsort(stems, kind="stable")
    entries, found = _entries(weights, stems[order])
    places = weights.places[entries] * len(sentences) + of_sentence[order][found]
    sums = np.bincount(places, weights.values[kind, entries], minlength=weights.units * len(sentences))
    return sums.reshape(weights.units, len(sentences))


def _entries(weights: StemWeights, stems: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the entries of stems, and for each entry the place of its stem among them, both (entries found,)."""
    first, counts = weights.starts[stems], np.diff(weights.starts)[stems]
    found = np.repeat(np.arange(len(stems)), counts)
    within = np.arange(len(found)) - (np.cumsum(counts) - counts)[found]
    return first[found] + within, found


def _sum_by_place(values: np.ndarray, places: np.ndarray, number: int) -> np.ndarray:
    """Return the sums of each row's values at the same place, (rows, number)."""
    return np.stack([np.bincount(places, row, minlength=number) for row in values])
