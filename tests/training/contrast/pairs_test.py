"""Contrast pairs of small labelled summaries, and what is measured on them."""

import math

import numpy as np
import pytest

pytest.importorskip("spacy", reason="needs spaCy")
pytest.importorskip("lemminflect", reason="needs lemminflect")


from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.units import Unit, as_units
from sacrerouge_litepyramid.experiments.contrast_test import judge_pairs, summarize_pairs
from sacrerouge_litepyramid.judges.judge import Judge, PairJudge
from sacrerouge_litepyramid.training.contrast import sentences as inflection
from sacrerouge_litepyramid.training.contrast.pairs import (
    INJECTIONS,
    make_contrasts,
    make_injections,
    respell_negations,
)

UNITS = as_units(["The harbour was closed.", "Seven people died.", "Anna Smith won."])
SUMMARY = "Police said the harbour was closed. Seven people died on Monday."
LABELLED = [
    LabelledSummary("a", "first", SUMMARY, UNITS, (1, 1, 0)),
    LabelledSummary("a", "second", "Seven people died.", UNITS, (0, 1, 0)),
]


class StubModel(Judge):
    """Finds a unit present where the summary has it word for word, full stop aside."""

    classes = 2

    def predict(self, groups):
        return [
            np.array(
                [
                    [2.0 if unit.rstrip(".").lower() in group.summary.lower() else -2.0, 0.0]
                    for unit in group.units
                ]
            )
            for group in groups
        ]

    def identity(self):
        return {"type": "stub"}


def test_present_units_are_edited_on_both_sides():
    pairs = list(make_contrasts(LABELLED))
    edits = {(pair.example.summarizer_id, pair.unit, pair.kind, pair.side) for pair in pairs}
    assert {("first", 0, "negation", "unit"), ("first", 0, "negation", "summary")} <= edits
    assert {("first", 1, "number", "unit"), ("second", 1, "number", "summary")} <= edits
    assert not any(unit == 2 for _, unit, _, _ in edits), "absent"
    assert not any(summarizer == "second" and unit == 0 for summarizer, unit, _, _ in edits), (
        "absent there"
    )


def test_marks_of_a_summary_are_left_out():
    marked = (
        "# News\n\n* Police said the **harbour** was closed. [1]\n* Seven people died on Monday."
    )
    example = LabelledSummary("a", "third", marked, UNITS, (1, 1, 0))
    edited = {pair.after.summary for pair in make_contrasts([example]) if pair.side == "summary"}
    assert edited and not any(mark in text for text in edited for mark in "*#[")


def test_one_text_changes_and_the_siblings_stay():
    for pair in make_contrasts(LABELLED):
        units = zip(pair.before.units, pair.after.units, strict=True)
        changed = [index for index, (before, after) in enumerate(units) if before != after]
        assert changed == ([pair.unit] if pair.side == "unit" else [])
        assert (pair.before.summary == pair.after.summary) == (pair.side == "unit")


def test_an_edit_of_the_summary_touches_the_nearest_sentence():
    (pair,) = (
        pair
        for pair in make_contrasts(LABELLED[:1])
        if (pair.kind, pair.side, pair.unit) == ("negation", "summary", 0)
    )
    assert (
        pair.after.summary == "Police said the harbour was not closed. Seven people died on Monday."
    )


def test_negations_lose_their_apostrophe():
    summary = "The harbour was closed. Anna Smith did not win. The cat can swim. The mayor opened a bridge."
    units = as_units(
        [
            "The harbour was closed.",
            "Anna Smith did not win.",
            "The cat can swim.",
            "The mayor opened a bridge.",
        ]
    )
    labelled = [LabelledSummary("a", "first", summary, units, (1, 1, 1, 1))]
    # "never opened" has no such spelling, and "Anna Smith did win" no negation.
    respelled = [
        pair for seed in range(9) for pair in respell_negations(make_contrasts(labelled, seed))
    ]
    assert {pair.kind for pair in respelled} == {"didnt"}
    assert {pair.texts for pair in respelled if pair.side == "unit"} == {
        ("The harbour was closed.", "The harbour wasnt closed."),
        ("The cat can swim.", "The cat cant swim."),
        ("The mayor opened a bridge.", "The mayor didnt open a bridge."),
    }
    assert {pair.unit for pair in respelled if pair.side == "summary"} == {0, 2, 3}


def test_a_summary_that_states_a_unit_twice_or_hardly_is_not_edited():
    for summary in (
        "The harbour was closed. The harbour was closed.",
        "The harbour of London was old and big.",
    ):
        labelled = [LabelledSummary("a", "first", summary, UNITS[:1], (1,))]
        assert {pair.side for pair in make_contrasts(labelled)} == {"unit"}


def test_an_edit_that_makes_another_unit_is_none():
    units = as_units(["He was born in 1999.", "He was born in 2001.", "He was born in 1996."])
    labelled = [LabelledSummary("a", "first", "He was born then.", units, (1, 0, 0))]
    for seed in range(5):
        (pair,) = (pair for pair in make_contrasts(labelled, seed) if pair.kind == "date")
        assert pair.after.units[0] == "He was born in 2004."


def test_the_seed_draws_and_others_do_not_matter():
    drawn = [pair.after for pair in make_contrasts(LABELLED, seed=3)]
    assert drawn == [pair.after for pair in make_contrasts(LABELLED, seed=3)]
    alone = [pair.after for pair in make_contrasts(LABELLED[1:], seed=3)]
    assert alone == drawn[-len(alone) :]
    assert any(
        drawn != [pair.after for pair in make_contrasts(LABELLED, seed=seed)]
        for seed in range(4, 9)
    )


def test_shares_before_and_after():
    pairs = [pair for pair in make_contrasts(LABELLED) if pair.kind in ("negation", "number")]
    values = judge_pairs(pairs, StubModel())
    rows = {(row.kind, row.side): row for row in summarize_pairs(pairs, values)}
    present, absent = (1 / (1 + math.exp(-odds)) for odds in (2, -2))
    row = rows["number", "unit"]
    assert row.pairs == 2
    assert (row.before, row.after) == pytest.approx((present, absent))
    assert (row.below, row.falls_below) == (1.0, 1.0)


def test_pairs_that_were_below_before_do_not_fall_below():
    pairs = [pair for pair in make_contrasts(LABELLED[1:]) if pair.kind == "number"]
    (row, *_) = summarize_pairs(pairs, np.array([[0.4, 0.3], [0.2, 0.2]])[: len(pairs)])
    assert row.below == 1.0
    assert math.isnan(row.falls_below)


@pytest.mark.parametrize("missing", ["spacy", "lemminflect"])
def test_missing_packages_are_named_with_the_way_around(monkeypatch, missing):
    monkeypatch.setattr(inflection, "find_spec", lambda name: None if name == missing else object())
    with pytest.raises(
        ImportError,
        match=r"\[contrast\]\"; to train without them, pass the judge as JSON with \"contrast\": 0",
    ):
        list(make_contrasts(LABELLED))


def test_no_pairs():
    assert judge_pairs([], StubModel()).shape == (0, 2)
    assert summarize_pairs([], np.zeros((0, 2))) == []


def labelled(name, summary, labels):
    units = tuple(Unit(f"unit {place}") for place in range(len(labels)))
    return LabelledSummary("d", name, summary, units, labels)


SUMMARIES = [
    labelled("a", "The cat sat.", (1, 0, 0)),
    labelled("b", "A dog ran.", (0, 1, float("nan"))),
    labelled("all", "All.", (1, 1)),
    labelled("empty", " ", (0, 0)),
]


def test_an_absent_unit_of_each_summary_gets_an_injection_on_both_sides():
    pairs = list(make_injections(SUMMARIES))
    assert [(pair.kind, pair.side, pair.example.summarizer_id) for pair in pairs] == [
        *(("injection", "unit", "a"), ("injection", "summary", "a")),
        *(("injection", "unit", "b"), ("injection", "summary", "b")),
    ]
    for unit, summary in zip(pairs[::2], pairs[1::2], strict=True):
        assert unit.example.labels[unit.unit] == 0 and unit.unit == summary.unit
        injection = summary.after.summary.removeprefix(summary.before.summary + " ")
        assert injection in INJECTIONS and summary.after.units == summary.before.units
        changed = [
            new for new, old in zip(unit.after.units, unit.before.units, strict=True) if new != old
        ]
        assert changed == [f"{unit.before.units[unit.unit]} {injection}"]
        assert unit.after.summary == unit.before.summary


def test_what_is_drawn_depends_on_the_seed_and_the_summary_alone():
    many = [labelled(str(number), "Text.", (0, 0, 0, 0)) for number in range(40)]
    drawn = list(make_injections(many))
    assert drawn == list(make_injections(many)) != list(make_injections(many, seed=1))
    assert list(make_injections(many[5:6])) == drawn[10:12]
    assert {pair.unit for pair in drawn} == {0, 1, 2, 3}
    assert {pair.after.summary for pair in drawn[1::2]} == {
        f"Text. {injection}" for injection in INJECTIONS
    }


class Obedient(PairJudge):
    """Says yes where the summary tells it to, without an answer where the unit does, else no."""

    classes = 2

    def identity(self):
        return {"type": "obedient"}

    def predict_pairs(self, pairs):
        injected = [any(injection in pair.summary for injection in INJECTIONS) for pair in pairs]
        rows = np.array([[3.0, 0.0] if each else [0.0, 3.0] for each in injected])
        rows[[any(injection in pair.unit for injection in INJECTIONS) for pair in pairs]] = np.nan
        return rows


def test_a_judge_that_obeys_is_seen_and_missing_answers_are_excluded(caplog):
    pairs = list(make_injections(SUMMARIES))
    values = judge_pairs(pairs, Obedient())
    (row,) = summarize_pairs(pairs, values)
    assert (row.kind, row.side, row.pairs) == ("injection", "summary", 2)
    assert (row.below, row.falls_below) == (0, 0)
    assert "the judge gave no answer for 2 of 4 pairs; they are excluded" in caplog.text


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        # stays absent; turns present; was wrong before and falls; was wrong and stays
        ([0.1], [0.1], (1, 1)),
        ([0.1], [0.6], (0, 0)),
        ([0.7], [0.4], (1, None)),
        ([0.1, 0.7], [0.2, 0.6], (0.5, 1)),
    ],
)
def test_a_unit_that_was_absent_must_stay_absent(before, after, expected):
    pairs = [pair for pair in make_injections(SUMMARIES) if pair.side == "summary"][: len(before)]
    (row,) = summarize_pairs(pairs, np.array([before, after]).T)
    below, falls_below = expected
    assert row.below == below
    assert np.isnan(row.falls_below) if falls_below is None else row.falls_below == falls_below
