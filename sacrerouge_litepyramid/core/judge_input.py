"""A judge's input: a summary and its units without marks, and the parts of clauses.

Facts of a list lose its numbers and bullets. For a judge that reads texts as they were written,
only a text of several lines loses its marks.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from sacrerouge_litepyramid.core.markup import clean_text
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.core.ready_text import AS_WRITTEN, READY, TextForm, prepare
from sacrerouge_litepyramid.core.scripts import count_tokens_per_word
from sacrerouge_litepyramid.core.spelling import unify_spelling
from sacrerouge_litepyramid.core.units import CLAUSE, Unit, introduce
from sacrerouge_litepyramid.core.words import drop_stop_words, find_content_words, find_negations


def make_group(
    summary: str, units: Iterable[Unit], as_statements: bool = False, form: TextForm = READY
) -> Group:
    """Return a judge's input: a summary and the texts of its units, in the form that it reads.

    With ``as_statements`` a unit's introduction, if any, comes before its text.
    """
    members = tuple(units)
    texts = prepare_units(members, form)
    if as_statements:
        introductions = [prepare(unit.introduction, form=form).text for unit in members]
        texts = tuple(map(introduce, introductions, texts))
    return Group(prepare_summary(summary, form), texts)


def prepare_summary(summary: str, form: TextForm = READY) -> str:
    """Return a summary as a judge reads it: the answer, ready for comparison and without marks.

    In the form "as-written": the answer, without marks if it has several lines.
    """
    answer = prepare(summary, is_answer=True, form=form).text
    return _clean_lines(answer) if form == AS_WRITTEN else clean_text(answer)


def _clean_lines(text: str) -> str:
    """Return a text of several lines without marks, and a text of one line as it was written."""
    return clean_text(text) if "\n" in text.strip() else text


def prepare_units(units: Sequence[Unit], form: TextForm = READY) -> tuple[str, ...]:
    """Return the text of each unit as it is compared.

    A clause is verbatim, so it is only made ready; a fact is also cleaned. In the form "as-written"
    a clause stays, and a fact loses marks if it has several lines.
    """
    if form == AS_WRITTEN:
        return tuple(
            unit.text if unit.kind == CLAUSE else _clean_lines(unit.text) for unit in units
        )
    facts = tuple(unit.text for unit in units if unit.kind != CLAUSE)
    cleaned = iter(clean_facts(facts) if facts else ())
    texts = []
    for unit in units:
        texts.append(prepare(unit.text).text if unit.kind == CLAUSE else next(cleaned))
    return tuple(texts)


@lru_cache(maxsize=1 << 14)
def split_parts(text: str) -> tuple[tuple[int, int], ...]:
    """Return the start and end of each part of a clause.

    A part reaches from a content word to the end of the next one.

    The first part begins, and the last one ends, with the clause, so that every word is in a part.
    A clause with fewer than three content words is its own only part.
    """
    tokens = find_content_words(text)
    length = count_tokens_per_word(text)
    starts, ends = [0], []
    # A part begins, and the one before ends, with a word that is neither the first nor the last.
    for place in range(length, len(tokens) - length, length):
        start, _ = tokens[place]
        _, end = tokens[place + length - 1]
        starts.append(start)
        ends.append(end)
    return tuple(zip(starts, [*ends, len(text)], strict=True))


@lru_cache(maxsize=1 << 14)
def list_part_texts(text: str) -> tuple[str, ...]:
    """Return a clause's parts as the judge reads them: their content words and negations.

    A part reads the negations that govern its first word although they precede it: without "not",
    "closed on Monday", a part of "not closed on Monday", would state the opposite.
    """
    begins = find_negations(text)
    texts = []
    for start, end in split_parts(text):
        begin = begins.get(start, start)
        texts.append(drop_stop_words(text[begin:end]))
    return tuple(texts)


def unify_group(group: Group) -> Group:
    """Return a group as a judge of words reads it: in one spelling (`core.spelling`)."""
    return Group(unify_spelling(group.summary), tuple(map(unify_spelling, group.units)))


#: numbers in their order, by their kind
_SERIES = (list(map(str, range(1000))), list("abcdefghijklmnopqrstuvwxyz"))
#: a list begins with the first or the second number of its series: 0 or 1, a or b
_FIRST_PLACES = (0, 1)
_WORD = (
    r"(?:(?:key |atomic |main )?"
    r"(?:fact|point|claim|nugget|step|item|statement|unit|scu|acu|idea)\s*)"
)
#: a number with its marks: "1.", "(1)", "[1]", "1:", "1 -", "#1", "a)", "Fact 1:"
_NUMBERED = re.compile(
    rf"\s*(?={_WORD}|[(\[#]|\w{{1,3}}(?:[.)\]:、]|\s+[-–—]\s)){_WORD}?[(\[#]?(\d{{1,3}}|[a-z])"
    r"(?:[.)\]:、]+(?=\s)|[.)\]、]+(?=[^\W\d_])|\s+[-–—](?=\s)|(?=\s))\s*(?=\S)",
    re.IGNORECASE,
)
#: a number of another style: "Q1:", "No. 1:", "01.", "1.0", "§1", "1/" and, before a capital, "1"
_COUNTED = re.compile(
    r"(?P<before>\W*(?:[A-Za-z]{1,8}\.?[\s#-]{0,2})?)"
    r"0*(?P<number>\d{1,3})(?:\.0)?"
    r"(?P<after>[^\w\s]+\s*|\s+(?=[A-Z]))(?=[^\s\d])"
)


@lru_cache(maxsize=1 << 12)
def clean_facts(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the facts of a list as texts made ready.

    Bullets and Markdown are dropped, and so are numbers if they are numbered alike.
    """
    cleaned, last = texts, None
    # A dropped number may uncover a bullet or another number.
    while cleaned != last:
        last = cleaned
        cleaned = _drop_numbers([clean_text(prepare(text).text) for text in cleaned])
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
        return _drop_counts(texts)
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


def _drop_counts(texts: Sequence[str]) -> tuple[str, ...]:
    """Drop the numbers of facts that are all counted alike, from 0 or 1 on, in whatever style."""
    count = len(texts)
    marks = list(filter(None, map(_COUNTED.match, texts)))
    styles = {(mark["before"].casefold(), mark["after"].strip()) for mark in marks}
    numbers = [int(mark["number"]) for mark in marks]
    is_counted = numbers in (list(range(count)), list(range(1, count + 1)))
    if count < 2 or len(styles) != 1 or not is_counted:
        return tuple(texts)
    return tuple(text[mark.end() :] for text, mark in zip(texts, marks, strict=True))
