"""Sentinels: scores that no judge was asked for, which a metric must beat (Perrella et al., ACL 2024)."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import numpy as np

from sacrerouge_litepyramid.core.rouge import ngram_overlap, ngrams, rouge_tokens
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.core.words import STOP_WORDS
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey

_WORD = re.compile(r"[\w'-]+")


@lru_cache(maxsize=1 << 14)
def list_content_words(text: str) -> tuple[str, ...]:
    """Return a text's words in lower case, without stop words."""
    return tuple(word for word in _WORD.findall(text.lower()) if word not in STOP_WORDS)


def recall_words(summary: str, units: Sequence[str]) -> list[float]:
    """Return the share of each unit's content words that a summary has, 0 for a unit without any."""
    known = set(list_content_words(summary))
    return [sum(word in known for word in words) / max(len(words), 1) for words in map(list_content_words, units)]


def _recall_unigrams(summary: str, units: Sequence[str]) -> list[float]:
    own = ngrams(rouge_tokens(summary), 1)
    return [ngram_overlap(ngrams(rouge_tokens(unit), 1), own).recall for unit in units]


CONTENT_WORDS, LENGTH, ROUGE = "recall of content words", "length", "ROUGE-1 recall"
#: by name the values of units, from a summary and its units; the length is in words between spaces
SENTINELS: Mapping[str, Callable[[str, Sequence[str]], Sequence[float]]] = {
    CONTENT_WORDS: recall_words,
    LENGTH: lambda summary, units: [len(summary.split())] * len(units),
    "constant": lambda summary, units: [1.0] * len(units),
    ROUGE: _recall_unigrams,
}


def judge_by_sentinel(name: str, texts: Mapping[SummaryKey, str], units: Mapping[str, Sequence[Unit]]) -> Evidence:
    """Return the evidence of one of SENTINELS; ``units``: by instance."""
    judged = {
        key: np.array(SENTINELS[name](text, [unit.text for unit in units[key.instance_id]]), dtype=np.float64)
        for key, text in texts.items()
        if key.instance_id in units
    }
    return Evidence(name, "p2c", {instance: tuple(own) for instance, own in units.items()}, judged)
