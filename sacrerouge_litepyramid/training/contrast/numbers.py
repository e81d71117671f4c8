"""Edits that change a number, a date or a quantity."""

import re
from collections.abc import Iterable, Iterator

from sacrerouge_litepyramid.core.texts import word_set
from sacrerouge_litepyramid.core.words import NUMBER_WORDS, stem
from sacrerouge_litepyramid.extraction.frames import TIME_WORDS
from sacrerouge_litepyramid.training.contrast.sentences import (
    Sentence,
    Shared,
    is_shared,
    swap_word,
    tag_at,
    word_at,
)

MONTHS = (
    "January February March April May June July August September October November December".split()
)
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
SEASONS = "spring summer autumn winter".split()
TIMES_OF_DAY = "morning afternoon evening".split()
CALENDAR = (MONTHS, WEEKDAYS, SEASONS, TIMES_OF_DAY)
#: the words that precede a season; after other words it may be a verb or part of a name
WORDS_BEFORE_SEASONS = word_set("this last next in the")
YEAR = re.compile(r"(19|20)\d\d")
_DIGITS = re.compile(r"\d+(,\d{3})*(\.\d+)?")
#: the factors by which numbers are changed
NUMBER_FACTORS = (2.0, 0.5, 3.0)
YEAR_STEPS = (-3, 2, 5)
AGE_STEPS = (3, 7, -4)
#: words of bounds ("more than 4"), whose numbers do not change, because another number may be
#: within the bound as well
BOUND_WORDS = word_set("than least most over under")
_COUNT_WORDS = tuple(word for word, value in NUMBER_WORDS.items() if 2 <= int(value) <= 20)

QUANTITIES = {
    "million": ("billion",),
    "millions": ("thousands", "dozens"),
    "billion": ("million",),
    "thousand": ("million",),
    "thousands": ("dozens", "hundreds"),
    "hundreds": ("dozens", "thousands"),
    "dozens": ("thousands",),
    "half": ("a quarter",),
    "most": ("few",),
    "many": ("few",),
    "all": ("few",),
    "more than": ("less than",),
    "less than": ("more than",),
    "fewer than": ("more than",),
    "up to": ("more than",),
    "double": ("half",),
    "twice": ("once",),
    "first": ("third", "last"),
    "second": ("fourth",),
    "third": ("first", "fifth"),
    "last": ("first",),
}


def change_number(sentence: Sentence, shared: Shared | None) -> Iterator[str]:
    """Yield the sentence with one of its numbers changed.

    Years, "one" and numbers of bounds ("more than 4") do not change. With ``shared``, the unit must
    also have the word that the number counts.
    """
    for index, word in enumerate(sentence.tree.words):
        may_change = is_shared(word, shared) and _counts_shared(sentence, index, shared)
        if not may_change or _is_bound(sentence, index):
            continue
        others: Iterable[str] = ()
        if _DIGITS.fullmatch(word) and not YEAR.fullmatch(word):
            others = _list_other_numbers(word, _is_age(sentence, index))
        elif word.lower() in _COUNT_WORDS and sentence.tree.relation(index) == "nummod":
            others = [count for count in _COUNT_WORDS if count != word.lower()]
        for other in others:
            yield swap_word(sentence, index, other)


def change_date(sentence: Sentence, shared: Shared | None) -> Iterator[str]:
    """Yield the sentence with a year, month, weekday, season or time of the day changed."""
    for index, word in enumerate(sentence.tree.words):
        if not is_shared(word, shared) or _has_other_meaning(sentence, index):
            continue
        others: list[str] = []
        if YEAR.fullmatch(word):
            others = [str(int(word) + step) for step in YEAR_STEPS]
        for names in CALENDAR:
            if word.capitalize() in names or word.lower() in names:
                others = [name for name in names if name.lower() != word.lower()]
        for other in others:
            yield swap_word(sentence, index, other)


def change_quantity(sentence: Sentence, shared: Shared | None) -> Iterator[str]:
    """Yield the sentence with a quantity replaced by another, such as "most" by "few"."""
    words = [word.lower() for word in sentence.tree.words]
    for index in range(len(words)):
        for size in (2, 1):
            span = range(index, index + size)
            quantity = words[span.start : span.stop]
            others = QUANTITIES.get(" ".join(quantity))
            if others is None or span.stop > len(words) or not _quantifies(sentence, span):
                continue
            if shared is None or shared.words.issuperset(quantity):
                for other in others:
                    yield sentence.replace({span: other})
            # "more than" is a quantity, so "more" alone is not.
            break


def _counts_shared(sentence: Sentence, index: int, shared: Shared | None) -> bool:
    """Return whether the unit also has the word that a number counts, if it counts one."""
    tree = sentence.tree
    counted = tree.words[tree.heads[index]]
    return shared is None or tree.relation(index) != "nummod" or stem(counted) in shared.stems


def _is_bound(sentence: Sentence, index: int) -> bool:
    """Return whether a number follows a bound: "more than", "up to", "at least"."""
    before = word_at(sentence, index - 1)
    return before in BOUND_WORDS or (before == "to" and word_at(sentence, index - 2) == "up")


def _is_age(sentence: Sentence, index: int) -> bool:
    """Return whether a number is an age: "57 years old", "a 5-year-old", "Anna, 57, won"."""
    before = word_at(sentence, index - 1)
    after = word_at(sentence, index + 1)
    if after == "-":
        return word_at(sentence, index + 2).startswith("year")
    is_aside = before in (",", "(") and after in (",", ")")
    return is_aside or after in ("year", "years")


def _has_other_meaning(sentence: Sentence, index: int) -> bool:
    """Return whether a word of the calendar has another meaning.

    Examples are "April Jones", "they may" and "the 2007-08 season".
    """
    before = word_at(sentence, index - 1)
    after = word_at(sentence, index + 1)
    if YEAR.fullmatch(sentence.tree.words[index]):
        return not {before, after}.isdisjoint(("-", "–", "/"))
    word = word_at(sentence, index)
    if before == "good" or (word in SEASONS and before not in WORDS_BEFORE_SEASONS):
        return True
    if word in ("may", "march") and not tag_at(sentence, index).startswith("NNP"):
        return True
    return "NNP" in (tag_at(sentence, index - 1)[:3], tag_at(sentence, index + 1)[:3])


def _list_other_numbers(word: str, is_age: bool) -> list[str]:
    """Return other numbers of at least 2 in the same notation; for an age, other ages."""
    value = float(word.replace(",", ""))
    if is_age:
        values = [value + step for step in AGE_STEPS]
    else:
        values = [value * factor for factor in NUMBER_FACTORS]
        if value < 100:
            values.append(value + 3)
    decimals = len(word.partition(".")[2])
    rounded = [round(other, decimals) for other in values]
    separator = "," if "," in word or value >= 1e4 else ""
    others = [f"{other:{separator}.{decimals}f}" for other in rounded if other >= 2]
    return [other for other in dict.fromkeys(others) if other != word]


def _quantifies(sentence: Sentence, span: range) -> bool:
    """Return whether the words are a determiner or a numeral.

    In "most likely" and "first of all" they are adverbs.
    """
    tree = sentence.tree
    place = span.start
    word = tree.lower(place)
    before = word_at(sentence, place - 1)
    after = word_at(sentence, span.stop)
    tag_after = tag_at(sentence, span.stop)
    if len(span) == 2:
        # "more than 40", not "more than he knew"
        return tag_after == "CD" or after in ("half", "a")
    head = tree.heads[place]
    if word in ("first", "second", "third", "last"):
        # The opposite of "last year" is not "first year", and "First Minister" is a title.
        is_time = tree.lower(head) in TIME_WORDS
        is_title = tag_after.startswith("NNP")
        return tree.relation(place) == "amod" and not is_time and not is_title
    if word in ("most", "many", "all"):
        counts = tree.relation(place) in ("amod", "det") and tree.tags[head] == "NNS"
        return counts and before not in ("in", "at") and tag_after != "CD"
    if word == "half":
        return after in ("of", "the") and before not in ("a", "-", *BOUND_WORDS)
    return word_at(sentence, place - 2) != "tens" and before not in BOUND_WORDS
