"""Error at equal annotation time: methods, minutes, shrunken corrections and errors of scores."""

import numpy as np
import pytest

from helpers.labelled_frames import make_labelled
from sacrerouge_litepyramid.annotation.pace import Pace
from sacrerouge_litepyramid.annotation.sampling.designs import Budget, draw_samples, make_design
from sacrerouge_litepyramid.annotation.sampling.estimators import estimate_combined, score_by_judge
from sacrerouge_litepyramid.annotation.sampling.sample import Sample, exact_labels, sum_by_system
from sacrerouge_litepyramid.experiments import effort
from sacrerouge_litepyramid.experiments.data_set import ScoredSummaries
from sacrerouge_litepyramid.experiments.effort import (
    Census,
    EffortSettings,
    compare_effort,
    count_census,
    estimate_shrunk,
    measure_errors,
)
from sacrerouge_litepyramid.experiments.effort_report import render_effort, save_effort_plot
from sacrerouge_litepyramid.experiments.labelled_population import EffortData, ScoredMix, build_document_frame

UNITS = make_labelled(systems=4, documents=30)
TRUTH = UNITS.score_systems()
#: 30 documents of two sentences: 60 · 2 minutes of writing, 600 / 10 + 120 · 10 / 60 of judging, 200 in all
PACE = Pace(10.0, 10.0)


@pytest.fixture(scope="module", autouse=True)
def two_minutes():
    """The time to write a sentence's SCUs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(effort, "DEFAULT_WRITING", 2.0)
        yield


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
    for method in ("human", "human-lite3pyramid", "human-lite3pyramid-shrunk"):
        assert minutes_of(rows, method) == pytest.approx([3 * whole, 7 * whole, 24 * whole, 200])
    # all SCUs take 120 minutes; with 160 there are 40 for judgements
    for design in ("active", "summaries"):
        assert minutes_of(rows, f"human-lite2pyramid-{design}") == pytest.approx([160, 200], abs=1)
    assert all(row.rmse < 1e-12 and row.wrong_pairs == 0 for row in rows if row.minutes > 199)
    assert {row.labels for row in rows if row.minutes > 199} == {600}


def test_more_minutes_and_a_judge_lower_the_error(rows):
    errors = {method: [row.rmse for row in rows if row.method == method] for method in {row.method for row in rows}}
    assert errors["human"] == sorted(errors["human"], reverse=True)
    assert errors["human-lite3pyramid"][2] < errors["human"][2]
    assert errors["human-lite3pyramid-shrunk"][0] < errors["human-lite3pyramid"][0]


def test_a_summary_without_a_human_score_is_left_out():
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
        (EffortSettings(pace=Pace(0.0)), "pace must be above 0, not 0.0"),
        (EffortSettings(pace=Pace(1.0, -2.0)), "reading must be 0 seconds or more, not -2.0"),
    ],
)
def test_wrong_settings(settings, message):
    with pytest.raises(ValueError, match=message):
        settings.check()


CENSUS = Census(systems=4, documents=10, sentences=30, summaries=40, labels=200)
CENSUS_PACE = Pace(10.0, 15.0)


def test_the_census_of_a_population():
    assert count_census(make_labelled(documents=6, units=5).frame, 11) == Census(3, 6, 11, 18, 90)


def test_minutes_by_hand():
    # 30 sentences · 2, 200 labels / 10, 40 summaries · 15 seconds
    assert CENSUS.writing == 60 and CENSUS.compute_minutes(CENSUS_PACE) == 60 + 20 + 10
    # four summaries of each system: 16 summaries of five units
    assert CENSUS.compute_smallest_sample(CENSUS_PACE) == 80 / 10 + 16 / 4


@pytest.mark.parametrize(("minutes", "documents"), [(1, 0), (8.9, 0), (9, 1), (50, 5), (89, 9), (90, 10), (900, 10)])
def test_documents_that_minutes_pay_for(minutes, documents):
    assert CENSUS.count_documents(minutes, CENSUS_PACE) == documents


TRUE_SCORES = np.array([0.1, 0.2, 0.2, 0.4])


def test_errors_by_hand():
    # The pair of equal truth does not count; of the other five, a < d alone is kept by the first draw.
    scores = np.array([[0.3, 0.2, 0.1, 0.3], TRUE_SCORES])
    errors = measure_errors(scores, TRUE_SCORES)
    assert errors.rmse == pytest.approx(np.sqrt((0.04 + 0.01 + 0.01) / 8))
    # a > b, a > c are wrong, a = d is half wrong.
    assert errors.wrong_pairs == pytest.approx(2.5 / 10)


def test_the_reverse_order_is_all_wrong_and_a_shift_is_not():
    assert measure_errors(-TRUE_SCORES[None], TRUE_SCORES).wrong_pairs == 1
    shifted = measure_errors(TRUE_SCORES[None] + 0.5, TRUE_SCORES)
    assert shifted.wrong_pairs == 0 and shifted.rmse == pytest.approx(0.5)


def test_rounding_orders_nothing():
    truth = np.array([0.1 + 0.2, 0.3, 0.5])
    assert measure_errors(np.array([[0.2, 0.4, 0.5]]), truth).wrong_pairs == 0
    assert measure_errors(np.array([[0.5, 0.4, 0.1 + 0.4]]), np.array([0.1, 0.2, 0.3])).wrong_pairs == pytest.approx(
        0.5
    )


def test_one_system_has_no_pair():
    assert measure_errors(np.array([[0.4]]), np.array([0.5])) == (pytest.approx(0.1), 0.0)


MANY_SYSTEMS = make_labelled(systems=8, documents=30)


def sample_of(labels, drawn, budget):
    design = make_design(MANY_SYSTEMS.frame, "documents", Budget(budget))
    return Sample(MANY_SYSTEMS.frame, design, exact_labels(np.where(drawn, labels, np.nan)))


def test_all_labels_give_human_scores():
    whole = sample_of(MANY_SYSTEMS.labels, np.ones(len(MANY_SYSTEMS.labels), dtype=bool), 150)
    assert estimate_shrunk(whole) == pytest.approx(MANY_SYSTEMS.score_systems())


def test_an_error_that_all_systems_share_moves_the_level_alone():
    frame = MANY_SYSTEMS.frame
    labels = frame.probability - 0.2
    drawn = draw_samples(make_design(frame, "documents", Budget(30)), 1, 3)[0]
    assert estimate_shrunk(sample_of(labels, drawn, 30)) == pytest.approx(score_by_judge(frame) - 0.2)


def test_few_documents_err_less_when_corrections_are_shrunk():
    """Where the judge errs alike on all systems, so that their own errors are those of the sample."""
    probability = MANY_SYSTEMS.frame.probability
    labels = (np.random.default_rng(4).random(len(probability)) < 0.1 + 0.7 * probability).astype(float)
    drawn = draw_samples(make_design(MANY_SYSTEMS.frame, "documents", Budget(15)), 40, 0)
    samples = [sample_of(labels, each, 15) for each in drawn]
    truth = sum_by_system(MANY_SYSTEMS.frame, MANY_SYSTEMS.frame.weight * labels)
    shrunk = measure_errors(np.array([estimate_shrunk(sample) for sample in samples]), truth)
    without = measure_errors(np.array([estimate_combined(sample).score for sample in samples]), truth)
    assert shrunk.rmse < 0.8 * without.rmse


def test_a_single_system_keeps_its_own_correction():
    data = make_labelled(systems=1, documents=20)
    design = make_design(data.frame, "documents", Budget(25))
    drawn = draw_samples(design, 1, 0)[0]
    sample = Sample(data.frame, design, exact_labels(np.where(drawn, data.labels, np.nan)))
    whole = estimate_combined(sample, judge_weights=np.ones((1, len(drawn))))
    assert estimate_shrunk(sample) == pytest.approx(whole.score)
