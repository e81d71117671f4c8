"""Judgement of a long summary by the passage that states a unit best."""

from collections.abc import Callable, Sequence

import numpy as np

from sacrerouge_litepyramid.core.pairs import Pair, split_rows
from sacrerouge_litepyramid.core.texts import split_sentences
from sacrerouge_litepyramid.models.language_model import WORD


def split_passages(text: str, length: int, measure: Callable[[str], int]) -> list[str]:
    """Return the text, or passages of as many sentences as fit if it is longer than ``length``.

    ``measure`` counts a text's tokens or words. A sentence that is too long is divided between
    words; line breaks are kept.
    """
    if measure(text) <= length:
        return [text]
    passages: list[str] = []
    total = 0
    for line in text.splitlines():
        space = "\n"
        for sentence in split_sentences(line):
            for piece in _divide(sentence, length, measure):
                size = measure(piece)
                total += size
                if passages and total <= length:
                    passages[-1] += space + piece
                else:
                    passages.append(piece)
                    total = size
                space = " "
    return passages or [""]


def _divide(sentence: str, length: int, measure: Callable[[str], int]) -> list[str]:
    """Return a sentence, or its halves, divided between words until each piece is short enough."""
    ends = [match.end() for match in WORD.finditer(sentence)]
    if len(ends) < 2 or measure(sentence) <= length:
        return [sentence]
    middle = ends[len(ends) // 2 - 1]
    rest = sentence[middle:].strip()
    return _divide(sentence[:middle], length, measure) + _divide(rest, length, measure)


def predict_best_passage(
    pairs: Sequence[Pair],
    length: int,
    measure: Callable[[str], int],
    predict: Callable[[Sequence[Pair]], np.ndarray],
) -> np.ndarray:
    """Return logits of shape (pairs, classes), each of the passage with the largest odds.

    If ``length`` is 0, summaries are not divided.
    """
    if not length or not pairs:
        return predict(pairs)
    passages = {}
    questions, counts = [], []
    for summary, unit in pairs:
        if summary not in passages:
            passages[summary] = split_passages(summary, length, measure)
        questions += [Pair(passage, unit) for passage in passages[summary]]
        counts.append(len(passages[summary]))
    best = []
    for logits in split_rows(predict(questions), counts):
        odds = logits[:, 0] - np.logaddexp.reduce(logits[:, 1:], axis=1)
        best.append(logits[odds.argmax()])
    return np.array(best)
