"""Edits that change a number, a date or a quantity."""

import re
from collections.abc import Iterator

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
#: words of bounds ("more than 4"), whose numbers do not change, because another number may satisfy
#: the bound as well
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
    """Yield the sentence with one of its numbers changed, but not years, "one", or numbers of
    bounds ("more than 4").

    With ``shared``, the unit must also have the word that the number counts.
    """
    for index, word in enumerate(sentence.tree.words):
        if (
            not is_shared(word, shared)
            or not _counts_shared(sentence, index, shared)
            or _is_bound(sentence, index)
        ):
            continue
        if _DIGITS.fullmatch(word) and not YEAR.fullmatch(word):
            yield from (
                swap_word(sentence, index, new)
                for new in _list_other_numbers(word, _is_age(sentence, index))
            )
        elif word.lower() in _COUNT_WORDS and sentence.tree.relation(index) == "nummod":
            others = [count for count in _COUNT_WORDS if count != word.lower()]
            yield from (swap_word(sentence, index, other) for other in others)


def change_date(sentence: Sentence, shared: Shared | None) -> Iterator[str]:
    """Yield the sentence with a year, month, weekday, season or time of the day changed."""
    for index, word in enumerate(sentence.tree.words):
        if not is_shared(word, shared) or _has_other_meaning(sentence, index):
            continue
        if YEAR.fullmatch(word):
            yield from (swap_word(sentence, index, str(int(word) + step)) for step in YEAR_STEPS)
        for names in CALENDAR:
            if word.capitalize() in names or word.lower() in names:
                others = [name for name in names if name.lower() != word.lower()]
                yield from (swap_word(sentence, index, other) for other in others)


def change_quantity(sentence: Sentence, shared: Shared | None) -> Iterator[str]:
    """Yield the sentence with a quantity replaced by another: "most" by "few", "million" by
    "billion".
    """
    words = [word.lower() for word in sentence.tree.words]
    for index in range(len(words)):
        for size in (2, 1):
            span = range(index, index + size)
            phrase = " ".join(words[index : index + size])
            if phrase in QUANTITIES and span.stop <= len(words) and _quantifies(sentence, span):
                if shared is None or shared.words.issuperset(words[index : index + size]):
                    yield from (sentence.replace({span: new}) for new in QUANTITIES[phrase])
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
    after = word_at(sentence, index + 1)
    in_years = after in ("year", "years") or (
        after == "-" and word_at(sentence, index + 2).startswith("year")
    )
    return in_years or (word_at(sentence, index - 1) in (",", "(") and after in (",", ")"))


def _has_other_meaning(sentence: Sentence, index: int) -> bool:
    """Return whether a word of the calendar has another meaning: "April Jones", "they may", "the
    2007-08 season".
    """
    words, tags = sentence.tree.words, sentence.tree.tags
    beside = [place for place in (index - 1, index + 1) if 0 <= place < len(words)]
    if YEAR.fullmatch(words[index]):
        return any(words[place] in ("-", "–", "/") for place in beside)
    word, before = words[index].lower(), word_at(sentence, index - 1)
    is_verb = word in ("may", "march") and not tags[index].startswith("NNP")
    if before == "good" or (word in SEASONS and before not in WORDS_BEFORE_SEASONS):
        return True
    return is_verb or any(tags[place].startswith("NNP") for place in beside)


def _list_other_numbers(word: str, is_age: bool) -> list[str]:
    """Return other numbers of at least 2 in the same notation; for an age, other ages."""
    value = float(word.replace(",", ""))
    decimals = len(word.partition(".")[2])
    steps = AGE_STEPS if is_age else (3,) if value < 100 else ()
    factors = () if is_age else NUMBER_FACTORS
    values = [value * factor for factor in factors] + [value + step for step in steps]
    others = [f"{number:,.{decimals}f}" for number in values]
    plain = [other if "," in word or value >= 1e4 else other.replace(",", "") for other in others]
    return [
        other
        for other in dict.fromkeys(plain)
        if other != word and float(other.replace(",", "")) >= 2
    ]


def _quantifies(sentence: Sentence, span: range) -> bool:
    """Return whether the words are a determiner or a numeral, not an adverb ("most likely", "first
    of all").
    """
    tree, word = sentence.tree, sentence.tree.words[span.start].lower()
    before, after = word_at(sentence, span.start - 1), word_at(sentence, span.stop)
    if len(span) == 2:
        # "more than 40", not "more than he knew"
        return tag_at(sentence, span.stop) == "CD" or after in ("half", "a")
    head = tree.words[tree.heads[span.start]].lower()
    if word in ("first", "second", "third", "last"):
        # The opposite of "last year" is not "first year", and "First Minister" is a title.
        is_title = tag_at(sentence, span.stop).startswith("NNP")
        return tree.relation(span.start) == "amod" and head not in TIME_WORDS and not is_title
    if word in ("most", "many", "all"):
        counts = (
            tree.relation(span.start) in ("amod", "det")
            and tree.tags[tree.heads[span.start]] == "NNS"
        )
        return counts and before not in ("in", "at") and tag_at(sentence, span.stop) != "CD"
    if word == "half":
        return after in ("of", "the") and before not in ("a", "-", *BOUND_WORDS)
    return word_at(sentence, span.start - 2) != "tens" and before not in BOUND_WORDS
