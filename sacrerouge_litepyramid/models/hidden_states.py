"""Compute hidden states with any transformers model: texts in, token vectors of chosen layers out."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.models.batching import InputRow, batch_by_tokens, chunked, pad_rows
from sacrerouge_litepyramid.models.placement import clip_max_length, load_pretrained, move_to_device, reject_missing

#: a space in the vocabulary of byte-level tokenisers (GPT-2, RoBERTa, BART)
SPACE = "\u0120"


class TextTokens(NamedTuple):
    """The tokens of a text.

    ``row``: the model's inputs; ``tokens``: their texts, "" for white space, or the names of special tokens;
    ``special``, ``pieces``: booleans of shape (tokens,) that mark special tokens, and parts of longer words.
    """

    row: InputRow
    tokens: tuple[str, ...]
    special: np.ndarray
    pieces: np.ndarray


class TextTokenizer:
    """The tokeniser of one model, without padding and truncation."""

    def __init__(self, folder: Path) -> None:
        from transformers import AutoTokenizer

        self.tokenizer: Any = AutoTokenizer.from_pretrained(folder, trust_remote_code=False)
        if not self.tokenizer.is_fast:
            raise ValueError("its tokeniser is not a fast one, and cannot locate tokens in the text.")
        first = self.tokenizer.tokenize(" a")[:1]
        self._begins_with_space = bool(first) and first[0].startswith(SPACE)

    def __call__(self, texts: Sequence[str]) -> list[TextTokens]:
        """Return the tokens of each text, without the white space around it.

        A byte-level tokeniser gets a space before the text, as in BERTScore's code, so that the first word has the same
        token as elsewhere. Unpaired surrogates, which no tokeniser accepts, become question marks.
        """
        return [tokens for chunk in chunked(texts) for tokens in self._encode([self._clean(text) for text in chunk])]

    def _clean(self, text: str) -> str:
        text = text.encode("utf-8", "replace").decode("utf-8").strip()
        return f" {text}" if text and self._begins_with_space else text

    def _encode(self, texts: Sequence[str]) -> list[TextTokens]:
        encoded = self.tokenizer(
            list(texts),
            padding=False,
            truncation=False,
            return_attention_mask=True,
            return_special_tokens_mask=True,
            return_offsets_mapping=True,
            verbose=False,
        )
        offsets = encoded.pop("offset_mapping")
        special = [np.asarray(mask, dtype=bool) for mask in encoded.pop("special_tokens_mask")]
        rows = [
            {field: np.asarray(encoded[field][index], dtype=np.int32) for field in encoded}
            for index in range(len(texts))
        ]
        return list(map(self._describe, texts, rows, offsets, special))

    def _describe(
        self, text: str, row: InputRow, offsets: Sequence[tuple[int, int]], special: np.ndarray
    ) -> TextTokens:
        tokens = [text[start:end].strip() for start, end in offsets]
        for index in np.flatnonzero(special):
            tokens[index] = self.tokenizer.convert_ids_to_tokens(int(row["input_ids"][index]))
        pieces = [_is_piece(text, end - len(text[start:end].lstrip()), end) for start, end in offsets]
        return TextTokens(row, tuple(tokens), special, np.array(pieces, dtype=bool) & ~special)


def _is_piece(text: str, start: int, end: int) -> bool:
    """Return whether the characters from start to end, if any, continue a word on either side."""
    return start < end and (
        (start > 0 and text[start - 1 : start + 1].isalnum()) or (end < len(text) and text[end - 1 : end + 1].isalnum())
    )


class TokenWindow(NamedTuple):
    """``positions``: the tokens of a text that the model sees; ``kept``: the indices of those whose vectors count."""

    positions: np.ndarray
    kept: np.ndarray


def cut_windows(special: np.ndarray, max_length: int) -> list[TokenWindow]:
    """Cut a text into windows that together keep each token once, in order.

    ``special``: booleans of shape (tokens,); the special tokens at the text's beginning and end are in every window. A
    token is kept from the window whose middle is nearest, so that it has at least a quarter of a window on either side
    if the text is long enough. Raises ValueError if the special tokens alone fill the model.
    """
    length = len(special)
    if length <= max_length:
        return [TokenWindow(np.arange(length), np.arange(length))]
    content = np.flatnonzero(~special)
    first, end = (int(content[0]), int(content[-1]) + 1) if len(content) else (length, length)
    specials = first + length - end
    room = max_length - specials
    if room < 1:
        raise ValueError(f"max_length {max_length} leaves no room beside {specials} special tokens; raise it")
    starts = [*range(first, end - room, max(1, room // 2)), end - room]
    borders = [0, *((start + room + after) // 2 for start, after in zip(starts, starts[1:], strict=False)), length]
    windows = []
    for start, low, high in zip(starts, borders, borders[1:], strict=False):
        positions = np.r_[:first, start : start + room, end:length]
        windows.append(TokenWindow(positions, np.flatnonzero((positions >= low) & (positions < high))))
    return windows


def join_windows(parts: Sequence[np.ndarray], windows: Sequence[TokenWindow]) -> np.ndarray:
    """Join the windows' vectors, (…, tokens of a window, dimensions), into the text's, (…, tokens, dimensions)."""
    if len(windows) == 1:
        return parts[0]
    return np.concatenate([part[..., window.kept, :] for part, window in zip(parts, windows, strict=True)], axis=-2)


def find_final_norm(model: Any) -> Any:
    """Return the norm after the last layer that gives the model's output, as in GPT-2, T5, Pegasus and Llama, or None.

    A norm within the last layer (BERT, BART) is not a final norm; layers are the modules that the model keeps in lists.
    The norm is identified by its output, as its name differs between model families, and other norms may have it too.
    """
    import torch
    from torch.nn import ModuleList

    layers = {layer for parent in model.modules() if isinstance(parent, ModuleList) for layer in parent.modules()}
    outputs: list[tuple[Any, Any]] = []
    hooks = [
        module.register_forward_hook(lambda module, _, output: outputs.append((module, output)))
        for module in model.modules()
        if module not in layers
    ]
    try:
        with torch.inference_mode():
            # Any tokens will do, unless all are padding, which some models set to 0 throughout.
            ids = torch.arange(3, device=model.device)[None]
            final = model(input_ids=ids).last_hidden_state
    finally:
        for hook in hooks:
            hook.remove()
    return next((module for module, output in outputs if torch.is_tensor(output) and torch.equal(output, final)), None)


#: the largest share of a batch that may be padding
MAX_PADDING = 0.1


class HiddenStates:
    """The tokeniser and the weights of one model up to the layer ``deepest``, on one device.

    Only the encoder of an encoder-decoder model is used. ``final_norm``: applies the norm after the model's last layer,
    if any, to the output of every layer.
    """

    def __init__(
        self, folder: Path, deepest: int, max_length: int, device: str, precision: str, final_norm: bool = False
    ) -> None:
        self.deepest = deepest
        self.device = device
        self.tokenize = TextTokenizer(folder)
        self.model = load_layers(folder, deepest, precision).to(device).eval()
        self.max_length = clip_max_length(max_length, self.tokenize.tokenizer, self.model)
        self._norm = find_final_norm(self.model) if final_norm else None

    def vectors(self, texts: Sequence[TextTokens], layers: Sequence[int], tokens_per_batch: int) -> list[np.ndarray]:
        """Return, for each text, float32 of shape (layers, tokens, dimensions); long texts are cut into windows."""
        cuts = [cut_windows(text.special, self.max_length) for text in texts]
        rows = [
            {field: values[window.positions] for field, values in text.row.items()}
            for text, windows in zip(texts, cuts, strict=True)
            for window in windows
        ]
        parts = iter(self._encode_rows(rows, layers, tokens_per_batch))
        return [join_windows([next(parts) for _ in windows], windows) for windows in cuts]

    def _encode_rows(self, rows: Sequence[InputRow], layers: Sequence[int], tokens_per_batch: int) -> list[np.ndarray]:
        lengths = [len(row["input_ids"]) for row in rows]
        dimensions = get_text_config(self.model.config).hidden_size
        row_vectors = [np.zeros((len(layers), 0, dimensions), dtype=np.float32)] * len(rows)
        # A decoder's tokeniser returns no token for an empty text.
        not_empty = [index for index, length in enumerate(lengths) if length]
        for batch in batch_by_tokens([lengths[index] for index in not_empty], tokens_per_batch, MAX_PADDING):
            indices = [not_empty[place] for place in batch]
            batch_vectors = self._encode_batch([rows[index] for index in indices], layers)
            ends = np.cumsum([lengths[index] for index in indices])
            for index, vectors in zip(indices, np.split(batch_vectors, ends[:-1], axis=1), strict=True):
                row_vectors[index] = vectors
        return row_vectors

    def _encode_batch(self, rows: Sequence[InputRow], layers: Sequence[int]) -> np.ndarray:
        """Return the vectors of all rows, concatenated without padding, of shape (layers, tokens, dimensions)."""
        import torch

        tokenizer = self.tokenize.tokenizer
        # Padding is masked, and on the right, where decoders do not attend; without a padding token, any other will do.
        fill = {"input_ids": tokenizer.pad_token_id or 0, "token_type_ids": tokenizer.pad_token_type_id}
        inputs = move_to_device(pad_rows(rows, {**fill, "attention_mask": 0}, "right"), self.device)
        with torch.inference_mode():
            states = self.model(**inputs, output_hidden_states=True).hidden_states
            is_token = inputs["attention_mask"].bool()
            vectors = [self._normalize(states[layer][is_token], layer) for layer in layers]
            return torch.stack(vectors).float().cpu().numpy()

    def _normalize(self, states: Any, layer: int) -> Any:
        """Apply the final norm, if any, but not to the last layer, whose output the model has already normalised."""
        return states if self._norm is None or layer == count_layers(self.model.config) else self._norm(states)


def load_layers(folder: Path, deepest: int, precision: str) -> Any:
    """Load the model, or its encoder, up to a layer; raise ValueError if the checkpoint lacks weights.

    One layer more is kept, because the model normalises the output of its last layer alone.
    """
    from transformers import AutoModel

    model, missing = load_pretrained(AutoModel, folder, precision)
    # The configuration of an encoder saved alone (sentence encoders from T5) does not say that there was a decoder.
    has_both = hasattr(model, "encoder") and hasattr(model, "decoder")
    unused = ("pooler", "decoder.") if has_both else ("pooler",)
    reject_missing([name for name in missing if not any(part in name for part in unused)])
    total = count_layers(model.config)
    if has_both:
        model = model.get_encoder()
    model.config.use_cache = False
    keep_layers(model, total, min(deepest + 1, total))
    return model


def keep_layers(model: Any, total: int, kept: int) -> None:
    """Keep only the first layers in the outermost list of all layers; leave a model with several (XLM) unchanged."""
    from torch.nn import ModuleList

    for module in model.modules():
        lists = {name: child for name, child in module.named_children() if isinstance(child, ModuleList)}
        whole = [name for name, child in lists.items() if len(child) == total]
        if len(whole) == 1:
            setattr(module, whole[0], lists[whole[0]][:kept])
        if whole:
            return


def count_layers(config: Any) -> int:
    """Return the number of layers of a model, or of its encoder, from its configuration."""
    return int(getattr(config, "encoder_layers", None) or get_text_config(config).num_hidden_layers)


def get_text_config(config: Any) -> Any:
    """Return the part of a configuration that describes the text model, or all of it for an encoder-decoder model."""
    return config if config.is_encoder_decoder else config.get_text_config()


def resolve_layer(layer: int, total: int) -> int:
    """Return the layer's index: 0 is the embeddings and −1 the last; raise ValueError if the model does not have it."""
    if not -total - 1 <= layer <= total:
        raise ValueError(
            f"layer {layer} does not exist: the model has {total} layers; choose 0 (its embeddings) to {total}, "
            f"or -1 (the last) to {-total - 1}"
        )
    return layer % (total + 1)
