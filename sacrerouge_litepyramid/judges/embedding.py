"""The embedding judge: a token encoder, and a logistic regression over how well tokens align.

It recognises many paraphrases, and negations and other numbers in the sentence that matches. The
encoder reads each text once, not each pair of texts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from sacrerouge_litepyramid.core.judge_input import unify_group
from sacrerouge_litepyramid.core.pairs import Group, group_by_units
from sacrerouge_litepyramid.judges.alignment_features import FEATURES as ALIGNMENT_FEATURES
from sacrerouge_litepyramid.judges.alignment_features import (
    LAYER_COUNT,
    EncodedText,
    alignment_features,
    build_encoded_text,
    join_units,
)
from sacrerouge_litepyramid.judges.alignment_features import VERSION as ALIGNMENT_VERSION
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.judges.lexical import LexicalWeights, LogisticJudge
from sacrerouge_litepyramid.judges.lexical_features import FEATURES as LEXICAL_FEATURES
from sacrerouge_litepyramid.judges.lexical_features import VERSION as LEXICAL_VERSION
from sacrerouge_litepyramid.judges.lexical_features import GroupFeatures, group_features
from sacrerouge_litepyramid.models.encoders.pretrained import MiniLMEncoder, TransformersEncoder
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder, TokenVectors

#: fields of an encoder's identity that may differ from those of the encoder of the weights
FREE_FIELDS = ("layer", "precision")


@dataclass(frozen=True)
class EmbeddingWeights(LexicalWeights):
    """The weights of a logistic regression over lexical and alignment features."""

    features: ClassVar[Sequence[str]] = (*LEXICAL_FEATURES, *ALIGNMENT_FEATURES)
    version = 100 * ALIGNMENT_VERSION + LEXICAL_VERSION
    shipped = Path(__file__).with_name("embedding_weights.json")

    #: the part of the token encoder's identity that `identify_encoder` returns
    encoder: Mapping[str, Any] = field(kw_only=True)

    def numbers(self) -> Sequence[Any]:
        (content,) = super().numbers()
        return [{"encoder": dict(self.encoder), **content}]

    def as_json(self) -> dict[str, Any]:
        # The encoder comes first in the file.
        return {"encoder": dict(self.encoder), **super().as_json()}

    @classmethod
    def read_fields(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        return {**super().read_fields(data), "encoder": dict(data["encoder"])}

    def check_encoder(self, encoder: TokenEncoder) -> None:
        """Raise ValueError if the weights were fitted with another encoder."""
        identity = identify_encoder(encoder)
        if identity != dict(self.encoder):
            raise ValueError(
                f"the weights were fitted with the encoder {dict(self.encoder)}, not with "
                f"{identity}; pass that encoder, or fit weights: train judge --judge "
                '\'{"type": "embedding", "encoder": …}\''
            )


def identify_encoder(encoder: TokenEncoder) -> dict[str, Any]:
    """Return an encoder's identity without its layer and precision, as weights depend on it."""
    return {name: value for name, value in encoder.identity().items() if name not in FREE_FIELDS}


#: the memory of the encoded texts that are kept, about 10,000 summaries of 60 words by MiniLM
MAX_CACHE_BYTES = 1 << 31
#: the number of characters in the texts that are encoded together
CHARACTERS_PER_BLOCK = 200_000


@Judge.register("embedding")
class EmbeddingJudge(LogisticJudge):
    """A judge that compares a unit's tokens with the closest of the summary, and its words.

    Tokens are compared in three layers of an encoder, words as "lexical" compares them.

    Args:
        weights: a file that train judge wrote; by default the shipped file, fitted to REALSumm and
            RoSE with MiniLM.
        encoder: the token encoder that the weights were fitted with, by default all-MiniLM-L6-v2.
    """

    name = "embedding"
    weights_type = EmbeddingWeights
    description = "the embedding model, a logistic regression over words and token vectors"
    blind_spots = (
        "it aligns words: it overlooks about a quarter of the antonyms and half of the "
        "changed names"
    )
    weights: EmbeddingWeights

    def __init__(self, weights: str | None = None, encoder: TokenEncoder | None = None) -> None:
        self.weights = EmbeddingWeights.load(weights)
        self.text_encoder = TextEncoder(encoder)
        self.weights.check_encoder(self.text_encoder.encoder)

    @classmethod
    def from_weights(
        cls, weights: EmbeddingWeights, text_encoder: "TextEncoder"
    ) -> "EmbeddingJudge":
        """Build the judge from weights in memory, and the encoder that they were fitted with."""
        judge = cls.__new__(cls)
        judge.weights, judge.text_encoder = weights, text_encoder
        return judge

    def compute_features(self, groups: Sequence[Group]) -> list[GroupFeatures]:
        return aligned_group_features(groups, self.weights.frequencies.idf, self.text_encoder)

    def identity(self) -> dict[str, Any]:
        encoder = dict(self.text_encoder.encoder.identity())
        encoder.pop("layer", None)
        return {**super().identity(), "encoder": encoder}


class TextEncoder:
    """An encoder of texts for the alignment, which keeps the latest ones in memory.

    By default the encoder is MiniLM, whose last three layers are used. The vectors of an encoder
    without layers are used three times.
    """

    def __init__(self, encoder: TokenEncoder | None = None) -> None:
        self.encoder = MiniLMEncoder() if encoder is None else encoder
        self._cache: dict[str, EncodedText] = {}
        self._cache_bytes = 0

    def encode(self, texts: Iterable[str]) -> dict[str, EncodedText]:
        """Return the encoding of each distinct text."""
        distinct = dict.fromkeys(texts)
        known = {text: self._cache[text] for text in distinct if text in self._cache}
        missing = [text for text in distinct if text not in known]
        encoded = map(build_encoded_text, missing, self._encode_layers(missing))
        new = dict(zip(missing, encoded, strict=True))
        self._add_to_cache(new)
        return known | new

    def _encode_layers(self, texts: Sequence[str]) -> Iterator[Sequence[TokenVectors]]:
        if isinstance(self.encoder, TransformersEncoder):
            layers = range(-LAYER_COUNT, 0)
            for by_layer in self.encoder.encode_layers(texts, layers):
                yield [by_layer[layer] for layer in layers]
        else:
            for vectors in self.encoder.encode(texts):
                yield [vectors] * LAYER_COUNT

    def _add_to_cache(self, new: dict[str, EncodedText]) -> None:
        self._cache.update(new)
        self._cache_bytes += sum(encoded.size for encoded in new.values())
        while self._cache_bytes > MAX_CACHE_BYTES:
            oldest = next(iter(self._cache))
            self._cache_bytes -= self._cache.pop(oldest).size


def aligned_group_features(
    groups: Sequence[Group], idf: Callable[[str], float], texts: TextEncoder
) -> list[GroupFeatures]:
    """Return the features of each group, in order: the lexical ones, then the alignment features.

    ``idf`` returns a stem's inverse document frequency, above 0. Groups with the same units are
    compared in succession.
    """
    from tqdm import tqdm

    aligned = {}
    with tqdm(total=len(groups), desc="judge", unit="summary", disable=None, delay=1) as progress:
        for block in _split_blocks(groups):
            members = [unify_group(groups[index]) for index in block]
            encoded = texts.encode(text for summary, units in members for text in (*units, summary))
            joined = {}
            for index, (summary, units) in zip(block, members, strict=True):
                if units not in joined:
                    joined[units] = join_units([encoded[unit] for unit in units], idf)
                aligned[index] = alignment_features(joined[units], encoded[summary])
            progress.update(len(block))
    features = []
    for index, lexical in enumerate(group_features(groups, idf)):
        values = np.hstack([lexical.values, aligned[index]])
        features.append(lexical._replace(values=values))
    return features


def _split_blocks(groups: Sequence[Group]) -> Iterator[list[int]]:
    """Yield the indices of groups whose texts are encoded together.

    Groups with the same units are adjacent.
    """
    block = []
    size = 0
    for units, members in group_by_units(groups).items():
        size += sum(map(len, units))
        for index in members:
            block.append(index)
            size += len(groups[index].summary)
            if size > CHARACTERS_PER_BLOCK:
                yield block
                block, size = [], sum(map(len, units))
    if block:
        yield block
