"""The embedding judge: a frozen token encoder and a logistic regression over how well its tokens align.

It recognises many paraphrases, and a negation or another number at the place that matches. The encoder reads each text
once, not each pair of texts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.io.store import KeyValueStore
from sacrerouge_litepyramid.judges.alignment_features import FEATURES as ALIGNMENT_FEATURES
from sacrerouge_litepyramid.judges.alignment_features import (
    LAYERS,
    EncodedStore,
    EncodedText,
    alignment_features,
    join_units,
    prepare_text,
)
from sacrerouge_litepyramid.judges.alignment_features import VERSION as ALIGNMENT_VERSION
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.judges.lexical import LexicalWeights, LogisticJudge
from sacrerouge_litepyramid.judges.lexical_features import FEATURES as LEXICAL_FEATURES
from sacrerouge_litepyramid.judges.lexical_features import VERSION as LEXICAL_VERSION
from sacrerouge_litepyramid.judges.lexical_features import GroupFeatures, group_features
from sacrerouge_litepyramid.models.encoders.pretrained import MiniLMEncoder, TransformersEncoder
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder, TokenVectors

#: parts of an encoder's identity that may differ from those of the weights
FREE = ("layer", "precision")


@dataclass(frozen=True)
class EmbeddingWeights(LexicalWeights):
    """A logistic regression over lexical and alignment features; ``encoder``: the identity of the token encoder."""

    features: ClassVar[Sequence[str]] = (*LEXICAL_FEATURES, *ALIGNMENT_FEATURES)
    version = 100 * ALIGNMENT_VERSION + LEXICAL_VERSION
    shipped = Path(__file__).with_name("embedding_weights.json")

    encoder: Mapping[str, Any] = field(kw_only=True)

    def as_json(self) -> dict[str, Any]:
        return {"encoder": dict(self.encoder), **super().as_json()}

    @classmethod
    def read_fields(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        return {**super().read_fields(data), "encoder": dict(data["encoder"])}

    def check_encoder(self, encoder: TokenEncoder) -> None:
        """Raise ValueError if the weights were fitted with another encoder."""
        given = identify_encoder(encoder)
        if given != dict(self.encoder):
            raise ValueError(
                f"the weights were fitted with the encoder {dict(self.encoder)}, not with {given}; pass that encoder, "
                'or fit weights: train judge --judge \'{"type": "embedding", "encoder": …}\''
            )


def identify_encoder(encoder: TokenEncoder) -> dict[str, Any]:
    """Return what the weights depend on: the encoder's identity without its layer and its precision."""
    return {name: value for name, value in encoder.identity().items() if name not in FREE}


#: memory of the encoded texts that are kept for later groups: of about 10,000 summaries of 60 words by MiniLM
MAX_CACHE_BYTES = 1 << 31
#: characters of the texts that are encoded together
CHARACTERS_PER_BLOCK = 200_000


@Judge.register("embedding")
class EmbeddingJudge(LogisticJudge):
    """Judges a unit by the summary's closest tokens, in three layers of an encoder, and by its words as in ``lexical``.

    ``weights``: a file that train judge wrote; by default the shipped one, fitted to REALSumm and RoSE with MiniLM.
    ``encoder``: the token encoder, by default all-MiniLM-L6-v2; it must be the one that the weights were fitted with.
    """

    weights_type = EmbeddingWeights
    description = "the embedding model, a logistic regression over words and token vectors"
    blind_spots = "it aligns words: it overlooks about a quarter of the antonyms and half of the changed names"
    weights: EmbeddingWeights

    def __init__(self, weights: str | None = None, encoder: TokenEncoder | None = None) -> None:
        self.weights = EmbeddingWeights.load(weights)
        self.texts = TextEncoder(encoder)
        self.weights.check_encoder(self.texts.encoder)

    @classmethod
    def from_weights(cls, weights: EmbeddingWeights, texts: "TextEncoder") -> "EmbeddingJudge":
        """Build the judge from weights in memory and the encoder that they were fitted with."""
        judge = cls.__new__(cls)
        judge.weights, judge.texts = weights, texts
        return judge

    def use_store(self, store: KeyValueStore | None) -> None:
        self.texts.store = None if store is None else EncodedStore(store, self.texts.encoder.identity())

    def compute_features(self, groups: Sequence[Group]) -> list[GroupFeatures]:
        return aligned_group_features(groups, self.weights.frequencies.idf, self.texts)

    def identity(self) -> dict[str, Any]:
        encoder = {name: value for name, value in self.texts.encoder.identity().items() if name != "layer"}
        return {**self.identify("embedding"), "encoder": encoder}


class TextEncoder:
    """Encodes texts for the alignment, and keeps the latest in memory, so that each is encoded once.

    ``encoder``: a token encoder, by default MiniLM, of which the last three layers are used; an encoder without layers
    gives the same vectors three times. ``store``: a store of encoded texts beside the memory, or None.
    """

    def __init__(self, encoder: TokenEncoder | None = None) -> None:
        self.encoder = MiniLMEncoder() if encoder is None else encoder
        self.store: EncodedStore | None = None
        self._kept: dict[str, EncodedText] = {}
        self._size = 0

    def encode(self, texts: Iterable[str]) -> dict[str, EncodedText]:
        """Return each distinct text encoded."""
        wanted = dict.fromkeys(texts)
        known = {text: self._kept[text] for text in wanted if text in self._kept}
        if self.store is not None:
            known.update(self.store.get([text for text in wanted if text not in known]))
        missing = [text for text in wanted if text not in known]
        new = dict(zip(missing, map(prepare_text, missing, self._layers(missing)), strict=True))
        if self.store is not None and new:
            self.store.put(new)
        encoded = known | new
        self._keep({text: vectors for text, vectors in encoded.items() if text not in self._kept})
        return encoded

    def _layers(self, texts: Sequence[str]) -> Iterator[Sequence[TokenVectors]]:
        if isinstance(self.encoder, TransformersEncoder):
            layers = range(-LAYERS, 0)
            return ([by_layer[layer] for layer in layers] for by_layer in self.encoder.encode_layers(texts, layers))
        return ([vectors] * LAYERS for vectors in self.encoder.encode(texts))

    def _keep(self, new: dict[str, EncodedText]) -> None:
        self._kept.update(new)
        self._size += sum(encoded.size for encoded in new.values())
        while self._size > MAX_CACHE_BYTES:
            self._size -= self._kept.pop(next(iter(self._kept))).size


def aligned_group_features(
    groups: Sequence[Group], idf: Callable[[str], float], texts: TextEncoder
) -> list[GroupFeatures]:
    """Return the features of each group, in order: the lexical ones, then those of the alignment.

    ``idf``: a stem's inverse document frequency, positive. Groups with the same units are compared one after another.
    """
    from tqdm import tqdm

    aligned: dict[int, np.ndarray] = {}
    with tqdm(total=len(groups), desc="judge", unit="summary", disable=None, delay=1) as progress:
        for block in _blocks(groups):
            encoded = texts.encode(text for index in block for text in (*groups[index].units, groups[index].summary))
            distinct = dict.fromkeys(groups[index].units for index in block)
            joined = {units: join_units([encoded[unit] for unit in units], idf) for units in distinct}
            for index in block:
                aligned[index] = alignment_features(joined[groups[index].units], encoded[groups[index].summary])
            progress.update(len(block))
    return [
        lexical._replace(values=np.hstack([lexical.values, aligned[index]]))
        for index, lexical in enumerate(group_features(groups, idf))
    ]


def _blocks(groups: Sequence[Group]) -> Iterator[list[int]]:
    """Yield the indices of groups whose texts are encoded together; groups of the same units stay together."""
    by_units: dict[tuple[str, ...], list[int]] = {}
    for index, group in enumerate(groups):
        by_units.setdefault(group.units, []).append(index)
    block: list[int] = []
    size = 0
    for units, members in by_units.items():
        size += sum(map(len, units))
        for index in members:
            block.append(index)
            size += len(groups[index].summary)
            if size > CHARACTERS_PER_BLOCK:
                yield block
                block, size = [], sum(map(len, units))
    if block:
        yield block
