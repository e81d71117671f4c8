"""Coreference clusters to substituted text and further STUs (Zhang and Bansal 2021, section 3.2, and their code)."""

from typing import NamedTuple


class Document(NamedTuple):
    """The tokens of a text and its clusters of mentions, each mention [start, end] with the end inclusive."""

    tokens: tuple[str, ...]
    clusters: tuple[tuple[tuple[int, int], ...], ...]
