"""Facts lose the marks of their list, and nothing else; a clause is read in parts."""

import pytest

from sacrerouge_litepyramid.core.judge_input import (
    clean_facts,
    list_part_texts,
    prepare_units,
    split_parts,
)
from sacrerouge_litepyramid.core.units import Unit

FACTS = ("The port closed.", "Two ships sank.", "Nobody was hurt.")
STYLES = "{}. |{}) |({}) |[{}] |{}: |{} - |#{} |Fact {}: |Step {}. |- {}. |**{}.** |{}.".split("|")


@pytest.mark.parametrize("style", STYLES)
def test_numbers_of_a_list(style):
    assert (
        clean_facts(tuple(style.format(place) + fact for place, fact in enumerate(FACTS, 1)))
        == FACTS
    )


@pytest.mark.parametrize(
    "marks",
    [
        "a) |b) |c) ",
        "- |* |• ",
        "Q1: |Q2: |Q3: ",
        "01. |02. |03. ",
        "1 |2 |3 ",
    ],
)
def test_letters_and_bullets(marks):
    assert (
        clean_facts(tuple(mark + fact for mark, fact in zip(marks.split("|"), FACTS, strict=True)))
        == FACTS
    )


@pytest.mark.parametrize(
    "facts",
    [
        ("1. FC Köln won.", "Bayern lost."),
        ("2 ships sank.", "3 men died."),
        ("2019: floods.", "2020: drought."),
        ("1 ship sank.", "2 cars burned."),
        ("G7 met.", "G8 met."),
        ("J. Smith won.", "B. Jones lost."),
        ("1.5 million left.", "2.5 million stayed."),
        ("3. Mai: Wahl.", "7. Mai: Streik."),
    ],
)
def test_numbers_that_are_content_stay(facts):
    assert clean_facts(facts) == facts


def test_a_clause_is_verbatim():
    units = [Unit("1. oﬃce", kind="clause"), Unit("1. One."), Unit("2. Two.")]
    assert prepare_units(units) == ("1. office", "One.", "Two.")


@pytest.mark.parametrize(
    ("clause", "parts", "asked"),
    [
        (
            "The council did not approve the plan on Monday.",
            ["The council did not approve", "approve the plan", "plan on Monday."],
            ("council not approve", "not approve plan", "plan Monday"),
        ),
        (
            "Neither he nor Ann hasn’t never paid",
            ["Neither he nor Ann", "Ann hasn’t never", "never paid"],
            ("Neither nor Ann", "Neither nor Ann hasn’t never", "hasn’t never paid"),
        ),
        (
            "Data never leaves the EU",
            ["Data never", "never leaves", "leaves the EU"],
            ("Data never", "never leaves", "never leaves EU"),
        ),
        (
            "He said no, but ships left",
            ["He said no, but ships", "ships left"],
            ("said no ships", "ships left"),
        ),
        ("Two members voted", ["Two members", "members voted"], ("Two members", "members voted")),
        ("Seven died", ["Seven died"], ("Seven died",)),
        ("No", ["No"], ("No",)),
    ],
)
def test_parts_run_from_one_content_word_to_the_next(clause, parts, asked):
    assert [clause[start:end] for start, end in split_parts(clause)] == parts
    assert list_part_texts(clause) == asked
