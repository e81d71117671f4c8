"""A judge for any language, which compares character n-grams.

It is a logistic regression over how many of a unit's n-grams a summary has.

As for the lexical judge, an n-gram that many units of the document share is weak evidence for each
of them. Other documents have no influence, so that a score does not depend on which texts are
judged together."""

import json
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.core.judge_input import unify_group
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.core.scripts import STOPS, UNSPACED_LETTERS, is_english, tokenize
from sacrerouge_litepyramid.judges.judge import Judge, ScoreRange, TrainingData
from sacrerouge_litepyramid.judges.lexical_features import SIBLING_FLOOR, weigh_sibling

#: characters of an n-gram; a character of double width (Han, kana, Hangul) counts as two
NGRAM_LENGTH = 4
#: the number of letters of a name that are compared, as endings differ
NAME_LETTERS = 5
#: the log-odds from the features of `compare_units`, fitted by benchmarks/character_ngrams.py
INTERCEPT, COEFFICIENTS = -2.39, (3.45, 2.31, -1.02, -1.37)
#: the log-odds if the unit or the summary has no letters or digits
ABSENT = -20.0
_SENTENCE_END = re.compile(rf"(?<=[.!?…])\s|[\n{STOPS}]")
_NUMBER = re.compile(r"\d+(?:[.,٫٬]\d+)*")
#: spaces beside letters of scripts that do not separate words by spaces, such as kana and Han
_OPTIONAL_SPACE = re.compile(
    rf" ?([{UNSPACED_LETTERS}\u3005-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]\0?) ?"
)


class ComparedText(NamedTuple):
    """A text and its sentences as `normalize` returns them, with the text's numbers and names."""

    normalized: str
    sentences: tuple[str, ...]
    numbers: frozenset[str]
    names: frozenset[str]


@lru_cache(maxsize=1 << 14)
def build_compared_text(text: str) -> ComparedText:
    """Return a text as the judge compares it.

    A name is a capitalised word that does not begin a sentence.
    """
    sentences = []
    names = set()
    for sentence in filter(normalize, _SENTENCE_END.split(text)):
        sentences.append(normalize(sentence))
        for start, end in tokenize(sentence)[1:]:
            if sentence[start].isupper():
                name = normalize(sentence[start:end]).rstrip()
                # The space before a name is compared too, as a name begins a word.
                names.add(name[: 1 + NAME_LETTERS])
    numbers = map(normalize, _NUMBER.findall(text))
    return ComparedText(normalize(text), tuple(sentences), frozenset(numbers), frozenset(names))


def normalize(text: str) -> str:
    """Return a text in lower case, with ASCII digits and single spaces around words.

    In scripts without spaces between words there are none.
    """
    words = "".join(map(_normalize_character, text.casefold())).split()
    return _OPTIONAL_SPACE.sub(r"\1", f" {' '.join(words)} ") if words else ""


@lru_cache(maxsize=1 << 16)
def _normalize_character(character: str) -> str:
    if character.isdecimal():
        return str(int(character))
    if unicodedata.category(character)[0] not in "LMN":
        return " "
    # Hebrew and Arabic points, which most texts omit
    if 10 <= unicodedata.combining(character) <= 35:
        return ""
    return f"{character}\0" if unicodedata.east_asian_width(character) in "WF" else character


def list_ngrams(text: str) -> frozenset[str]:
    """Return the distinct n-grams of a text; a text shorter than NGRAM_LENGTH is one n-gram."""
    normalized = build_compared_text(text).normalized
    count = max(1, len(normalized) - NGRAM_LENGTH + 1)
    ngrams = (normalized[start : start + NGRAM_LENGTH] for start in range(count))
    return frozenset(ngram for ngram in ngrams if ngram and ngram[0] != "\0")


@lru_cache(maxsize=1 << 10)
def weigh_ngrams(units: tuple[str, ...]) -> list[dict[str, float]]:
    """Return the weights of each unit's n-grams, which sum to 1.

    They are in proportion to `weigh_sibling` of the number of units that have the n-gram.
    """
    ngrams = list(map(list_ngrams, units))
    unit_counts = Counter(chain.from_iterable(ngrams))
    weights = {ngram: weigh_sibling(count, len(units)) for ngram, count in unit_counts.items()}
    weights_by_unit = []
    for present in ngrams:
        # An exact sum does not depend on the order of a set.
        total = math.fsum(weights[ngram] for ngram in present)
        weights_by_unit.append({ngram: weights[ngram] / total for ngram in present})
    return weights_by_unit


def compare_units(group: Group) -> np.ndarray:
    """Return the features of each unit, (units, 4); zeros if there is nothing to compare.

    They are the share of its n-grams in the summary, the largest share in one sentence, the share
    of its numbers that is missing in the summary, and the share of its names that is missing.
    """
    summary = build_compared_text(group.summary)
    rows = []
    for text, weights in zip(group.units, weigh_ngrams(group.units), strict=True):
        unit = build_compared_text(text)
        share = _sum_shared(weights, summary.normalized)
        by_sentence = [_sum_shared(weights, sentence) for sentence in summary.sentences]
        missing_numbers = len(unit.numbers - summary.numbers)
        missing_names = sum(name not in summary.normalized for name in unit.names)
        numbers = missing_numbers / max(1, len(unit.numbers))
        names = missing_names / max(1, len(unit.names))
        rows.append([share, max(by_sentence, default=0.0), numbers, names])
    return np.array(rows).reshape(-1, len(COEFFICIENTS))


def _sum_shared(weights: dict[str, float], text: str) -> float:
    return math.fsum(weight for ngram, weight in weights.items() if ngram in text)


def _unify_english(group: Group) -> Group:
    """Return a group of English texts in one spelling; "dont" is a French word."""
    is_known = is_english(" ".join((group.summary, *group.units)))
    return unify_group(group) if is_known else group


@Judge.register("character-ngrams")
class CharacterNgramJudge(Judge):
    """A judge for units in any language, by their character n-grams, numbers and names."""

    description = "the character n-gram model, which compares letters and not meaning"
    blind_spots = (
        "it compares letters: other words for the same count as absent, and it overlooks negations"
    )
    warning = (
        "The character n-gram judge compares letters: it misses paraphrases and negations; "
        "read some summaries."
    )
    classes = 2
    judges_parts = True
    score_range = ScoreRange(0.062, 0.967, "REALSumm")
    training_data = TrainingData("REALSumm", ("e607bee264e88274",))

    def predict(self, groups: Sequence[Group]) -> list[np.ndarray]:
        """Return for each group logits of shape (units, 2): the log-odds, and 0."""
        answers = []
        for group in map(_unify_english, groups):
            # The last bit of a product of matrices may depend on the number of rows.
            log_odds = INTERCEPT + (compare_units(group) * COEFFICIENTS).sum(axis=1)
            is_blank = [not (normalize(unit) and normalize(group.summary)) for unit in group.units]
            log_odds[is_blank] = ABSENT
            answers.append(np.column_stack([log_odds, np.zeros_like(log_odds)]))
        return answers

    def identity(self) -> dict[str, Any]:
        numbers = json.dumps([NGRAM_LENGTH, NAME_LETTERS, SIBLING_FLOOR, INTERCEPT, *COEFFICIENTS])
        return {
            "type": "character-ngrams",
            "model": "REALSumm",
            "revision": sha256(numbers.encode())[:12],
        }
