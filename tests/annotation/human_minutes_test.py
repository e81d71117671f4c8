"""Minutes of people for a whole set, for some documents, and wrong paces."""

import pytest

from helpers.labelled_frames import make_labelled
from sacrerouge_litepyramid.annotation.pace import Census, HumanPace, Pace, count_census

CENSUS = Census(systems=4, documents=10, sentences=30, summaries=40, judgements=200)
PACE = HumanPace(writing=2.0, judging=Pace(10.0, 15.0))


def test_the_census_of_a_population():
    assert count_census(make_labelled(documents=6, units=5).frame, 11) == Census(3, 6, 11, 18, 90)


def test_minutes_by_hand():
    # 30 sentences · 2, 200 judgements / 10, 40 summaries · 15 seconds
    assert CENSUS.compute_writing(PACE) == 60 and CENSUS.compute_minutes(PACE) == 60 + 20 + 10
    # four summaries of each system: 16 summaries of five units
    assert CENSUS.compute_smallest_sample(PACE) == 80 / 10 + 16 / 4


@pytest.mark.parametrize(("minutes", "documents"), [(1, 0), (8.9, 0), (9, 1), (50, 5), (89, 9), (90, 10), (900, 10)])
def test_documents_that_minutes_pay_for(minutes, documents):
    assert CENSUS.count_documents(minutes, PACE) == documents


@pytest.mark.parametrize(
    ("pace", "message"),
    [
        (HumanPace(-1.0), "writing must be 0 minutes or more, not -1.0"),
        (HumanPace(float("nan")), "writing must be 0 minutes or more, not nan"),
        (HumanPace(1.0, Pace(0.0)), "pace must be above 0, not 0.0"),
        (HumanPace(1.0, Pace(1.0, -2.0)), "reading must be 0 seconds or more, not -2.0"),
    ],
)
def test_wrong_paces(pace, message):
    with pytest.raises(ValueError, match=message):
        pace.check()
