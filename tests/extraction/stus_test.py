"""Assembly of STUs on hand-made frames."""

import pytest

from sacrerouge_litepyramid.extraction.stus import (
    Frame,
    LabeledSentence,
    assemble_frame_stus,
    assemble_stus,
)


def stus(text: str, tags: str) -> list[str]:
    return assemble_frame_stus(tuple(text.split()), Frame("verb", tuple(tags.split())))


def test_one_stu_for_each_argument() -> None:
    assert stus("The cat ate fish at noon", "B-ARG0 I-ARG0 B-V B-ARG1 B-ARGM-TMP I-ARGM-TMP") == [
        "The cat ate fish",
        "The cat ate at noon",
    ]


def test_words_without_a_role_are_left_out_before_and_after() -> None:
    assert stus("So he , ran home .", "O B-ARG0 O B-V B-ARG1 O") == ["he ran home"]


def test_roles_before_the_verb_keep_the_order_of_the_text() -> None:
    assert stus("Today he ran home", "B-ARGM-TMP B-ARG0 B-V B-ARG1") == ["Today he ran home"]


def test_neighbours_of_equal_role_are_one_argument() -> None:
    assert stus("He sat here today now", "B-ARG0 B-V B-ARGM-LOC B-ARGM-TMP B-ARGM-TMP") == [
        "He sat here",
        "He sat today now",
    ]


@pytest.mark.parametrize("be", ["am", "are", "is", "was", "were", "been"])
def test_a_form_of_be_right_before_the_verb_joins_it(be: str) -> None:
    assert stus(f"It {be} seen there", "B-ARG1 O B-V B-ARGM-LOC") == [f"It {be} seen there"]


def test_a_form_of_be_further_before_is_left_out() -> None:
    assert stus("It was not seen there", "B-ARG1 O B-ARGM-NEG B-V B-ARGM-LOC") == [
        "It not seen there"
    ]


def test_a_negation_right_after_the_verb_joins_it() -> None:
    assert stus("It is not red now", "B-ARG1 B-V B-ARGM-NEG B-ARG2 B-ARGM-TMP") == [
        "It is not red",
        "It is not now",
    ]


def test_a_negation_alone_gives_nothing() -> None:
    assert stus("It is not", "B-ARG1 B-V B-ARGM-NEG") == []


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("ran home", "B-V B-ARG1"),
        ("he home", "B-ARG0 B-ARG1"),
        ("he wants to run home", "B-ARG0 O O B-V B-ARG1"),
        ("he ran", "B-ARG0 B-V"),
    ],
)
def test_frames_without_a_unit(text: str, tags: str) -> None:
    assert stus(text, tags) == []


@pytest.mark.parametrize("verb", ["'", "will", "could", "can", "might", "should", "would"])
def test_modals_give_no_unit(verb: str) -> None:
    assert stus(f"he {verb} go", "B-ARG0 B-V B-ARG1") == []


@pytest.mark.parametrize(
    ("text", "tags", "expected"),
    [
        # "be" right before the last word: in front of the whole verb, once
        ("They set is up camps", "B-ARG0 B-V O I-V B-ARG1", "They is set up camps"),
        ("They was seen there", "B-ARG0 B-V I-V B-ARGM-LOC", "They was was seen there"),
        ("They is set was up camps", "B-ARG0 O B-V O I-V B-ARG1", "They was set up camps"),
        # "be" before another word of the verb: left out
        ("They were set up camps", "B-ARG0 O B-V I-V B-ARG1", "They set up camps"),
        (
            "They are carried is out of there",
            "B-ARG0 O B-V O I-V I-V B-ARG1",
            "They carried out of there",
        ),
        # "to": no unit right before the last word, nothing to it before another one
        ("They go to work there", "B-ARG0 B-V O I-V B-ARG1", None),
        ("They go to work there", "B-ARG0 B-V I-V I-V B-ARG1", None),
        ("They want to set up camps", "B-ARG0 O O B-V I-V B-ARG1", "They set up camps"),
        ("They to go is on there", "B-ARG0 O B-V O I-V B-ARG1", "They is go on there"),
        # the whole verb, the form of "be" included, is what is skipped or kept
        ("They will go there", "B-ARG0 B-V I-V B-ARG1", "They will go there"),
        ("They go will there", "B-ARG0 B-V I-V B-ARG1", "They go will there"),
        ("They are will there", "B-ARG0 O B-V B-ARG1", "They are will there"),
        ("They are not will there", "B-ARG0 O O B-V B-ARG1", None),
        ("They Will To there", "B-ARG0 O B-V B-ARG1", "They To there"),
        # an argument goes on after a word of the verb, and a negation joins the verb
        (
            "They put it on now now",
            "B-ARG0 B-V B-ARG1 I-V I-ARG1 B-ARG2",
            "They put on it now|They put on now",
        ),
        (
            "They set is up not there",
            "B-ARG0 B-V O I-V B-ARGM-NEG B-ARG1",
            "They is set up not there",
        ),
    ],
)
def test_of_verbs_of_several_words_the_word_before_the_last_one_counts(
    text: str, tags: str, expected: str | None
) -> None:
    """The expected units, divided by "|", are those of the authors' code."""
    assert stus(text, tags) == ([] if expected is None else expected.split("|"))


def test_words_and_tags_must_be_as_many() -> None:
    with pytest.raises(ValueError, match="the frame of 'ran' has 1 tags for 2 words"):
        assemble_frame_stus(("he", "ran"), Frame("ran", ("B-V",)))


def test_duplicates_are_dropped_and_the_order_kept() -> None:
    frame = Frame("ran", ("B-ARG0", "B-V", "B-ARG1"))
    other = Frame("he", ("B-ARG0", "B-V", "O"))
    sentence = LabeledSentence(("he", "ran", "home"), (frame, other, frame))
    assert assemble_stus(sentence) == ["he ran home"]


def test_a_sentence_without_a_unit_is_one() -> None:
    assert assemble_stus(LabeledSentence(("No", "verb", "."), ())) == ["No verb ."]


def test_no_words_no_unit() -> None:
    assert assemble_stus(LabeledSentence((), ())) == []
