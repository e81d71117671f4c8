"""The lexical presence model, fitted to human judgements."""

from collections.abc import Sequence
from typing import Any

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.presence.lexical import LexicalPresence
from sacrerouge_litepyramid.presence.lexical_features import group_features as lexical_features
from sacrerouge_litepyramid.presence.lexical_weights import LexicalWeights
from sacrerouge_litepyramid.training.contrast import ContrastSource
from sacrerouge_litepyramid.training.presence_head import HeadSettings, fit_head
from sacrerouge_litepyramid.training.remembered_features import RememberedFeatures
from sacrerouge_litepyramid.training.trainable import Documents, TrainablePresence


@TrainablePresence.register("lexical")
class TrainableLexical(TrainablePresence):
    """Fits the embedded model with its idf table; ``l2``, ``contrast``, ``seed``: those of `HeadSettings`."""

    def __init__(self, l2: float = HeadSettings().l2, contrast: float = HeadSettings().contrast, seed: int = 0) -> None:
        self.settings = HeadSettings(l2, contrast, seed)
        self._source = ContrastSource(seed)
        self._features = RememberedFeatures(lexical_features)

    def fit(self, judged: Sequence[Judged], documents: Documents | None = None) -> LexicalPresence:
        return LexicalPresence.from_weights(self.fit_weights(judged, documents))

    def fit_weights(self, judged: Sequence[Judged], documents: Documents | None = None) -> LexicalWeights:
        """Fit the weights to the labels; their provenance has the size of the training set.

        ``documents``: by instance id; without them the idf table is made from the summaries.
        """
        return LexicalWeights(**fit_head(judged, documents, self._features, self.settings, self._source))

    def identity(self) -> dict[str, Any]:
        return {"type": "lexical", **self.settings._asdict()}
