"""Search layers: measure how the BERTScore of each layer of a model agrees with people in each dimension."""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.encoders.layers import LayerCache, LayeredEncoder, LayerView
from sacrerouge_litepyramid.ffci.similarity.bertscore import BertScore
from sacrerouge_litepyramid.ffci.similarity.similarity import Dimension
from sacrerouge_litepyramid.formats.summaries import Summary
from sacrerouge_litepyramid.meta.judged_set import METRICS, JudgedSet, get_context
from sacrerouge_litepyramid.metrics.metric import only_number
from sacrerouge_litepyramid.statistics.agreement import pearson, spearman
from sacrerouge_litepyramid.statistics.kendall import kendall
from sacrerouge_litepyramid.statistics.layer_ranks import LayerRanks, rank_layers
from sacrerouge_litepyramid.statistics.resampling import MIN_SUMMARIES
from sacrerouge_litepyramid.storage.files import sha256
from sacrerouge_litepyramid.storage.store import KeyValueStore

COEFFICIENTS = {"pearson": pearson, "spearman": spearman, "kendall": kendall}


class LayerResult(NamedTuple):
    """A dimension's data sets, their correlations (data sets, layers), and the ranks of the layers."""

    data: list[JudgedSet]
    correlations: np.ndarray
    ranked: LayerRanks


class LayerSearch:
    """Scores summaries with each of ``layers`` from one pass of the model, and keeps finished scores in ``store``.

    ``block``: the number of summaries that are encoded in all layers, scored and stored together.
    """

    def __init__(self, encoder: LayeredEncoder, layers: Sequence[int], store: KeyValueStore, block: int = 16) -> None:
        if not layers:
            raise ValueError("layers is empty; give at least one")
        if block < 1:
            raise ValueError(f"block must be at least 1 summary, not {block}")
        self.encoder = encoder
        self.layers = tuple(layers)
        self.store = store
        self.block = block
        made_by = {name: value for name, value in encoder.identity().items() if name != "layer"}
        self._identity = json.dumps([made_by, self.layers], sort_keys=True)

    def find(self, sets: Sequence[JudgedSet], coefficient: str = "pearson") -> dict[Dimension, LayerResult]:
        """Return by dimension the layers' correlations in, and ranks over, the data sets that have the dimension.

        Raises ValueError for a dimension in which no layer has a correlation, as with people's scores all alike.
        """
        if coefficient not in COEFFICIENTS:
            raise ValueError(f"coefficient must be one of {', '.join(COEFFICIENTS)}, not {coefficient!r}")
        scored = [self.scores(each) for each in sets]
        found: dict[Dimension, LayerResult] = {}
        for dimension in METRICS:
            with_it = [(data, own) for data, own in zip(sets, scored, strict=True) if dimension in data.human]
            if with_it:
                correlations = np.array(
                    [_correlations(own[dimension], data.human[dimension], coefficient) for data, own in with_it]
                )
                if np.isnan(correlations).all():
                    names = ", ".join(data.name for data, _ in with_it)
                    raise ValueError(
                        f"no layer's {dimension} correlates with people's in {names}: {MIN_SUMMARIES} summaries or "
                        "more are needed, and scores that differ"
                    )
                found[dimension] = LayerResult([data for data, _ in with_it], correlations, rank_layers(correlations))
        return found

    def scores(self, data: JudgedSet) -> dict[Dimension, np.ndarray]:
        """Return by dimension the scores of the summaries, of shape (summaries, layers)."""
        from tqdm import tqdm

        found: dict[Dimension, list[np.ndarray]] = {dimension: [] for dimension in data.human}
        with tqdm(total=len(data.summaries), desc=data.name, unit="summary", disable=None) as bar:
            for start in range(0, len(data.summaries), self.block):
                summaries = data.summaries[start : start + self.block]
                held = LayerCache(self.encoder, self.layers)
                for dimension, rows in found.items():
                    rows.extend(self._load_or_score(summaries, dimension, held))
                bar.update(len(summaries))
        return {dimension: np.array(rows) for dimension, rows in found.items()}

    def _load_or_score(self, summaries: Sequence[Summary], dimension: Dimension, held: LayerCache) -> list[np.ndarray]:
        """Return stored or new scores; blocks are stored whole, so that a resumed run makes the same batches."""
        keys = [self._key(summary, dimension) for summary in summaries]
        known = self.store.get(keys)
        if len(known) < len(set(keys)):
            rows = score_layers(summaries, dimension, held.views())
            known.update(
                self.store.put({key: row.astype("<f8").tobytes() for key, row in zip(keys, rows, strict=True)})
            )
        return [np.frombuffer(known[key], dtype="<f8") for key in keys]

    def _key(self, summary: Summary, dimension: Dimension) -> bytes:
        texts = [summary.text, get_context(summary, dimension)]
        return bytes.fromhex(sha256(json.dumps([self._identity, dimension, texts]).encode()))


def score_layers(summaries: Sequence[Summary], dimension: Dimension, encoders: Mapping[int, LayerView]) -> np.ndarray:
    """Score summaries by a dimension's metric with BERTScore over each of the encoders: (summaries, encoders)."""
    texts = [[summary.text] for summary in summaries]
    contexts = [get_context(summary, dimension) for summary in summaries]
    columns = []
    for encoder in encoders.values():
        metric = METRICS[dimension](BertScore(encoder))
        columns.append([only_number(value) for (value,) in metric.score(texts, contexts).values])
    return np.array(columns).T


def _correlations(scores: np.ndarray, human: Sequence[float], coefficient: str) -> np.ndarray:
    """Correlate each column of (summaries, layers) with human scores, over summaries that have both: (layers,).

    NaN for fewer than MIN_SUMMARIES.
    """
    people = np.array(human)
    found = []
    for column in scores.T:
        known = ~(np.isnan(column) | np.isnan(people))
        value = COEFFICIENTS[coefficient](column[None, known], people[None, known])[0]
        found.append(value if known.sum() >= MIN_SUMMARIES else np.nan)
    return np.array(found)
