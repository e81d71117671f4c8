"""Cut texts of more tokens than a model takes into windows that overlap by half, and join their vectors."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np


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
