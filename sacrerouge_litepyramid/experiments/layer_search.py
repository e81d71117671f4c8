"""Find the layer of an encoder whose BERTScore agrees best with human scores, in each dimension of FFCI."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.arguments import Files, name_argument
from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.score_files import list_metric_names, read_scores
from sacrerouge_litepyramid.io.store import KeyValueStore, compute_missing, make_key
from sacrerouge_litepyramid.io.summaries import Summary, read_summaries
from sacrerouge_litepyramid.metrics.ffci.similarity import BertScore, Dimension
from sacrerouge_litepyramid.metrics.ffci_metrics import FfciCoverage, FfciFaithfulness, FfciFocus, FfciMetric
from sacrerouge_litepyramid.metrics.metric import Item, unwrap_number
from sacrerouge_litepyramid.models.encoders.pretrained import TransformersEncoder
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder, TokenVectors
from sacrerouge_litepyramid.registry import construct, explain_unknown_name, read_description
from sacrerouge_litepyramid.statistics.correlations import MIN_SUMMARIES, pearson, ranks
from sacrerouge_litepyramid.statistics.estimate import finite_or_none
from sacrerouge_litepyramid.statistics.interval_notes import warn_of_few_summaries
from sacrerouge_litepyramid.statistics.tables import render_table

METRICS: dict[Dimension, type[FfciMetric]] = {
    "faithfulness": FfciFaithfulness,
    "focus": FfciFocus,
    "coverage": FfciCoverage,
}
#: the number of summaries that are encoded in all layers, scored and saved at once
BLOCK = 16


class LayerView(TokenEncoder):
    """One layer of an encoder; views that share ``known`` encode each text once, in all ``layers``."""

    def __init__(
        self, encoder: TransformersEncoder, layers: Sequence[int], layer: int, known: dict[str, dict[int, TokenVectors]]
    ) -> None:
        self.encoder, self.layers, self.layer, self.known = encoder, layers, layer, known

    def encode_distinct(self, texts: Sequence[str]) -> list[TokenVectors]:
        new = [text for text in texts if text not in self.known]
        if new:
            self.known.update(zip(new, self.encoder.encode_layers(new, self.layers), strict=True))
        return [self.known[text][self.layer] for text in texts]

    @property
    def alignment_device(self) -> str | None:
        return self.encoder.alignment_device

    def identity(self) -> dict[str, Any]:
        return {**self.encoder.identity(), "layer": self.layer}


def split_layers(encoder: TransformersEncoder, layers: Sequence[int]) -> list[LayerView]:
    """Return an encoder for each layer; together they encode each text once and keep its vectors in memory."""
    known: dict[str, dict[int, TokenVectors]] = {}
    return [LayerView(encoder, layers, layer, known) for layer in layers]


class ScoredSet(NamedTuple):
    """A data set; ``human``: the human scores of all its summaries, in their order, by dimension."""

    name: str
    summaries: list[Summary]
    human: dict[Dimension, list[float]]


def read_scored_set(folder: str | Path, human_metrics: Mapping[Dimension, str]) -> ScoredSet:
    """Read the summaries that have a human score in every dimension of the folder, in the order of their documents.

    ``human_metrics``: the names of human scores by dimension; the folder's dimensions are those whose names are in
    metrics.jsonl. Raises ValueError if it has none, or if a summary lacks the texts that a dimension compares it with.
    """
    path = Path(folder) / "metrics.jsonl"
    known = list_metric_names([path])
    names = {dimension: name for dimension, name in human_metrics.items() if name in known}
    if not names:
        raise ValueError(f"{path}: no metric {' or '.join(human_metrics.values())}; pass {name_argument('human')}")
    scores = read_scores([path], list(names.values()))
    scored = set[SummaryKey].intersection(*map(set, scores.values()))
    summaries = [summary for summary in read_summaries(Path(folder) / "summaries.jsonl") if summary.key in scored]
    if not summaries:
        raise ValueError(f"{folder}: the human scores and the summaries have no summary in common")
    for dimension in names:
        for summary in summaries:
            if not get_context(summary, dimension):
                raise ValueError(
                    f"{summary.where}, instance {summary.instance_id!r}: {dimension} needs "
                    f"{METRICS[dimension].context}; add them, or remove the dimension's human scores"
                )
    summaries.sort(key=lambda summary: summary.instance_id)
    human = {dimension: [scores[name][summary.key] for summary in summaries] for dimension, name in names.items()}
    return ScoredSet(Path(folder).name, summaries, human)


def get_context(summary: Summary, dimension: Dimension) -> list[Text]:
    """Return the texts that a dimension compares a summary with: its documents or its references."""
    return getattr(summary, METRICS[dimension].context)


def score_layers(
    data: ScoredSet, encoder: TransformersEncoder, layers: Sequence[int], store: KeyValueStore
) -> np.ndarray:
    """Return each layer's scores, (summaries, dimensions, layers), and save finished blocks in ``store``."""
    from tqdm import tqdm

    shape = (len(data.human), len(layers))
    made_by = [describe_encoder(encoder), list(layers), list(data.human)]
    contexts = [[get_context(summary, dimension) for dimension in data.human] for summary in data.summaries]
    keys = [
        make_key(made_by, *pair) for pair in zip((summary.text for summary in data.summaries), contexts, strict=True)
    ]
    with tqdm(total=len(set(keys)), desc=data.name, unit="summary", disable=None) as bar:

        def score(summaries: list[Summary]) -> list[np.ndarray]:
            views = split_layers(encoder, layers)
            scores = [[_score(summaries, dimension, view) for view in views] for dimension in data.human]
            bar.update(len(summaries))
            return list(np.array(scores).transpose(2, 0, 1))

        rows = compute_missing(
            store,
            dict(zip(keys, data.summaries, strict=True)),
            score,
            encode=lambda scores: scores.astype("<f8").tobytes(),
            decode=lambda _, kept: np.frombuffer(kept, dtype="<f8").reshape(shape),
            batch_size=BLOCK,
        )
    return np.array([rows[key] for key in keys])


def describe_encoder(encoder: TransformersEncoder) -> dict[str, Any]:
    """Return the encoder's identity without the layer at which it ends."""
    return {name: value for name, value in encoder.identity().items() if name != "layer"}


def _score(summaries: Sequence[Summary], dimension: Dimension, encoder: TokenEncoder) -> list[float]:
    items = [Item(summary.text, get_context(summary, dimension)) for summary in summaries]
    return [unwrap_number(value) for value in METRICS[dimension](BertScore(encoder)).score(items).values]


class LayerResult(NamedTuple):
    """A dimension's data sets, with the layers' correlations with human scores and their ranks, (data sets, layers).

    ``average``: the mean ranks, (layers,); ``best``: the index of the layer with the smallest mean rank.
    """

    data: list[ScoredSet]
    correlations: np.ndarray
    ranks: np.ndarray
    average: np.ndarray
    best: int

    @property
    def warnings(self) -> list[str]:
        """The warnings about data sets with few summaries."""
        return [warning for data in self.data for warning in warn_of_few_summaries(len(data.summaries), data.name)]


def search_layers(
    sets: Sequence[ScoredSet], encoder: TransformersEncoder, layers: Sequence[int], store: KeyValueStore
) -> dict[Dimension, LayerResult]:
    """Return, by dimension, the layers' correlations and ranks in the data sets that have the dimension.

    Raises ValueError if no layer has a correlation in a dimension, for example if all human scores are equal.
    """
    correlations: dict[Dimension, list[np.ndarray]] = {}
    for data in sets:
        scores = score_layers(data, encoder, layers, store)
        for place, (dimension, human) in enumerate(data.human.items()):
            correlations.setdefault(dimension, []).append(_correlate(scores[:, place], np.array(human)))
    results: dict[Dimension, LayerResult] = {}
    for dimension in METRICS:
        if dimension in correlations:
            members = [data for data in sets if dimension in data.human]
            if np.isnan(correlations[dimension]).all():
                names = ", ".join(data.name for data in members)
                raise ValueError(
                    f"{dimension}: no layer has a correlation with human scores in {names}; they need {MIN_SUMMARIES} "
                    "summaries or more, whose scores differ"
                )
            results[dimension] = rank_layers(members, np.array(correlations[dimension]))
    return results


def _correlate(scores: np.ndarray, human: np.ndarray) -> np.ndarray:
    """Return Pearson's r of (summaries, layers) with human scores by layer: (layers,), NaN below MIN_SUMMARIES."""
    known = [~(np.isnan(column) | np.isnan(human)) for column in scores.T]
    values = [pearson(column[None, rows], human[None, rows])[0] for column, rows in zip(scores.T, known, strict=True)]
    return np.where(np.sum(known, axis=1) >= MIN_SUMMARIES, values, np.nan)


def rank_layers(data: list[ScoredSet], correlations: np.ndarray) -> LayerResult:
    """Rank the layers by their correlations with human scores, (data sets, layers), with at least one of each.

    Equal correlations share the mean of their ranks; a layer without a correlation (NaN) comes last. Of layers with the
    same average rank, the one with the larger mean correlation is best, then the shallower one.
    """
    known = np.where(np.isnan(correlations), -np.inf, correlations)
    layer_ranks = ranks(-known)
    average = layer_ranks.mean(axis=0)
    best = min(range(len(average)), key=lambda layer: (average[layer], -known[:, layer].mean(), layer))
    return LayerResult(data, correlations, layer_ranks, average, best)


class LayerSearch(NamedTuple):
    """A search's results by dimension; prints as one table per dimension, in which the best layer is marked."""

    encoder: dict[str, Any]
    layers: list[int]
    results: dict[Dimension, LayerResult]

    def __str__(self) -> str:
        return "\n".join(line for item in self.results.items() for line in self._render(*item))

    def _render(self, dimension: Dimension, result: LayerResult) -> Iterator[str]:
        yield f"# {dimension}: best layer {self.layers[result.best]}"
        columns = [[f"{value:.3f}" for value in values] for values in result.correlations]
        marks = ["best" if place == result.best else "" for place in range(len(self.layers))]
        rows = list(zip(self.layers, *columns, [f"{rank:.2f}" for rank in result.average], marks, strict=True))
        yield render_table(["layer", *(data.name for data in result.data), "rank", ""], rows)
        yield from (f"Warning: {warning}" for warning in result.warnings)

    def to_dict(self) -> dict[str, Any]:
        """Return, by dimension, the best layer, the average ranks, and each set's correlations, null if undefined."""
        dimensions = {dimension: self._describe(result) for dimension, result in self.results.items()}
        return {"encoder": self.encoder, "coefficient": "pearson", "dimensions": dimensions}

    def _describe(self, result: LayerResult) -> dict[str, Any]:
        data = {
            part.name: {
                "summaries": len(part.summaries),
                "correlations": self._by_layer(correlations),
                "ranks": self._by_layer(ranks_of_part),
            }
            for part, correlations, ranks_of_part in zip(result.data, result.correlations, result.ranks, strict=True)
        }
        average = self._by_layer(result.average)
        best = self.layers[result.best]
        return {"best_layer": best, "average_ranks": average, "data": data, "warnings": result.warnings}

    def _by_layer(self, values: np.ndarray) -> dict[str, float | None]:
        return {str(layer): finite_or_none(value) for layer, value in zip(self.layers, values, strict=True)}


def find_best_layers(
    folders: Annotated[Sequence[str | Path], Files(("summaries.jsonl", "metrics.jsonl"))],
    *,
    encoder: TransformersEncoder | str | Mapping[str, Any],
    cache_file: str | Path,
    layers: Sequence[int] | None = None,
    human: Mapping[str, str] | None = None,
) -> LayerSearch:
    """Find the layer of a model whose BERTScore for FFCI agrees best with human scores, by dimension.

    Args:
        folders: folders with summaries.jsonl and metrics.jsonl.
        encoder: {"type": "transformers", "model": hub name or folder, …}.
        cache_file: a SQLite file for finished work, from which a stopped search continues.
        layers: the layers to compare; by default all but 0, the embeddings.
        human: the name in metrics.jsonl of each dimension's human score; by default human_DIMENSION for those of
            faithfulness, focus and coverage that the data have.
    """
    names = _check_dimensions(human) if human else {dimension: f"human_{dimension}" for dimension in METRICS}
    sets = [read_scored_set(folder, names) for folder in folders]
    if len({data.name for data in sets}) < len(sets):
        raise ValueError(f"FOLDER: two folders have the same name: {', '.join(map(str, folders))}; rename one")
    built = encoder if isinstance(encoder, TransformersEncoder) else build_encoder(encoder)
    # The last layer's number is the number of layers.
    chosen = sorted(set(layers or range(1, built.identity()["layer"] + 1)))
    with closing(KeyValueStore(Path(cache_file))) as store:
        results = search_layers(sets, built, chosen, store)
    return LayerSearch(describe_encoder(built), chosen, results)


def build_encoder(description: str | Mapping[str, Any]) -> TransformersEncoder:
    """Build the encoder, by default with the final norm, as bertscore applies it at the chosen layer."""
    option = name_argument("encoder")
    settings = read_description(description, option)
    kind = settings.pop("type", "transformers")
    if kind != "transformers":
        raise ValueError(explain_unknown_name(f"{option}: the type", kind, ["transformers"]))
    if "layer" in settings:
        raise ValueError(f"{option} must not have 'layer'; {name_argument('layers')} chooses the layers to compare")
    return construct(TransformersEncoder, {"final_norm": True, **settings}, option)


def _check_dimensions(human: Mapping[str, str]) -> dict[Dimension, str]:
    """Return the name of the human score for each dimension; raise ValueError if a dimension is unknown."""
    for dimension, name in human.items():
        if dimension not in METRICS or not name:
            known = ", ".join(f"{known_dimension}=NAME" for known_dimension in METRICS)
            raise ValueError(f"{name_argument('human')}: '{dimension}={name}' must be one of {known}")
    return dict(human)  # type: ignore[return-value]
