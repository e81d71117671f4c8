"""Features of conflicts between a unit and the nearest sentence of the summary.

Conflicts are signs that the unit is false.

Words are matched by their stems. A negation is a conflict if the other side states, without a
negation, the first word that it governs. Another negation is loose if the other side has none.
"""

from functools import lru_cache
from typing import NamedTuple

from sacrerouge_litepyramid.core.texts import word_set
from sacrerouge_litepyramid.core.words import NEGATIONS, STOP_WORDS, compared_stem

_NEGATION_FEATURES = (
    # whether the unit, or the sentence, negates a word that the other side states
    "negated_in_unit",
    "negated_in_summary",
    # whether only the unit, or only the sentence, has a negation, which is of another word
    "loose_negation_in_unit",
    "loose_negation_in_summary",
)
_NUMBER_FEATURES = (
    # the share of the unit's numbers that are nowhere in the summary
    "numbers_missing",
    # whether the sentence has another number where one is missing
    "number_replaced",
)
#: the last one is whether the last word of a name in the unit is nowhere in the summary
FEATURES = (*_NEGATION_FEATURES, *_NUMBER_FEATURES, "name_missing")
#: what the features measure, in plain words
DESCRIPTIONS = {
    **dict.fromkeys(_NEGATION_FEATURES, "negation"),
    **dict.fromkeys(_NUMBER_FEATURES, "numbers"),
    "name_missing": "a name that is missing",
}
#: words after which a statement may be untrue
_IMPLICIT_NEGATIONS = word_set(
    """
    before until fail fails failed failing refuse refuses refused refusing unable instead rather
    lack lacks lacked lacking stop stops stopped prevent prevents prevented ban bans banned deny
    denies denied denying reject rejects rejected decline declines declined avoid avoids avoided
    unlikely ruled out hope hopes hardly barely
    """
)
_EMPTY_WORDS = STOP_WORDS | NEGATIONS
#: the number of words that a negation governs, at most
_SCOPE = 5


class MarkedWords(NamedTuple):
    """The content words of a unit or a sentence, numbered by their places."""

    stems: tuple[str, ...]
    #: the first place that each negation governs
    negated: frozenset[int]
    #: all places that a negation may govern
    unsure: frozenset[int]
    #: the places of numbers
    numbers: frozenset[int]
    #: the places of the last words of names, which are recognised by their capitals
    names: frozenset[int]
    #: the words as written
    words: tuple[str, ...]

    @property
    def may_conflict(self) -> bool:
        """Whether a sentence without negations can be in conflict with these words."""
        return bool(self.numbers or self.names or self.negated)


@lru_cache(maxsize=1 << 15)
def mark_words(words: tuple[str, ...]) -> MarkedWords:
    """Mark the content words among all words of a unit or a sentence, as written."""
    stems: list[str] = []
    content = []
    negated, unsure, names = set(), set(), set()
    # How many words from here on a negation, or an implicit one, still governs.
    open_words = open_implicit = 0
    # Whether the first word that a negation governs has not come yet.
    waiting = False
    before = ("", *words)
    after = (*words[1:], "")
    for previous, word, following in zip(before, words, after, strict=False):
        lower = word.lower()
        if open_words:
            open_words -= 1
        if open_implicit:
            open_implicit -= 1
        # "didn't" is split into "didn" and "t".
        if lower in NEGATIONS or (lower == "t" and previous[-1:] in ("n", "N")):
            open_words = _SCOPE + 1
            waiting = True
        elif lower == "but":
            open_words = 0
        elif lower in _IMPLICIT_NEGATIONS:
            open_implicit = _SCOPE + 1
        if lower in _EMPTY_WORDS or _begins_contraction(lower, following):
            continue
        if open_words or open_implicit:
            unsure.add(len(stems))
        if open_words and waiting:
            negated.add(len(stems))
            waiting = False
        if word[0].isupper() and _ends_name(previous, following):
            names.add(len(stems))
        stems.append(compared_stem(word))
        content.append(word)
    numbers = frozenset([place for place, name in enumerate(stems) if name[0].isdigit()])
    return MarkedWords(
        stems=tuple(stems),
        negated=frozenset(negated),
        unsure=frozenset(unsure),
        numbers=numbers,
        names=frozenset(names),
        words=tuple(content),
    )


def compare_words(unit: MarkedWords, sentence: MarkedWords, summary: frozenset[str]) -> list[float]:
    """Return the FEATURES of a unit and the nearest sentence.

    ``summary``: all content stems of the summary.
    """
    if not (unit.may_conflict or sentence.negated):
        return [0.0] * len(FEATURES)
    in_unit = bool(unit.negated) and _is_stated_by(sentence, unit)
    in_sentence = bool(sentence.negated) and _is_stated_by(unit, sentence)
    missing = [place for place in unit.numbers if unit.stems[place] not in summary]
    has_other_number = bool(missing) and any(
        sentence.stems[place] not in unit.stems for place in sentence.numbers
    )
    return [
        in_unit,
        in_sentence,
        bool(unit.negated) and not sentence.negated and not in_unit,
        bool(sentence.negated) and not unit.negated and not in_sentence,
        len(missing) / max(len(unit.numbers), 1),
        has_other_number,
        any(unit.stems[place] not in summary for place in unit.names),
    ]


def _is_stated_by(other: MarkedWords, negating: MarkedWords) -> bool:
    """Return whether the other side states, and nowhere negates, a word that one side negates."""
    negated = {negating.stems[place] for place in negating.negated}
    unsure = {other.stems[place] for place in other.unsure}
    return not (negated - unsure).isdisjoint(other.stems)


def _begins_contraction(lower: str, following: str) -> bool:
    """Return whether a word begins a contraction.

    Examples are "didn" in "didn't", "won" in "won't" and "n" in "n't".
    """
    if following not in ("t", "T"):
        return False
    return lower in ("n", "won") or (lower.endswith("n") and lower[:-1] in STOP_WORDS)


def _ends_name(previous: str, following: str) -> bool:
    """Return whether a capitalised word ends a run of such words.

    A sentence's first word alone, before which there is none, is not such a run.
    """
    return previous != "" and not following[:1].isupper()
