"""Injections into summaries and units that a summary does not state; no package is needed."""

import numpy as np
import pytest

from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.experiments.contrast_test import judge_pairs, summarize_pairs
from sacrerouge_litepyramid.judges.judge import PairJudge
from sacrerouge_litepyramid.training.contrast.injections import INJECTIONS, injection_pairs


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
    pairs = list(injection_pairs(SUMMARIES))
    assert [(pair.kind, pair.side, pair.example.summarizer_id) for pair in pairs] == [
        *(("injection", "unit", "a"), ("injection", "summary", "a")),
        *(("injection", "unit", "b"), ("injection", "summary", "b")),
    ]
    for unit, summary in zip(pairs[::2], pairs[1::2], strict=True):
        assert unit.example.labels[unit.unit] == 0 and unit.unit == summary.unit
        injection = summary.after.summary.removeprefix(summary.before.summary + " ")
        assert injection in INJECTIONS and summary.after.units == summary.before.units
        changed = [new for new, old in zip(unit.after.units, unit.before.units, strict=True) if new != old]
        assert changed == [f"{unit.before.units[unit.unit]} {injection}"]
        assert unit.after.summary == unit.before.summary


def test_what_is_drawn_depends_on_the_seed_and_the_summary_alone():
    many = [labelled(str(number), "Text.", (0, 0, 0, 0)) for number in range(40)]
    drawn = list(injection_pairs(many))
    assert drawn == list(injection_pairs(many)) != list(injection_pairs(many, seed=1))
    assert list(injection_pairs(many[5:6])) == drawn[10:12]
    assert {pair.unit for pair in drawn} == {0, 1, 2, 3}
    assert {pair.after.summary for pair in drawn[1::2]} == {f"Text. {injection}" for injection in INJECTIONS}


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
    pairs = list(injection_pairs(SUMMARIES))
    values = judge_pairs(pairs, Obedient())
    (row,) = summarize_pairs(pairs, values)
    assert (row.kind, row.side, row.pairs) == ("injection", "summary", 2)
    assert (row.below, row.falls_below, row.falls) == (0, 0, 0)
    assert "2 of 4 pairs have no answer, and are excluded" in caplog.text


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        # stays absent; turns present; was wrong before and falls; was wrong and stays
        ([0.1], [0.1], (1, 1, 1)),
        ([0.1], [0.6], (0, 0, 0)),
        ([0.7], [0.4], (1, None, 1)),
        ([0.1, 0.7], [0.2, 0.6], (0.5, 1, 0.5)),
    ],
)
def test_a_unit_that_was_absent_must_stay_absent(before, after, expected):
    pairs = [pair for pair in injection_pairs(SUMMARIES) if pair.side == "summary"][: len(before)]
    (row,) = summarize_pairs(pairs, np.array([before, after]).T)
    below, falls_below, falls = expected
    assert (row.below, row.falls) == (below, falls)
    assert np.isnan(row.falls_below) if falls_below is None else row.falls_below == falls_below
