"""The pace of annotators, measured at a form, and what fits into minutes."""

import numpy as np
import pytest

from helpers.made_up_evidence import make_frame
from sacrerouge_litepyramid.annotation.pace import (
    Pace,
    describe_sentence_pace,
    expect_summaries,
    find_affordable,
    measure_sentence_pace,
)
from sacrerouge_litepyramid.annotation.sampling.designs import DESIGNS, Budget, draw_samples, make_design
from sacrerouge_litepyramid.core.mixing import SentenceKey
from sacrerouge_litepyramid.io.annotations import WrittenSentence


def sentence(seconds):
    return WrittenSentence(SentenceKey("a", 0, 0), "One.", (), True, "f", seconds=seconds)


def test_sentences_an_hour_are_of_timed_sentences_alone():
    pace = measure_sentence_pace([sentence(60.0), sentence(120.0), sentence(None), sentence(0.0)])
    assert (pace.sentences, pace.seconds) == (2, 180.0)
    assert describe_sentence_pace(pace).endswith("2 sentences timed, 0.05 hours; plan the next with pace=40.0")
    assert measure_sentence_pace([sentence(None)]) is None


def test_no_pace_is_suggested_where_nobody_can_have_read():
    hasty = measure_sentence_pace([sentence(8.0), sentence(9.0)])
    assert describe_sentence_pace(hasty).endswith(
        "0.00 hours; less than 10 seconds per sentence; this pace is not used for planning"
    )
    assert "with pace=360.0" in describe_sentence_pace(measure_sentence_pace([sentence(10.0)]))


NOTHING = np.zeros(72, dtype=bool)


@pytest.fixture
def frame(tmp_path):
    """Two systems, twelve documents of three units."""
    return make_frame(tmp_path)


@pytest.mark.parametrize(("name", "summaries"), [("documents", 8), ("active", 24), ("paired", 24)])
def test_summaries_are_counted_once(frame, name, summaries):
    design = make_design(frame, name, Budget(total=24))
    assert expect_summaries(frame, design, NOTHING) == pytest.approx(summaries, abs=1)
    known = frame.document < 6
    assert expect_summaries(frame, design, known) == pytest.approx(summaries / 2, abs=1)


@pytest.mark.parametrize("name", DESIGNS)
def test_no_sample_has_more_summaries_on_average(frame, name):
    design = make_design(frame, name, Budget(total=40))
    drawn = draw_samples(design, 200, seed=1)
    read = np.mean([len(set(zip(frame.system[each], frame.document[each], strict=True))) for each in drawn])
    assert read <= expect_summaries(frame, design, NOTHING) + 0.2 <= 24.2


def test_time_pays_for_whole_labels(frame):
    assert find_affordable(frame, "chance", 2.2, Pace(20), NOTHING) == 44
    assert find_affordable(frame, "chance", 1000, Pace(20), NOTHING) == 72
    assert find_affordable(frame, "chance", 1000, Pace(20), frame.document < 6) == 36
    # of a document six units in two summaries: 18 seconds of judging, 20 of reading
    assert find_affordable(frame, "documents", 4 * 38 / 60, Pace(20, reading=10), NOTHING) in (24, 25, 26)
    # a unit of a summary of its own: 3 seconds and 10
    assert find_affordable(frame, "active", 20 * 13 / 60, Pace(20, reading=10), NOTHING) == 20


@pytest.mark.parametrize(
    ("minutes", "pace", "message"),
    [
        (0.0, Pace(4), "minutes must be above 0, not 0.0"),
        (5.0, Pace(0), "pace must be above 0, not 0"),
        (5.0, Pace(4, -1.0), "reading must be 0 seconds or more, not -1.0"),
        (0.1, Pace(1), "0.1 minutes at a pace of 1 a minute pay for no label; plan more minutes"),
    ],
)
def test_time_within_bounds(frame, minutes, pace, message):
    with pytest.raises(ValueError, match=message):
        find_affordable(frame, "chance", minutes, pace, NOTHING)
