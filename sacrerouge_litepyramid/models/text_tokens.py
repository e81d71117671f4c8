"""Tokenise texts: the model's inputs, the characters that each token covers, and windows of texts that are too long."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.models.batching import InputRow, chunked

#: how byte-level tokenisers (GPT-2, RoBERTa, BART) write a space in their vocabulary
SPACE = "\u0120"


class TextTokens(NamedTuple):
    """``row``: the model's inputs; ``tokens``: surface texts, "" for white space, or names of special tokens.

    Booleans of shape (tokens,): ``special``, the tokens that the tokeniser adds; ``pieces``, parts of a longer word.
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
            raise ValueError("its tokeniser does not give the characters of a token: it is not a fast one.")
        first = self.tokenizer.tokenize(" a")[:1]
        self._begins_with_space = bool(first) and first[0].startswith(SPACE)

    def __call__(self, texts: Sequence[str]) -> list[TextTokens]:
        """Return the tokens of each text, without the white space around it.

        Byte-level tokenisers get a space before the text, as in BERTScore's code: the first word then has the same
        token as elsewhere. Unpaired surrogates, which no tokeniser takes, become question marks.
        """
        return [tokens for some in chunked(texts) for tokens in self._encode([self._clean(text) for text in some])]

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
        return [self._describe(*each) for each in zip(texts, rows, offsets, special, strict=True)]

    def _describe(
        self, text: str, row: InputRow, offsets: Sequence[tuple[int, int]], special: np.ndarray
    ) -> TextTokens:
        covered = [text[start:end] for start, end in offsets]
        tokens = [each.strip() for each in covered]
        for index in np.flatnonzero(special):
            tokens[index] = self.tokenizer.convert_ids_to_tokens(int(row["input_ids"][index]))
        pieces = [
            _is_piece(text, end - len(each.lstrip()), end) for each, (_, end) in zip(covered, offsets, strict=True)
        ]
        return TextTokens(row, tuple(tokens), special, np.array(pieces, dtype=bool) & ~special)


def _is_piece(text: str, start: int, end: int) -> bool:
    """Return whether the characters from start to end, if any, have a letter or digit beside them at either side."""
    return start < end and (
        (start > 0 and text[start - 1 : start + 1].isalnum()) or (end < len(text) and text[end - 1 : end + 1].isalnum())
    )


class TokenWindow(NamedTuple):
    """``positions``: the text's tokens that the model sees; ``kept``: indices into them whose vectors are used."""

    positions: np.ndarray
    kept: np.ndarray


def cut_windows(special: np.ndarray, max_length: int) -> list[TokenWindow]:
    """Return the windows of a text in order; together they keep each token once, in order.

    ``special``: booleans of shape (tokens,); the special tokens at the text's beginning and end are in every window. A
    token is kept from the window whose middle is nearest, so that it has at least a quarter of a window on either side,
    where the text is long enough. Raises ValueError when the special tokens alone fill the model.
    """
    length = len(special)
    if length <= max_length:
        return [TokenWindow(np.arange(length), np.arange(length))]
    content = np.flatnonzero(~special)
    first, end = (int(content[0]), int(content[-1]) + 1) if len(content) else (length, length)
    room = max_length - first - (length - end)
    if room < 1:
        raise ValueError(f"max_length {max_length} leaves no room beside {length - end + first} marks; give more")
    starts = [*range(first, end - room, max(1, room // 2)), end - room]
    borders = [0, *((start + room + after) // 2 for start, after in zip(starts, starts[1:], strict=False)), length]
    marks = np.arange(first), np.arange(end, length)
    found = []
    for start, low, high in zip(starts, borders, borders[1:], strict=False):
        positions = np.concatenate([marks[0], np.arange(start, start + room), marks[1]])
        found.append(TokenWindow(positions, np.flatnonzero((positions >= low) & (positions < high))))
    return found


def join_windows(parts: Sequence[np.ndarray], cut: Sequence[TokenWindow]) -> np.ndarray:
    """Join the windows' vectors, each (…, tokens of the window, dimensions), to the text's: (…, tokens, dimensions)."""
    if len(cut) == 1:
        return parts[0]
    return np.concatenate([part[..., window.kept, :] for part, window in zip(parts, cut, strict=True)], axis=-2)
