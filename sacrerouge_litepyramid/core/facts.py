"""The units of a list as a judge reads them: facts without the numbers, bullets and Markdown of
their list.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from sacrerouge_litepyramid.core.markup import clean_text
from sacrerouge_litepyramid.core.ready_text import make_ready
from sacrerouge_litepyramid.core.units import CLAUSE, Unit

#: numbers in their order, by their kind
_SERIES = (
    list(map(str, range(1000))),
    list("①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"),
    list("abcdefghijklmnopqrstuvwxyz"),
    "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx".split(),
)
#: a list begins with the first or the second number of its series: 0 or 1, a or b
_FIRST_PLACES = (0, 1)
_WORD = (
    r"(?:(?:key |atomic |main "
    r")?(?:fact|point|claim|nugget|step|item|statement|unit|scu|acu|idea)\s*)"
)
#: a number with what stands around it: "1.", "(1)", "[1]", "1:", "1 -", "#1", "a)", "iv.", "Fact
#: 1:", "①"
_NUMBERED = re.compile(
    rf"\s*(?={_WORD}|[(\[#①-⑳]|\w{{1,5}}(?:[.)\]:、]|\s+[-–—]\s)){_WORD}?[(\[#]?(\d{{1,3}}|[ivx]{{1,5}}|[a-z]|[①-⑳])"
    r"(?:[.)\]:、]+(?=\s)|[.)\]、]+(?=[^\W\d_])|\s+[-–—](?=\s)|(?<=[①-⑳])|(?=\s))\s*(?=\S)",
    re.IGNORECASE,
)

#: a counted text of another style, as "Q1:", "No. 1:", "01.", "1.0", "§1", "1/" and, before a
#: capital, "1": what stands before the number, the number, what stands behind it
_COUNTED = re.compile(
    r"(\W*(?:[A-Za-z]{1,8}\.?[\s#-]{0,2})?)0*(\d{1,3})(?:\.0)?([^\w\s]+\s*|\s+(?=[A-Z]))(?=[^\s\d])"
)


def read_units(units: Sequence[Unit]) -> tuple[str, ...]:
    """Return the text of each unit as it is compared: a clause, which is verbatim, made ready, a
    fact also cleaned.
    """
    facts = iter(clean_facts(tuple(unit.text for unit in units if unit.kind != CLAUSE)))
    return tuple(make_ready(unit.text) if unit.kind == CLAUSE else next(facts) for unit in units)


@lru_cache(maxsize=1 << 12)
def clean_facts(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the facts of a list, made ready, without bullets, Markdown, and numbers if they are
    numbered alike.
    """
    cleaned, last = texts, None
    while cleaned != last:
        last = cleaned
        cleaned = _drop_numbers([clean_text(make_ready(text)) for text in cleaned])
    return cleaned


def _drop_numbers(texts: Sequence[str]) -> tuple[str, ...]:
    """Drop the numbers before facts if they follow each other: all facts have one, or it begins
    with the first number.

    So "2 ships sank", and one "1. FC Köln won" among other facts, stay.
    """
    marks = [_NUMBERED.match(text) for text in texts]
    numbers = [mark[1].lower() for mark in marks if mark]
    place = _find_in_series(numbers) if len(numbers) > 1 else None
    if place is None or (place not in _FIRST_PLACES and len(numbers) < len(texts)):
        return _drop_counts(texts)
    return tuple(
        text[mark.end() :] if mark else text for text, mark in zip(texts, marks, strict=True)
    )


def _find_in_series(numbers: Sequence[str]) -> int | None:
    """Return the place of the first number in the series in which the numbers follow each other,
    None if in none.
    """
    for series in _SERIES:
        if numbers[0] in series:
            place = series.index(numbers[0])
            if series[place : place + len(numbers)] == numbers:
                return place
    return None


def _drop_counts(texts: Sequence[str]) -> tuple[str, ...]:
    """Drop the numbers of facts that are all counted alike, from 0 or 1 on, in whatever style."""
    marks = [mark for text in texts if (mark := _COUNTED.match(text))]
    styles = {(mark[1].casefold(), mark[3].strip()) for mark in marks}
    numbers = [int(mark[2]) for mark in marks]
    is_counted = numbers in (list(range(len(texts))), list(range(1, len(texts) + 1)))
    if len(texts) < 2 or len(styles) != 1 or not is_counted:
        return tuple(texts)
    return tuple(text[mark.end() :] for text, mark in zip(texts, marks, strict=True))
