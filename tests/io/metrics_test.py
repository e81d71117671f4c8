import pytest

from helpers.support import write_lines
from sacrerouge_litepyramid.io.metrics import (
    SummaryKey,
    count_not_finite,
    drop_human,
    explain_other_ids,
)
from sacrerouge_litepyramid.io.score_files import read_scores


def line(instance, system, kind="peer", **metrics):
    return {
        "instance_id": instance,
        "summarizer_id": system,
        "summarizer_type": kind,
        "metrics": metrics,
    }


@pytest.fixture
def read(tmp_path):
    def run(*files, names=("r_f1",)):
        paths = [tmp_path / f"{place}.jsonl" for place in range(len(files))]
        for path, lines in zip(paths, files, strict=True):
            write_lines(path, lines)
        return read_scores(paths, names)

    return run


@pytest.mark.parametrize(
    ("ids", "others", "is_explained"),
    [
        (["0017", "0100"], ["17", "100"], True),
        (["17.0"], ["0017"], True),
        (["0017"], ["18"], False),
        (["doc-0017"], ["doc-17"], False),
        (["0017", "17"], ["17"], False),
    ],
)
def test_ids_that_a_spreadsheet_changed_are_explained(ids, others, is_explained):
    assert (
        explain_other_ids(ids, others).startswith("; a spreadsheet removed leading zeros")
        == is_explained
    )


def test_the_forms_of_the_human_score_are_not_metrics():
    names = ["litepyramid_recall", "litepyramid_recall_vital", "m"]
    assert drop_human(names, "litepyramid_recall") == ["m"]
    assert drop_human(names, "m") == names[:2]


def test_metrics_with_nested_names_are_read_from_several_files(read):
    first = [line("a", "x", r={"f1": 1, "p": 0.5}), line("b", "x", r={"f1": None})]
    second = [line("a", "x", human=2.5)]
    scores = read(first, second, names=("human", "r_f1"))
    key = SummaryKey("a", "x")
    assert scores == {"human": {key: 2.5}, "r_f1": {key: 1.0}}
    assert list(scores) == ["human", "r_f1"]


def test_scores_of_references_are_omitted(read):
    lines = [line("a", "x", r={"f1": 1}), line("a", "human", "reference", r={"f1": 2})]
    assert list(read(lines)["r_f1"]) == [SummaryKey("a", "x")]


def test_a_list_of_numbers_is_its_mean(read):
    """As SacreROUGE's own data sets have several annotators' grades."""
    found = read([line("a", "x", r={"f1": [2, 3, 4.6]}), line("a", "y", r={"f1": [5]})])["r_f1"]
    assert list(found.values()) == pytest.approx([3.2, 5])


def test_a_repeated_value_counts_once(read):
    assert len(read([line("a", "x", r={"f1": 1})], [line("a", "x", r={"f1": 1})])["r_f1"]) == 1


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([line("a", "x", r={"p": 1}, human=1)], "no metric 'r_f1'; known: human, r_p"),
        ([line("a", "x")], "known: none"),
        (
            [line("a", "x", **{f"m{n:04}": 1 for n in range(2000)})],
            "m0010, m0011 and 1,988 others$",
        ),
        (
            [line("a", "x", r={"f1": "high"})],
            "line 1, instance 'a': the metric 'r_f1' must be a number, not 'high'",
        ),
        ([line("a", "x", r={"f1": True})], "must be a number, not True"),
        ([line("a", "x", r={"f1": [2, "3"]})], r"must be a number, not \[2, '3'\]"),
        ([line("a", "x", r={"f1": []})], r"must be a number, not \[\]"),
        (
            [line("a", "x", r={"f1": -1e301})],
            r"instance 'a': the metric 'r_f1' must be a finite number up to 1e\+300, .*",
        ),
        ([line("a", "x", r={"f1": 10**400})], r"or null if missing, not 10{58,}$"),
        (
            [line("a", "x", r={"f1": 1}), line("a", "x", r={"f1": 2})],
            "line 2, instance 'a': the metric 'r_f1' of system 'x' is 2.0, but 1.0 in an earlier "
            "line",
        ),
    ],
)
def test_invalid_lines_are_refused(read, lines, message):
    with pytest.raises(ValueError, match=message):
        read(lines)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_values_that_are_not_finite_become_nan_and_are_counted(read, caplog, value):
    scores = read(
        [
            line("a", "x", r={"f1": value}),
            line("a", "y", r={"f1": 0.5}),
            line("b", "x", r={"f1": None}),
        ]
    )
    assert count_not_finite(scores) == {"r_f1": 1}
    assert len(scores["r_f1"]) == 2 and scores["r_f1"][SummaryKey("a", "y")] == 0.5
    assert "excluded: 1 scores of r_f1 that are NaN or infinite" in caplog.text
