"""The words of a unit that a summary has, lacks or contradicts, for readers to check.

The matches do not depend on the judge. Words are matched by their stems, else by a synonym, a
derivation or a hypernym in the summary. A word is in conflict if the nearest sentence has another
number or name, or its antonym instead, or if one side negates it and the other states it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sacrerouge_litepyramid.core.words import compared_stem, compared_words
from sacrerouge_litepyramid.judges.lexical_features import UnitTable, sentence_shares
from sacrerouge_litepyramid.judges.mismatch_features import (
    FEATURES,
    MarkedWords,
    compare_words,
    mark_words,
)
from sacrerouge_litepyramid.judges.related_words import find_relatives

MATCHED, RELATED, MISSING = "matched", "related", "missing"
NUMBER, NAME, OPPOSITE, NEGATION = "number", "name", "opposite", "negation"
CONFLICTS = (NUMBER, NAME, OPPOSITE, NEGATION)


class WordMatch(NamedTuple):
    """A content word of a unit, and how the summary has it."""

    # as written
    word: str
    # MATCHED, RELATED, MISSING or one of CONFLICTS
    status: str
    # the summary's words that match or conflict; empty for the same word, ignoring case
    against: tuple[str, ...] = ()


class UnitMatch(NamedTuple):
    """A unit's content words, and how it differs from the nearest sentence."""

    words: tuple[WordMatch, ...]
    # the `mismatch_features.FEATURES` against the nearest sentence
    mismatches: tuple[float, ...]

    def select(self, *statuses: str) -> list[WordMatch]:
        """Return the words that have one of the statuses."""
        return [word for word in self.words if word.status in statuses]


def match_units(table: UnitTable, summary: str) -> list[UnitMatch]:
    """Match all units of an example with a summary, each with its nearest sentence.

    The nearest sentence is that of the judge's features.
    """
    sentences = compared_words(summary)
    if not sentences:
        no_mismatches = (0.0,) * len(FEATURES)
        missing = [tuple(WordMatch(word, MISSING) for word in unit.words) for unit in table.marked]
        return [UnitMatch(words, no_mismatches) for words in missing]
    marked = list(map(mark_words, sentences))
    words: dict[str, str] = {}
    # Backwards, so that of words with the same stem those of the first sentence stay.
    for sentence in reversed(marked):
        words |= zip(sentence.stems, sentence.words, strict=True)
    stems = frozenset(words)
    shares = sentence_shares(
        table, [[compared_stem(word) for word in words] for words in sentences]
    )
    matches = []
    for unit, place in zip(table.marked, shares.argmax(axis=1).tolist(), strict=True):
        nearest = marked[place]
        mismatches = tuple(compare_words(unit, nearest, stems))
        matches.append(UnitMatch(_match_words(unit, nearest, words), mismatches))
    return matches


def _match_words(
    unit: MarkedWords, sentence: MarkedWords, summary: Mapping[str, str]
) -> tuple[WordMatch, ...]:
    """Match a unit's words.

    ``sentence``: the summary's nearest one; ``summary``: all its content words by stem.
    """
    nearest = dict(zip(sentence.stems, sentence.words, strict=True))
    other_numbers = _list_others(sentence, sentence.numbers, unit)
    other_names = _list_others(sentence, sentence.names, unit)
    negates = bool(unit.negated or sentence.negated)
    matches = []
    for place, word in enumerate(unit.words):
        if unit.stems[place] in summary:
            if negates and _is_negated(place, unit, sentence):
                matches.append(WordMatch(word, NEGATION))
            else:
                matches.append(_match_by_form(word, unit.stems[place], nearest, summary))
        elif place in unit.numbers and other_numbers:
            matches.append(WordMatch(word, NUMBER, other_numbers))
        elif place in unit.names and other_names:
            matches.append(WordMatch(word, NAME, other_names))
        else:
            matches.append(_match_by_meaning(word, unit.stems[place], nearest, summary))
    return tuple(matches)


def _match_by_form(
    word: str, stem: str, nearest: Mapping[str, str], summary: Mapping[str, str]
) -> WordMatch:
    """Match a word by its form in the nearest sentence, else by the first in the summary."""
    form = nearest.get(stem, summary[stem])
    return WordMatch(word, MATCHED, () if form.lower() == word.lower() else (form,))


def _match_by_meaning(
    word: str, stem: str, nearest: Mapping[str, str], summary: Mapping[str, str]
) -> WordMatch:
    """Match a missing word by its opposite in the nearest sentence, else by a related word."""
    relatives = find_relatives(stem)
    opposite = _first_of(relatives.antonyms, nearest)
    if opposite:
        return WordMatch(word, OPPOSITE, (opposite,))
    for stems in (relatives.synonyms, relatives.derivations, relatives.hypernyms):
        other = _first_of(stems, nearest) or _first_of(stems, summary)
        if other:
            return WordMatch(word, RELATED, (other,))
    return WordMatch(word, MISSING)


def _first_of(stems: Iterable[str], words: Mapping[str, str]) -> str | None:
    return next((words[stem] for stem in stems if stem in words), None)


def _list_others(
    sentence: MarkedWords, places: frozenset[int], unit: MarkedWords
) -> tuple[str, ...]:
    """Return the sentence's words at these places, except those that the unit has too."""
    return tuple(
        sentence.words[place] for place in sorted(places) if sentence.stems[place] not in unit.stems
    )


def _is_negated(place: int, unit: MarkedWords, sentence: MarkedWords) -> bool:
    """Return whether one side negates the word and the other states it outside any negation."""
    same = [other for other, known in enumerate(sentence.stems) if known == unit.stems[place]]
    if place in unit.negated:
        return bool(same) and not any(other in sentence.unsure for other in same)
    return place not in unit.unsure and any(other in sentence.negated for other in same)


def describe_words(words: Sequence[WordMatch]) -> str:
    """Describe the words that conflict or are missing in one clause; "" if there are none."""
    parts = []
    for word in words:
        if word.status in (NUMBER, NAME):
            verb = "has" if word.status == NUMBER else "names"
            others = "”, “".join(word.against)
            parts.append(f"“{word.word}”, where the nearest sentence {verb} “{others}”")
        elif word.status == OPPOSITE:
            parts.append(f"“{word.word}” is the opposite of “{word.against[0]}”")
        elif word.status == NEGATION:
            parts.append(f"“{word.word}” is denied on one side and stated on the other")
    missing = [f"“{word.word}”" for word in words if word.status == MISSING]
    if missing:
        parts.append(f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing")
    return "; ".join(parts)
