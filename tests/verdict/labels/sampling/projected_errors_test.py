"""Projected errors, and the calibration of the judge by a pilot."""

import numpy as np
import pytest

from helpers.made_up_evidence import list_labels, make_frame
from sacrerouge_litepyramid.verdict.labels.sampling.designs import (
    DESIGNS,
    draw_samples,
    make_design,
)
from sacrerouge_litepyramid.verdict.labels.sampling.projected_errors import (
    CALIBRATED,
    Calibration,
    fit_calibration,
    project_errors,
)


@pytest.fixture
def frame(tmp_path):
    """Two systems, twelve documents of three units."""
    return make_frame(tmp_path)


def test_independent_labels_give_the_sum_over_units(frame):
    design = make_design(frame, "active", 24)
    projected = project_errors(frame, design, CALIBRATED)
    f, w, pi = frame.probability, frame.weight, design.probability
    for system in range(2):
        rows = frame.system == system
        variance = sum(
            (1 / p - 1) * x**2 * q * (1 - q)
            for p, x, q in zip(pi[rows], w[rows], f[rows], strict=True)
        )
        assert projected.error[system] ** 2 == pytest.approx(variance)
    # 12 draws of each system: Student's t with 11 degrees of freedom
    assert projected.margin / projected.error == pytest.approx([2.201] * 2, abs=1e-3)


@pytest.mark.parametrize("name", DESIGNS)
def test_over_labels_and_draws_estimates_scatter_as_projected(frame, name):
    """Labels are drawn from a miscalibrated judge.

    Its fit by all labels is known, so only the formula is tested.
    """
    people = Calibration(intercept=-0.8, slope=1.2)
    known = frame.document < 2
    design = make_design(frame, name, 24, known)
    projected = project_errors(frame, design, people)
    rng = np.random.default_rng(0)
    drawn = draw_samples(design, 3000, 1)
    labels = rng.random(drawn.shape) < people.expect_labels(frame.probability)
    residuals = frame.weight * (labels - frame.probability)
    errors = np.where(drawn, residuals / design.probability, 0.0) - residuals
    scores = np.stack([errors[:, frame.system == system].sum(axis=1) for system in range(2)])
    assert scores.std(axis=1) == pytest.approx(projected.error, rel=0.12)


def test_labels_of_all_units_leave_no_error(frame):
    projected = project_errors(frame, make_design(frame, "chance", 72), CALIBRATED)
    assert projected.error.tolist() == projected.margin.tolist() == [0.0, 0.0]


def test_a_pilot_calibrates_the_judge(tmp_path):
    frame = make_frame(tmp_path, documents=400)
    annotator = Calibration(intercept=-1.0, slope=1.5)
    labels = np.random.default_rng(0).random(len(frame.weight)) < annotator.expect_labels(
        frame.probability
    )
    fitted = fit_calibration(frame, list_labels(frame, labels))
    assert (fitted.intercept, fitted.slope) == pytest.approx((-1.0, 1.5), abs=0.15)


def test_a_pilot_that_says_too_little(frame):
    labels = np.arange(72) % 2
    with pytest.raises(ValueError, match="the pilot has 19 labelled units; label at least 20"):
        fit_calibration(frame, list_labels(frame, labels, np.arange(72) < 19))
    with pytest.raises(ValueError, match="the labels are all alike"):
        fit_calibration(frame, list_labels(frame, 0 * labels))


def test_a_pilot_of_other_units(frame):
    other = frame._replace(text=("another", *frame.text[1:]))
    with pytest.raises(
        ValueError,
        match="the pilot labels 'another' of instance 'd00', system 'good', which the ev",
    ):
        fit_calibration(frame, list_labels(other, np.arange(72) % 2))
