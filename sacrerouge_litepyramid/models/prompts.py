"""Prompts: a template with named places that are filled, one of which is cut to keep a limit of tokens."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

PLACE = re.compile(r"\{([A-Za-z_]\w*)\}")

#: where a text may be cut; not every script writes spaces between words
WORD = re.compile(r"\S{1,20}")

Encode = Callable[[Sequence[str]], list[np.ndarray]]


@dataclass(frozen=True)
class Prompt:
    """A template that names its places in braces, ``{unit}``; other braces, such as JSON's, are plain text.

    Raises ValueError for a template without a required place, or with an unknown one.
    """

    template: str
    required: tuple[str, ...]
    optional: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        known = [f"{{{name}}}" for name in (*self.required, *self.optional)]
        found = [f"{{{name}}}" for name in PLACE.findall(self.template)]
        missing = [place for place in known[: len(self.required)] if place not in found]
        unknown = [place for place in found if place not in known]
        if missing:
            raise ValueError(f"prompt {self.template!r} lacks {' and '.join(missing)}")
        if unknown:
            raise ValueError(f"prompt {self.template!r} has the unknown place {unknown[0]}; known: {', '.join(known)}")

    def fill(self, values: Mapping[str, str]) -> str:
        """Return the text; a place's name within a value is not replaced."""
        return PLACE.sub(lambda match: values[match[1]], self.template)

    def has_place(self, name: str) -> bool:
        return name in PLACE.findall(self.template)


class FittedPrompts(NamedTuple):
    """Token ids of each prompt, None where cutting does not make it fit, and the number of prompts that were cut."""

    ids: list[np.ndarray | None]
    cut: int


def encode_within(
    prompt: Prompt, values: Sequence[Mapping[str, str]], encode: Encode, limit: int, place: str
) -> FittedPrompts:
    """Fill and encode; a prompt above ``limit`` tokens loses the end of its value of ``place``, and nothing else."""
    encoded: list[np.ndarray | None] = list(encode([prompt.fill(each) for each in values]))
    cut = 0
    for index, ids in enumerate(encoded):
        if ids is not None and len(ids) > limit:
            encoded[index] = _cut(prompt, values[index], encode, limit, place)
            cut += encoded[index] is not None
    return FittedPrompts(encoded, cut)


def _cut(prompt: Prompt, values: Mapping[str, str], encode: Encode, limit: int, place: str) -> np.ndarray | None:
    """Return the ids with the longest prefix of the place's value that fits, by bisection over its word ends."""
    text = values.get(place, "")
    ends = [0, *(match.end() for match in WORD.finditer(text))]
    best = None
    fitting, too_long = -1, len(ends)
    while too_long - fitting > 1:
        # The empty value is tried first: where it does not fit, nothing does.
        middle = 0 if best is None else (fitting + too_long) // 2
        ids = encode([prompt.fill({**values, place: text[: ends[middle]]})])[0]
        if len(ids) <= limit:
            fitting, best = middle, ids
        elif best is None:
            return None
        else:
            too_long = middle
    return best
