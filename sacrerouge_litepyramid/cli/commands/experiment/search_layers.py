"""`experiment search-layers`: finds the layer of a model whose BERTScore for FFCI agrees best with people."""

import argparse
import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.cli.places import MODEL_FILES
from sacrerouge_litepyramid.experiments.layer_search import (
    COEFFICIENTS,
    METRICS,
    JudgedSet,
    LayerSearch,
    as_json,
    as_lines,
    read_judged_set,
)
from sacrerouge_litepyramid.io.files import write_json
from sacrerouge_litepyramid.io.store import KeyValueStore, cache_folder
from sacrerouge_litepyramid.metrics.ffci.similarity import Dimension
from sacrerouge_litepyramid.models.encoders.pretrained import TransformersEncoder

HELP = "Find the layer of a model whose BERTScore agrees best with human scores, by dimension of FFCI"
EXAMPLE = r"""sacrerouge-litepyramid experiment search-layers --model roberta-base \
    --data data/ffci/cnndm-pg data/ffci/xsum-pg --output-file out/layers.json"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_input_folder(
        "--model", files=MODEL_FILES, required=True, help="Hub name or folder of a model of transformers"
    )
    add("--encoder", default="{}", metavar="JSON", help="More arguments of the encoder 'transformers'")
    parser.add_input_folder(
        "--data",
        files=("summaries.jsonl", "metrics.jsonl"),
        nargs="+",
        required=True,
        metavar="DIR",
        help="Folders with summaries.jsonl and metrics.jsonl",
    )
    add(
        "--dimensions",
        nargs="+",
        choices=METRICS,
        default=list(METRICS),
        help="The dimensions; by default all that people judged",
    )
    add("--layers", nargs="+", type=int, help="The layers; by default all but 0, the embeddings")
    add(
        "--coefficient",
        choices=COEFFICIENTS,
        default="pearson",
        help="Correlation over a folder's summaries (default: %(default)s)",
    )
    add(
        "--human-metrics",
        nargs="+",
        default=[],
        metavar="DIMENSION=NAME",
        help="People's score in metrics.jsonl; human_focus and so on by default",
    )
    add("--block", type=int, default=16, help="Summaries whose layers are in memory together (default: %(default)s)")
    parser.add_cache(
        "--progress-file",
        default_file="layers.sqlite",
        help="Where finished work is saved; by default layers.sqlite in the cache folder",
    )
    parser.add_output("--output-file", help="Where to write the result as JSON")


def run(args: argparse.Namespace) -> None:
    sets = _read_sets(args.data, choose_human_metrics(args.dimensions, args.human_metrics))
    # bertscore ends a model at the layer that is found here.
    encoder = TransformersEncoder(model=args.model, **{"final_norm": True, **_settings(args.encoder)})
    # The last layer's number is the number of layers.
    layers = args.layers or range(1, encoder.identity()["layer"] + 1)
    path = Path(args.progress_file) if args.progress_file else cache_folder() / "layers.sqlite"
    with closing(KeyValueStore(path)) as store:
        search = LayerSearch(encoder, sorted(set(layers)), store, args.block)
        found = search.find(sets, args.coefficient)
    for line in as_lines(found, search.layers):
        print(line)
    if args.output_file:
        made_by = {name: value for name, value in encoder.identity().items() if name != "layer"}
        data = {"version": __version__, "encoder": made_by, "coefficient": args.coefficient}
        write_json(args.output_file, {**data, "dimensions": as_json(found, search.layers)})


def choose_human_metrics(dimensions: Sequence[Dimension], named: Sequence[str]) -> dict[Dimension, str]:
    """Return the name of people's score for each dimension; ValueError for a name of another dimension."""
    names: dict[Any, str] = {dimension: f"human_{dimension}" for dimension in dimensions}
    for each in named:
        dimension, _, name = each.partition("=")
        if dimension not in names or not name:
            known = ", ".join(f"{dimension}=NAME" for dimension in names)
            raise ValueError(f"--human-metrics: {each!r} is none of {known}")
        names[dimension] = name
    return names


def _read_sets(folders: Sequence[str], names: dict[Dimension, str]) -> list[JudgedSet]:
    sets = [read_judged_set(folder, names) for folder in folders]
    if len({each.name for each in sets}) < len(sets):
        raise ValueError(f"--data: two folders of one name among {', '.join(folders)}; rename one")
    return sets


def _settings(text: str) -> dict[str, Any]:
    """Parse the encoder's other arguments; ValueError if they are no JSON object or name the model or a layer."""
    try:
        settings = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"--encoder: {text!r} is not JSON ({error})") from None
    known = ("revision", "max_length", "tokens_per_batch", "precision", "device", "final_norm")
    if not isinstance(settings, dict) or not set(settings) <= set(known):
        raise ValueError(f"--encoder: {text!r} must be a JSON object of {', '.join(known)}")
    return settings
