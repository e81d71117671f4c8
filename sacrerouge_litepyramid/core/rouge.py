"""ROUGE-N, ROUGE-L and ROUGE-Lsum of two texts (Lin 2004): English with the words and stems of Google's rouge-score.

Other languages have the words of `core.scripts`, without stems."""

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from sacrerouge_litepyramid.core.scripts import is_english, measure_non_ascii, tokenize
from sacrerouge_litepyramid.core.words import porter_stem

Tokenizer = Literal["rouge-score", "unicode"]
#: the largest share of a text's letters that a tokenizer may drop without a warning
MAX_DROPPED = 0.1


class Alignment(NamedTuple):
    """The share of the summary's tokens in the reference, that of the reference's in the summary, and their F1."""

    precision: float
    recall: float
    f1: float


def f1(precision: float, recall: float) -> float:
    """Return the harmonic mean; 0 unless both are above 0 (with different signs it is unbounded), NaN if one is NaN."""
    if math.isnan(precision) or math.isnan(recall):
        return math.nan
    return 2 * precision * recall / (precision + recall) if precision > 0 and recall > 0 else 0.0


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
    """Return the length of the longest run of characters that is in both texts."""
    longest = 0
    for end in range(1, len(text) + 1):
        # The longest shared run that ends here is at most one longer than any before it.
        if text[end - longest - 1 : end] in other:
            longest += 1
    return longest


Ngrams = Counter[tuple[str, ...]]


def ngrams(tokens: Sequence[str], size: int) -> Ngrams:
    """Count each run of ``size`` tokens; a shorter text has none."""
    return Counter(tuple(tokens[start : start + size]) for start in range(len(tokens) - size + 1))


def ngram_overlap(reference: Ngrams, summary: Ngrams) -> Alignment:
    """Return ROUGE-N: an n-gram's overlap is the smaller of its counts in the two texts."""
    fewer, more = sorted((reference, summary), key=len)
    shared = sum(min(count, more[ngram]) for ngram, count in fewer.items() if ngram in more)
    return shares(shared, reference.total(), summary.total())


def subsequence_overlap(reference: Sequence[str], summary: Sequence[str]) -> Alignment:
    """Return ROUGE-L: the overlap is the longest sequence of tokens that both texts have in this order."""
    codes = {token: chr(code) for code, token in enumerate(dict.fromkeys(reference), start=1)}
    known = "".join(codes.get(token, "\0") for token in summary)
    bits = encode_sentences(["".join(codes[token] for token in reference)])
    return shares(longest_common_subsequence(known, bits), len(reference), len(summary))


def shares(shared: int, reference: int, summary: int) -> Alignment:
    """Return the overlap divided by each text's count; 0 for a count of 0."""
    precision, recall = shared / max(summary, 1), shared / max(reference, 1)
    return Alignment(precision, recall, f1(precision, recall))


TOKEN = re.compile(r"[a-z0-9]+")
#: rouge-score stems longer words only
MIN_STEMMED = 4
#: no word is longer, and of a longer run of "y" the stemmer exhausts the stack
MAX_STEMMED = 256


def choose_tokenizer(*texts: str) -> Tokenizer:
    """Return the tokenizer for texts that are compared: rouge-score's if it suits every text.

    It suits a text of ASCII characters, and an English text if it drops at most MAX_DROPPED of the letters.
    """
    suits = all(text.isascii() or (measure_non_ascii(text) <= MAX_DROPPED and is_english(text)) for text in texts)
    return "rouge-score" if suits else "unicode"


def rouge_tokens(text: str, stem: bool = True, tokenizer: Tokenizer = "rouge-score") -> list[str]:
    """Split a text into words in small letters.

    rouge-score's are runs of ASCII letters and digits, those of four characters and more stemmed; Unicode's are those
    of `core.scripts.tokenize` in the form NFKC, never stemmed.
    """
    if tokenizer == "unicode":
        text = unicodedata.normalize("NFKC", text).casefold()
        return [text[start:end] for start, end in tokenize(text)]
    tokens = TOKEN.findall(text.lower())
    return [_stem(token) for token in tokens] if stem else tokens


def compute_rouge(
    reference: str, summary: str, stem: bool = True, tokenizer: Tokenizer | None = None
) -> dict[str, Alignment]:
    """Compute ROUGE-1, ROUGE-2 and ROUGE-L of a summary, each from 0 to 1; ROUGE-L is of the whole texts.

    ``tokenizer``: by default that of `choose_tokenizer`. Source: Lin 2004. By rouge-score's tokenizer the values equal
    its ``rouge1``, ``rouge2`` and ``rougeL``.
    """
    tokenizer = tokenizer or choose_tokenizer(reference, summary)
    expected, given = (rouge_tokens(text, stem, tokenizer) for text in (reference, summary))
    return {
        "rouge-1": ngram_overlap(ngrams(expected, 1), ngrams(given, 1)),
        "rouge-2": ngram_overlap(ngrams(expected, 2), ngrams(given, 2)),
        "rouge-l": subsequence_overlap(expected, given),
    }


@lru_cache(maxsize=1 << 17)
def _stem(token: str) -> str:
    return porter_stem(token) if MIN_STEMMED <= len(token) <= MAX_STEMMED else token


Sentences = Sequence[Sequence[str]]


def summary_subsequence_overlap(reference: Sentences, summary: Sentences) -> Alignment:
    """Return ROUGE-Lsum: a reference token is shared if a longest subsequence with some summary sentence has it.

    A token counts no more often than each text has it, as in ROUGE 1.5.5 and rouge-score's ``rougeLsum``.
    """
    expected, given = (Counter(token for sentence in text for token in sentence) for text in (reference, summary))
    union = Counter(
        sentence[place]
        for sentence in reference
        for place in {place for other in summary for place in subsequence_places(sentence, other)}
    )
    shared = (union & expected & given).total()
    return shares(shared, sum(map(len, reference)), sum(map(len, summary)))


def subsequence_places(sentence: Sequence[str], other: Sequence[str]) -> list[int]:
    """Return positions in ``sentence`` of a longest subsequence of both, last first, chosen as in rouge-score."""
    lengths = [[0] * (len(other) + 1)]
    for token in sentence:
        row, above = [0], lengths[-1]
        for column, other_token in enumerate(other, start=1):
            row.append(above[column - 1] + 1 if token == other_token else max(above[column], row[-1]))
        lengths.append(row)
    places: list[int] = []
    end, column = len(sentence), len(other)
    while end and column:
        if sentence[end - 1] == other[column - 1]:
            end, column = end - 1, column - 1
            places.append(end)
        elif lengths[end][column - 1] > lengths[end - 1][column]:
            column -= 1
        else:
            end -= 1
    return places


def rouge1_f1(candidate: str, reference: str) -> float:
    """Compute ROUGE-1 F1, with Porter stems of English."""
    tokenizer = choose_tokenizer(candidate, reference)
    return ngram_overlap(_count_unigrams(reference, tokenizer), _count_unigrams(candidate, tokenizer)).f1


@cache
def _count_unigrams(text: str, tokenizer: Tokenizer) -> Ngrams:
    return ngrams(rouge_tokens(text, tokenizer=tokenizer), 1)
