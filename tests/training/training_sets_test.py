import json

import pytest

from sacrerouge_litepyramid.core.judgements import compute_human_score
from sacrerouge_litepyramid.training.training_sets import join_sets, read_training_set


def write(folder, name, *lines):
    folder.mkdir(exist_ok=True)
    (folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")


def key(instance_id, system="x"):
    return {"instance_id": instance_id, "summarizer_id": system, "summarizer_type": "peer"}


@pytest.fixture
def folder(tmp_path):
    """Two documents with two and three units, whose summaries have the human scores 0.5 and 1."""
    folder = tmp_path / "mine"
    write(
        folder,
        "summaries.jsonl",
        *({**key(name), "summary": {"text": f"A {name} ran."}} for name in "ab"),
    )
    write(
        folder,
        "scus.jsonl",
        {"instance_id": "a", "units": ["one", {"text": "two", "weight": 3}]},
        {"instance_id": "b", "units": ["three", "four", "five"]},
    )
    write_scores(folder, a=0.5, b=1)
    return folder


def write_scores(folder, **scores):
    write(
        folder,
        "metrics.jsonl",
        *({**key(name), "metrics": {"human": each}} for name, each in scores.items()),
    )


def test_human_scores_are_read_where_there_are_no_labels(folder):
    read = read_training_set(folder)
    assert [(each.instance_id, each.score, len(each.units)) for each in read.scored] == [
        ("a", 0.5, 2),
        ("b", 1, 3),
    ]
    described = read.describe()
    assert described.pop("units") == read.describe()["units"] and len(described) == 5
    assert described == {"name": "mine", "documents": 2, "summaries": 2, "labels": 0, "scores": 2}
    assert [compute_human_score(each) for each in read.with_labels()] == [0.5, 1]


def test_labels_come_before_human_scores_and_evidence_before_both(folder):
    write(folder, "labels.jsonl", {**key("a"), "labels": [1, 0]})
    write_scores(folder, a=70, b=1)
    read = read_training_set(folder)
    assert [each.labels for each in read.labelled] == [(1, 0)] and read.scored == ()


def test_numbers_of_units_are_read_as_shares_of_units_of_one_weight(folder, caplog):
    caplog.set_level("INFO")
    write_scores(folder, a=1, b=3)
    assert [each.score for each in read_training_set(folder).scored] == [0.5, 1]
    assert {unit.weight for each in read_training_set(folder).scored for unit in each.units} == {1}
    assert "the human score 'human' is read as the number of present units" in caplog.text


@pytest.mark.parametrize(("value", "shown"), [(4, "4"), (2.5, "2.5"), (-0.1, "-0.1")])
def test_another_scale_is_refused_with_the_remedy(folder, value, shown):
    write_scores(folder, a=0.5, b=value)
    with pytest.raises(ValueError) as caught:
        read_training_set(folder)
    message = str(caught.value)
    assert "metrics.jsonl: the human score 'human' is" in message
    assert "share of units that annotators found, 0 to 1, or their number, here 0 to" in message
    write_scores(folder, b=value)
    with pytest.raises(
        ValueError,
        match=f"is {shown} for system 'x', instance 'b'; .*, here 0 to 3: make this the first",
    ):
        read_training_set(folder)


def test_scores_without_units_or_summaries_are_counted(folder, caplog):
    write_scores(folder, a=0.5, c=0.5, b=None)
    assert [each.instance_id for each in read_training_set(folder).scored] == ["a"]
    assert "1 human scores have no summary or no units (x for c)" in caplog.text
    write_scores(folder, c=0.5)
    with pytest.raises(
        ValueError,
        match="mine: no summary has a text, units in scus.jsonl and the human score 'human'",
    ):
        read_training_set(folder)
    write(folder, "metrics.jsonl", {**key("a"), "metrics": {}})
    with pytest.raises(ValueError, match="metrics.jsonl: no summary has a human score"):
        read_training_set(folder)


def test_other_units_where_there_are_no_scus(folder):
    (folder / "scus.jsonl").rename(folder / "units.jsonl")
    assert len(read_training_set(folder).scored) == 2
    assert read_training_set(folder).has_written_units
    (folder / "units.jsonl").unlink()
    with pytest.raises(ValueError, match="scus.jsonl: no such file"):
        read_training_set(folder)


def test_a_folder_without_labels_and_human_scores(folder):
    (folder / "metrics.jsonl").unlink()
    with pytest.raises(
        ValueError, match="mine: training needs labels.jsonl, or human scores in metrics.jsonl"
    ):
        read_training_set(folder)


def test_several_sets_keep_their_documents_apart(folder):
    own = read_training_set(folder)
    other = own._replace(name="other", documents={"a": ["text of a"], "b": ["text of b"]})
    joined = join_sets([own, other])
    assert [each.instance_id for each in joined.scored] == [
        "mine/a",
        "mine/b",
        "other/a",
        "other/b",
    ]
    assert joined.documents == {"other/a": ["text of a"], "other/b": ["text of b"]}
    assert join_sets([own]) is own
    with pytest.raises(
        ValueError, match="training sets need different names, not mine, mine; rename a folder"
    ):
        join_sets([own, own])
