"""The result of a layer search, as JSON and as tables."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.ffci.similarity.similarity import Dimension
from sacrerouge_litepyramid.meta.layer_search import LayerResult


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
        }
        for dimension, each in found.items()
    }


def as_lines(found: Mapping[Dimension, LayerResult], layers: Sequence[int]) -> Iterator[str]:
    """Yield a table for each dimension: for each layer its correlations and average rank, the best layer marked."""
    for dimension, each in found.items():
        names = [data.name for data in each.data]
        widths = [max(len(name), 7) for name in names]
        yield f"# {dimension}: best layer {layers[each.ranked.best]}"
        yield "  ".join(["layer", *(f"{name:>{width}}" for name, width in zip(names, widths, strict=True)), "rank"])
        for place, layer in enumerate(layers):
            cells = [f"{row[place]:>{width}.3f}" for row, width in zip(each.correlations, widths, strict=True)]
            line = "  ".join([f"{layer:>5}", *cells, f"{each.ranked.average[place]:.2f}"])
            yield f"{line}  best" if place == each.ranked.best else line


def _by_layer(layers: Sequence[int], values: np.ndarray) -> dict[str, float | None]:
    return {
        str(layer): value if math.isfinite(value) else None
        for layer, value in zip(layers, values.tolist(), strict=True)
    }
