"""Worksheets of SCUs: which sentences get SCUs, how a filled one is read, and its problems."""

import csv

import numpy as np
import pytest

from sacrerouge_litepyramid.core.mixing import SentenceKey, mix, select
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.aligned_units import align_data_set
from sacrerouge_litepyramid.training.scu_worksheet import (
    choose_sentences,
    count_annotated,
    list_sentence_texts,
    mix_with_stus,
    read_worksheet,
    write_worksheet,
)

REFERENCES = {
    "a": [["Cats sat.", "", "Dogs barked loudly."], ["A cat sat down."]],
    "b": [["Rain fell."]],
}
TEXTS = list_sentence_texts(REFERENCES)
CATS, DOGS, CAT, RAIN = (
    SentenceKey(*place) for place in (("a", 0, 0), ("a", 0, 2), ("a", 1, 0), ("b", 0, 0))
)


def make_stu(text, sentence, reference=0):
    return Unit(text, kind="stu", references=(reference,), sentence=sentence)


STUS = {
    "a": [
        make_stu("cats sat", 0),
        make_stu("cats exist", 0),
        make_stu("dogs barked", 2),
        make_stu("a cat sat", 0, 1),
    ],
    "b": [make_stu("rain fell", 0)],
}


def align(stus=STUS):
    return align_data_set(REFERENCES, dict.fromkeys(REFERENCES, ()), stus)


def choose(scores, count, stus=STUS):
    return choose_sentences(TEXTS, align(stus), np.array(scores), count)


def test_sentences_without_a_word_are_left_out():
    assert list(TEXTS) == [CATS, DOGS, CAT, RAIN]


def test_annotators_get_the_hardest_sentences():
    assert choose([0.9, 0.1, 0.8, 0.2], 2) == {DOGS, RAIN}
    assert choose([0.5, 0.5, 0.5, 0.5], 1) == {RAIN}
    assert choose([0.9, 0.1, 0.8, 0.2], 4) == {CATS, DOGS, CAT, RAIN}


def test_a_sentence_without_an_stu_goes_to_annotators_first():
    assert choose([0.1, 0.2, 0.3], 1, {**STUS, "b": []}) == {RAIN}


@pytest.mark.parametrize("percentage", [10, 25, 50, 60, 75, 100])
def test_a_percentage_leaves_the_stus_of_the_mix_of_the_rest(percentage):
    scores = np.array([0.9, 0.1, 0.8, 0.2])
    chosen = choose(scores, count_annotated(4, percentage, None))
    assert [key not in chosen for key in TEXTS] == select(scores, 100 - percentage).tolist()


@pytest.mark.parametrize(
    ("percentage", "budget", "total", "expected"),
    [
        (50, None, 34, 17),
        (50, None, 35, 18),  # 17 of 35 have STUs, as in a mix of 50%
        (29, None, 100, 29),
        (0.1, None, 100, 1),
        (100, None, 7, 7),
        (None, 5, 34, 5),
        (None, 99, 34, 34),
    ],
)
def test_what_a_budget_pays_for(percentage, budget, total, expected):
    assert count_annotated(total, percentage, budget) == expected


@pytest.mark.parametrize(
    ("percentage", "budget", "total", "message"),
    [
        (0, None, 9, "percentage must be above 0 and at most 100, not 0"),
        (101, None, 9, "percentage must be above 0 and at most 100, not 101"),
        (float("nan"), None, 9, "percentage must be above 0 and at most 100, not nan"),
        (None, 0, 9, "budget must be at least 1, not 0"),
        (5, 3, 9, "pass one of percentage and budget, not both"),
        (50, None, 0, "no sentence; there is nothing to write SCUs for"),
    ],
)
def test_an_impossible_budget_is_refused(percentage, budget, total, message):
    with pytest.raises(ValueError, match=message):
        count_annotated(total, percentage, budget)


@pytest.fixture
def sheet(tmp_path):
    """A worksheet, whose rows 1 (dogs) and 3 (rain) are to fill in.

    Returns a function that reads it after edits.
    """
    path = tmp_path / "w.csv"
    write_worksheet(path, TEXTS, align(), {DOGS, RAIN})
    header, *rows = csv.reader(path.read_text("utf-8-sig").splitlines())

    def edit(*edits, separator=",", columns=header):
        table = [dict(zip(header, row, strict=True)) for row in rows]
        for place, name, cell in edits:
            table[place][name] = cell
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, columns, delimiter=separator, extrasaction="ignore")
            writer.writeheader()
            writer.writerows(row for row in table if row["instance_id"] != "removed")
        return read_worksheet(path, TEXTS)

    return edit


FILLED = [(1, "units", "Dogs  barked.\nIt was loud."), (3, "units", "-")]
SCUS = {DOGS: [Unit("Dogs barked.", sentence=2), Unit("It was loud.", sentence=2)], RAIN: []}


def test_a_worksheet_shows_all_sentences_with_their_stus(tmp_path):
    write_worksheet(tmp_path / "w.csv", TEXTS, align(), {DOGS, RAIN})
    assert (tmp_path / "w.csv").read_bytes().decode() == (
        "\ufeffinstance_id,reference,sentence,sentence_text,units,stus\n"
        "a,1,1,Cats sat.,STUs,cats sat | cats exist\n"
        "a,1,3,Dogs barked loudly.,,dogs barked\n"
        "a,2,1,A cat sat down.,STUs,a cat sat\n"
        "b,1,1,Rain fell.,,rain fell\n"
    )


def test_what_annotators_wrote_is_mixed_with_the_stus_of_the_rest(sheet):
    scus = sheet(*FILLED)
    assert scus == SCUS
    units = mix_with_stus(scus, STUS, TEXTS)
    assert units["a"] == [
        Unit("Dogs barked.", sentence=2),
        Unit("It was loud.", sentence=2),
        make_stu("cats sat", 0),
        make_stu("cats exist", 0),
        make_stu("a cat sat", 0, 1),
    ]
    assert units["b"] == []
    assert units == mix({"a": scus[DOGS], "b": []}, STUS, {CATS, CAT})


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_spreadsheet_may_write_other_separators_and_columns(sheet, separator):
    columns = ["units", "sentence", "instance_id", "reference", "sentence_text"]
    assert sheet(*FILLED, separator=separator, columns=columns) == SCUS


def test_annotators_may_take_more_sentences_or_leave_some_to_their_stus(sheet):
    assert sheet((0, "units", "|Cats sat|"), (1, "units", "stus"), (3, "units", "-")) == {
        CATS: [Unit("Cats sat", sentence=0)],
        RAIN: [],
    }


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (
            (1, "units", ""),
            "w.csv, line 3, instance 'a', reference 1, sentence 3: no units for the sentence 'Dogs "
            "b",
        ),
        (
            (1, "units", " | "),
            "no units for the sentence 'Dogs barked loudly.'; write them, one per line or sep",
        ),
        (
            (1, "sentence_text", "Dogs sang."),
            "its text differs from the reference's, 'Dogs barked loudly.'",
        ),
        (
            (1, "instance_id", "c"),
            "instance 'c', reference 1, sentence 3: the references have no such sentence; rest",
        ),
        (
            (1, "sentence", "2"),
            "instance 'a', reference 1, sentence 2: the references have no such sentence; restore",
        ),
        (
            (1, "sentence", "1"),
            "sentence 1: the sentence already has a row; remove one of them",
        ),
        (
            (1, "instance_id", "removed"),
            "PATH, instance 'a', reference 1, sentence 3: no row for the sentence 'Dogs",
        ),
    ],
)
def test_each_problem_is_named_with_place_and_remedy(sheet, tmp_path, edit, expected):
    with pytest.raises(ValueError, match="nothing was written") as error:
        sheet(*FILLED, edit)
    assert any(
        expected.replace("PATH", f"{tmp_path}/w.csv") in line for line in error.value.problems
    )


def test_all_problems_are_named_at_once(sheet):
    with pytest.raises(ValueError, match="4 problems, listed above"):
        sheet((0, "instance_id", "c"), (1, "sentence_text", "Dogs."), (3, "units", ""))


def test_a_worksheet_without_a_column_is_refused(sheet):
    with pytest.raises(
        ValueError, match=r"w.csv, line 2, instance 'a': the field 'units' \(a string\) is missing"
    ):
        sheet(columns=["instance_id", "reference", "sentence", "sentence_text"])
