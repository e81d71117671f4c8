import pytest

from sacrerouge_litepyramid.core.words import (
    content_words,
    count_words,
    is_name_or_number,
    stem,
    words_by_sentence,
)


def test_sentences_end_at_marks_before_white_space_and_at_new_lines():
    assert words_by_sentence("He ran . She won!  Dr.No\nend") == [
        ["He", "ran"],
        ["She", "won"],
        ["Dr", "No"],
        ["end"],
    ]


def test_a_text_without_words_has_no_sentence():
    assert words_by_sentence("") == []
    assert words_by_sentence(" . ... \n\n !? 😀 --") == []


def test_numbers_keep_their_marks():
    assert words_by_sentence("£1,250.5m, 3-2.") == [["1,250.5", "m", "3", "2"]]


def test_words_and_numbers_are_counted():
    assert [count_words(text) for text in ("", "He ran 3 miles. She won!")] == [0, 6]


def test_a_run_of_marks_takes_no_quadratic_time():
    assert words_by_sentence("!" * 200_000 + "x") == [["x"]]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Running", "run"),
        ("seven", "7"),
        ("Ninety", "90"),
        ("thousand", "1000"),
        ("1,250", "1250"),
        ("1.5", "1.5"),
        ("Größe", "größe"),
        ("y" * 100_000, "y" * 100_000),
    ],
)
def test_stems(word, expected):
    assert stem(word) == expected


def test_content_words_are_no_stop_words_unless_all_are():
    assert content_words(["The", "cat", "is", "here"]) == ["cat"]
    assert content_words(["It", "is"]) == ["It", "is"]
    assert content_words([]) == []


def test_names_and_numbers():
    assert [is_name_or_number(word) for word in ("Paris", "12", "two", "city")] == [
        True,
        True,
        True,
        False,
    ]
