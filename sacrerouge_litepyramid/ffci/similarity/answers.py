"""How far two answers to one question agree: the F1 of their words (Rajpurkar et al. 2016)."""

import re
from collections.abc import Iterable

from sacrerouge_litepyramid.text.ngram_overlap import ngram_overlap, ngrams

ARTICLES = re.compile(r"\b(a|an|the)\b")
#: ASCII's, as SQuAD's own evaluation
PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")


def answer_f1(expected: str, found: str) -> float:
    """From 0 to 1; an answer without words agrees only with another."""
    words, others = answer_words(expected), answer_words(found)
    if not words or not others:
        return float(words == others)
    return ngram_overlap(ngrams(words, 1), ngrams(others, 1)).f1


def answer_words(answer: str) -> list[str]:
    """The words in lower case, without punctuation and articles."""
    return ARTICLES.sub(" ", PUNCTUATION.sub("", answer.lower())).split()


def answer_agreement(answers: Iterable[tuple[str, str]]) -> float:
    """The mean F1 over questions with an answer ("" is none) from their own text, NaN when there is none.

    ``answers``: of each question those from its own text and from the other text (Wang, Cho and Lewis, ACL 2020).
    """
    scores = [answer_f1(own, other) for own, other in answers if own]
    return sum(scores) / len(scores) if scores else float("nan")
