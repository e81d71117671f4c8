"""A list's facts as a judge reads them: without its numbers, bullets and Markdown."""

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
    r"(?:(?:key |atomic |main )?"
    r"(?:fact|point|claim|nugget|step|item|statement|unit|scu|acu|idea)\s*)"
)
#: a number with its marks: "1.", "(1)", "[1]", "1:", "1 -", "#1", "a)", "iv.", "Fact 1:", "①"
_NUMBERED = re.compile(
    rf"\s*(?={_WORD}|[(\[#①-⑳]|\w{{1,5}}(?:[.)\]:、]|\s+[-–—]\s)){_WORD}?[(\[#]?(\d{{1,3}}|[ivx]{{1,5}}|[a-z]|[①-⑳])"
    r"(?:[.)\]:、]+(?=\s)|[.)\]、]+(?=[^\W\d_])|\s+[-–—](?=\s)|(?<=[①-⑳])|(?=\s))\s*(?=\S)",
    re.IGNORECASE,
)


def read_units(units: Sequence[Unit]) -> tuple[str, ...]:
    """Return the text of each unit as it is compared.

    A clause is verbatim, so it is only made ready; a fact is also cleaned.
    """
    texts = tuple(unit.text for unit in units if unit.kind != CLAUSE)
    facts = iter(clean_facts(texts))
    return tuple(make_ready(unit.text) if unit.kind == CLAUSE else next(facts) for unit in units)


@lru_cache(maxsize=1 << 12)
def clean_facts(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the facts of a list as texts made ready.

    Bullets and Markdown are dropped, and so are numbers if they are numbered alike.
    """
    cleaned, last = texts, None
    # A dropped number may uncover a bullet or another number.
    while cleaned != last:
        last = cleaned
        cleaned = _drop_numbers([clean_text(make_ready(text)) for text in cleaned])
    return cleaned


def _drop_numbers(texts: Sequence[str]) -> tuple[str, ...]:
    """Drop the numbers before facts if they follow each other.

    All facts must have one, or the first number must begin a series. So "2 ships sank", and one
    "1. FC Köln won" among other facts, stay.
    """
    marks = [_NUMBERED.match(text) for text in texts]
    numbers = [mark[1].lower() for mark in marks if mark]
    place = _find_in_series(numbers) if len(numbers) > 1 else None
    is_list = place in _FIRST_PLACES or len(numbers) == len(texts)
    if place is None or not is_list:
        return tuple(texts)
    facts = []
    for text, mark in zip(texts, marks, strict=True):
        facts.append(text[mark.end() :] if mark else text)
    return tuple(facts)


def _find_in_series(numbers: Sequence[str]) -> int | None:
    """Return the first number's place in the series whose order the numbers follow, else None."""
    for series in _SERIES:
        if numbers[0] in series:
            place = series.index(numbers[0])
            if series[place : place + len(numbers)] == numbers:
                return place
    return None
