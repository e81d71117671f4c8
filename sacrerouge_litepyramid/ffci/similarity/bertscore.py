"""BERTScore over any token encoder: soft alignment of two texts' tokens (Zhang et al., ICLR 2020)."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from sacrerouge_litepyramid.encoders.alignment import align_all
from sacrerouge_litepyramid.encoders.idf import InverseDocumentFrequency
from sacrerouge_litepyramid.encoders.prepare import Prepared
from sacrerouge_litepyramid.encoders.soft_alignment import unit_vectors
from sacrerouge_litepyramid.encoders.token_encoder import TokenEncoder, TokenVectors
from sacrerouge_litepyramid.ffci.similarity.encoded import GROUPS_PER_BLOCK, encoded_groups
from sacrerouge_litepyramid.ffci.similarity.preset_layers import published_layer
from sacrerouge_litepyramid.ffci.similarity.similarity import ComparedTexts, Dimension, Measure, Similarity
from sacrerouge_litepyramid.registry import build


@Similarity.register("bertscore")
class BertScore(Similarity):
    """Each token with the most similar one of the other text.

    As in BERTScore's own code a token may be most similar to one of the encoder's marks, but the marks themselves do
    not count. No value is rescaled by a baseline.

    ``encoder``: the token encoder; None is char-ngram. ``model``, instead: the transformers encoder of a hub name or
    folder, ended at ``layer``, or at the layer that the paper chose for the dimension, as BERTScore's own code ends it:
    with the model's final norm. ``idf``: weighs tokens by their inverse document frequency in the distinct references
    or source sentences of the run, all of whose vectors are then in memory at once.
    """

    name = "bertscore"
    supporting: ClassVar[int | None] = 3

    def __init__(
        self, encoder: TokenEncoder | None = None, model: str | None = None, layer: int | None = None, idf: bool = False
    ) -> None:
        if model is not None and encoder is not None:
            raise ValueError(f"give an encoder, or the model {model!r}, not both")
        if layer is not None and model is None:
            raise ValueError(f"layer {layer} is of a model; give model, or name the layer within the encoder")
        self.model = model
        self.idf = idf
        self.encoder: TokenEncoder | None = None
        if model is None:
            self.encoder = build(TokenEncoder, encoder)
        elif layer is not None:
            ended = {"type": "transformers", "model": model, "layer": layer, "final_norm": True}
            self.encoder = build(TokenEncoder, ended)

    def for_dimension(self, dimension: Dimension) -> Similarity:
        if self.encoder is not None or self.model is None:
            return self
        return BertScore(model=self.model, layer=published_layer(self.model, dimension), idf=self.idf)

    def compare_distinct(self, pairs: Sequence[ComparedTexts], measure: Measure) -> list[float]:
        encoder = self._require_encoder()
        texts = [(" ".join(pair.other), " ".join(pair.summary)) for pair in pairs]
        values: list[float] = []
        for groups in encoded_groups(encoder, texts, max(len(texts), 1) if self.idf else GROUPS_PER_BLOCK):
            weights = _idf(groups) if self.idf else None
            distinct = {id(text): _prepare(text, weights) for group in groups for text in group}
            aligned = align_all([(distinct[id(a)], distinct[id(b)]) for a, b in groups], encoder.alignment_device)
            values.extend(getattr(each, measure) for each in aligned)
        return values

    def identity(self) -> dict[str, Any]:
        return {"type": "bertscore", "encoder": self._require_encoder().identity(), "idf": self.idf}

    def _require_encoder(self) -> TokenEncoder:
        if self.encoder is None:
            raise ValueError(
                f"bertscore of the model {self.model!r} outside a dimension of FFCI needs a layer; give layer"
            )
        return self.encoder


def _idf(groups: Sequence[Sequence[TokenVectors]]) -> InverseDocumentFrequency:
    """Return the idf weights over the distinct texts with which summaries are compared."""
    others = {id(other): other.terms for other, _ in groups}
    return InverseDocumentFrequency(others.values())


def _prepare(text: TokenVectors, idf: InverseDocumentFrequency | None) -> Prepared:
    if text.special.all():
        # As in BERTScore's code, a text with special tokens only is similar to nothing.
        return Prepared((), text.vectors[:0])
    weights = np.ones(len(text.tokens), dtype=np.float32) if idf is None else idf.weights(text.terms)
    return Prepared(text.tokens, unit_vectors(text.vectors), np.where(text.special, 0, weights))
