"""A judge is calibrated by a pilot's labels."""

import numpy as np
import pytest

from helpers.made_up_evidence import list_labels, make_frame
from sacrerouge_litepyramid.annotation.sampling.calibration import Calibration, fit_calibration


@pytest.fixture
def frame(tmp_path):
    """Two systems, twelve documents of three units."""
    return make_frame(tmp_path)


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
    with pytest.raises(ValueError, match="the pilot has 19 labelled units; at least 20 are needed"):
        fit_calibration(frame, list_labels(frame, labels, np.arange(72) < 19))
    with pytest.raises(ValueError, match="the labels are all alike"):
        fit_calibration(frame, list_labels(frame, 0 * labels))


def test_a_pilot_of_other_units(frame):
    other = frame._replace(text=("another", *frame.text[1:]))
    with pytest.raises(ValueError, match="the pilot labels 'another' of instance 'd00', system 'good', which the ev"):
        fit_calibration(frame, list_labels(other, np.arange(72) % 2))
