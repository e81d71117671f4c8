"""The layer of each model for each dimension of FFCI: the paper's choice, by average rank over its data sets."""

from pathlib import PurePosixPath
from typing import NamedTuple

from sacrerouge_litepyramid.ffci.similarity.similarity import Dimension


class Layers(NamedTuple):
    """Layers by dimension, from 1 (0 is the embeddings); for an encoder-decoder model the encoder's."""

    faithfulness: int
    focus: int
    coverage: int


PUBLISHED = {
    "bert-base-uncased": Layers(6, 1, 2),
    "bert-large-uncased": Layers(11, 9, 9),
    "roberta-base": Layers(10, 9, 2),
    "roberta-large": Layers(13, 13, 3),
    "roberta-large-mnli": Layers(14, 15, 3),
    "xlnet-base-cased": Layers(6, 4, 2),
    "xlnet-large-cased": Layers(7, 7, 5),
    "gpt2": Layers(1, 3, 3),
    "gpt2-medium": Layers(8, 5, 1),
    "gpt2-large": Layers(2, 21, 3),
    "gpt2-xl": Layers(2, 29, 4),
    "t5-small": Layers(2, 3, 2),
    "t5-base": Layers(3, 4, 4),
    "t5-large": Layers(10, 13, 10),
    "bart-base": Layers(1, 3, 1),
    "bart-large": Layers(2, 5, 2),
    "pegasus-xsum": Layers(8, 11, 6),
    "pegasus-cnn_dailymail": Layers(12, 11, 5),
    "pegasus-large": Layers(3, 4, 4),
}


def published_layer(model: str, dimension: Dimension) -> int:
    """Return the layer for a model, found by the last part of its name ("facebook/bart-base"), or raise ValueError."""
    name = PurePosixPath(model).name
    if name not in PUBLISHED:
        raise ValueError(f"no layer was published for the model {model!r}; give layer. Known: {', '.join(PUBLISHED)}")
    return int(getattr(PUBLISHED[name], dimension))
