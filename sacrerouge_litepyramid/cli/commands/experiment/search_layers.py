"""`experiment search-layers`: finds the layer of a model whose BERTScore for FFCI agrees best with human scores."""

import argparse
from collections.abc import Sequence
from contextlib import closing
from typing import Any

from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.cli.results import CommandResult
from sacrerouge_litepyramid.experiments.layer_search import (
    COEFFICIENTS,
    METRICS,
    LayerSearch,
    ScoredSet,
    layers_to_json,
    read_scored_set,
    render_layers,
)
from sacrerouge_litepyramid.io.store import KeyValueStore, cache_folder
from sacrerouge_litepyramid.metrics.ffci.similarity import Dimension
from sacrerouge_litepyramid.models.encoders.pretrained import TransformersEncoder
from sacrerouge_litepyramid.registry import construct, explain_unknown_name, read_description

#: where finished work is saved, in the cache folder
CACHE_FILE = "layers.sqlite"
HELP = "Find the layer of a model whose BERTScore agrees best with human scores, by dimension of FFCI"
EXAMPLE = r"""sacrerouge-litepyramid experiment search-layers \
    data/ffci/cnndm-pg data/ffci/xsum-pg \
    --encoder '{"type": "transformers", "model": "roberta-base"}' \
    --output out/layers.json"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_component(
        "--encoder", required=True, metavar="JSON", help='{"type": "transformers", "model": hub name or folder, …}'
    )
    parser.add_folder(
        ("summaries.jsonl", "metrics.jsonl"), nargs="+", help="Folders with summaries.jsonl and metrics.jsonl"
    )
    add("--layers", nargs="+", type=int, help="The layers; by default all but 0, the embeddings")
    add(
        "--coefficient",
        choices=COEFFICIENTS,
        default="pearson",
        help="Correlation over a folder's summaries (default: %(default)s)",
    )
    add(
        "--human",
        nargs="+",
        metavar="DIMENSION=NAME",
        help="The dimensions, and each one's human score in metrics.jsonl; by default human_DIMENSION of all that the "
        f"data have, of {', '.join(METRICS)}",
    )
    parser.add_cache(CACHE_FILE)
    parser.add_result()


def run(args: argparse.Namespace) -> CommandResult:
    sets = _read_sets(args.FOLDER, read_dimensions(args.human))
    encoder = build_encoder(args.encoder)
    # The last layer's number is the number of layers.
    layers = args.layers or range(1, encoder.identity()["layer"] + 1)
    with closing(KeyValueStore(cache_folder() / CACHE_FILE)) as store:
        search = LayerSearch(encoder, sorted(set(layers)), store)
        found = search.find(sets, args.coefficient)
    made_by = {name: value for name, value in encoder.identity().items() if name != "layer"}
    data = {"encoder": made_by, "coefficient": args.coefficient, "dimensions": layers_to_json(found, search.layers)}
    return CommandResult("\n".join(render_layers(found, search.layers)), data)


def build_encoder(description: str) -> TransformersEncoder:
    """Return the encoder, with the final norm by default, as bertscore ends a model at the layer that is found here."""
    settings = read_description(description, "--encoder")
    kind = settings.pop("type", "transformers")
    if kind != "transformers":
        raise ValueError(explain_unknown_name("--encoder: the type", kind, ["transformers"]))
    if "layer" in settings:
        raise ValueError("--encoder must not have 'layer'; --layers chooses the layers to compare")
    return construct(TransformersEncoder, {"final_norm": True, **settings}, "--encoder")


def read_dimensions(named: Sequence[str] | None) -> dict[Dimension, str]:
    """Return the name of the human score for each dimension; raise ValueError for an unknown dimension."""
    if named is None:
        return {dimension: f"human_{dimension}" for dimension in METRICS}
    names: dict[Any, str] = {}
    for each in named:
        dimension, _, name = each.partition("=")
        if dimension not in METRICS or not name:
            raise ValueError(f"--human: {each!r} is none of {', '.join(f'{known}=NAME' for known in METRICS)}")
        names[dimension] = name
    return names


def _read_sets(folders: Sequence[str], names: dict[Dimension, str]) -> list[ScoredSet]:
    sets = [read_scored_set(folder, names) for folder in folders]
    if len({each.name for each in sets}) < len(sets):
        raise ValueError(f"FOLDER: two folders of one name among {', '.join(folders)}; rename one")
    return sets
