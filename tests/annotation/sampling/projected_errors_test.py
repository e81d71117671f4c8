"""Projected errors, and the labels that reach a width or a power."""

import numpy as np
import pytest

from helpers.made_up_evidence import list_labels, make_frame
from sacrerouge_litepyramid.annotation.sampling.designs import DESIGNS, Budget, draw_samples, make_design
from sacrerouge_litepyramid.annotation.sampling.projected_errors import (
    CALIBRATED,
    Calibration,
    Goal,
    ProjectedErrors,
    find_budget,
    fit_calibration,
    project_errors,
)


@pytest.fixture
def frame(tmp_path):
    """Two systems, twelve documents of three units."""
    return make_frame(tmp_path)


def test_independent_labels_give_the_sum_over_units(frame):
    design = make_design(frame, "active", Budget(per_system=12))
    projected = project_errors(frame, design, CALIBRATED)
    f, w, pi = frame.probability, frame.weight, design.probability
    for system in range(2):
        rows = frame.system == system
        variance = sum((1 / p - 1) * x**2 * q * (1 - q) for p, x, q in zip(pi[rows], w[rows], f[rows], strict=True))
        assert projected.scores.error[system] ** 2 == pytest.approx(variance)
    assert projected.differences.error[0] == pytest.approx(np.hypot(*projected.scores.error))
    # 12 draws of each system: Student's t with 11 degrees of freedom, and with 22 for the difference
    assert projected.scores.margin / projected.scores.error == pytest.approx([2.201] * 2, abs=1e-3)
    assert projected.differences.margin / projected.differences.error == pytest.approx([2.074], abs=2e-2)


@pytest.mark.parametrize("name", DESIGNS)
def test_over_labels_and_draws_estimates_scatter_as_projected(frame, name):
    """Labels are drawn from a miscalibrated judge; its fit by all labels is known, so only the formula is tested."""
    people = Calibration(intercept=-0.8, slope=1.2, within=0.0, across=0.0)
    design = make_design(frame, name, Budget(per_system=12))
    projected = project_errors(frame, design, people)
    rng = np.random.default_rng(0)
    drawn = draw_samples(design, 3000, 1)
    labels = rng.random(drawn.shape) < people.expect_labels(frame.probability)
    residuals = frame.weight * (labels - frame.probability)
    errors = [np.where(drawn, residuals / design.probability, 0.0) - residuals]
    scores = np.stack([errors[0][:, frame.system == system].sum(axis=1) for system in range(2)])
    assert scores.std(axis=1) == pytest.approx(projected.scores.error, rel=0.12)
    assert (scores[0] - scores[1]).std() == pytest.approx(projected.differences.error[0], rel=0.12)


def test_residuals_that_go_together_count_in_what_is_drawn_together(frame):
    paired = make_design(frame, "paired", Budget(per_system=12))
    alone = project_errors(frame, paired, CALIBRATED)
    across = project_errors(frame, paired, CALIBRATED._replace(across=0.5))
    assert across.scores.error == pytest.approx(alone.scores.error)
    assert across.differences.error[0] < 0.8 * alone.differences.error[0]
    documents = make_design(frame, "documents", Budget(per_system=12))
    alone = project_errors(frame, documents, CALIBRATED)
    within = project_errors(frame, documents, CALIBRATED._replace(within=0.5))
    assert (within.scores.error > 1.2 * alone.scores.error).all()


def test_drawn_documents_add_their_own_variance(frame):
    everything = make_design(frame, "chance", Budget(total=72))
    assert project_errors(frame, everything, CALIBRATED).scores.error.tolist() == [0.0, 0.0]
    projected = project_errors(frame, everything, CALIBRATED, "like-these")
    rng = np.random.default_rng(0)
    own = np.flatnonzero(frame.system == 0).reshape(12, 3)
    labels = rng.random((4000, 72)) < frame.probability
    scores = labels[:, own].mean(axis=2)
    assert projected.scores.error[0] ** 2 == pytest.approx((scores.var(axis=1, ddof=1) / 12).mean(), rel=0.05)


def test_power_is_the_chance_to_see_a_difference():
    projected = ProjectedErrors(np.array([0.05, 0.0]), np.array([0.098, 0.0]))
    assert projected.compute_power(-0.098) == pytest.approx([0.5, 1.0])
    assert projected.compute_power(0.148)[0] == pytest.approx(0.8413, abs=1e-4)


@pytest.mark.parametrize(
    ("design", "goal"),
    [
        ("active", Goal(width=0.3)),
        ("documents", Goal(width=0.3)),
        ("summaries", Goal(width=0.3)),
        ("paired", Goal(width=0.3, compared=True)),
        ("paired", Goal(power=0.8, difference=0.2)),
    ],
)
def test_the_budget_is_the_smallest_that_reaches_the_goal(frame, design, goal):
    found = find_budget(frame, design, goal, CALIBRATED)
    reached = [
        goal.is_reached(project_errors(frame, make_design(frame, design, Budget(total=total)), CALIBRATED))
        for total in (found - 2, found)
    ]
    whole = design in ("documents", "summaries")
    assert 4 < found < 72 and reached == [reached[0] if whole else False, True]


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        (Goal(width=0.0), "width must be above 0, not 0.0"),
        (Goal(power=1.0, difference=0.1), "power must be between 0 and 1, not 1.0"),
        (Goal(power=0.8), "that is not 0 and at most 1, not None"),
        (Goal(width=0.01), "all 72 remaining labels do not reach the goal"),
    ],
)
def test_a_goal_within_bounds_and_reach(frame, goal, message):
    with pytest.raises(ValueError, match=message):
        find_budget(frame, "active", goal, CALIBRATED, "like-these")


def test_a_pilot_calibrates_the_judge(tmp_path):
    frame = make_frame(tmp_path, documents=400)
    annotator = Calibration(intercept=-1.0, slope=1.5, within=0.0, across=0.0)
    labels = np.random.default_rng(0).random(len(frame.weight)) < annotator.expect_labels(frame.probability)
    fitted = fit_calibration(frame, list_labels(frame, labels))
    assert (fitted.intercept, fitted.slope) == pytest.approx((-1.0, 1.5), abs=0.15)
    assert fitted.within < 0.05 and fitted.across < 0.05
    # one toss for a unit in both summaries: what is stated in one tends to be stated in the other
    toss = np.random.default_rng(0).random((400, 3))[frame.document, frame.unit]
    fitted = fit_calibration(frame, list_labels(frame, toss < annotator.expect_labels(frame.probability)))
    assert fitted.across > 0.4 and fitted.within < 0.1


def test_a_pilot_that_says_too_little(frame):
    labels = np.arange(72) % 2
    with pytest.raises(ValueError, match="the pilot has 19 labelled units; label at least 20"):
        fit_calibration(frame, list_labels(frame, labels, np.arange(72) < 19))
    with pytest.raises(ValueError, match="the labels are all alike"):
        fit_calibration(frame, list_labels(frame, 0 * labels))


def test_a_pilot_of_other_units(frame):
    other = frame._replace(text=("another", *frame.text[1:]))
    with pytest.raises(ValueError, match="the pilot labels 'another' of instance 'd00', system 'good', which the ev"):
        fit_calibration(frame, list_labels(other, np.arange(72) % 2))
