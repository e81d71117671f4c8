"""ROUGE-1, -2 and -L of two texts, with the words and stems of Google's rouge-score."""

import re
from functools import lru_cache

from sacrerouge_litepyramid.core.precision_recall import Alignment
from sacrerouge_litepyramid.text.ngram_overlap import ngram_overlap, ngrams, subsequence_overlap
from sacrerouge_litepyramid.text.words import porter_stem

TOKEN = re.compile(r"[a-z0-9]+")
#: rouge-score stems longer words only
MIN_STEMMED = 4
#: no word is longer, and of a longer run of "y" the stemmer exhausts the stack
MAX_STEMMED = 256


def rouge_tokens(text: str, stem: bool = True) -> list[str]:
    """Split a text into runs of ASCII letters and digits in lower case, those of four characters and more stemmed."""
    tokens = TOKEN.findall(text.lower())
    return [_stem(token) for token in tokens] if stem else tokens


def compute_rouge(reference: str, summary: str, stem: bool = True) -> dict[str, Alignment]:
    """Compute ROUGE-1, ROUGE-2 and ROUGE-L of a summary, each from 0 to 1; ROUGE-L is of the whole texts.

    Source: Lin 2004. The values equal rouge-score's ``rouge1``, ``rouge2`` and ``rougeL``.
    """
    expected, given = rouge_tokens(reference, stem), rouge_tokens(summary, stem)
    return {
        "rouge-1": ngram_overlap(ngrams(expected, 1), ngrams(given, 1)),
        "rouge-2": ngram_overlap(ngrams(expected, 2), ngrams(given, 2)),
        "rouge-l": subsequence_overlap(expected, given),
    }


@lru_cache(maxsize=1 << 17)
def _stem(token: str) -> str:
    return porter_stem(token) if MIN_STEMMED <= len(token) <= MAX_STEMMED else token
