"""Base metrics of FFCI, the similarity of two texts.

They compare words, embeddings, or tokens by BERTScore (Zhang et al., 2020).
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import chain
from pathlib import PurePosixPath
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar

import numpy as np

from sacrerouge_litepyramid.core.pairs import unique
from sacrerouge_litepyramid.core.rouge import (
    Tokenizer,
    choose_tokenizer,
    ngram_overlap,
    ngrams,
    rouge_tokens,
    subsequence_overlap,
    summary_subsequence_overlap,
)
from sacrerouge_litepyramid.models.encoders.alignment import (
    InverseDocumentFrequency,
    Prepared,
    align_pair,
    soft_alignment,
)
from sacrerouge_litepyramid.models.encoders.token_encoder import (
    GROUPS_PER_BLOCK,
    TokenEncoder,
    TokenVectors,
    encoded_groups,
    mean_vector,
    unit_vectors,
)
from sacrerouge_litepyramid.registry import Registrable, build

T = TypeVar("T")
#: precision: of the summary in the other text; recall: of the other text in the summary
Measure = Literal["precision", "recall", "f1"]
Dimension = Literal["faithfulness", "focus", "coverage"]


class ComparedTexts(NamedTuple):
    """A summary, or a sentence of it, and the text to compare it with, both as sentences."""

    summary: tuple[str, ...]
    other: tuple[str, ...]


class Similarity(Registrable):
    """Compares pairs of texts, each distinct pair once."""

    noun = "base metric"
    default_implementation = "rouge"

    #: the value's name in results
    name: str
    #: for faithfulness, the number of source sentences to average for each sentence of the summary;
    #: None if whole texts are compared by precision
    supporting: ClassVar[int | None] = None

    def compare(self, pairs: Sequence[ComparedTexts], measure: Measure) -> np.ndarray:
        """Return the measure of each pair, (pairs,), NaN if undefined."""
        distinct, inverse = unique(pairs)
        return np.array(self.compare_distinct(distinct, measure), dtype=np.float64)[inverse]

    def for_dimension(self, dimension: Dimension) -> "Similarity":
        """Return this base metric with its settings for the dimension."""
        return self

    @abstractmethod
    def compare_distinct(self, pairs: Sequence[ComparedTexts], measure: Measure) -> list[float]:
        """Return the measure of each pair; all pairs differ."""

    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """Return what determines the values, JSON-ready, for signatures.

        Settings of speed are excluded.
        """


ROUGE_KINDS = ("rouge-1", "rouge-2", "rouge-l", "rouge-lsum")


@Similarity.register("rouge")
class RougeSimilarity(Similarity):
    """Shared wording.

    Sentences are joined, so ROUGE-L is that of the whole text; rouge-lsum compares them one by one.
    A text without words has similarity 0. Words are those of `core.rouge.choose_tokenizer`.

    Args:
        kind: rouge-1, rouge-2, rouge-l or rouge-lsum.
        stem: whether Porter stems are compared.
    """

    supporting: ClassVar[int | None] = 2

    def __init__(self, kind: str = "rouge-1", stem: bool = True) -> None:
        if kind not in ROUGE_KINDS:
            raise ValueError(f"kind must be one of {', '.join(ROUGE_KINDS)}, not {kind!r}")
        self.name = self.kind = kind
        self.stem = stem

    def compare_distinct(self, pairs: Sequence[ComparedTexts], measure: Measure) -> list[float]:
        # A text is in many pairs.
        prepare = cache(self._prepare)
        overlaps: Any = {"rouge-l": subsequence_overlap, "rouge-lsum": summary_subsequence_overlap}
        overlap = overlaps.get(self.kind, ngram_overlap)
        values = []
        for summary, other in pairs:
            tokenizer = choose_tokenizer(" ".join(summary), " ".join(other))
            alignment = overlap(prepare(other, tokenizer), prepare(summary, tokenizer))
            values.append(getattr(alignment, measure))
        return values

    def _prepare(self, text: tuple[str, ...], tokenizer: Tokenizer) -> Any:
        """Return a text as it is compared.

        It is a list of tokens by sentence for rouge-lsum, one list for rouge-l, else n-grams.
        """
        sentences = [rouge_tokens(sentence, self.stem, tokenizer) for sentence in text]
        if self.kind == "rouge-lsum":
            return sentences
        tokens = list(chain.from_iterable(sentences))
        if self.kind == "rouge-l":
            return tokens
        return ngrams(tokens, int(self.kind.removeprefix("rouge-")))

    def identity(self) -> dict[str, Any]:
        return {"type": "rouge", "kind": self.kind, "stem": self.stem}


@Similarity.register("unigram-precision")
class UnigramPrecision(RougeSimilarity):
    """ROUGE-1 of the whole summary against the whole source.

    A word that is not in the source is likely false.
    """

    supporting = None

    def __init__(self, stem: bool = True) -> None:
        super().__init__("rouge-1", stem)
        self.name = "unigram-precision"

    def identity(self) -> dict[str, Any]:
        return {"type": "unigram-precision", "stem": self.stem}


def _map_texts(
    function: Callable[[TokenVectors], T], groups: Iterable[Iterable[TokenVectors]]
) -> dict[int, T]:
    """Return a function's value of each text by the text's id; equal texts are one object."""
    texts = {id(text): text for text in chain.from_iterable(groups)}
    return {key: function(text) for key, text in texts.items()}


_SEGMENTS = ("sentence", "document")


@Similarity.register("sts")
class Sts(Similarity):
    """The cosine of segments with the most similar segment of the other text.

    A segment's vector is the mean of its token vectors. F1 of a negative cosine is 0.

    Args:
        encoder: the token encoder, by default char-ngram; a sentence-transformers model is
            recommended.
        segment: sentence, or document, where precision, recall and F1 are the same cosine.
    """

    name = "sts"
    supporting: ClassVar[int | None] = 3

    def __init__(self, encoder: TokenEncoder | None = None, segment: str = "sentence") -> None:
        if segment not in _SEGMENTS:
            raise ValueError(f"segment must be one of {', '.join(_SEGMENTS)}, not {segment!r}")
        self.segment = segment
        self.encoder: TokenEncoder = build(TokenEncoder, encoder)

    def compare_distinct(self, pairs: Sequence[ComparedTexts], measure: Measure) -> list[float]:
        segmented = [(self._segments(summary), self._segments(other)) for summary, other in pairs]
        groups = [other + summary for summary, other in segmented]
        other_counts = iter([len(other) for _, other in segmented])
        values: list[float] = []
        for block in encoded_groups(self.encoder, groups):
            pooled = _map_texts(mean_vector, block)
            for group in block:
                vectors = np.stack([pooled[id(text)] for text in group])
                count = next(other_counts)
                alignment = soft_alignment(reference=vectors[:count], summary=vectors[count:])
                values.append(getattr(alignment, measure))
        return values

    def identity(self) -> dict[str, Any]:
        return {"type": "sts", "encoder": self.encoder.identity(), "segment": self.segment}

    def _segments(self, sentences: tuple[str, ...]) -> tuple[str, ...]:
        return sentences if self.segment == "sentence" else (" ".join(sentences),)


class _Layers(NamedTuple):
    """A model's layer by dimension, from 1, as 0 is the embeddings.

    It is the encoder's layer of an encoder-decoder model.
    """

    faithfulness: int
    focus: int
    coverage: int


#: the paper's best layers, as in `_Layers`, by the last part of a model's name
BEST_LAYERS = {
    "bert-base-uncased": (6, 1, 2),
    "bert-large-uncased": (11, 9, 9),
    "roberta-base": (10, 9, 2),
    "roberta-large": (13, 13, 3),
    "roberta-large-mnli": (14, 15, 3),
    "xlnet-base-cased": (6, 4, 2),
    "xlnet-large-cased": (7, 7, 5),
    "gpt2": (1, 3, 3),
    "gpt2-medium": (8, 5, 1),
    "gpt2-large": (2, 21, 3),
    "gpt2-xl": (2, 29, 4),
    "t5-small": (2, 3, 2),
    "t5-base": (3, 4, 4),
    "t5-large": (10, 13, 10),
    "bart-base": (1, 3, 1),
    "bart-large": (2, 5, 2),
    "pegasus-xsum": (8, 11, 6),
    "pegasus-cnn_dailymail": (12, 11, 5),
    "pegasus-large": (3, 4, 4),
}


def get_published_layer(model: str, dimension: Dimension) -> int:
    """Return the best layer of a model ("facebook/bart-base") in the paper.

    Raise ValueError if it has none.
    """
    name = PurePosixPath(model).name
    if name not in BEST_LAYERS:
        raise ValueError(
            f"no layer was published for the model {model!r}; pass layer. Known: "
            f"{', '.join(BEST_LAYERS)}"
        )
    layers = _Layers(*BEST_LAYERS[name])
    return int(getattr(layers, dimension))


@Similarity.register("bertscore")
class BertScore(Similarity):
    """The similarity of tokens with the most similar token of the other text.

    As in BERTScore's own code, special tokens may be the most similar ones, but do not count
    themselves. Values are not rescaled by a baseline.

    Args:
        encoder: the token encoder, by default char-ngram.
        model: instead of the encoder, a transformers encoder by its hub name or folder, with the
            model's final norm as in BERTScore's own code.
        layer: where the model is cut; by default the paper's layer for the dimension.
        idf: whether tokens are weighted by their inverse document frequency in the distinct
            references or source sentences of the run, whose vectors are then all in memory.
    """

    name = "bertscore"
    supporting: ClassVar[int | None] = 3

    def __init__(
        self,
        encoder: TokenEncoder | None = None,
        model: str | None = None,
        layer: int | None = None,
        idf: bool = False,
    ) -> None:
        if model is not None and encoder is not None:
            raise ValueError(f"encoder and model {model!r} exclude each other; pass one of the two")
        if layer is not None and model is None:
            raise ValueError(
                f"layer {layer} needs model; pass model, or set the layer within the encoder"
            )
        self.model = model
        self.idf = idf
        self.encoder: TokenEncoder | None = None
        if model is None:
            self.encoder = build(TokenEncoder, encoder)
        elif layer is not None:
            description = {
                "type": "transformers",
                "model": model,
                "layer": layer,
                "final_norm": True,
            }
            self.encoder = build(TokenEncoder, description)

    def for_dimension(self, dimension: Dimension) -> Similarity:
        if self.encoder is not None or self.model is None:
            return self
        layer = get_published_layer(self.model, dimension)
        return BertScore(model=self.model, layer=layer, idf=self.idf)

    def compare_distinct(self, pairs: Sequence[ComparedTexts], measure: Measure) -> list[float]:
        encoder = self._require_encoder()
        texts = [(" ".join(pair.other), " ".join(pair.summary)) for pair in pairs]
        # Idf is counted over all texts of the run.
        block_size = max(len(texts), 1) if self.idf else GROUPS_PER_BLOCK
        values: list[float] = []
        for groups in encoded_groups(encoder, texts, block_size):
            weights = _count_terms(groups) if self.idf else None
            prepared = _map_texts(partial(_prepare, idf=weights), groups)
            for other, summary in groups:
                alignment = align_pair(prepared[id(other)], prepared[id(summary)])
                values.append(getattr(alignment, measure))
        return values

    def identity(self) -> dict[str, Any]:
        return {"type": "bertscore", "encoder": self._require_encoder().identity(), "idf": self.idf}

    def _require_encoder(self) -> TokenEncoder:
        if self.encoder is None:
            raise ValueError(
                f"bertscore of the model {self.model!r} needs a layer outside FFCI's dimensions; "
                "pass layer"
            )
        return self.encoder


def _count_terms(groups: Sequence[Sequence[TokenVectors]]) -> InverseDocumentFrequency:
    """Return the idf weights over the distinct texts with which summaries are compared."""
    others = {id(other): other.terms for other, _ in groups}
    return InverseDocumentFrequency(others.values())


def _prepare(text: TokenVectors, idf: InverseDocumentFrequency | None) -> Prepared:
    if text.special.all():
        # As in BERTScore's code, a text with special tokens only has similarity 0.
        return Prepared((), text.vectors[:0])
    weights = np.ones(len(text.tokens), dtype=np.float32)
    if idf is not None:
        weights = idf.weights(text.terms)
    return Prepared(text.tokens, unit_vectors(text.vectors), np.where(text.special, 0, weights))
