"""Miniature encoders of nine architectures."""

from functools import partial
from pathlib import Path
from typing import Any

from helpers import miniature
from sacrerouge_litepyramid.models.encoders.pretrained import TransformersEncoder

TEXTS = [
    "The mayor opened a new bridge over the river on Monday .",
    "Tolls",
    " ".join(miniature.TEXTS[:2]),
    miniature.TEXTS[2],
    "Critics say: the tolls'll rise in 2019.",
]
MODELS = {
    "roberta": (partial(miniature.save_roberta, num_hidden_layers=4), 4),
    "bert": (miniature.save_bert, 2),
    "deberta": (miniature.save_deberta, 2),
    "gpt2": (partial(miniature.save_gpt2, n_layer=4), 4),
    "llama": (miniature.save_llama, 2),
    "t5": (miniature.save_t5, 2),
    "bart": (miniature.save_bart, 2),
    "pegasus": (miniature.save_pegasus, 3),
    "xlnet": (miniature.save_xlnet, 3),
}
BYTE_LEVEL = ("roberta", "gpt2", "bart", "llama")
#: where a model keeps its layers, with a norm after them
FINAL_NORM = {"gpt2": "h", "llama": "layers", "t5": "block", "pegasus": "layers"}


def encoder(folder: Path, **settings: Any) -> TransformersEncoder:
    return TransformersEncoder(
        model=str(folder), **{"device": "cpu", "max_length": 128, **settings}
    )
