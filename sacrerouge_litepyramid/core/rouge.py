"""ROUGE-N, ROUGE-L and ROUGE-Lsum of two texts (Lin 2004).

English texts have the words and stems of Google's rouge-score, others the words of `core.scripts`
without stemming."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Literal, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.porter import porter_stem
from sacrerouge_litepyramid.core.scripts import is_english, measure_non_ascii, tokenize

Tokenizer = Literal["rouge-score", "unicode"]
#: the largest share of a text's letters that a tokenizer may drop without a warning
MAX_DROPPED = 0.1


class Alignment(NamedTuple):
    """The share of the summary's tokens that the reference has, the reverse, and the F1 of both."""

    precision: float
    recall: float
    f1: float


def f1(precision: float, recall: float) -> float:
    """Return the harmonic mean.

    It is NaN if one of them is NaN, and 0 unless both are above 0: with different signs it would be
    unbounded.
    """
    if math.isnan(precision) or math.isnan(recall):
        return math.nan
    if precision <= 0 or recall <= 0:
        return 0.0
    return 2 * precision * recall / (precision + recall)


def longest_common_subsequence(text: str, other: str) -> int:
    """Return the length of the longest subsequence that two texts share."""
    positions = _locate_characters(other)
    return _match(text, positions, (1 << len(other)) - 1).bit_count()


def longest_common_subsequences(texts: Sequence[str], others: Sequence[str]) -> np.ndarray:
    """Return the length of the longest subsequence of each two texts, (texts, others)."""
    # The others lie side by side, with a zero bit after each.
    positions = _locate_characters("\0".join(others))
    positions.pop("\0", None)
    lengths = np.array([len(other) + 1 for other in others])
    starts = np.cumsum(lengths) - lengths
    size = int(lengths.sum())
    inside = (1 << size) - 1
    for start, length in zip(starts.tolist(), lengths.tolist(), strict=True):
        inside ^= 1 << (start + length - 1)
    byte_count = (size + 7) // 8
    matched = [_match(text, positions, inside).to_bytes(byte_count, "little") for text in texts]
    rows = np.frombuffer(b"".join(matched), np.uint8).reshape(len(texts), byte_count)
    bits = np.unpackbits(rows, axis=1, bitorder="little")
    return np.add.reduceat(bits, starts, axis=1, dtype=np.int64)


def _locate_characters(text: str) -> dict[str, int]:
    """Return, for each character, the bits of its positions."""
    positions: dict[str, int] = defaultdict(int)
    for position, character in enumerate(text):
        positions[character] |= 1 << position
    return dict(positions)


def _match(text: str, positions: Mapping[str, int], inside: int) -> int:
    """Return as many bits as the longest common subsequence is long.

    ``inside``: the bits of all positions of the other text. Of several texts side by side, each has
    the bits of its own: a carry out of one lands on the zero bit after it and is cleared.

    Source: Hyyrö 2004, "Bit-parallel LCS-length computation revisited".
    """
    unmatched = inside
    for character in text:
        matches = unmatched & positions.get(character, 0)
        if matches:
            unmatched = ((unmatched + matches) | (unmatched - matches)) & inside
    return inside & ~unmatched


def longest_common_substring(text: str, other: str) -> int:
    """Return the length of the longest run of characters that both texts contain."""
    longest = 0
    for end in range(1, len(text) + 1):
        # The longest shared run that ends here is at most one longer than any before it.
        if text[end - longest - 1 : end] in other:
            longest += 1
    return longest


Ngrams = Counter[tuple[str, ...]]


def ngrams(tokens: Sequence[str], size: int) -> Ngrams:
    """Count the runs of ``size`` tokens; a shorter text has none."""
    shifted = [tokens[start:] for start in range(size)]
    return Counter(zip(*shifted, strict=False))


def ngram_overlap(reference: Ngrams, summary: Ngrams) -> Alignment:
    """Compute ROUGE-N: an n-gram's overlap is the smaller of its counts in the two texts."""
    fewer, more = sorted((reference, summary), key=len)
    shared = sum(min(count, more[ngram]) for ngram, count in fewer.items() if ngram in more)
    return _align(shared, reference.total(), summary.total())


def subsequence_overlap(reference: Sequence[str], summary: Sequence[str]) -> Alignment:
    """Compute ROUGE-L: the overlap is the longest common subsequence of tokens."""
    distinct = dict.fromkeys(reference)
    codes = {token: chr(code) for code, token in enumerate(distinct, start=1)}
    reference_text = "".join(codes[token] for token in reference)
    summary_text = "".join(codes.get(token, "\0") for token in summary)
    shared = longest_common_subsequence(summary_text, reference_text)
    return _align(shared, len(reference), len(summary))


def _align(shared: int, reference: int, summary: int) -> Alignment:
    """Divide the number of shared tokens by each text's number of tokens, or by 1 if it is 0."""
    precision = shared / max(summary, 1)
    recall = shared / max(reference, 1)
    return Alignment(precision, recall, f1(precision, recall))


_TOKEN = re.compile(r"[a-z0-9]+")
#: rouge-score does not stem shorter words
_MIN_STEMMED = 4
#: longer tokens are not words, and on a long run of "y" the stemmer exhausts the stack
_MAX_STEMMED = 256


def choose_tokenizer(*texts: str) -> Tokenizer:
    """Return the tokenizer for texts that are compared: rouge-score's if it suits every text.

    It suits a text in ASCII, and an English text of whose letters it drops at most the share
    MAX_DROPPED.
    """
    for text in texts:
        if not text.isascii() and (measure_non_ascii(text) > MAX_DROPPED or not is_english(text)):
            return "unicode"
    return "rouge-score"


def rouge_tokens(text: str, stem: bool = True, tokenizer: Tokenizer = "rouge-score") -> list[str]:
    """Split a text into lower-case tokens.

    Tokens of "rouge-score" are runs of ASCII letters and digits, stemmed if they have four
    characters or more; those of "unicode" are the words of `core.scripts.tokenize`, never stemmed.
    """
    if tokenizer == "unicode":
        text = text.casefold()
        return [text[start:end] for start, end in tokenize(text)]
    tokens = _TOKEN.findall(text.lower())
    return [_stem(token) for token in tokens] if stem else tokens


def compute_rouge(
    reference: str, summary: str, stem: bool = True, tokenizer: Tokenizer | None = None
) -> dict[str, Alignment]:
    """Compute ROUGE-1, ROUGE-2 and ROUGE-L of a summary, each from 0 to 1.

    ROUGE-L compares the texts as wholes. The default tokenizer is that of `choose_tokenizer`.
    Source: Lin 2004. With rouge-score's tokenizer the values equal its ``rouge1``, ``rouge2`` and
    ``rougeL``.
    """
    tokenizer = tokenizer or choose_tokenizer(reference, summary)
    reference_tokens = rouge_tokens(reference, stem, tokenizer)
    tokens = rouge_tokens(summary, stem, tokenizer)
    return {
        "rouge-1": ngram_overlap(ngrams(reference_tokens, 1), ngrams(tokens, 1)),
        "rouge-2": ngram_overlap(ngrams(reference_tokens, 2), ngrams(tokens, 2)),
        "rouge-l": subsequence_overlap(reference_tokens, tokens),
    }


@lru_cache(maxsize=1 << 17)
def _stem(token: str) -> str:
    return porter_stem(token) if _MIN_STEMMED <= len(token) <= _MAX_STEMMED else token


Sentences = Sequence[Sequence[str]]


def summary_subsequence_overlap(reference: Sentences, summary: Sentences) -> Alignment:
    """Compute ROUGE-Lsum of a reference's and a summary's sentences.

    A reference token is shared if a longest common subsequence with any summary sentence has it.

    A token counts at most as often as in either text, as in ROUGE 1.5.5 and rouge-score's
    ``rougeLsum``.
    """
    in_reference = Counter(chain.from_iterable(reference))
    in_summary = Counter(chain.from_iterable(summary))
    union: Counter[str] = Counter()
    for sentence in reference:
        places = set()
        for other in summary:
            places.update(_subsequence_places(sentence, other))
        union.update(sentence[place] for place in places)
    shared = union & in_reference & in_summary
    return _align(shared.total(), in_reference.total(), in_summary.total())


def _subsequence_places(sentence: Sequence[str], other: Sequence[str]) -> list[int]:
    """Return the places in ``sentence`` of a longest common subsequence, last first.

    Of several subsequences it is the one that rouge-score chooses.
    """
    # lengths[i][j]: the length for the first i tokens of the sentence and the first j of the other.
    lengths = [[0] * (len(other) + 1)]
    for token in sentence:
        above = lengths[-1]
        row = [0]
        for column, other_token in enumerate(other, start=1):
            if token == other_token:
                row.append(above[column - 1] + 1)
            else:
                row.append(max(above[column], row[-1]))
        lengths.append(row)
    places = []
    end, column = len(sentence), len(other)
    while end and column:
        if sentence[end - 1] == other[column - 1]:
            end -= 1
            column -= 1
            places.append(end)
        elif lengths[end][column - 1] > lengths[end - 1][column]:
            column -= 1
        else:
            end -= 1
    return places


def rouge1_f1(candidate: str, reference: str) -> float:
    """Compute ROUGE-1 F1, with Porter stems for English."""
    tokenizer = choose_tokenizer(candidate, reference)
    in_reference = _count_unigrams(reference, tokenizer)
    in_candidate = _count_unigrams(candidate, tokenizer)
    return ngram_overlap(in_reference, in_candidate).f1


@cache
def _count_unigrams(text: str, tokenizer: Tokenizer) -> Ngrams:
    return ngrams(rouge_tokens(text, tokenizer=tokenizer), 1)
