"""Choose an encoder's layer for each dimension of FFCI by human agreement, as Koto, Baldwin and Lau
(JAIR 2022) do.

For each layer the table has Pearson's r of FFCI's BERTScore with the human scores of each data set,
and the mean over data sets of the layer's rank. The layer with the smallest mean rank is the best
one. A data set is a folder with summaries.jsonl and metrics.jsonl, as setup-dataset ffci writes it;
human scores are human_focus and so on.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from measuring import make_parser
from tqdm import tqdm

from sacrerouge_litepyramid.io.score_files import list_metric_names, read_scores
from sacrerouge_litepyramid.io.summaries import Summary, read_summaries
from sacrerouge_litepyramid.metrics.ffci.similarity import BertScore
from sacrerouge_litepyramid.metrics.ffci_metrics import FfciCoverage, FfciFaithfulness, FfciFocus
from sacrerouge_litepyramid.metrics.metric import Item, unwrap_number
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.statistics.correlations import pearson, ranks
from sacrerouge_litepyramid.statistics.tables import render_table

METRICS = {"faithfulness": FfciFaithfulness, "focus": FfciFocus, "coverage": FfciCoverage}


class DataSet(NamedTuple):
    """The summaries that have all human scores of a data set, and these scores by dimension, in the
    same order.
    """

    name: str
    summaries: list[Summary]
    human: dict[str, list[float]]


def read_evaluation_data(folder: Path) -> DataSet:
    path = folder / "metrics.jsonl"
    known = list_metric_names([path])
    names = {
        dimension: f"human_{dimension}" for dimension in METRICS if f"human_{dimension}" in known
    }
    if not names:
        raise ValueError(f"{path}: no human score of a dimension, such as human_focus")
    scores = read_scores([path], list(names.values()))
    scored = set.intersection(*map(set, scores.values()))
    summaries = [
        summary for summary in read_summaries(folder / "summaries.jsonl") if summary.key in scored
    ]
    human = {
        dimension: [scores[name][summary.key] for summary in summaries]
        for dimension, name in names.items()
    }
    return DataSet(folder.name, summaries, human)


def score_layers(
    data: DataSet, encoder: Mapping[str, Any], layers: Sequence[int]
) -> dict[str, np.ndarray]:
    """Return each layer's scores by dimension, (layers, summaries).

    ``encoder``: its arguments, but the layer.
    """
    scores: dict[str, np.ndarray] = {}
    for dimension in data.human:
        kind = METRICS[dimension]
        items = [Item(summary.text, getattr(summary, kind.context)) for summary in data.summaries]
        rows = []
        for layer in tqdm(layers, desc=f"{data.name}, {dimension}", unit="layer"):
            base = BertScore(build(TokenEncoder, {**encoder, "layer": layer}))
            values = kind(base).score(items).values
            rows.append([unwrap_number(value) for value in values])
        scores[dimension] = np.array(rows)
    return scores


def choose_layer(correlations: np.ndarray) -> tuple[np.ndarray, int]:
    """Return the layers' mean ranks and the best layer's place.

    ``correlations``: (data sets, layers), NaN is last. Of equal mean ranks, the one with the larger
    mean correlation is best, then the shallower one.
    """
    known = np.where(np.isnan(correlations), -np.inf, correlations)
    mean_ranks, mean_correlations = ranks(-known).mean(axis=0), known.mean(axis=0)
    return mean_ranks, int(np.lexsort((-mean_correlations, mean_ranks))[0])


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument(
        "folders", type=Path, nargs="+", help="Data sets, such as data/ffci/cnndm-pg"
    )
    parser.add_argument(
        "--encoder", required=True, help='JSON of the encoder, such as {"model": "roberta-base"}'
    )
    args = parser.parse_args()
    # BERTScore applies the model's final norm at the chosen layer.
    description: Any = {"type": "transformers", "final_norm": True, **json.loads(args.encoder)}
    last = build(TokenEncoder, {**description, "layer": -1}).identity()["layer"]
    layers = list(range(1, last + 1))
    correlations: dict[str, dict[str, np.ndarray]] = {}
    for data in map(read_evaluation_data, args.folders):
        for dimension, scores in score_layers(data, description, layers).items():
            human = np.where(np.isnan(scores), np.nan, data.human[dimension])
            correlations.setdefault(dimension, {})[data.name] = pearson(scores, human)
    for dimension, by_set in correlations.items():
        mean_ranks, best = choose_layer(np.array(list(by_set.values())))
        columns = [
            [f"{value:.3f}" for value in values] for values in (*by_set.values(), mean_ranks)
        ]
        print(f"# {dimension}: best layer {layers[best]}")
        print(
            render_table(["layer", *by_set, "mean rank"], list(zip(layers, *columns, strict=True)))
        )


if __name__ == "__main__":
    main()
