"""Fit the lexical and the embedding judge to labels and contrast pairs; the encoder stays as it is."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judgements import LabelledSummary, to_group
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.core.words import STOP_WORDS, stem, words_by_sentence
from sacrerouge_litepyramid.judges.embedding import (
    EmbeddingJudge,
    EmbeddingWeights,
    TextEncoder,
    aligned_group_features,
    identify_encoder,
)
from sacrerouge_litepyramid.judges.lexical import DocumentFrequencies, LexicalJudge, LexicalWeights
from sacrerouge_litepyramid.judges.lexical_features import GroupFeatures, group_features
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder
from sacrerouge_litepyramid.statistics.logistic_regression import logistic_regression
from sacrerouge_litepyramid.training.contrast.pairs import ContrastPair, ContrastSource
from sacrerouge_litepyramid.training.trainable import Documents, TrainableJudge, check_labels

_MIN_DOCUMENTS = 2
_MAX_STEMS = 5000
_DECIMALS = 6


def count_document_frequencies(texts: Sequence[str]) -> DocumentFrequencies:
    """Count the texts of each stem, without stop words and stems of a single text; the most frequent stems are kept."""
    stop = {stem(word) for word in STOP_WORDS}
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update({stem(word) for sentence in words_by_sentence(text) for word in sentence} - stop)
    kept = [(each, count) for each, count in counts.items() if count >= _MIN_DOCUMENTS]
    kept.sort(key=lambda item: (-item[1], item[0]))
    return DocumentFrequencies(len(texts), dict(kept[:_MAX_STEMS]))


def idf_texts(examples: Sequence[LabelledSummary], documents: Documents | None) -> list[str]:
    """Return the documents of the examples, or without documents their distinct summaries that are not blank."""
    if documents is None:
        return list(dict.fromkeys(example.summary for example in examples if example.summary.strip()))
    instances = list(dict.fromkeys(example.instance_id for example in examples))
    missing = [name for name in instances if not documents.get(name)]
    if missing:
        raise ValueError(
            f"{len(missing)} of {len(instances)} instances have no documents, the first is {missing[0]!r}; "
            "give them all or none"
        )
    return [text for name in instances for text in documents[name]]


#: groups and an idf to the features of each group
ComputeFeatures = Callable[[Sequence[Group], Callable[[str], float]], Sequence[GroupFeatures]]


class RememberedFeatures:
    """Computes the features of a group once; those of another idf table are forgotten."""

    def __init__(self, compute: ComputeFeatures) -> None:
        self._compute = compute
        self._frequencies: DocumentFrequencies | None = None
        self._known: dict[Group, GroupFeatures] = {}

    def of(self, groups: Sequence[Group], frequencies: DocumentFrequencies) -> list[GroupFeatures]:
        """Return the features of each group, in order."""
        if frequencies != self._frequencies:
            self._frequencies = frequencies
            self._known = {}
        new = list(dict.fromkeys(group for group in groups if group not in self._known))
        if new:
            self._known.update(zip(new, self._compute(new, frequencies.idf), strict=True))
        return [self._known[group] for group in groups]


@dataclass(frozen=True)
class HeadSettings:
    """``l2``: the penalty, half of it times the squared coefficients of the standardised features; ``contrast``: the
    weight of all contrast pairs together, as a share of that of the present units, 0 for none; ``seed``: draws them."""

    l2: float = 1.0
    contrast: float = 0.2
    seed: int = 0

    def __post_init__(self) -> None:
        if self.contrast < 0:
            raise ValueError(f"contrast must be 0 or more, not {self.contrast}")


class _Rows(NamedTuple):
    """``features``: (rows, features); ``labels`` from 0 to 1 and ``weights``: (rows,)."""

    features: np.ndarray
    labels: np.ndarray
    weights: np.ndarray


class LogisticTraining:
    """Fits the logistic regression of a judge over features of groups."""

    def __init__(self, settings: HeadSettings, compute: ComputeFeatures) -> None:
        self.settings = settings
        self._source = ContrastSource(settings.seed)
        self._features = RememberedFeatures(compute)

    def fit(self, examples: Sequence[LabelledSummary], documents: Documents | None) -> dict[str, Any]:
        """Return the arguments of weights: intercept, coefficients, document frequencies and provenance.

        ``documents``: by instance id, for the idf table, which is made from the summaries without them. A unit or
        summary without words is excluded, as the judge does not apply the regression to it.
        """
        settings = self.settings
        check_labels(examples, soft=True)
        frequencies = count_document_frequencies(idf_texts(examples, documents))
        rows = _labelled_rows(examples, self._features, frequencies)
        provenance: dict[str, Any] = {
            "examples": len({example.instance_id for example in examples}),
            "summaries": len(examples),
            "labels": sum(len(example.labels) for example in examples),
            "idf": "summaries" if documents is None else "documents",
        }
        if settings.contrast:
            pairs = self._source.draw(examples)
            provenance["contrast"] = {"weight": settings.contrast, "pairs": len(pairs), "seed": settings.seed}
            if pairs:
                total = settings.contrast * float(rows.labels.sum())
                taught = _contrast_rows(pairs, self._features, frequencies, total)
                rows = _Rows(*map(np.concatenate, zip(rows, taught, strict=True)))
        regression = logistic_regression(rows.features, rows.labels, settings.l2, rows.weights)
        return {
            "intercept": round(regression.intercept, _DECIMALS),
            "coefficients": tuple(round(float(each), _DECIMALS) for each in regression.coefficients),
            "frequencies": frequencies,
            "provenance": provenance,
        }


def _labelled_rows(
    examples: Sequence[LabelledSummary], features: RememberedFeatures, frequencies: DocumentFrequencies
) -> _Rows:
    """Return a row for each unit of each labelled summary, where both have words."""
    found = features.of([to_group(example) for example in examples], frequencies)
    comparable = np.concatenate([each.comparable for each in found])
    labels = np.concatenate([np.array(example.labels, dtype=float) for example in examples])[comparable]
    return _Rows(np.concatenate([each.values for each in found])[comparable], labels, np.ones(len(labels)))


def _contrast_rows(
    pairs: Sequence[ContrastPair], features: RememberedFeatures, frequencies: DocumentFrequencies, total: float
) -> _Rows:
    """Return each pair's unit as present before the edit and absent after it; the weights of all sum to ``total``."""
    before = features.of([pair.before for pair in pairs], frequencies)
    after = features.of([pair.after for pair in pairs], frequencies)
    values = [each.values[pair.unit] for found in (before, after) for each, pair in zip(found, pairs, strict=True)]
    labels = np.repeat([1.0, 0.0], len(pairs))
    return _Rows(np.array(values), labels, np.full(len(labels), total / len(labels)))


@TrainableJudge.register("lexical")
class TrainableLexical(TrainableJudge):
    """Fits the embedded model with its idf table; ``l2``, ``contrast``, ``seed``: those of `HeadSettings`."""

    has_weights = True

    def __init__(self, l2: float = HeadSettings.l2, contrast: float = HeadSettings.contrast, seed: int = 0) -> None:
        self.training = LogisticTraining(HeadSettings(l2, contrast, seed), group_features)

    def fit(self, labelled: Sequence[LabelledSummary], documents: Documents | None = None) -> LexicalJudge:
        return LexicalJudge.from_weights(LexicalWeights(**self.training.fit(labelled, documents)))

    def identity(self) -> dict[str, Any]:
        return {"type": "lexical", **asdict(self.training.settings)}


@TrainableJudge.register("embedding")
class TrainableEmbedding(TrainableJudge):
    """Fits a logistic regression over the alignment of an encoder's tokens, MiniLM's by default.

    ``l2``, ``contrast``, ``seed``: those of `HeadSettings`.
    """

    has_weights = True

    def __init__(
        self,
        encoder: TokenEncoder | None = None,
        l2: float = HeadSettings.l2,
        contrast: float = HeadSettings.contrast,
        seed: int = 0,
    ) -> None:
        self.texts = TextEncoder(encoder)
        self.training = LogisticTraining(
            HeadSettings(l2, contrast, seed), partial(aligned_group_features, texts=self.texts)
        )

    def fit(self, labelled: Sequence[LabelledSummary], documents: Documents | None = None) -> EmbeddingJudge:
        fitted = self.training.fit(labelled, documents)
        weights = EmbeddingWeights(**fitted, encoder=identify_encoder(self.texts.encoder))
        return EmbeddingJudge.from_weights(weights, self.texts)

    def identity(self) -> dict[str, Any]:
        return {"type": "embedding", "encoder": identify_encoder(self.texts.encoder), **asdict(self.training.settings)}
