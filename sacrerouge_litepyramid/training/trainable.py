"""The interface of presence models that can be fitted to people's judgements, fold by fold."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.presence.presence_model import PresenceModel
from sacrerouge_litepyramid.registry import Registrable

#: the source documents of each example
Documents = Mapping[str, Sequence[str]]


class TrainablePresence(Registrable):
    """Fits presence models; a ready one is used as it is, by ``--presence-per-fold``."""

    noun = "trainable presence model"
    default_implementation = "lexical"

    @abstractmethod
    def fit(self, judged: Sequence[Judged], documents: Documents | None = None) -> PresenceModel:
        """Fit a model to these judgements and to nothing else; ``documents``: by instance id, None if unknown."""

    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """Return the settings of the fit, JSON-ready, with at least ``type``."""
