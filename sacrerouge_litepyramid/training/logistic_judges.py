"""Fit the lexical and the embedding judge to labels, contrast pairs and human scores.

Encoders are not trained.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain
from typing import Any

from sacrerouge_litepyramid.core.judge_input import make_group
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.core.words import STOP_WORDS, compared_stem, compared_words
from sacrerouge_litepyramid.judges.embedding import (
    EmbeddingJudge,
    EmbeddingWeights,
    TextEncoder,
    aligned_group_features,
    identify_encoder,
)
from sacrerouge_litepyramid.judges.lexical import (
    DocumentFrequencies,
    LexicalJudge,
    LexicalWeights,
    LogisticJudge,
)
from sacrerouge_litepyramid.judges.lexical_features import GroupFeatures, group_features
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder
from sacrerouge_litepyramid.training.contrast.pairs import ContrastSource
from sacrerouge_litepyramid.training.mixture import (
    Mixture,
    build_contrast_rows,
    build_labelled_rows,
    build_summed_rows,
    regress,
)
from sacrerouge_litepyramid.training.trainable import (
    Documents,
    HumanScoredSummary,
    KnownSummary,
    TrainableJudge,
)

_MIN_DOCUMENTS = 2
_MAX_STEMS = 5000
_DECIMALS = 6


def count_document_frequencies(texts: Sequence[str]) -> DocumentFrequencies:
    """Count the texts that contain each stem, for the most frequent stems.

    Stop words and stems of a single text are left out.
    """
    stop_stems = {compared_stem(word) for word in STOP_WORDS}
    counts: Counter[str] = Counter()
    for text in texts:
        words = chain.from_iterable(compared_words(text))
        counts.update({compared_stem(word) for word in words} - stop_stems)
    kept = [(base, count) for base, count in counts.items() if count >= _MIN_DOCUMENTS]
    kept.sort(key=lambda item: (-item[1], item[0]))
    return DocumentFrequencies(len(texts), dict(kept[:_MAX_STEMS]))


def count_frequencies(
    summaries: Sequence[KnownSummary], documents: Documents | None
) -> DocumentFrequencies:
    """Count stems in the documents of the summaries, or if none is known, in the summaries."""
    known = documents or {}
    texts: list[str] = []
    for name in dict.fromkeys(item.instance_id for item in summaries):
        texts.extend(known.get(name, ()))
    if not texts:
        written = (item.summary for item in summaries if item.summary.strip())
        texts = list(dict.fromkeys(written))
    return count_document_frequencies(texts)


#: computes the features of each group, given the idf of stems
ComputeFeatures = Callable[[Sequence[Group], Callable[[str], float]], Sequence[GroupFeatures]]


@dataclass(frozen=True)
class HeadSettings:
    """Settings of a regression."""

    # the weight of all contrast pairs together, relative to that of the present units
    contrast: float = 0.4
    # the weight of the mean loss of human scores relative to that of labels; in held-out folds of
    # REALSumm and RoSE, weights from 1 to 16 agree equally well with human scores
    scores: float = 4.0
    # draws the contrast pairs
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("contrast", "scores"):
            value = getattr(self, name)
            if not 0 <= value < math.inf:
                raise ValueError(f"{name} must be 0 or more, not {value}")


class LogisticTraining:
    """Fits the logistic regression of a judge to features of groups."""

    def __init__(self, settings: HeadSettings, compute: ComputeFeatures) -> None:
        self.settings = settings
        self._source = ContrastSource(settings.seed)
        self.compute_features = compute

    def fit(
        self,
        examples: Sequence[LabelledSummary],
        documents: Documents | None,
        scored: Sequence[HumanScoredSummary] = (),
    ) -> dict[str, Any]:
        """Return the arguments of the judge's weights.

        They are intercept, coefficients, document frequencies and provenance. ``documents``: by
        instance id, for the idf table; without documents it is made from the summaries. Units and
        summaries without words are excluded, because the judge does not apply the regression to
        them. Contrast pairs are made from units that are present according to their label, or
        because their summary has the score 1.
        """
        summaries: list[KnownSummary] = [*examples, *scored]
        if not summaries:
            raise ValueError("training needs at least one labelled or scored summary")
        frequencies = count_frequencies(summaries, documents)
        mixture = self.collect(examples, scored, frequencies)
        provenance: dict[str, Any] = {
            "examples": len({summary.instance_id for summary in summaries}),
            "summaries": len(summaries),
            "labels": sum(len(example.labels) for example in examples),
            "idf": "summaries" if documents is None else "documents",
        }
        if self.settings.contrast:
            pairs = len(mixture.contrast.labels) // 2
            provenance["contrast"] = {
                "weight": self.settings.contrast,
                "pairs": pairs,
                "seed": self.settings.seed,
            }
        if scored:
            units = sum(len(example.units) for example in scored)
            provenance["scores"] = {"summaries": len(scored), "units": units}
            if examples:
                provenance["scores"]["weight"] = self.settings.scores
        regression = regress(mixture, self.settings.contrast, self.settings.scores)
        coefficients = regression.coefficients.tolist()
        return {
            "intercept": round(regression.intercept, _DECIMALS),
            "coefficients": tuple(round(coefficient, _DECIMALS) for coefficient in coefficients),
            "frequencies": frequencies,
            "provenance": provenance,
        }

    def collect(
        self,
        examples: Sequence[LabelledSummary],
        scored: Sequence[HumanScoredSummary],
        frequencies: DocumentFrequencies,
    ) -> Mixture:
        """Return the training data of a regression, with features by an idf table."""
        summaries: list[KnownSummary] = [*examples, *scored]
        groups = [make_group(item.summary, item.units) for item in summaries]
        features = self.compute_features(groups, frequencies.idf)
        width = features[0].values.shape[1]
        labelled = build_labelled_rows(examples, features[: len(examples)], width)
        summed = build_summed_rows(scored, features[len(examples) :], width)
        complete = [item.with_labels() for item in scored if item.score == 1]
        pairs = self._source.draw([*examples, *complete]) if self.settings.contrast else []
        known = dict(zip(groups, features, strict=True))
        before = [known[pair.before] for pair in pairs]
        after = self.compute_features([pair.after for pair in pairs], frequencies.idf)
        present = float(labelled.labels.sum() if examples else summed.sums.sum())
        contrast = build_contrast_rows(pairs, before, after, width, present)
        return Mixture(labelled, contrast, summed)


@TrainableJudge.register("lexical")
class TrainableLexical(TrainableJudge):
    """Fits the lexical judge and its idf table.

    ``contrast``, ``scores``, ``seed``: see `HeadSettings`.
    """

    has_weights = True

    def __init__(
        self,
        contrast: float = HeadSettings.contrast,
        scores: float = HeadSettings.scores,
        seed: int = 0,
    ) -> None:
        self.training = LogisticTraining(HeadSettings(contrast, scores, seed), group_features)

    def fit(
        self,
        labelled: Sequence[LabelledSummary],
        documents: Documents | None = None,
        scored: Sequence[HumanScoredSummary] = (),
    ) -> LogisticJudge:
        return self.build_judge(self.training.fit(labelled, documents, scored))

    def build_judge(self, fitted: dict[str, Any]) -> LogisticJudge:
        """Return the judge, given the arguments of its weights."""
        return LexicalJudge.from_weights(LexicalWeights(**fitted))

    def identity(self) -> dict[str, Any]:
        return {"type": "lexical", **asdict(self.training.settings)}


@TrainableJudge.register("embedding")
class TrainableEmbedding(TrainableLexical):
    """Fits a regression over an encoder's alignment of tokens, by default MiniLM's.

    Settings: see `HeadSettings`.
    """

    def __init__(
        self,
        encoder: TokenEncoder | None = None,
        contrast: float = HeadSettings.contrast,
        scores: float = HeadSettings.scores,
        seed: int = 0,
    ) -> None:
        self.texts = TextEncoder(encoder)
        self.training = LogisticTraining(
            HeadSettings(contrast, scores, seed),
            partial(aligned_group_features, texts=self.texts),
        )

    def build_judge(self, fitted: dict[str, Any]) -> LogisticJudge:
        weights = EmbeddingWeights(**fitted, encoder=identify_encoder(self.texts.encoder))
        return EmbeddingJudge.from_weights(weights, self.texts)

    def identity(self) -> dict[str, Any]:
        return {
            "type": "embedding",
            "encoder": identify_encoder(self.texts.encoder),
            **asdict(self.training.settings),
        }
