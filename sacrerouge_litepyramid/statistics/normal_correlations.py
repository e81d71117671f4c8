"""Relate Spearman's and Kendall's coefficients to Pearson's in a bivariate normal population, with their errors."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

#: the places of the table by which the coefficient of a sample is turned into Pearson's
TABLE_SIZE = 2001
#: the largest correlation that has a finite z
LARGEST = 1 - 1e-9


class NormalRelation(NamedTuple):
    """A coefficient in normal populations and samples of n systems, by functions of Pearson's r of the population.

    ``value``: the coefficient of the population; ``invert``: r from it; ``expect``: its mean over samples; ``error``:
    the standard error of its Fisher's z over that of Pearson's; ``step``: from n, the least it can fall short of 1.
    """

    value: Callable[[np.ndarray], np.ndarray]
    invert: Callable[[np.ndarray], np.ndarray]
    expect: Callable[[np.ndarray, int], np.ndarray]
    error: Callable[[np.ndarray, int], np.ndarray]
    step: Callable[[int], float]


def fisher_z(values: np.ndarray) -> np.ndarray:
    """Return Fisher's z; correlations of 1 and -1 are moved inwards to LARGEST, so that it is finite."""
    return np.arctanh(np.clip(values, -LARGEST, LARGEST))


def match_normal(relation: NormalRelation, values: np.ndarray, systems: int) -> np.ndarray:
    """Return Pearson's r of the normal population whose samples of n systems have these coefficients on average.

    A rank coefficient of 1 stands for what lies half a step below it, as a sample's may be 1 where the population's
    is not.
    """
    limit = 1 - relation.step(systems) / 2
    table = np.sin(np.linspace(-np.pi / 2, np.pi / 2, TABLE_SIZE))
    return np.interp(np.clip(values, -limit, limit), relation.expect(table, systems), table)


def _spearman(r: np.ndarray) -> np.ndarray:
    return 6 / np.pi * np.arcsin(r / 2)


def _kendall(r: np.ndarray) -> np.ndarray:
    return 2 / np.pi * np.arcsin(r)


def _expect_spearman(r: np.ndarray, systems: int) -> np.ndarray:
    """Return the mean of Spearman's ρ over samples (Moran, Biometrika 1948)."""
    return ((systems - 2) * _spearman(r) + 3 * _kendall(r)) / (systems + 1)


def _spearman_error(r: np.ndarray, systems: int) -> np.ndarray:
    """Return the relative error of Spearman's ρ (Bonett and Wright, Psychometrika 2000), freed of its bias.

    Theirs is that of the sample's z; it is carried over to the population's by the slope between the two.
    """
    r = np.clip(r, -LARGEST, LARGEST)
    sample, population = _expect_spearman(r, systems), _spearman(r)
    of_spearman, of_kendall = 3 / np.pi / np.sqrt(1 - r**2 / 4), 2 / np.pi / np.sqrt(1 - r**2)
    slope = of_spearman * (systems + 1) / ((systems - 2) * of_spearman + 3 * of_kendall)
    return np.sqrt(1 + sample**2 / 2) * slope * (1 - sample**2) / (1 - population**2)


def _kendall_error(r: np.ndarray, systems: int) -> np.ndarray:
    """Return the relative error of Kendall's τ, from its variance in normal samples (Esscher 1924)."""
    tau = _kendall(r)
    triples = 1 / 9 - (2 / np.pi * np.arcsin(r / 2)) ** 2
    variance = 2 / (systems * (systems - 1)) * (1 - tau**2 + 2 * (systems - 2) * triples)
    return np.sqrt(variance * max(systems - 3, 1)) / np.maximum(1 - tau**2, 1e-9)


#: by coefficient
RELATIONS: Mapping[str, NormalRelation] = {
    "pearson": NormalRelation(
        value=lambda r: r,
        invert=lambda value: value,
        expect=lambda r, systems: r,
        error=lambda r, systems: np.ones(r.shape),
        step=lambda systems: 0.0,
    ),
    "spearman": NormalRelation(
        value=_spearman,
        invert=lambda value: 2 * np.sin(np.pi / 6 * value),
        expect=_expect_spearman,
        error=_spearman_error,
        step=lambda systems: 12 / (systems * (systems**2 - 1)),
    ),
    "kendall": NormalRelation(
        value=_kendall,
        invert=lambda value: np.sin(np.pi / 2 * value),
        expect=lambda r, systems: _kendall(r),
        error=_kendall_error,
        step=lambda systems: 4 / (systems * (systems - 1)),
    ),
}
