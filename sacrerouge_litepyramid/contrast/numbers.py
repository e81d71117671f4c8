"""Change a number, a date or a quantity."""

import re
from collections.abc import Iterator

from sacrerouge_litepyramid.contrast.sentences import Sentence
from sacrerouge_litepyramid.contrast.swaps import Shared, is_shared, swap_word
from sacrerouge_litepyramid.extraction.frames import TEMPORAL
from sacrerouge_litepyramid.text.words import NUMBER_WORDS

MONTHS = "January February March April May June July August September October November December".split()
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
SEASONS = "spring summer autumn winter".split()
TIMES = "morning afternoon evening".split()
DAYS = "yesterday today tomorrow".split()
CALENDAR = (MONTHS, WEEKDAYS, SEASONS, TIMES, DAYS)
YEAR = re.compile(r"(19|20)\d\d")
DIGITS = re.compile(r"\d+(,\d{3})*(\.\d+)?")
#: what a number is multiplied by
FACTORS = (2.0, 0.5, 3.0)
YEAR_STEPS = (-3, 2, 5)
COUNTS = tuple(word for word, value in NUMBER_WORDS.items() if 2 <= int(value) <= 20)

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
    "at least": ("at most",),
    "at most": ("at least",),
    "up to": ("more than",),
    "double": ("half",),
    "twice": ("once",),
    "first": ("third", "last"),
    "second": ("fourth",),
    "third": ("first", "fifth"),
    "last": ("first",),
}


def change_number(sentence: Sentence, shared: Shared | None) -> Iterator[str]:
    """Yield the sentence with one of its numbers changed; years are dates, and "one" is often no number."""
    for index, word in enumerate(sentence.tree.words):
        if not is_shared(word, shared):
            continue
        if DIGITS.fullmatch(word) and not YEAR.fullmatch(word):
            yield from (swap_word(sentence, index, new) for new in _other_numbers(word))
        elif word.lower() in COUNTS and sentence.tree.relation(index) == "nummod":
            others = [each for each in COUNTS if each != word.lower()]
            yield from (swap_word(sentence, index, each) for each in others)


def change_date(sentence: Sentence, shared: Shared | None) -> Iterator[str]:
    """Yield the sentence with a year, month, weekday, season or time of the day changed."""
    for index, word in enumerate(sentence.tree.words):
        if not is_shared(word, shared):
            continue
        if _is_part_of_a_name(sentence, index):
            continue
        if YEAR.fullmatch(word):
            yield from (swap_word(sentence, index, str(int(word) + step)) for step in YEAR_STEPS)
        for names in CALENDAR:
            if word.capitalize() in names or word.lower() in names:
                others = [each for each in names if each.lower() != word.lower()]
                yield from (swap_word(sentence, index, each) for each in others)


def change_quantity(sentence: Sentence, shared: Shared | None) -> Iterator[str]:
    """Yield the sentence with a quantity exchanged for another: "most" by "few", "million" by "billion"."""
    words = [word.lower() for word in sentence.tree.words]
    for index in range(len(words)):
        for size in (2, 1):
            span = range(index, index + size)
            phrase = " ".join(words[index : index + size])
            if phrase in QUANTITIES and span.stop <= len(words) and _quantifies(sentence, span):
                if _is_shared_phrase(sentence, span, shared):
                    yield from (sentence.replace({span: new}) for new in QUANTITIES[phrase])
                break


def _is_shared_phrase(sentence: Sentence, span: range, shared: Shared | None) -> bool:
    """Return whether the quantity's last word or the one after it, which it counts, may be changed."""
    return any(is_shared(word, shared) for word in sentence.tree.words[span.stop - 1 : span.stop + 1])


def _is_part_of_a_name(sentence: Sentence, index: int) -> bool:
    """Return whether a word of the calendar is none here: "April Jones", "they may", "the 2007-08 season"."""
    words, tags = sentence.tree.words, sentence.tree.tags
    beside = [each for each in (index - 1, index + 1) if 0 <= each < len(words)]
    if YEAR.fullmatch(words[index]):
        return any(words[each] in ("-", "–", "/") for each in beside)
    is_verb = words[index].lower() in ("may", "march") and not tags[index].startswith("NNP")
    return is_verb or any(tags[each].startswith("NNP") for each in beside)


def _other_numbers(word: str) -> list[str]:
    """Return other numbers in the same notation, none of them 0 or 1."""
    value = float(word.replace(",", ""))
    decimals = len(word.partition(".")[2])
    others = [f"{value * factor:,.{decimals}f}" for factor in FACTORS] + [f"{value + 3:,.{decimals}f}"]
    plain = [each if "," in word or value >= 1e4 else each.replace(",", "") for each in others]
    return [each for each in dict.fromkeys(plain) if each != word and float(each.replace(",", "")) >= 2]


def _quantifies(sentence: Sentence, span: range) -> bool:
    """Return whether the words are a determiner or a numeral, not an adverb ("most likely", "first of all")."""
    tree, word = sentence.tree, sentence.tree.words[span.start].lower()
    if len(span) == 2:
        # "more than 40", not "more than he knew"
        return span.stop < len(tree.words) and (tree.tags[span.stop] == "CD" or tree.words[span.stop] in ("half", "a"))
    head = tree.words[tree.heads[span.start]].lower()
    if word in ("first", "second", "third", "last"):
        # "last year" has no first one
        return tree.relation(span.start) == "amod" and head not in TEMPORAL
    if word in ("most", "many", "all"):
        return tree.relation(span.start) in ("amod", "det") and tree.tags[tree.heads[span.start]] == "NNS"
    return True
