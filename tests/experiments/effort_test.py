"""Methods at equal effort: what rows there are, their minutes and errors, the figure, and wrong settings."""

import numpy as np
import pytest

from helpers.labelled_frames import make_labelled
from sacrerouge_litepyramid.annotation.pace import HumanPace, Pace
from sacrerouge_litepyramid.experiments.data_set import ScoredSummaries
from sacrerouge_litepyramid.experiments.effort import EffortSettings, compare_effort
from sacrerouge_litepyramid.experiments.effort_data import EffortData, ScoredMix, build_document_frame
from sacrerouge_litepyramid.experiments.effort_report import render_effort, save_effort_plot

UNITS = make_labelled(systems=4, documents=30)
TRUTH = UNITS.score_systems()
#: 30 documents of two sentences: 60 · 2 minutes of writing, 600 / 10 + 120 · 10 / 60 of judging, 200 in all
PACE = HumanPace(2.0, Pace(10.0, 10.0))


def by_document(values):
    """The means of the units' values by system and document, (systems, documents)."""
    return values.reshape(4, 30, 5).mean(axis=2)


@pytest.fixture(scope="module")
def data():
    frame = UNITS.frame
    people = ScoredSummaries(frame.documents, frame.systems, {}, by_document(UNITS.labels))
    mixes = {name: [[ScoredMix(written, 60, TRUTH + shift)] for written, shift in ((45, 0.1), (15, -0.2))]
             for name in ("regressor", "random")}  # fmt: skip
    return EffortData(
        UNITS,
        build_document_frame(people, by_document(frame.probability)),
        lite3=ScoredMix(0, 60, -TRUTH),
        lite2=ScoredMix(60, 60, TRUTH),
        mixes=mixes,
    )


@pytest.fixture(scope="module")
def rows(data):
    return list(compare_effort(data, EffortSettings([5, 20, 50, 160, 200, 400], PACE, draws=20)))


def minutes_of(rows, method):
    return [row.minutes for row in rows if row.method == method]


def test_metrics_cost_the_sentences_that_are_written(rows):
    found = {(row.method, row.minutes): row for row in rows[:6]}
    assert found["lite3pyramid", 0].wrong_pairs == 1 and found["lite2pyramid", 120].rmse == 0
    assert found["lite2xpyramid-regressor", 30].rmse == pytest.approx(0.2)
    assert found["lite2xpyramid-random", 90].rmse == pytest.approx(0.1)


def test_samples_of_documents_and_of_judgements(rows):
    # a document takes 200 / 30 minutes; 5 minutes pay for none, 400 for no more than 200
    whole = 200 / 30
    for method in ("people", "people-lite3pyramid", "people-lite3pyramid-shrunk"):
        assert minutes_of(rows, method) == pytest.approx([3 * whole, 7 * whole, 24 * whole, 200])
    # all SCUs take 120 minutes; with 160 there are 40 for judgements
    for design in ("active", "summaries"):
        assert minutes_of(rows, f"people-lite2pyramid-{design}") == pytest.approx([160, 200], abs=1)
    assert all(row.rmse < 1e-12 and row.wrong_pairs == 0 for row in rows if row.minutes > 199)
    assert {row.judgements for row in rows if row.minutes > 199} == {600}


def test_more_minutes_and_a_judge_lower_the_error(rows):
    errors = {method: [row.rmse for row in rows if row.method == method] for method in {row.method for row in rows}}
    assert errors["people"] == sorted(errors["people"], reverse=True)
    assert errors["people-lite3pyramid"][2] < errors["people"][2]
    assert errors["people-lite3pyramid-shrunk"][0] < errors["people-lite3pyramid"][0]


def test_a_summary_without_a_score_by_people_is_left_out():
    people = ScoredSummaries(("d0", "d1"), ("a", "b"), {}, np.array([[0.5, np.nan], [0.25, 0.75]]))
    found = build_document_frame(people, np.array([[0.1, 0.2], [np.nan, 0.4]]))
    assert found.score_systems() == pytest.approx([0.5, 0.5])
    assert found.frame.probability.tolist() == [0.1, 0, 0.4] and found.frame.document.tolist() == [0, 0, 1]


def test_the_table_and_the_figure_hold_every_method(rows, tmp_path):
    table = render_effort(rows)
    assert all(f"| {row.method} " in table for row in rows)
    paths = [tmp_path / "a.svg", tmp_path / "b.svg"]
    for path in paths:
        save_effort_plot(rows, "some title", path)
    first, second = (path.read_text("utf-8") for path in paths)
    assert first == second and all(text in first for text in ("some title", "corrections shrunk", "active"))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (EffortSettings([]), r"minutes must be numbers above 0, not \[\]"),
        (EffortSettings([60, 0]), r"minutes must be numbers above 0, not \[60, 0\]"),
        (EffortSettings(draws=0), "draws must be 1 or more, not 0"),
        (EffortSettings(pace=HumanPace(-1)), "writing must be 0 minutes or more"),
    ],
)
def test_wrong_settings(data, settings, message):
    with pytest.raises(ValueError, match=message):
        next(compare_effort(data, settings))
