"""The pace of annotators, measured at a form, and what fits into minutes."""

import numpy as np
import pytest

from helpers.made_up_evidence import make_frame
from sacrerouge_litepyramid.annotation.pace import (
    Pace,
    describe_label_pace,
    expect_summaries,
    find_affordable,
    fit_pace,
    measure_label_pace,
)
from sacrerouge_litepyramid.annotation.sampling.designs import DESIGNS, Budget, draw_samples, make_design
from sacrerouge_litepyramid.io.labels import TaskVotes


def test_no_pace_is_suggested_where_nobody_can_have_read():
    assert describe_label_pace(fit_pace([10, 10], [5, 6])).endswith(
        "took less than 1 second per label; this pace is not used for planning"
    )
    assert describe_label_pace(Pace(60)).endswith("with pace=60")
    assert fit_pace([1, 2, 5], [20.1, 20.2, 20.5]) == Pace(pytest.approx(60 * 8 / 60.8)), "the units add almost no time"


def test_reading_is_what_a_summary_takes_beside_its_units():
    # 20 seconds to read, 6 seconds a unit: ten labels a minute
    pace = fit_pace([1, 2, 5], [26, 32, 50])
    assert pace.labels == pytest.approx(10) and pace.reading == pytest.approx(20)
    assert describe_label_pace(pace).endswith("with pace=10.0 reading=20.0")


@pytest.mark.parametrize(
    ("units", "seconds", "labels"),
    [([4], [60], 4), ([2, 2], [10, 20], 8), ([1, 3], [30, 10], 6), ([1, 2], [1, 59], 3)],
)
def test_reading_is_not_estimated_where_the_times_do_not_show_it(units, seconds, labels):
    pace = fit_pace(units, seconds)
    assert (pace.labels, pace.reading) == (pytest.approx(labels), 0)
    assert "--reading" not in describe_label_pace(pace)


def test_a_summary_that_was_not_labelled_whole_is_not_timed():
    begun = TaskVotes("ann", "t", (1, None), "f", 500.0)
    whole = [TaskVotes("ann", str(place), (1, "u"), "f", 30.0) for place in range(15)]
    assert measure_label_pace([begun, *whole]).labels == pytest.approx(4)
    assert measure_label_pace([begun, *whole[1:]]) is None, "28 votes"
    assert measure_label_pace([begun, TaskVotes("ann", "t", (1, 0), "f")]) is None


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
