"""Words that match, are missing or conflict, by hand, and the clause about them."""

import pytest

from sacrerouge_litepyramid.judges.lexical_features import unit_table
from sacrerouge_litepyramid.judges.mismatch_features import FEATURES
from sacrerouge_litepyramid.judges.word_matches import describe_words, match_units


def match(unit, summary):
    return match_units(unit_table([unit], lambda stem: 1.0), [summary])[0][0]


def statuses(unit, summary):
    return {word.word: word.status for word in match(unit, summary).words}


@pytest.mark.parametrize(
    ("unit", "summary", "expected"),
    [
        ("A fire broke out.", "Fires burned.", {"fire": "matched", "broke": "missing"}),
        (
            "Ten ships sank.",
            "Twelve ships sank.",
            {"Ten": "number", "ships": "matched", "sank": "matched"},
        ),
        # another number, but none of the unit's is missing
        (
            "Ten ships sank.",
            "Ten ships sank in 12 hours.",
            {"Ten": "matched", "ships": "matched", "sank": "matched"},
        ),
        # no number stands in its place
        (
            "Ten ships sank.",
            "The ships sank.",
            {"Ten": "missing", "ships": "matched", "sank": "matched"},
        ),
        (
            "The mayor is Ana Diaz.",
            "The mayor is Bob Ruiz.",
            {"mayor": "matched", "Ana": "missing", "Diaz": "name"},
        ),
        (
            "The port was closed.",
            "The port was not closed.",
            {"port": "matched", "closed": "negation"},
        ),
        (
            "The port was not closed.",
            "The port was closed.",
            {"port": "matched", "closed": "negation"},
        ),
        (
            "The port was not closed.",
            "The port was never closed.",
            {"port": "matched", "closed": "matched"},
        ),
        ("They buy ships.", "They purchase ships.", {"buy": "related", "ships": "matched"}),
        ("The port is open.", "The port is closed.", {"port": "matched", "open": "opposite"}),
        ("The fire.", "", {"fire": "missing"}),
        ("It was.", "It was.", {}),
    ],
)
def test_what_became_of_each_word(unit, summary, expected):
    assert statuses(unit, summary) == expected


@pytest.mark.parametrize(
    ("summary", "forms"),
    [
        ("FIRE broke out.", {"fire": (), "broke": ()}),
        # the form in the nearest sentence comes before the summary's first
        ("Fires burned. The firing broke.", {"fire": ("firing",), "broke": ()}),
        ("Fires burned.", {"fire": ("Fires",), "broke": ()}),
    ],
)
def test_the_summarys_form_of_a_word(summary, forms):
    assert {word.word: word.against for word in match("A fire broke out.", summary).words} == forms


def test_the_sentence_that_is_compared_is_the_nearest():
    found = match("Ten ships sank.", "Five people swam. Twelve ships sank.")
    assert found.words[0].against == ("Twelve",)


def test_the_features_are_those_of_the_model():
    found = dict(
        zip(FEATURES, match("Ten ships sank.", "Twelve ships sank.").mismatches, strict=True)
    )
    assert {name for name, value in found.items() if value} == {
        "numbers_missing",
        "number_replaced",
    }
    assert match("Ten ships sank.", "").mismatches == (0.0,) * len(FEATURES)


@pytest.mark.parametrize(
    ("unit", "summary", "clause"),
    [
        ("Ten ships sank.", "Twelve ships sank.", "“Ten”, where the nearest sentence has “Twelve”"),
        (
            "The mayor is Diaz.",
            "The mayor is Ruiz.",
            "“Diaz”, where the nearest sentence names “Ruiz”",
        ),
        (
            "The port was closed.",
            "It was not closed.",
            "“closed” is denied on one side and stated on the other; “port” is missing",
        ),
        ("The port is open.", "The port was closed.", "“open” is the opposite of “closed”"),
        ("They buy ships.", "They purchase ships.", ""),
        ("Old ships sank.", "Ships.", "“Old”, “sank” are missing"),
        ("Ships sank.", "Ships sank.", ""),
    ],
)
def test_the_clause(unit, summary, clause):
    assert describe_words(match(unit, summary).words) == clause
