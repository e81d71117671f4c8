"""Which units read badly."""

import pytest

from sacrerouge_litepyramid.annotation.forms import reads_badly


@pytest.mark.parametrize(
    "text",
    [
        "he would preferred in charge",
        "More should done to help deaf people into work",
        "Bosses been urged",
        "he taking from builders",
        "Stevenage were held to a",
        'Please offer me a seat " badges',
    ],
)
def test_words_that_were_left_out_show(text):
    assert reads_badly(text)


@pytest.mark.parametrize(
    "text",
    [
        "He would have preferred an Englishman.",
        "The leak has only recently been found.",
        "She's been ill.",
        "They may need help.",
        "The town it sings of is small.",
        'A "quid pro quo" was offered.',
    ],
)
def test_sentences_read_well(text):
    assert not reads_badly(text)
