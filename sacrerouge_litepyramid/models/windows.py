"""A text of more tokens than a model takes: cut into windows that overlap by half, and put together again."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np


class TokenWindow(NamedTuple):
    """``positions``: the text's tokens that the model sees; ``kept``: indices into them whose vectors are taken."""

    positions: np.ndarray
    kept: np.ndarray


def cut_windows(special: np.ndarray, max_length: int) -> list[TokenWindow]:
    """The windows of a text in order; what they keep is each token once, in order.

    ``special``: booleans of shape (tokens,); the marks that begin and end the text are in every window. A token is
    taken from the window in whose middle it is nearer, so that it has at least a quarter of a window on either side,
    where the text has. ValueError when the marks alone fill the model.
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
    """The windows' vectors, each (…, tokens of the window, dimensions), as the text's: (…, tokens, dimensions)."""
    if len(cut) == 1:
        return parts[0]
    return np.concatenate([part[..., window.kept, :] for part, window in zip(parts, cut, strict=True)], axis=-2)
