"""Longest common subsequences and substrings of texts in which each token is one character."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class SentenceBits(NamedTuple):
    """Sentences side by side in one bit vector, a zero bit after each.

    ``occurrences``: for each character the bits of its positions; ``inside``: the bits of all positions;
    ``spans``: for each sentence its first bit, and a mask of ones of its length.
    """

    occurrences: Mapping[str, int]
    inside: int
    spans: tuple[tuple[int, int], ...]


def encode_sentences(sentences: Sequence[str]) -> SentenceBits:
    occurrences: dict[str, int] = defaultdict(int)
    spans = []
    inside = start = 0
    for sentence in sentences:
        for position, character in enumerate(sentence, start=start):
            occurrences[character] |= 1 << position
        ones = (1 << len(sentence)) - 1
        spans.append((start, ones))
        inside |= ones << start
        start += len(sentence) + 1
    return SentenceBits(dict(occurrences), inside, tuple(spans))


def longest_common_subsequence(text: str, bits: SentenceBits) -> int:
    """Return the length of the longest subsequence that ``text`` shares with any one of the sentences.

    Source: Hyyrö 2004, "Bit-parallel LCS-length computation revisited". A carry out of a
    sentence lands on the zero bit behind it, and is cleared.
    """
    unmatched = bits.inside
    for character in text:
        matches = unmatched & bits.occurrences.get(character, 0)
        unmatched = ((unmatched + matches) | (unmatched - matches)) & bits.inside
    matched = bits.inside & ~unmatched
    return max((((matched >> start) & ones).bit_count() for start, ones in bits.spans), default=0)


def longest_common_substring(text: str, other: str) -> int:
    """Return the length of the longest run of characters that both hold."""
    longest = 0
    for end in range(1, len(text) + 1):
        # The longest shared run that ends here is at most one longer than any before it.
        if text[end - longest - 1 : end] in other:
            longest += 1
    return longest
