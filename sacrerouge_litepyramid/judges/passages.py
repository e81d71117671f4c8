"""A long summary in passages of whole sentences, of which the one that states a unit best counts."""

from collections.abc import Callable, Sequence

import numpy as np

from sacrerouge_litepyramid.core.pairs import Pair
from sacrerouge_litepyramid.core.texts import split_sentences
from sacrerouge_litepyramid.models.language_model import WORD

#: texts to the length of each, in tokens or words
Measure = Callable[[Sequence[str]], Sequence[int]]
#: a fact often spans sentences, and checkers judge it worse by single ones
MIN_PASSAGE = 32


def check_passages(length: int | None) -> None:
    """Raise ValueError for passages that would be single sentences; None: the summary is not divided."""
    if length is not None and length < MIN_PASSAGE:
        raise ValueError(f"passages must be at least {MIN_PASSAGE} long, not {length}; single sentences are too short")


def split_passages(text: str, length: int, measure: Measure) -> list[str]:
    """Return a text, or, where it is longer than ``length``, passages of as many sentences as fit.

    A sentence that is too long itself is divided between words; a line break stays between two sentences.
    """
    if measure([text])[0] <= length:
        return [text]
    lines = [split_sentences(line) for line in text.splitlines()]
    pieces = [
        (piece, " " if place else "\n")
        for line in lines
        for place, sentence in enumerate(line)
        for piece in _divide(sentence, length, measure)
    ]
    passages: list[str] = []
    total = 0
    for (piece, space), size in zip(pieces, measure([piece for piece, _ in pieces]), strict=True):
        if not passages or total + size > length:
            passages.append(piece)
            total = 0
        else:
            passages[-1] += space + piece
        total += size
    return passages or [text]


def _divide(sentence: str, length: int, measure: Measure) -> list[str]:
    ends = [match.end() for match in WORD.finditer(sentence)]
    if len(ends) < 2 or measure([sentence])[0] <= length:
        return [sentence]
    middle = ends[len(ends) // 2 - 1]
    return [*_divide(sentence[:middle], length, measure), *_divide(sentence[middle:].strip(), length, measure)]


def predict_best_passage(
    pairs: Sequence[Pair], length: int, measure: Measure, predict: Callable[[list[Pair]], np.ndarray]
) -> np.ndarray:
    """Return logits of shape (pairs, classes): of the passage with the largest p2c; class 0 is "present"."""
    passages = {pair.summary: split_passages(pair.summary, length, measure) for pair in dict.fromkeys(pairs)}
    logits = predict([Pair(passage, pair.unit) for pair in pairs for passage in passages[pair.summary]])
    odds = logits[:, 0] - np.logaddexp.reduce(logits[:, 1:], axis=1)
    ends = np.cumsum([len(passages[pair.summary]) for pair in pairs])
    starts = [0, *ends[:-1]]
    return logits[[start + int(odds[start:end].argmax()) for start, end in zip(starts, ends, strict=True)]]
