"""Conflicts between a unit and a sentence, one by one."""

import pytest

from sacrerouge_litepyramid.core.words import words_by_sentence
from sacrerouge_litepyramid.judges.mismatch_features import FEATURES, compare_words, mark_words


def mark(text: str):
    return mark_words(tuple(word for words in words_by_sentence(text) for word in words))


def compare(unit: str, sentence: str, rest: str = "") -> dict[str, float]:
    """Return the features that are not 0."""
    summary = frozenset(mark(sentence).stems) | frozenset(mark(rest).stems)
    values = compare_words(mark(unit), mark(sentence), summary)
    return {name: value for name, value in zip(FEATURES, values, strict=True) if value}


@pytest.mark.parametrize(
    "negated",
    [
        "The harbour was not closed.",
        "The harbour wasn't closed.",
        "the harbour was n't closed .",
        "The harbour was never closed.",
        "The harbour could not have been closed.",
        "The harbour won't be closed.",
    ],
)
def test_a_negation_on_one_side_is_a_conflict(negated):
    assert compare(negated, "They closed the harbour.") == {"negated_in_unit": 1}
    assert compare("They closed the harbour.", negated) == {"negated_in_summary": 1}
    assert compare(negated, "The harbour was not closed by them.") == {}


def test_a_negation_of_another_word_is_loose():
    assert compare("The harbour was not closed.", "The harbour stayed open.") == {
        "loose_negation_in_unit": 1
    }
    assert compare("The harbour is large.", "The harbour was not closed.") == {
        "loose_negation_in_summary": 1
    }


def test_the_scope_of_a_negation_ends_at_but_or_after_some_words():
    assert mark("not red but green").unsure == frozenset({0})
    far = mark("not one two three four five six seven")
    assert far.negated == frozenset({0})
    assert max(far.unsure) < len(far.stems) - 1


def test_an_implicit_negation_on_the_other_side_is_not_a_conflict():
    loose = {"loose_negation_in_unit": 1}
    assert (
        compare("He did not start his job.", "He was sacked before he could start his job.")
        == loose
    )
    assert compare("He did not pay.", "He refused to pay.") == loose
    assert compare("He refused to pay.", "He did not pay.") == {"loose_negation_in_summary": 1}


def test_a_word_that_the_other_side_also_negates_is_not_a_conflict():
    assert compare("It is not closed.", "It is not closed, said Ann, then it closed twice.") == {}
    assert compare("It is not closed.", "It closed.") == {"negated_in_unit": 1}


def test_missing_and_replaced_numbers_are_recognised():
    assert compare("Two of 40 people died.", "Two people died.") == {"numbers_missing": 0.5}
    assert compare("40 people died.", "50 people died.") == {
        "numbers_missing": 1,
        "number_replaced": 1,
    }
    assert compare("Two people died.", "2 people died.") == {}
    assert compare("40 people died.", "People died.", "There were 40 of them.") == {}, (
        "elsewhere in the summary"
    )


def test_a_name_is_missing_if_its_last_word_is():
    assert compare("Then Anna Smith won.", "anna brown won") == {"name_missing": 1}
    assert compare("Then Anna Smith won.", "smith won") == {}
    assert compare("Anna won.", "smith won") == {}, "a sentence's first word alone is not a name"
    assert compare("Then Anna Smith won.", "someone won", "smith did") == {}
