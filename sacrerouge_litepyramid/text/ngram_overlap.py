"""How much of two texts' wording is shared: n-grams by their counts, or the longest common subsequence (Lin 2004)."""

from collections import Counter
from collections.abc import Sequence

from sacrerouge_litepyramid.core.precision_recall import Alignment, f1
from sacrerouge_litepyramid.text.common_sequences import longest_common_subsequence, sentence_bits

Ngrams = Counter[tuple[str, ...]]


def ngrams(tokens: Sequence[str], size: int) -> Ngrams:
    """How often each run of ``size`` tokens occurs; a text that is shorter has none."""
    return Counter(tuple(tokens[start : start + size]) for start in range(len(tokens) - size + 1))


def ngram_overlap(reference: Ngrams, summary: Ngrams) -> Alignment:
    """ROUGE-N: an n-gram is shared as often as the text has it that has it less often."""
    fewer, more = sorted((reference, summary), key=len)
    shared = sum(min(count, more[ngram]) for ngram, count in fewer.items() if ngram in more)
    return shares(shared, reference.total(), summary.total())


def subsequence_overlap(reference: Sequence[str], summary: Sequence[str]) -> Alignment:
    """ROUGE-L: the longest sequence of tokens that both texts hold in this order."""
    codes = {token: chr(code) for code, token in enumerate(dict.fromkeys(reference), start=1)}
    known = "".join(codes.get(token, "\0") for token in summary)
    bits = sentence_bits(["".join(codes[token] for token in reference)])
    return shares(longest_common_subsequence(known, bits), len(reference), len(summary))


def shares(shared: int, reference: int, summary: int) -> Alignment:
    """What is shared of the numbers that either text has; 0 of none."""
    precision, recall = shared / max(summary, 1), shared / max(reference, 1)
    return Alignment(precision, recall, f1(precision, recall))
