"""The agreement of two answers to one question: the F1 of their words (Rajpurkar et al. 2016)."""

import re
from collections.abc import Iterable

from sacrerouge_litepyramid.text.ngram_overlap import ngram_overlap, ngrams

ARTICLES = re.compile(r"\b(a|an|the)\b")
#: ASCII punctuation, as in SQuAD's evaluation
PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")


def answer_f1(expected: str, found: str) -> float:
    """Return the F1 of two answers' words, from 0 to 1; it is 1 if both have no words, and 0 if only one has none."""
    words, others = answer_words(expected), answer_words(found)
    if not words or not others:
        return float(words == others)
    return ngram_overlap(ngrams(words, 1), ngrams(others, 1)).f1


def answer_words(answer: str) -> list[str]:
    """Return the words in lower case, without punctuation and articles."""
    return ARTICLES.sub(" ", PUNCTUATION.sub("", answer.lower())).split()


def answer_agreement(answers: Iterable[tuple[str, str]]) -> float:
    """Return the mean F1 over questions that their own text answers ("" is no answer); NaN without such a question.

    ``answers``: for each question the answers from its own text and from the other text (Wang, Cho and Lewis, ACL
    2020).
    """
    scores = [answer_f1(own, other) for own, other in answers if own]
    return sum(scores) / len(scores) if scores else float("nan")
