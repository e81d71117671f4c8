"""References with brackets around what is missing, and texts as they are read."""

import pytest

from sacrerouge_litepyramid.core.units import CLAUSE, Unit
from sacrerouge_litepyramid.verdict.report.clauses import Run
from sacrerouge_litepyramid.verdict.report.marked_references import (
    mark_missing,
    mark_missing_in_references,
)


def runs(*pairs):
    return [Run(text, 0, share) for text, share in pairs]


@pytest.mark.parametrize(
    ("sentence", "found", "marked"),
    [
        (
            "Rain fell, and it thundered.",
            [("Rain fell", 0.9), ("and it thundered", 0.1)],
            "Rain fell, [[and it thundered]].",
        ),
        # runs with nothing but marks between them are one
        (
            "Rain fell, and it thundered.",
            [("Rain fell", 0.1), ("and it thundered", 0.1)],
            "[[Rain fell, and it thundered]].",
        ),
        # the second of two equal runs
        ("Rain, Rain", [("Rain", 0.9), ("Rain", 0.1)], "Rain, [[Rain]]"),
        ("Rain fell.", [("Snow", 0.1), ("fell", 0.1)], "Rain [[fell]]."),
        ("", [], ""),
    ],
)
def test_missing_runs_are_bracketed(sentence, found, marked):
    assert mark_missing(sentence, runs(*found)) == marked


def clause(text, sentence=0, reference=0):
    return Unit(text, 2.0, CLAUSE, (reference,), sentence)


def test_each_sentence_has_its_own_clauses():
    units = [clause("Rain fell"), clause("Rain fell", 1), Unit("It rained.")]
    found = mark_missing_in_references(
        units, [runs(("Rain fell", 0.9)), runs(("Rain fell", 0.1)), []], ["Rain fell. Rain fell."]
    )
    assert found == ["Rain fell. [[Rain fell]]."]


def test_unknown_references_are_their_clauses():
    units = [
        clause("Rain fell", reference=1),
        clause("and it thundered", reference=1),
        clause("Snow fell"),
    ]
    shares = [runs((unit.text, 0.1)) for unit in units]
    assert mark_missing_in_references(units, shares, []) == [
        "[[Snow fell]]",
        "[[Rain fell]] [[and it thundered]]",
    ]


def test_without_clauses_no_reference_is_shown():
    assert mark_missing_in_references([Unit("It rained.")], [[]], ["It rained."]) == []
