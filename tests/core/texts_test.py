"""Sentence boundaries by rules."""

import os
import re
from pathlib import Path

import pytest

from sacrerouge_litepyramid.core.texts import (
    count_nouns,
    list_some,
    prepare_text,
    sentences_of,
    split_sentences,
)

SHARED = Path(os.environ.get("LITEPYRAMID_SHARED", Path(__file__).parents[3] / "shared"))


@pytest.mark.parametrize(
    "sentences",
    [
        ["Dr. Smith met Mr. Jones on Jan. 5.", "They spoke."],
        ["He lives in the U.S. capital with J. K. Rowling.", "She writes."],
        ["She joined Acme Inc.", "The firm grew."],
        ["Is it over?", "No!", "It goes on…", "Then it ends."],
        ['"Why?" he asked.', "Nobody knew."],
        ['He said: "It is late."', "Then he left."],
        ["Item No. 5 was sold.", "The answer was no.", "All left."],
        ["the storm hit at 5 p.m. on monday .", "dr . smith left .", "nobody stayed ."],
        ["is it over ?", "nobody knows !", "they left ."],
        ["Shares of Shop! fell.", "Nobody knew."],
        ["It cost $3.50 today.", "-- It rose."],
        ["(It was cold.)", "[It was wet.]"],
    ],
)
def test_sentences_joined_by_a_space_are_found_again(sentences: list[str]) -> None:
    assert split_sentences(" ".join(sentences)) == sentences


def test_a_stray_closing_quote_belongs_to_the_sentence_before() -> None:
    assert split_sentences('She said " it ends . " He left .') == [
        'She said " it ends . "',
        "He left .",
    ]
    assert split_sentences('He left . " It ends , " she said .') == [
        "He left .",
        '" It ends , " she said .',
    ]
    assert split_sentences("It ends . '' He left .") == ["It ends . ''", "He left ."]


def test_tags_and_white_space_are_dropped() -> None:
    assert sentences_of("<t> One \t is .  </t>\n<t> Two\nare . </t>") == ["One is .", "Two are ."]


def test_an_empty_line_ends_a_sentence() -> None:
    assert split_sentences("A headline\n\nThe text goes on") == ["A headline", "The text goes on"]


def test_a_piece_without_a_word_belongs_to_the_sentence_before() -> None:
    assert split_sentences("It ends . ... !") == ["It ends . ... !"]


@pytest.mark.parametrize("text", ["", " \n\t ", "<t> </t>"])
def test_no_text_no_sentence(text: str) -> None:
    assert split_sentences(text) == []


def test_other_scripts() -> None:
    assert split_sentences("今日は雨。明日は晴れ。") == ["今日は雨。", "明日は晴れ。"]
    assert split_sentences("😀 😀") == ["😀 😀"]


def test_given_sentences_keep_their_places() -> None:
    assert sentences_of(["One . Two .", "", " <t> Three</t> "]) == ["One . Two .", "", "Three"]
    assert sentences_of("One . Two .") == ["One .", "Two ."]


@pytest.mark.parametrize("lower", [False, True])
def test_boundaries_of_realsumm(lower: bool) -> None:
    """Measured: precision .985, recall .981 of the boundaries that REALSumm's tags give.

    Texts in lower case have the same.
    """
    path = SHARED / "data" / "lite-pyramid" / "REALSumm" / "references.txt"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    hits = found = expected = 0
    for line in path.read_text(encoding="utf-8").splitlines():
        text = line.lower() if lower else line
        gold = _ends(re.findall(r"<t>(.*?)</t>", text))
        ours = _ends(split_sentences(text))
        hits, found, expected = hits + len(gold & ours), found + len(ours), expected + len(gold)
    assert hits / found >= 0.98
    assert hits / expected >= 0.98


def _ends(sentences: list[str]) -> set[int]:
    """The characters before each inner boundary, white space aside."""
    lengths = [len("".join(sentence.split())) for sentence in sentences]
    return {sum(lengths[:count]) for count in range(1, len(lengths))}


@pytest.mark.parametrize(
    "sentences",
    [
        ["स्कूल बंद है।", "सब घर गए।"],
        ["هل صوّت عضوان ضده؟", "نعم، بسبب التكلفة."],
        ["جلسہ ہوا۔", "سب گئے۔"],
        ["Տղան գնաց։", "Նա եկավ։"],
        ["ልጁ ሄደ።", "መጣ።"],
        ["Der Rat tagte am 3. Mai und stimmte zu.", "Nun wird gebaut."],
    ],
)
def test_sentences_of_other_languages_are_found_again(sentences: list[str]) -> None:
    assert split_sentences(" ".join(sentences)) == sentences


def test_marks_of_other_scripts_end_a_sentence_with_or_without_a_space() -> None:
    assert split_sentences("下雨了。 停课！？回家") == ["下雨了。", "停课！？", "回家"]
    assert split_sentences("बारिश हुई।सब गए॥") == ["बारिश हुई।", "सब गए॥"]


def test_reasoning_over_several_sentences_is_dropped_from_a_list():
    assert (
        prepare_text(["<think>One.", "Two.</think>", "Three."], is_answer=True)[0] == "\n\nThree."
    )
    assert prepare_text(["One<q>two", ""])[0] == ["One\n\ntwo", ""]


def test_counts_agree_with_their_nouns():
    assert count_nouns(summary=1, unit=1, label=0) == "1 summary, 1 unit, 0 labels"
    assert count_nouns(summary=2, unit=1200) == "2 summaries, 1,200 units"
    assert (
        list_some(["a", "b", "c"], 2) == "a, b and 1 other"
        and list_some("abcd", 2) == "a, b and 2 others"
    )
