"""Find the layer that suits a dimension best, by its average rank over data sets (Koto et al., JAIR 2022)."""

from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import ranks


class LayerRanks(NamedTuple):
    """``ranks``: (data sets, layers), 1 for the highest correlation; ``average``: (layers,); ``best``: its place."""

    ranks: np.ndarray
    average: np.ndarray
    best: int


def rank_layers(correlations: np.ndarray) -> LayerRanks:
    """Rank the layers by correlations with people, of shape (data sets, layers), neither of them empty.

    Equal correlations share the mean of their ranks; a layer without one (NaN) comes after all that have one. Among
    layers of the same average rank the one of the larger mean correlation is best, then the shallower one.
    """
    if correlations.ndim != 2 or not correlations.size:
        raise ValueError(f"correlations of shape (data sets, layers) were expected, not {correlations.shape}")
    known = np.where(np.isnan(correlations), -np.inf, correlations)
    found = ranks(-known)
    average = found.mean(axis=0)
    best = min(range(len(average)), key=lambda layer: (average[layer], -known[:, layer].mean(), layer))
    return LayerRanks(found, average, best)
