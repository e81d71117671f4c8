"""The pace at which annotators write SCUs."""

from sacrerouge_litepyramid.annotation.pace import describe_sentence_pace, measure_sentence_pace
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
