import pytest

from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.metrics.rouge import score_rouge


def summary(text, *references):
    return Summary("a", "x", "peer", text, list(references), [], "summaries.jsonl, line 1")


def rouge(*args, **more):
    return next(iter(score_rouge([summary(*args)], **more)))["metrics"]


def test_by_hand_and_of_whole_summaries():
    found = rouge(["cats sat", "the mat"], ["the cat sat", "down"])
    assert found["rouge-1"] == pytest.approx({"recall": 3 / 4, "precision": 3 / 4, "f1": 3 / 4})
    assert found["rouge-2"] == pytest.approx({"recall": 1 / 3, "precision": 1 / 3, "f1": 1 / 3})
    assert found["rouge-l"]["recall"] == pytest.approx(2 / 4)
    assert rouge("cats sat", "cat sat", stem=False)["rouge-1"]["recall"] == pytest.approx(1 / 2)


def test_several_references():
    assert rouge("a b", "a b c d", "a c", combine="max")["rouge-1"]["recall"] == pytest.approx(1 / 2)
    assert rouge("a b", "a b", "c d", combine="mean")["rouge-1"]["f1"] == pytest.approx(1 / 2)


def test_an_empty_summary_has_nothing():
    assert set(rouge("", "a b")["rouge-1"].values()) == {0.0}


def test_unknown_combination():
    with pytest.raises(ValueError, match="combine must be one of max, mean, not 'min'"):
        list(score_rouge([summary("a", "a")], combine="min"))


def test_no_reference():
    with pytest.raises(ValueError, match="summaries.jsonl, line 1, instance 'a': ROUGE needs a reference"):
        list(score_rouge([summary("a")]))
