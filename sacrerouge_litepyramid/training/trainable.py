"""The interface of presence models that can be fitted to people's judgements, fold by fold."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from sacrerouge.common import Params, Registrable

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.presence.presence_model import PresenceModel
from sacrerouge_litepyramid.registry import building, name_or_json

#: of each example the source documents
Documents = Mapping[str, Sequence[str]]


class TrainablePresence(Registrable):
    """Makes presence models. Registered by name; built from a name or a JSON string on the command line."""

    default_implementation = "lexical"

    @abstractmethod
    def fit(self, judged: Sequence[Judged], documents: Documents | None = None) -> PresenceModel:
        """A model fitted to these judgements and to nothing else; ``documents`` by instance id, None where unknown."""

    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """How it fits: JSON-ready, with at least ``type``."""


def trainable_presence(description: str) -> TrainablePresence:
    """From a name or JSON; ValueError naming the known ones for an unknown name, or telling what is wrong."""
    # their imports register them
    from sacrerouge_litepyramid.training import lexical, nli_trainable  # noqa: F401

    params = name_or_json(description, "the presence model")
    name = params.get("type", TrainablePresence.default_implementation)
    known = TrainablePresence.list_available()
    if name not in known:
        raise ValueError(
            f"the presence model {name!r} cannot be trained here; trainable: {', '.join(known)}. "
            "Give ready models by --presence-per-fold"
        )
    with building(description, "the presence model"):
        return TrainablePresence.from_params(Params({**params, "type": name}))
