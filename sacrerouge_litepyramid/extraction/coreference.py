"""Substitute names in a text by its coreference clusters (Zhang and Bansal 2021, section 3.2, and their code)."""

from collections.abc import Sequence
from typing import NamedTuple

Mention = tuple[int, int]

#: mentions that are replaced, and never replace others
PRONOUNS = frozenset(
    ("it", "he", "she", "they", "this", "i", "you", "her", "him", "their", "them", "his", "its", "my", "your")
)
#: a later name that shares this part of its words with the first gives no extra STU
SHARED_WORDS = 0.5


class CoreferenceClusters(NamedTuple):
    """The tokens of a text and its clusters of mentions; a mention is [start, end] with the end inclusive."""

    tokens: tuple[str, ...]
    clusters: tuple[tuple[Mention, ...], ...]


class ResolvedText(NamedTuple):
    """A text in which first names replace the other mentions, and extra STUs that state which names corefer.

    ``words``: the text's parts, tokens and names; ``origins``: for each part the index of the token at which it begins.
    """

    words: tuple[str, ...]
    origins: tuple[int, ...]
    extra_stus: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(self.words)


def resolve_names(document: CoreferenceClusters) -> ResolvedText:
    """Replace all mentions in each cluster by its first name, pronouns before that name included.

    Clusters of pronouns only change nothing. Where two clusters begin at the same token the later one wins.
    """
    replacements: dict[int, tuple[int, str]] = {}
    extra: list[str] = []
    for cluster in document.clusters:
        mentions = [_text(document.tokens, mention) for mention in cluster]
        first = next((place for place, text in enumerate(mentions) if text.lower() not in PRONOUNS), None)
        if first is not None:
            others = [*cluster[:first], *cluster[first + 1 :]]
            replacements.update({start: (end, mentions[first]) for start, end in others})
            extra += [f"{mentions[first]} is {name}" for name in _other_names(mentions[first:])]
    words, origins = _substitute(document.tokens, replacements)
    return ResolvedText(tuple(words), tuple(origins), tuple(extra))


def _text(tokens: Sequence[str], mention: Mention) -> str:
    start, end = mention
    if not 0 <= start <= end < len(tokens):
        raise ValueError(f"the mention {list(mention)} does not lie in a text of {len(tokens)} tokens")
    return " ".join(tokens[start : end + 1])


def _other_names(mentions: Sequence[str]) -> list[str]:
    """Return the distinct names that differ enough from the first mention to give an extra STU."""
    first, names = mentions[0], [mentions[0].lower()]
    others = []
    for mention in mentions[1:]:
        lowered = mention.lower()
        if lowered in PRONOUNS or lowered in names:
            continue
        words = lowered.split()
        shared = sum(word in first.lower().split() for word in words)
        if first.lower() not in lowered and shared < SHARED_WORDS * len(words):
            names.append(lowered)
            others.append(mention)
    return others


def _substitute(tokens: Sequence[str], replacements: dict[int, tuple[int, str]]) -> tuple[list[str], list[int]]:
    """Return the words, with replaced spans skipped, and the token where each begins, from left to right."""
    words: list[str] = []
    origins: list[int] = []
    index = 0
    while index < len(tokens):
        end, word = replacements.get(index, (index, tokens[index]))
        words.append(word)
        origins.append(index)
        index = end + 1
    return words, origins
