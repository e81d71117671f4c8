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
    summaries = []
    for members in sentences.list_members():
        joined: dict[str, str] = {}
        # Backwards, so that of words with the same stem those of the first sentence stay.
        for member in reversed(members):
            joined |= forms[member]
        summaries.append((joined, frozenset(joined)))
    nearest = sentences.nearest_numbers.tolist()
    mismatches = mismatches_with_nearest(table, sentences).transpose(1, 2, 0).tolist()
    by_unit = []
    for unit, places, unit_mismatches in zip(table.marked, nearest, mismatches, strict=True):
        compared = {
            place: _compare_with_sentence(unit, marked[place], forms[place])
            for place in dict.fromkeys(places)
        }
        matches = []
        for (summary, stems), place, values in zip(summaries, places, unit_mismatches, strict=True):
            words = _match_words(unit, compared[place], forms[place], summary, stems)
            matches.append(UnitMatch(words, tuple(values)))
        by_unit.append(matches)
    for text in range(len(texts)):
        yield [matches[text] for matches in by_unit]


class _Comparison(NamedTuple):
    """The matches of a unit's words with a sentence, None for a word that it does not match."""

    #: with the same word
    same: list[WordMatch | None]
    #: with another number or name, or an antonym, which count if the summary lacks the word
    other: list[WordMatch | None]


def _compare_with_sentence(
    unit: MarkedWords, sentence: MarkedWords, forms: Mapping[str, str]
) -> _Comparison:
    """Match a unit's words with the nearest sentence, whose content words ``forms`` has by stem."""
    other_numbers = _list_others(sentence, sentence.numbers, unit) if unit.numbers else ()
    other_names = _list_others(sentence, sentence.names, unit) if unit.names else ()
    negates = bool(unit.negated or sentence.negated)
    comparison = _Comparison([], [])
    for place, (word, stem) in enumerate(zip(unit.words, unit.stems, strict=True)):
        same = other = None
        if stem in forms:
            is_negated = negates and _is_negated(place, unit, sentence)
            same = WordMatch(word, NEGATION) if is_negated else _match_by_form(word, forms[stem])
        elif other_numbers and place in unit.numbers:
            other = WordMatch(word, NUMBER, other_numbers)
        elif other_names and place in unit.names:
            other = WordMatch(word, NAME, other_names)
        else:
            opposite = _first_of(find_relatives(stem).antonyms, forms)
            other = WordMatch(word, OPPOSITE, (opposite,)) if opposite else None
        comparison.same.append(same)
        comparison.other.append(other)
    return comparison


def _match_words(
    unit: MarkedWords,
    compared: _Comparison,
    nearest: Mapping[str, str],
    summary: Mapping[str, str],
    stems: frozenset[str],
) -> tuple[WordMatch, ...]:
    """Match a unit's words with a summary.

    ``compared``: with the nearest sentence; ``nearest``: its content words by stem; ``summary``:
    those of the summary, whose stems are ``stems``.
    """
    matches = []
    for word, stem, same, other in zip(unit.words, unit.stems, *compared, strict=True):
        if same:
            matches.append(same)
        elif stem in summary:
            matches.append(_match_by_form(word, summary[stem]))
        elif other:
            matches.append(other)
        elif _join_relatives(stem).isdisjoint(stems):
            matches.append(WordMatch(word, MISSING))
        else:
            matches.append(_match_by_meaning(word, stem, nearest, summary))
    return tuple(matches)


def _match_by_form(word: str, form: str) -> WordMatch:
    return WordMatch(word, MATCHED, () if form.lower() == word.lower() else (form,))


def _match_by_meaning(
    word: str, stem: str, nearest: Mapping[str, str], summary: Mapping[str, str]
) -> WordMatch:
    """Match a missing word by a related word in the nearest sentence, else in the summary."""
    relatives = find_relatives(stem)
    for stems in (relatives.synonyms, relatives.derivations, relatives.hypernyms):
        other = _first_of(stems, nearest) or _first_of(stems, summary)
        if other:
            return WordMatch(word, RELATED, (other,))
    return WordMatch(word, MISSING)


@lru_cache(maxsize=1 << 15)
def _join_relatives(stem: str) -> frozenset[str]:
    return frozenset(chain.from_iterable(find_relatives(stem)))


def _first_of(stems: Iterable[str], words: Mapping[str, str]) -> str | None:
    # Faster than `next` with a generator.
    for stem in stems:
        if stem in words:
            return words[stem]
    return None


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
