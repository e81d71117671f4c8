import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sacrerouge_litepyramid.core.mixing import (
    Effort,
    SentenceKey,
    SentenceUnits,
    easiness,
    group_by_sentence,
    measure_effort,
    mix,
    mix_as_the_authors,
    select,
    select_by_threshold,
    sentence_key,
)
from sacrerouge_litepyramid.core.units import Unit


def scu(text, sentence, reference=0):
    return Unit(text, references=(reference,), sentence=sentence)


def stu(text, sentence, reference=0):
    return Unit(text, kind="stu", references=(reference,), sentence=sentence)


SCUS = {
    "b": [scu("b1", 1), scu("b0", 0), scu("b1 too", 1)],
    "a": [scu("a0", 0), scu("other", 0, reference=1)],
}
STUS = {"b": [stu("B0", 0), stu("B1", 1), stu("B2", 2)], "a": [stu("A0", 0), stu("A0 too", 0)]}
B0, B1, B2 = (SentenceKey("b", 0, sentence) for sentence in range(3))
A0, OTHER = SentenceKey("a", 0, 0), SentenceKey("a", 1, 0)

percentages = st.floats(0, 100) | st.integers(0, 100)
scores = st.lists(st.sampled_from([0.1, 0.2, 0.5, -3.0]) | st.floats(-1, 1), max_size=20).map(
    np.array
)


def texts(units):
    return {name: [unit.text for unit in members] for name, members in units.items()}


def test_sentences_come_in_the_order_of_instances_references_and_text():
    grouped = group_by_sentence(SCUS, STUS)
    assert list(grouped) == [B0, B1, B2, A0, OTHER]
    assert grouped[B1] == SentenceUnits((scu("b1", 1), scu("b1 too", 1)), (stu("B1", 1),))
    assert grouped[B2].scus == () and grouped[OTHER].stus == ()


def test_a_unit_without_a_sentence_has_no_key():
    with pytest.raises(ValueError, match="instance 'a': the unit 'x' has no sentence"):
        sentence_key("a", Unit("x"))


def test_mixed_units_are_kept_scus_then_selected_stus():
    assert texts(mix(SCUS, STUS, {B1, A0})) == {"b": ["b0", "B1"], "a": ["other", "A0", "A0 too"]}


def test_a_sentence_without_scus_gives_its_stus_when_selected_but_not_as_the_authors_mix():
    assert texts(mix(SCUS, STUS, {B2}))["b"] == ["b1", "b0", "b1 too", "B2"]
    assert texts(mix_as_the_authors(SCUS, STUS, {B2}))["b"] == ["b0", "b1", "b1 too"]


def test_the_authors_units_are_in_the_order_of_the_text():
    assert texts(mix_as_the_authors(SCUS, STUS, {B0}))["b"] == ["B0", "b1", "b1 too"]


def test_effort_counts_sentences_and_scus():
    sentences = group_by_sentence(SCUS, STUS)
    assert measure_effort(sentences, {B1, B2}) == Effort(
        sentences=5, replaced=2, scus=5, scus_saved=2
    )
    assert measure_effort(sentences, {B1, B2}).share_saved == 0.4
    assert measure_effort({}, frozenset()).share_saved == 0.0


def test_easiness_is_the_mean_over_scus_of_the_best_stu():
    similarity = {("S", "a"): 0.2, ("T", "a"): 0.6, ("S", "b"): 1.0, ("T", "b"): 0.0}
    units = SentenceUnits((scu("a", 0), scu("b", 0)), (stu("S", 0), stu("T", 0)))
    assert easiness(units, lambda stu, scu: similarity[stu, scu]) == pytest.approx(0.8)
    assert easiness(SentenceUnits((scu("a", 0),), ()), lambda *_: 1.0) == 0.0
    assert math.isnan(easiness(SentenceUnits((), (stu("S", 0),)), lambda *_: 1.0))


def test_select_rounds_down_and_takes_the_first_of_a_tie():
    ranked = np.array([0.3, 0.9, 0.3, 0.1])
    assert select(ranked, 50).tolist() == [True, True, False, False]
    assert select(ranked, 74.9).tolist() == [True, True, False, False]
    assert select(ranked, 75).tolist() == [True, True, True, False]


def test_a_percentage_is_exact():
    assert select(np.arange(100.0), 29).sum() == 29
    # as floats 68.99999999999999
    assert select(np.arange(375.0), 18.4).sum() == 69
    assert select(np.arange(1000.0), 0.7).sum() == 7


def test_the_authors_rule_takes_one_fewer_and_no_part_of_a_tie():
    assert select_by_threshold(np.array([0.3, 0.9, 0.5, 0.1]), 50).tolist() == [
        False,
        True,
        False,
        False,
    ]
    assert not select_by_threshold(np.array([0.3, 0.9, 0.9, 0.1]), 50).any()
    assert select_by_threshold(np.array([0.3, 0.9, 0.5, 0.1]), 100).sum() == 3


@pytest.mark.parametrize("rule", [select, select_by_threshold])
@pytest.mark.parametrize("percentage", [-1, 100.5, math.nan])
def test_a_wrong_percentage_is_an_error(rule, percentage):
    with pytest.raises(ValueError, match="percentage|Invalid"):
        rule(np.array([1.0]), percentage)


@pytest.mark.parametrize("rule", [select, select_by_threshold])
def test_a_sentence_without_a_score_is_an_error(rule):
    with pytest.raises(ValueError, match="no score"):
        rule(np.array([1.0, math.nan]), 50)


@given(scores, percentages, percentages)
def test_a_larger_percentage_selects_all_that_a_smaller_one_does(ranked, first, second):
    low, high = sorted([first, second])
    for rule in (select, select_by_threshold):
        assert not (rule(ranked, low) & ~rule(ranked, high)).any()
