"""The embedding presence model, fitted to human judgements; its encoder stays as it is."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.encoders.token_encoder import TokenEncoder
from sacrerouge_litepyramid.presence.embedding import EmbeddingPresence, TextEncoder, group_features
from sacrerouge_litepyramid.presence.embedding_weights import EmbeddingWeights, identify_encoder
from sacrerouge_litepyramid.training.contrast import ContrastSource
from sacrerouge_litepyramid.training.presence_head import HeadSettings, fit_head
from sacrerouge_litepyramid.training.remembered_features import RememberedFeatures
from sacrerouge_litepyramid.training.trainable import Documents, TrainablePresence


@TrainablePresence.register("embedding")
class TrainableEmbedding(TrainablePresence):
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

    def fit(self, judged: Sequence[Judged], documents: Documents | None = None) -> EmbeddingPresence:
        return EmbeddingPresence.from_weights(self.fit_weights(judged, documents), self.texts)

    def fit_weights(self, judged: Sequence[Judged], documents: Documents | None = None) -> EmbeddingWeights:
        """Fit the weights to the labels; ``documents``: by instance id, for the idf table, else the summaries."""
        fitted = fit_head(judged, documents, self._features, self.settings, self._source)
        return EmbeddingWeights(**fitted, encoder=identify_encoder(self.texts.encoder))

    def identity(self) -> dict[str, Any]:
        return {"type": "embedding", "encoder": identify_encoder(self.texts.encoder), **self.settings._asdict()}
