"""`experiment search-layers`: finds the layer of a model whose BERTScore for FFCI agrees best with human scores."""

import argparse
from collections.abc import Sequence
from contextlib import closing
from typing import Any

from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.cli.results import CommandResult
from sacrerouge_litepyramid.experiments import layer_search
from sacrerouge_litepyramid.experiments.layer_search import COEFFICIENTS, METRICS
from sacrerouge_litepyramid.io.store import KeyValueStore, cache_folder
from sacrerouge_litepyramid.metrics.ffci.similarity import Dimension
from sacrerouge_litepyramid.models.encoders.pretrained import TransformersEncoder
from sacrerouge_litepyramid.registry import construct, explain_unknown_name, read_description

#: where finished work is saved, in the cache folder
CACHE_FILE = "layers.sqlite"
EXAMPLE = r"""sacrerouge-litepyramid experiment search-layers \
    data/ffci/cnndm-pg data/ffci/xsum-pg \
    --encoder '{"type": "transformers", "model": "roberta-base"}' \
    --output out/layers.json"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    model = '{"type": "transformers", "model": hub name or folder, …}'
    parser.add_component("--encoder", required=True, metavar="JSON", help=model)
    files = ("summaries.jsonl", "metrics.jsonl")
    parser.add_folder(files, nargs="+", help="Folders with summaries.jsonl and metrics.jsonl")
    add("--layers", nargs="+", type=int, help="The layers; by default all but 0, the embeddings")
    correlation = "Correlation over a folder's summaries (default: %(default)s)"
    add("--coefficient", choices=COEFFICIENTS, default="pearson", help=correlation)
    human = (
        "The dimensions, and each one's human score in metrics.jsonl; by default human_DIMENSION of all that the data "
        f"have, of {', '.join(METRICS)}"
    )
    add("--human", nargs="+", metavar="DIMENSION=NAME", help=human)
    parser.add_result()


def run(args: argparse.Namespace) -> CommandResult:
    names = read_dimensions(args.human) if args.human else {each: f"human_{each}" for each in METRICS}
    sets = [layer_search.read_scored_set(folder, names) for folder in args.FOLDER]
    if len({each.name for each in sets}) < len(sets):
        raise ValueError(f"FOLDER: two folders of one name among {', '.join(args.FOLDER)}; rename one")
    encoder = build_encoder(args.encoder)
    # The last layer's number is the number of layers.
    layers = sorted(set(args.layers or range(1, encoder.identity()["layer"] + 1)))
    with closing(KeyValueStore(cache_folder() / CACHE_FILE)) as store:
        found = layer_search.search_layers(sets, encoder, layers, store, args.coefficient)
    head = {"encoder": layer_search.describe_encoder(encoder), "coefficient": args.coefficient}
    data = {**head, "dimensions": layer_search.layers_to_json(found, layers)}
    return CommandResult("\n".join(layer_search.render_layers(found, layers)), data)


def build_encoder(description: str) -> TransformersEncoder:
    """Return the encoder, with the final norm by default, as bertscore ends a model at the layer that is found here."""
    settings = read_description(description, "--encoder")
    kind = settings.pop("type", "transformers")
    if kind != "transformers":
        raise ValueError(explain_unknown_name("--encoder: the type", kind, ["transformers"]))
    if "layer" in settings:
        raise ValueError("--encoder must not have 'layer'; --layers chooses the layers to compare")
    return construct(TransformersEncoder, {"final_norm": True, **settings}, "--encoder")


def read_dimensions(given: Sequence[str]) -> dict[Dimension, str]:
    """Return the name of the human score for each dimension; raise ValueError for an unknown dimension."""
    names: dict[Any, str] = dict(each.partition("=")[::2] for each in given)
    for dimension, name in names.items():
        if dimension not in METRICS or not name:
            wrong = f"{dimension}={name}" if name else dimension
            raise ValueError(f"--human: {wrong!r} is none of {', '.join(f'{known}=NAME' for known in METRICS)}")
    return names
