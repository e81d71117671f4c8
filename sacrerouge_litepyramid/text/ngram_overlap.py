"""Overlap of two texts' wording: n-grams by their counts, or the longest common subsequence (Lin 2004)."""

from collections import Counter
from collections.abc import Sequence

from sacrerouge_litepyramid.core.precision_recall import Alignment, f1
from sacrerouge_litepyramid.text.common_sequences import encode_sentences, longest_common_subsequence

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
