"""The pace of people, from the seconds that a form measured."""

import pytest

from sacrerouge_litepyramid.annotation.pace import (
    describe_judgement_pace,
    describe_sentence_pace,
    fit_pace,
    measure_judgement_pace,
    measure_sentence_pace,
)
from sacrerouge_litepyramid.core.mixing import SentenceKey
from sacrerouge_litepyramid.io.annotations import WrittenSentence
from sacrerouge_litepyramid.io.votes import Votes


def sentence(seconds):
    return WrittenSentence(SentenceKey("a", 0, 0), "One.", (), True, "f", seconds=seconds)


def test_sentences_an_hour_are_of_timed_sentences_alone():
    pace = measure_sentence_pace([sentence(60.0), sentence(120.0), sentence(None), sentence(0.0)])
    assert (pace.sentences, pace.seconds, pace.an_hour) == (2, 180.0, 40.0)
    assert describe_sentence_pace(pace).endswith("2 sentences timed, 0.05 hours; plan the next with --pace 40.0")


def test_without_times_there_is_no_pace():
    assert measure_sentence_pace([sentence(None)]) is None
    assert measure_judgement_pace([Votes("ann", "t", (1, 0), "f")]) is None


def test_reading_is_what_a_summary_takes_beside_its_units():
    # 20 seconds to read, 6 seconds a unit: ten judgements a minute
    pace = fit_pace([1, 2, 5], [26, 32, 50])
    assert pace.judgements == pytest.approx(10) and pace.reading == pytest.approx(20)
    assert describe_judgement_pace(pace).endswith("--pace 10.00 --reading 20.0")


@pytest.mark.parametrize(
    ("units", "seconds", "judgements"),
    [([4], [60], 4), ([2, 2], [10, 20], 8), ([1, 3], [30, 10], 6), ([1, 2], [1, 59], 3)],
)
def test_reading_is_not_told_apart_where_the_times_do_not_show_it(units, seconds, judgements):
    pace = fit_pace(units, seconds)
    assert (pace.judgements, pace.reading) == (pytest.approx(judgements), 0)
    assert "--reading" not in describe_judgement_pace(pace)


def test_a_summary_that_was_not_judged_whole_is_not_timed():
    begun = Votes("ann", "t", (1, None), "f", 500.0)
    assert measure_judgement_pace([begun, Votes("ann", "u", (1, 0), "f", 30.0)]).judgements == pytest.approx(4)
