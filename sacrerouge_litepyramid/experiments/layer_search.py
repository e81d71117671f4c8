"""Search layers: how the BERTScore of each layer of a model agrees with human scores in each dimension of FFCI."""

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.io.files import read_json_lines, required
from sacrerouge_litepyramid.io.metrics import SummaryKey, flatten_metrics
from sacrerouge_litepyramid.io.score_files import read_scores
from sacrerouge_litepyramid.io.store import KeyValueStore
from sacrerouge_litepyramid.io.summaries import Summary, read_summaries
from sacrerouge_litepyramid.metrics.ffci.bertscore import BertScore
from sacrerouge_litepyramid.metrics.ffci.similarity import Dimension
from sacrerouge_litepyramid.metrics.ffci_metrics import FfciCoverage, FfciFaithfulness, FfciFocus, FfciMetric
from sacrerouge_litepyramid.metrics.metric import Item, only_number
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder, TokenVectors
from sacrerouge_litepyramid.statistics.agreement import ranks
from sacrerouge_litepyramid.statistics.estimate import finite_or_none
from sacrerouge_litepyramid.statistics.interval_notes import warn_of_few_summaries
from sacrerouge_litepyramid.statistics.resampling import MIN_SUMMARIES
from sacrerouge_litepyramid.statistics.tables import render_table
from sacrerouge_litepyramid.statistics.two_way import COEFFICIENTS

METRICS: dict[Dimension, type[FfciMetric]] = {
    "faithfulness": FfciFaithfulness,
    "focus": FfciFocus,
    "coverage": FfciCoverage,
}


class LayeredEncoder(Protocol):
    """An encoder that returns the vectors of several layers."""

    @property
    def alignment_device(self) -> str | None: ...

    def identity(self) -> dict[str, Any]: ...

    def encode_layers(self, texts: Sequence[str], layers: Sequence[int]) -> Iterator[dict[int, TokenVectors]]:
        """Yield for each text, in order, its vectors by layer."""
        ...


class LayerCache:
    """Keeps the vectors of texts in all ``layers`` as long as this object lives, so that each text is encoded once."""

    def __init__(self, encoder: LayeredEncoder, layers: Sequence[int]) -> None:
        self.encoder = encoder
        self.layers = tuple(layers)
        self._held: dict[str, dict[int, TokenVectors]] = {}

    def views(self) -> dict[int, "LayerView"]:
        return {layer: LayerView(self, layer) for layer in self.layers}

    def vectors(self, texts: Sequence[str], layer: int) -> list[TokenVectors]:
        new = list(dict.fromkeys(text for text in texts if text not in self._held))
        if new:
            self._held.update(zip(new, self.encoder.encode_layers(new, self.layers), strict=True))
        return [self._held[text][layer] for text in texts]


class LayerView(TokenEncoder):
    """One layer of a `LayerCache` as a token encoder."""

    def __init__(self, held: LayerCache, layer: int) -> None:
        self.held = held
        self.layer = layer

    def encode_distinct(self, texts: Sequence[str]) -> list[TokenVectors]:
        return self.held.vectors(texts, self.layer)

    @property
    def alignment_device(self) -> str | None:  # type: ignore[override]
        return self.held.encoder.alignment_device

    def identity(self) -> dict[str, Any]:
        return {**self.held.encoder.identity(), "layer": self.layer}


class ScoredSet(NamedTuple):
    """``human``: the human scores by dimension, in the order of the summaries, all of which have one."""

    name: str
    summaries: list[Summary]
    human: dict[Dimension, list[float]]


def read_scored_set(folder: str | Path, human_metrics: Mapping[Dimension, str]) -> ScoredSet:
    """Read the summaries with a human score in every dimension of the folder, in the order of their documents.

    ``human_metrics``: by dimension the name of the human score; the folder has the dimensions whose names its
    metrics.jsonl has. Raises ValueError where it has none, or where summaries lack what a dimension needs.
    """
    folder = Path(folder)
    path = folder / "metrics.jsonl"
    known = {name for line in read_json_lines(path) for name, _ in flatten_metrics(required(line, "metrics", dict))}
    dimensions = [dimension for dimension, name in human_metrics.items() if name in known]
    if not dimensions:
        raise ValueError(f"{path}: none of the metrics {', '.join(human_metrics.values())}; give --human")
    scores = read_scores([path], [human_metrics[dimension] for dimension in dimensions])
    scored = set.intersection(*(set(values) for values in scores.values()))
    summaries = [each for each in read_summaries(folder / "summaries.jsonl") if _key(each) in scored]
    if not summaries:
        raise ValueError(f"{folder}: the human scores and the summaries have no summary in common")
    for summary, dimension in itertools.product(summaries, dimensions):
        if not get_context(summary, dimension):
            raise ValueError(
                f"{summary.where}, instance {summary.instance_id!r}: {dimension} needs {METRICS[dimension].compared}; "
                "add them or leave the dimension out"
            )
    summaries.sort(key=lambda summary: summary.instance_id)
    human = {
        dimension: [scores[human_metrics[dimension]][_key(each)] for each in summaries] for dimension in dimensions
    }
    return ScoredSet(folder.name, summaries, human)


def get_context(summary: Summary, dimension: Dimension) -> list[Text]:
    """Return what a dimension compares a summary with: its documents or its references."""
    return getattr(summary, METRICS[dimension].compared)


def _key(summary: Summary) -> SummaryKey:
    return SummaryKey(summary.instance_id, summary.summarizer_id)


class LayerRanks(NamedTuple):
    """``ranks``: (data sets, layers), 1 for the highest correlation; ``average``: (layers,); ``best``: its place."""

    ranks: np.ndarray
    average: np.ndarray
    best: int


def rank_layers(correlations: np.ndarray) -> LayerRanks:
    """Rank the layers by correlations with human scores, of shape (data sets, layers), neither of them empty.

    Equal correlations share the mean of their ranks; a layer without one (NaN) comes after all that have one. Among
    layers of the same average rank the one of the larger mean correlation is best, then the shallower one.
    """
    known = np.where(np.isnan(correlations), -np.inf, correlations)
    found = ranks(-known)
    average = found.mean(axis=0)
    best = min(range(len(average)), key=lambda layer: (average[layer], -known[:, layer].mean(), layer))
    return LayerRanks(found, average, best)


class LayerResult(NamedTuple):
    """A dimension's data sets, their correlations (data sets, layers), and the ranks of the layers."""

    data: list[ScoredSet]
    correlations: np.ndarray
    ranked: LayerRanks


class LayerSearch:
    """Scores summaries with each of ``layers`` from one pass of the model, and keeps finished scores in ``store``.

    ``block``: the number of summaries that are encoded in all layers, scored and stored together.
    """

    def __init__(self, encoder: LayeredEncoder, layers: Sequence[int], store: KeyValueStore, block: int = 16) -> None:
        self.encoder = encoder
        self.layers = tuple(layers)
        self.store = store
        self.block = block
        made_by = {name: value for name, value in encoder.identity().items() if name != "layer"}
        self._identity = json.dumps([made_by, self.layers], sort_keys=True)

    def find(self, sets: Sequence[ScoredSet], coefficient: str = "pearson") -> dict[Dimension, LayerResult]:
        """Return by dimension the layers' correlations in, and ranks over, the data sets that have the dimension.

        Raises ValueError for a dimension in which no layer has a correlation, as with equal human scores.
        """
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
                        f"no layer's {dimension} correlates with human scores in {names}: {MIN_SUMMARIES} summaries or "
                        "more are needed, and scores that differ"
                    )
                found[dimension] = LayerResult([data for data, _ in with_it], correlations, rank_layers(correlations))
        return found

    def scores(self, data: ScoredSet) -> dict[Dimension, np.ndarray]:
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
        known = self.store.get(keys, self._decode)
        if len(known) < len(set(keys)):
            scored = dict(zip(keys, score_layers(summaries, dimension, held.views()), strict=True))
            self.store.put({key: row.astype("<f8").tobytes() for key, row in scored.items()})
            known = scored | self.store.get(keys, self._decode)
        return [known[key] for key in keys]

    def _decode(self, _: bytes, data: bytes) -> np.ndarray:
        return np.frombuffer(data, dtype="<f8").reshape(len(self.layers))

    def _key(self, summary: Summary, dimension: Dimension) -> bytes:
        texts = [summary.text, get_context(summary, dimension)]
        return bytes.fromhex(sha256(json.dumps([self._identity, dimension, texts]).encode()))


def score_layers(summaries: Sequence[Summary], dimension: Dimension, encoders: Mapping[int, LayerView]) -> np.ndarray:
    """Score summaries by a dimension's metric with BERTScore over each of the encoders: (summaries, encoders)."""
    items = [Item(summary.text, get_context(summary, dimension)) for summary in summaries]
    columns = []
    for encoder in encoders.values():
        metric = METRICS[dimension](BertScore(encoder))
        columns.append([only_number(value) for value in metric.score(items).values])
    return np.array(columns).T


def _correlations(scores: np.ndarray, human: Sequence[float], coefficient: str) -> np.ndarray:
    """Correlate each column of (summaries, layers) with human scores, over summaries that have both: (layers,).

    NaN for fewer than MIN_SUMMARIES.
    """
    truth = np.array(human)
    found = []
    for column in scores.T:
        known = ~(np.isnan(column) | np.isnan(truth))
        value = COEFFICIENTS[coefficient](column[None, known], truth[None, known])[0]
        found.append(value if known.sum() >= MIN_SUMMARIES else np.nan)
    return np.array(found)


def layers_to_json(found: Mapping[Dimension, LayerResult], layers: Sequence[int]) -> dict[str, Any]:
    """Return by dimension the best layer, the average ranks, and each data set's correlations; null for none."""
    return {
        dimension: {
            "best_layer": layers[each.ranked.best],
            "average_ranks": _by_layer(layers, each.ranked.average),
            "data": {
                data.name: {
                    "summaries": len(data.summaries),
                    "correlations": _by_layer(layers, correlations),
                    "ranks": _by_layer(layers, of_data),
                }
                for data, correlations, of_data in zip(each.data, each.correlations, each.ranked.ranks, strict=True)
            },
            "warnings": _list_warnings(each),
        }
        for dimension, each in found.items()
    }


def render_layers(found: Mapping[Dimension, LayerResult], layers: Sequence[int]) -> Iterator[str]:
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
    return {str(layer): finite_or_none(value) for layer, value in zip(layers, values, strict=True)}
