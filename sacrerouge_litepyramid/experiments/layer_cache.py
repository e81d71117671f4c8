"""All layers of a model from one pass, each as a token encoder."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder, TokenVectors


class LayeredEncoder(Protocol):
    """An encoder that returns the vectors of several layers."""

    @property
    def alignment_device(self) -> str | None: ...

    def identity(self) -> dict[str, Any]: ...

    def encode_layers(self, texts: Sequence[str], layers: Sequence[int]) -> Iterator[dict[int, TokenVectors]]:
        """Yield for each text, in order, its vectors by layer."""
        ...


class LayerCache:
    """Keeps the vectors of texts in all ``layers`` as long as this object lives, so that each text is encoded once."""

    def __init__(self, encoder: LayeredEncoder, layers: Sequence[int]) -> None:
        self.encoder = encoder
        self.layers = tuple(layers)
        self._held: dict[str, dict[int, TokenVectors]] = {}

    def views(self) -> dict[int, "LayerView"]:
        return {layer: LayerView(self, layer) for layer in self.layers}

    def vectors(self, texts: Sequence[str], layer: int) -> list[TokenVectors]:
        new = list(dict.fromkeys(text for text in texts if text not in self._held))
        if new:
            self._held.update(zip(new, self.encoder.encode_layers(new, self.layers), strict=True))
        return [self._held[text][layer] for text in texts]


class LayerView(TokenEncoder):
    """One layer of a `LayerCache` as a token encoder."""

    def __init__(self, held: LayerCache, layer: int) -> None:
        self.held = held
        self.layer = layer

    def encode_distinct(self, texts: Sequence[str]) -> list[TokenVectors]:
        return self.held.vectors(texts, self.layer)

    @property
    def alignment_device(self) -> str | None:  # type: ignore[override]
        return self.held.encoder.alignment_device

    def identity(self) -> dict[str, Any]:
        return {**self.held.encoder.identity(), "layer": self.layer}
