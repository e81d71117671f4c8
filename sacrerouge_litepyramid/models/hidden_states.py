"""Hidden states of any transformers model: texts in, token vectors of chosen layers out."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.models.batching import InputRow, apply_by_tokens, chunked, collate
from sacrerouge_litepyramid.models.placement import (
    clip_max_length,
    load_config,
    load_pretrained,
    reject_missing,
)

#: a space in the vocabulary of byte-level tokenisers (GPT-2, RoBERTa, BART)
SPACE = "\u0120"


class _TextTokens(NamedTuple):
    """The tokens of a text; arrays have the shape (tokens,)."""

    #: the model's inputs
    row: dict[str, np.ndarray]
    #: the tokens' texts, "" for white space, or the names of special tokens
    tokens: tuple[str, ...]
    #: which tokens are special ones
    special: np.ndarray
    #: which tokens are parts of longer words
    pieces: np.ndarray


class TextTokenizer:
    """The tokeniser of one model, without padding and truncation."""

    def __init__(self, folder: Path) -> None:
        from transformers import AutoTokenizer

        self.tokenizer: Any = AutoTokenizer.from_pretrained(folder, trust_remote_code=False)
        if not self.tokenizer.is_fast:
            raise ValueError(
                "its tokeniser is not a fast one, and cannot locate tokens in the text."
            )
        first = self.tokenizer.tokenize(" a")[:1]
        self._begins_with_space = bool(first) and first[0].startswith(SPACE)

    def __call__(self, texts: Sequence[str]) -> list[_TextTokens]:
        """Return the tokens of each text, without the white space around it.

        A byte-level tokeniser gets a space before the text, as in BERTScore's code, so that the
        first word has the same token as elsewhere. Unpaired surrogates, which no tokeniser accepts,
        become question marks.
        """
        tokens = []
        for chunk in chunked(texts):
            tokens += self._encode(chunk)
        return tokens

    def _encode(self, texts: Sequence[str]) -> list[_TextTokens]:
        cleaned = [self._clean(text) for text in texts]
        encoded = self.tokenizer(
            cleaned,
            return_attention_mask=True,
            return_offsets_mapping=True,
            return_special_tokens_mask=True,
            verbose=False,
        )
        offsets = encoded.pop("offset_mapping")
        masks = encoded.pop("special_tokens_mask")
        described = []
        for index, text in enumerate(cleaned):
            row = {
                field: np.array(values[index], dtype=np.int32) for field, values in encoded.items()
            }
            special = np.array(masks[index], dtype=bool)
            described.append(self._describe(text, row, offsets[index], special))
        return described

    def _clean(self, text: str) -> str:
        text = text.encode("utf-8", "replace").decode("utf-8").strip()
        return f" {text}" if text and self._begins_with_space else text

    def _describe(
        self,
        text: str,
        row: dict[str, np.ndarray],
        offsets: Sequence[tuple[int, int]],
        special: np.ndarray,
    ) -> _TextTokens:
        tokens = []
        pieces = np.zeros(len(offsets), dtype=bool)
        for index, (start, end) in enumerate(offsets):
            covered = text[start:end]
            if special[index]:
                tokens.append(self.tokenizer.convert_ids_to_tokens(int(row["input_ids"][index])))
            else:
                tokens.append(covered.strip())
                # Some tokenisers count the space before a word as a part of it.
                pieces[index] = is_piece(text, end - len(covered.lstrip()), end)
        return _TextTokens(row, tuple(tokens), special, pieces)


def is_piece(text: str, start: int, end: int) -> bool:
    """Return whether the characters from start to end, if any, continue a word on either side."""
    if start >= end:
        return False
    # A word without a letter before or after it has only one character here.
    at_start = text[max(0, start - 1) : start + 1]
    at_end = text[end - 1 : end + 1]
    return any(len(around) == 2 and around.isalnum() for around in (at_start, at_end))


class _TokenWindow(NamedTuple):
    """A part of a text that the model reads at once."""

    #: the tokens of the text that the model sees
    positions: np.ndarray
    #: the indices among them of those whose vectors count
    kept: np.ndarray


def cut_windows(special: np.ndarray, max_length: int) -> list[_TokenWindow]:
    """Cut a text into windows that together keep each token once, in order.

    ``special``: booleans of shape (tokens,); the special tokens at the text's beginning and end are
    in every window. A token is kept from the window whose middle is nearest, so that it has at
    least a quarter of a window on either side if the text is long enough. Raises ValueError if the
    special tokens alone fill the model.
    """
    length = len(special)
    if length <= max_length:
        return [_TokenWindow(np.arange(length), np.arange(length))]
    content = np.flatnonzero(~special)
    first = int(content[0]) if len(content) else length
    end = int(content[-1]) + 1 if len(content) else length
    specials = first + length - end
    room = max_length - specials
    if room < 1:
        raise ValueError(
            f"max_length {max_length} leaves no room beside {specials} special tokens; raise it"
        )
    last = end - room
    starts = [*range(first, last, max(1, room // 2)), last]
    windows = []
    low = 0
    for start, following in zip(starts, [*starts[1:], length], strict=True):
        # The next window takes over in the middle of what both see.
        high = length if start == last else (start + room + following) // 2
        inside = np.arange(start, start + room)
        positions = np.concatenate([np.arange(first), inside, np.arange(end, length)])
        is_kept = (positions >= low) & (positions < high)
        windows.append(_TokenWindow(positions, np.flatnonzero(is_kept)))
        low = high
    return windows


class HiddenStates:
    """The tokeniser and the weights of one model up to the layer ``deepest``, on one device.

    Only the encoder of an encoder-decoder model is used. With ``final_norm`` the model ends at
    ``deepest``, whose vectors its final norm (GPT-2, T5, Pegasus, Llama) then normalises.
    """

    def __init__(
        self,
        folder: Path,
        deepest: int,
        max_length: int,
        device: str,
        precision: str,
        final_norm: bool = False,
    ) -> None:
        self.deepest = deepest
        self.device = device
        self.tokenize = TextTokenizer(folder)
        # A model normalises the output of its last layer alone, so without its final norm, one
        # layer more is kept.
        kept = deepest if final_norm else deepest + 1
        self.model = load_layers(folder, max(1, kept), precision).to(device).eval()
        self.max_length = clip_max_length(max_length, self.tokenize.tokenizer, self.model)

    def vectors(
        self,
        texts: Sequence[_TextTokens],
        layers: Sequence[int],
        tokens_per_batch: int,
        title: str | None = None,
    ) -> list[np.ndarray]:
        """Return, for each text, float32 of shape (layers, tokens, dimensions).

        Long texts are read in windows. With a ``title`` there is a progress bar.
        """
        import torch

        cuts = [cut_windows(text.special, self.max_length) for text in texts]
        rows: list[InputRow] = []
        for text, windows in zip(texts, cuts, strict=True):
            for positions, _ in windows:
                # A decoder's tokeniser returns no token for an empty text.
                if len(positions):
                    rows.append({field: values[positions] for field, values in text.row.items()})
        lengths = [len(row["input_ids"]) for row in rows]

        def encode_batch(batch: list[int]) -> list[np.ndarray]:
            members = [rows[index] for index in batch]
            # On the right, decoders do not attend to padding.
            inputs = collate(members, self.tokenize.tokenizer, self.device, side="right")
            states = self.model(**inputs, output_hidden_states=True).hidden_states
            is_token = inputs["attention_mask"].bool()
            chosen = [states[layer][is_token] for layer in layers]
            joined = torch.stack(chosen).float().cpu().numpy()
            ends = np.cumsum([lengths[index] for index in batch])
            return np.split(joined, ends[:-1], axis=1)

        encoded = iter(apply_by_tokens(encode_batch, lengths, tokens_per_batch, title))
        dimensions = get_text_config(self.model.config).hidden_size
        vectors = []
        for windows in cuts:
            parts = [np.zeros((len(layers), 0, dimensions), dtype=np.float32)]
            for positions, kept in windows:
                if len(positions):
                    parts.append(next(encoded)[:, kept])
            vectors.append(np.concatenate(parts, axis=1))
        return vectors


def load_layers(folder: Path, kept: int, precision: str) -> Any:
    """Load the first layers of a model, or of its encoder.

    Raise ValueError if the checkpoint lacks weights.
    """
    from transformers import AutoModel

    config = _shorten_config(load_config(folder), kept)
    model, missing = load_pretrained(AutoModel, folder, precision, config)
    # The configuration of an encoder saved alone (sentence encoders from T5) does not say that
    # there was a decoder.
    has_both = hasattr(model, "encoder") and hasattr(model, "decoder")
    unused = ("pooler", "decoder.") if has_both else ("pooler",)
    reject_missing([name for name in missing if not any(part in name for part in unused)])
    if has_both:
        model = model.get_encoder()
    model.config.use_cache = False
    return model


def _shorten_config(config: Any, kept: int) -> Any:
    """Return the configuration of a model, or of its encoder, with only the first layers."""
    part = get_text_config(config)
    name = _find_layers_field(config)
    setattr(part, name, min(kept, getattr(part, name)))
    if layer_types := getattr(part, "layer_types", None):
        part.layer_types = layer_types[:kept]
    return config


def _find_layers_field(config: Any) -> str:
    """Return the field with the number of layers of a model, or of its encoder."""
    return "encoder_layers" if hasattr(config, "encoder_layers") else "num_hidden_layers"


def count_layers(config: Any) -> int:
    """Return the number of layers of a model, or of its encoder, from its configuration."""
    return int(getattr(get_text_config(config), _find_layers_field(config)))


def get_text_config(config: Any) -> Any:
    """Return the part of a configuration that describes the text model.

    It is the whole configuration for an encoder-decoder model.
    """
    return config if config.is_encoder_decoder else config.get_text_config()


def resolve_layer(layer: int, total: int) -> int:
    """Return the layer's index: 0 is the embeddings and −1 the last.

    Raise ValueError if the model does not have it.
    """
    count = total + 1
    if not -count <= layer < count:
        raise ValueError(
            f"layer {layer} does not exist: the model has {total} layers; choose 0 (its "
            f"embeddings) to {total}, or -1 (the last) to {-count}"
        )
    return layer % count
