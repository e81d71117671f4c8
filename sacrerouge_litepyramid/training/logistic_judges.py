"""The lexical and the embedding judge, fitted to labels; the encoder stays as it is."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.judges.embedding import (
    EmbeddingJudge,
    EmbeddingWeights,
    TextEncoder,
    group_features,
    identify_encoder,
)
from sacrerouge_litepyramid.judges.lexical import LexicalJudge, LexicalWeights
from sacrerouge_litepyramid.judges.lexical_features import group_features as lexical_features
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder
from sacrerouge_litepyramid.training.contrast.pairs import ContrastSource
from sacrerouge_litepyramid.training.judge_head import HeadSettings, RememberedFeatures, fit_head
from sacrerouge_litepyramid.training.trainable import Documents, TrainableJudge


@TrainableJudge.register("lexical")
class TrainableLexical(TrainableJudge):
    """Fits the embedded model with its idf table; ``l2``, ``contrast``, ``seed``: those of `HeadSettings`."""

    def __init__(self, l2: float = HeadSettings().l2, contrast: float = HeadSettings().contrast, seed: int = 0) -> None:
        self.settings = HeadSettings(l2, contrast, seed)
        self._source = ContrastSource(seed)
        self._features = RememberedFeatures(lexical_features)

    def fit(self, labelled: Sequence[LabelledSummary], documents: Documents | None = None) -> LexicalJudge:
        return LexicalJudge.from_weights(self.fit_weights(labelled, documents))

    def fit_weights(self, labelled: Sequence[LabelledSummary], documents: Documents | None = None) -> LexicalWeights:
        """Fit the weights to the labels; their provenance has the size of the training set.

        ``documents``: by instance id; without them the idf table is made from the summaries.
        """
        return LexicalWeights(**fit_head(labelled, documents, self._features, self.settings, self._source))

    def identity(self) -> dict[str, Any]:
        return {"type": "lexical", **self.settings._asdict()}


@TrainableJudge.register("embedding")
class TrainableEmbedding(TrainableJudge):
    """Fits a logistic regression over the alignment of an encoder's tokens, MiniLM's by default.

    ``l2``, ``contrast``, ``seed``: those of `HeadSettings`.
    """

    def __init__(
        self,
        encoder: TokenEncoder | None = None,
        l2: float = HeadSettings().l2,
        contrast: float = HeadSettings().contrast,
        seed: int = 0,
    ) -> None:
        self.texts = TextEncoder(encoder)
        self.settings = HeadSettings(l2, contrast, seed)
        self._source = ContrastSource(seed)
        self._features = RememberedFeatures(partial(group_features, texts=self.texts))

    def fit(self, labelled: Sequence[LabelledSummary], documents: Documents | None = None) -> EmbeddingJudge:
        return EmbeddingJudge.from_weights(self.fit_weights(labelled, documents), self.texts)

    def fit_weights(self, labelled: Sequence[LabelledSummary], documents: Documents | None = None) -> EmbeddingWeights:
        """Fit the weights to the labels; ``documents``: by instance id, for the idf table, else the summaries."""
        fitted = fit_head(labelled, documents, self._features, self.settings, self._source)
        return EmbeddingWeights(**fitted, encoder=identify_encoder(self.texts.encoder))

    def identity(self) -> dict[str, Any]:
        return {"type": "embedding", "encoder": identify_encoder(self.texts.encoder), **self.settings._asdict()}
