import pytest

from helpers.support import write_lines
from sacrerouge_litepyramid.experiments.layer_search import read_judged_set

NAMES = {"faithfulness": "human_faithfulness", "focus": "human_focus", "coverage": "recall"}


def write(folder, summaries, metrics):
    folder.mkdir(exist_ok=True)
    fields = {"summarizer_type": "peer", "summary": {"text": "a"}, "references": [{"text": "b"}]}
    write_lines(
        folder / "summaries.jsonl",
        [{"instance_id": name, "summarizer_id": system, **fields} for name, system in summaries],
    )
    write_lines(
        folder / "metrics.jsonl",
        [
            {"instance_id": name, "summarizer_id": system, "summarizer_type": "peer", "metrics": values}
            for (name, system), values in metrics.items()
        ],
    )
    return folder


def test_what_people_judged_in_every_dimension(tmp_path):
    folder = write(
        tmp_path / "set",
        [("b", "x"), ("a", "x"), ("b", "y"), ("a", "y")],
        {
            ("a", "x"): {"human_focus": 1, "recall": 2},
            ("b", "x"): {"human_focus": 3, "recall": 4},
            ("b", "y"): {"human_focus": 5, "recall": 6, "other": 7},
            ("a", "y"): {"human_focus": 8},
        },
    )
    data = read_judged_set(folder, NAMES)
    assert data.name == "set"
    assert [(each.instance_id, each.summarizer_id) for each in data.summaries] == [("a", "x"), ("b", "x"), ("b", "y")]
    assert data.human == {"focus": [1, 3, 5], "coverage": [2, 4, 6]}


def test_none_of_the_dimensions(tmp_path):
    folder = write(tmp_path / "set", [("a", "x")], {("a", "x"): {"other": 1}})
    with pytest.raises(ValueError, match="none of the metrics human_faithfulness, human_focus, recall; give --human"):
        read_judged_set(folder, NAMES)


def test_no_summary_that_was_judged(tmp_path):
    folder = write(tmp_path / "set", [("a", "x")], {("b", "x"): {"recall": 1}})
    with pytest.raises(ValueError, match="set: people's scores and the summaries have no summary in common"):
        read_judged_set(folder, NAMES)


def test_what_a_dimension_needs(tmp_path):
    folder = write(tmp_path / "set", [("a", "x")], {("a", "x"): {"human_faithfulness": 1}})
    with pytest.raises(ValueError, match="line 1, instance 'a': faithfulness needs documents; add them or leave"):
        read_judged_set(folder, NAMES)
