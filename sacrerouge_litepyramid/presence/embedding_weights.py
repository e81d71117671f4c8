"""The fitted numbers of the embedding presence model, and the encoder that they were fitted with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from sacrerouge_litepyramid.encoders.token_encoder import TokenEncoder
from sacrerouge_litepyramid.presence.alignment_features import FEATURES as ALIGNMENT_FEATURES
from sacrerouge_litepyramid.presence.alignment_features import VERSION as ALIGNMENT_VERSION
from sacrerouge_litepyramid.presence.lexical_features import FEATURES as LEXICAL_FEATURES
from sacrerouge_litepyramid.presence.lexical_features import VERSION as LEXICAL_VERSION
from sacrerouge_litepyramid.presence.lexical_weights import LexicalWeights
from sacrerouge_litepyramid.storage.files import Line, required

SHIPPED = Path(__file__).with_name("embedding_weights.json")
#: parts of an encoder's identity that may differ from those of the weights
FREE = ("layer", "precision")


@dataclass(frozen=True)
class EmbeddingWeights(LexicalWeights):
    """A logistic regression over lexical and alignment features; ``encoder``: the identity of the token encoder."""

    features: ClassVar[Sequence[str]] = (*LEXICAL_FEATURES, *ALIGNMENT_FEATURES)
    version = 100 * ALIGNMENT_VERSION + LEXICAL_VERSION

    encoder: Mapping[str, Any] = field(kw_only=True)

    def as_json(self) -> dict[str, Any]:
        return {"encoder": dict(self.encoder), **super().as_json()}

    @classmethod
    def read_fields(cls, line: Line) -> dict[str, Any]:
        return {**super().read_fields(line), "encoder": required(line, "encoder", dict)}

    def check_encoder(self, encoder: TokenEncoder) -> None:
        """Raise ValueError for an encoder that the weights were not fitted with."""
        given = identify_encoder(encoder)
        if given != dict(self.encoder):
            raise ValueError(
                f"the weights were fitted with the encoder {dict(self.encoder)}, not with {given}; give that encoder, "
                "or weights of your own: train-presence --type embedding --encoder …"
            )


def identify_encoder(encoder: TokenEncoder) -> dict[str, Any]:
    """Return what the weights depend on: the encoder's identity without its layer and its precision."""
    return {name: value for name, value in encoder.identity().items() if name not in FREE}


def load_weights(path: str | Path = SHIPPED) -> EmbeddingWeights:
    """Read weights that train-presence wrote; raise ValueError naming the file and what is wrong in it."""
    return EmbeddingWeights.load(path)
