"""The words of a unit that a summary has, lacks or contradicts, for readers to check.

The matches do not depend on the judge. Words are matched by their stems, else by a synonym, a
derivation or a hypernym in the summary. A word is in conflict if the nearest sentence has another
number or name, or its antonym instead, or if one side negates it and the other states it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from sacrerouge_litepyramid.core.words import compared_words
from sacrerouge_litepyramid.judges.lexical_features import (
    UnitTable,
    compare_sentences,
    mismatches_with_nearest,
)
from sacrerouge_litepyramid.judges.mismatch_features import FEATURES, MarkedWords, mark_words
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


def match_units(table: UnitTable, summaries: Sequence[str]) -> list[list[UnitMatch]]:
    """Match all units of a document with each of its summaries.

    A unit is compared with the nearest sentence, which is that of the judge's features.
    """
    words = list(map(compared_words, summaries))
    no_mismatches = (0.0,) * len(FEATURES)
    missing = [tuple(WordMatch(word, MISSING) for word in unit.words) for unit in table.marked]
    without_words = [UnitMatch(unit_words, no_mismatches) for unit_words in missing]
    with_words = list(filter(None, words))
    matched = _match_texts(table, with_words) if with_words else iter(())
    return [next(matched) if sentences else without_words for sentences in words]


def _match_texts(
    table: UnitTable, texts: Sequence[Sequence[tuple[str, ...]]]
) -> Iterator[list[UnitMatch]]:
    sentences = compare_sentences(table, texts)
    marked = list(map(mark_words, sentences.words))
    forms = [dict(zip(sentence.stems, sentence.words, strict=True)) for sentence in marked]
    nearest = sentences.nearest_numbers.T.tolist()
    mismatches = mismatches_with_nearest(table, sentences).transpose(2, 1, 0).tolist()
    for members, of_units, unit_mismatches in zip(
        sentences.list_members(), nearest, mismatches, strict=True
    ):
        summary: dict[str, str] = {}
        # Backwards, so that of words with the same stem those of the first sentence stay.
        for member in reversed(members):
            summary |= forms[member]
        stems = frozenset(summary)
        matches = []
        for unit, place, values in zip(table.marked, of_units, unit_mismatches, strict=True):
            words = _match_words(unit, marked[place], forms[place], summary, stems)
            matches.append(UnitMatch(words, tuple(values)))
        yield matches


def _match_words(
    unit: MarkedWords,
    sentence: MarkedWords,
    nearest: Mapping[str, str],
    summary: Mapping[str, str],
    stems: frozenset[str],
) -> tuple[WordMatch, ...]:
    """Match a unit's words with a summary.

    ``nearest``: the content words of the nearest ``sentence`` by stem; ``summary``: those of the
    summary, whose stems are ``stems``.
    """
    other_numbers = _list_others(sentence, sentence.numbers, unit) if unit.numbers else ()
    other_names = _list_others(sentence, sentence.names, unit) if unit.names else ()
    negates = bool(unit.negated or sentence.negated)
    matches = []
    for place, (word, stem) in enumerate(zip(unit.words, unit.stems, strict=True)):
        if stem in summary:
            if negates and _is_negated(place, unit, sentence):
                matches.append(WordMatch(word, NEGATION))
            else:
                matches.append(_match_by_form(word, stem, nearest, summary))
        elif other_numbers and place in unit.numbers:
            matches.append(WordMatch(word, NUMBER, other_numbers))
        elif other_names and place in unit.names:
            matches.append(WordMatch(word, NAME, other_names))
        elif _join_relatives(stem).isdisjoint(stems):
            matches.append(WordMatch(word, MISSING))
        else:
            matches.append(_match_by_meaning(word, stem, nearest, summary))
    return tuple(matches)


@lru_cache(maxsize=1 << 15)
def _join_relatives(stem: str) -> frozenset[str]:
    return frozenset(chain.from_iterable(find_relatives(stem)))


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
