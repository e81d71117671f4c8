"""The result of a layer search, as JSON and as tables."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.ffci.similarity.similarity import Dimension
from sacrerouge_litepyramid.meta.layer_search import LayerResult
from sacrerouge_litepyramid.statistics.small_samples import warn_of_few_summaries
from sacrerouge_litepyramid.statistics.tables import render_table


def as_json(found: Mapping[Dimension, LayerResult], layers: Sequence[int]) -> dict[str, Any]:
    """Return by dimension the best layer, the average ranks, and each data set's correlations; null for none."""
    return {
        dimension: {
            "best_layer": layers[each.ranked.best],
            "average_ranks": _by_layer(layers, each.ranked.average),
            "data": {
                data.name: {
                    "summaries": len(data.summaries),
                    "correlations": _by_layer(layers, correlations),
                    "ranks": _by_layer(layers, ranks),
                }
                for data, correlations, ranks in zip(each.data, each.correlations, each.ranked.ranks, strict=True)
            },
            "warnings": _list_warnings(each),
        }
        for dimension, each in found.items()
    }


def as_lines(found: Mapping[Dimension, LayerResult], layers: Sequence[int]) -> Iterator[str]:
    """Yield a table for each dimension: for each layer its correlations and average rank, the best layer marked."""
    for dimension, each in found.items():
        yield f"# {dimension}: best layer {layers[each.ranked.best]}"
        rows = [
            [
                layer,
                *(f"{row[place]:.3f}" for row in each.correlations),
                f"{each.ranked.average[place]:.2f}",
                "best" if place == each.ranked.best else "",
            ]
            for place, layer in enumerate(layers)
        ]
        yield from render_table(["layer", *(data.name for data in each.data), "rank", ""], rows).splitlines()
        yield from (f"Warning: {warning}" for warning in _list_warnings(each))


def _list_warnings(found: LayerResult) -> list[str]:
    return [warning for data in found.data for warning in warn_of_few_summaries(len(data.summaries), data.name)]


def _by_layer(layers: Sequence[int], values: np.ndarray) -> dict[str, float | None]:
    return {
        str(layer): value if math.isfinite(value) else None
        for layer, value in zip(layers, values.tolist(), strict=True)
    }
