"""A judge for any language: a logistic regression over how many of a unit's character n-grams a summary has.

As for the lexical judge an n-gram that many units of the document share is weak evidence for each; no other documents
count, so that a score does not depend on what is judged together."""

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
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.core.scripts import STOPS, UNSPACED_LETTERS, tokenize
from sacrerouge_litepyramid.judges.judge import Judge, ScoreRange, TrainingData

#: characters of an n-gram, of which one of double width (Han, kana, Hangul) counts as two
LENGTH = 4
#: the number of letters by which a name is compared, as endings differ
NAME_LETTERS = 5
#: of the log-odds over the features of `compare_units`; fitted to REALSumm by benchmarks/character_ngrams.py
INTERCEPT, COEFFICIENTS = -2.39, (3.45, 2.31, -1.02, -1.37)
#: the log-odds if the unit or the summary has no letters or digits
ABSENT = -20.0
#: the weight of an n-gram that all units share, beside 1 for one that few share
SIBLING_FLOOR = 0.05
_SENTENCE_END = re.compile(rf"(?<=[.!?…])\s|[\n{STOPS}]")
_NUMBER = re.compile(r"\d+(?:[.,٫٬]\d+)*")
#: spaces beside letters of scripts that do not part words by them, kana and Han among them
_NO_SPACE = re.compile(rf" ?([{UNSPACED_LETTERS}\u3005-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]\0?) ?")


class ComparedText(NamedTuple):
    """A text and its sentences as `spell` gives them, its numbers and its names."""

    spelt: str
    sentences: tuple[str, ...]
    numbers: frozenset[str]
    names: frozenset[str]


@lru_cache(maxsize=1 << 14)
def prepare_text(text: str) -> ComparedText:
    """Return a text as the judge compares it; a name is a capitalised word that does not begin a sentence."""
    sentences = [part for part in _SENTENCE_END.split(text) if spell(part)]
    words = (part[start:end] for part in sentences for start, end in tokenize(part)[1:])
    names = frozenset(spell(word).rstrip()[: 1 + NAME_LETTERS] for word in words if word[0].isupper())
    numbers = frozenset(map(spell, _NUMBER.findall(text)))
    return ComparedText(spell(text), tuple(map(spell, sentences)), numbers, names)


def spell(text: str) -> str:
    """Return a text in small letters and ASCII digits; a space is before, between and after words that have spaces."""
    words = "".join(map(_spell_character, unicodedata.normalize("NFKC", text).casefold())).split()
    return _NO_SPACE.sub(r"\1", f" {' '.join(words)} ") if words else ""


@lru_cache(maxsize=1 << 16)
def _spell_character(character: str) -> str:
    if character.isdecimal():
        return str(int(character))
    if unicodedata.category(character)[0] not in "LMN":
        return " "
    # Hebrew and Arabic points, which most texts leave out
    if 10 <= unicodedata.combining(character) <= 35:
        return ""
    return f"{character}\0" if unicodedata.east_asian_width(character) in "WF" else character


def list_ngrams(text: str) -> frozenset[str]:
    """Return the distinct n-grams of a text; a text shorter than LENGTH is one n-gram."""
    spelt = prepare_text(text).spelt
    ngrams = (spelt[start : start + LENGTH] for start in range(max(1, len(spelt) - LENGTH + 1)))
    return frozenset(ngram for ngram in ngrams if ngram and ngram[0] != "\0")


@lru_cache(maxsize=1 << 10)
def weigh_ngrams(units: tuple[str, ...]) -> list[dict[str, float]]:
    """Return the weights of each unit's n-grams, which sum to 1, in proportion to ln((n + 1) / df) + SIBLING_FLOOR.

    df is the number of the document's n units that have the n-gram.
    """
    ngrams = [list_ngrams(unit) for unit in units]
    sharing = Counter(chain.from_iterable(ngrams))
    weights = {ngram: math.log((len(units) + 1) / count) + SIBLING_FLOOR for ngram, count in sharing.items()}
    # Exact sums do not depend on the order of a set.
    totals = [math.fsum(weights[ngram] for ngram in of_unit) for of_unit in ngrams]
    return [{ngram: weights[ngram] / total for ngram in of_unit} for of_unit, total in zip(ngrams, totals, strict=True)]


def compare_units(group: Group) -> np.ndarray:
    """Return the features of each unit, (units, 4); zeros if there is nothing to compare.

    They are the share of its n-grams in the summary, the largest share in one sentence, and the shares of its numbers
    and of its names that are missing.
    """
    summary, rows = prepare_text(group.summary), []
    for unit, weights in zip(map(prepare_text, group.units), weigh_ngrams(group.units), strict=True):
        share, *shares = (
            math.fsum(weight for ngram, weight in weights.items() if ngram in text)
            for text in (summary.spelt, *summary.sentences)
        )
        numbers = len(unit.numbers - summary.numbers) / max(1, len(unit.numbers))
        names = sum(name not in summary.spelt for name in unit.names) / max(1, len(unit.names))
        rows.append([share, max(shares, default=0.0), numbers, names])
    return np.array(rows).reshape(-1, len(COEFFICIENTS))


@Judge.register("character-ngrams")
class CharacterNgramJudge(Judge):
    """Judges a unit in any language by its character n-grams, numbers and capitalised names."""

    description = "the character n-gram model, which compares letters and not meaning"
    blind_spots = "it compares letters: other words for the same count as absent, and it overlooks negations"
    warning = "The character n-gram judge compares letters: it misses paraphrases and negations; read some summaries."
    classes = 2
    judges_parts = True
    score_range = ScoreRange(0.062, 0.967, "REALSumm")
    training_data = TrainingData("REALSumm", ("e607bee264e88274",))

    def predict(self, groups: Sequence[Group]) -> list[np.ndarray]:
        """Return for each group logits of shape (units, 2): the log-odds, and 0."""
        answers = []
        for group in groups:
            # A product of matrices may depend on the number of rows in the last bit.
            odds = INTERCEPT + (compare_units(group) * COEFFICIENTS).sum(axis=1)
            is_blank = [not (spell(unit) and spell(group.summary)) for unit in group.units]
            odds[is_blank] = ABSENT
            answers.append(np.column_stack([odds, np.zeros_like(odds)]))
        return answers

    def identity(self) -> dict[str, Any]:
        numbers = json.dumps([LENGTH, NAME_LETTERS, SIBLING_FLOOR, INTERCEPT, *COEFFICIENTS])
        return {"type": "character-ngrams", "model": "REALSumm", "revision": sha256(numbers.encode())[:12]}
