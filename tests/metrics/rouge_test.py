import math

import pytest

from sacrerouge_litepyramid.metrics.metric import Item, Metric
from sacrerouge_litepyramid.metrics.rouge import score_references
from sacrerouge_litepyramid.registry import build


def test_by_hand_and_of_whole_summaries():
    found = score_references(["cats sat", "the mat"], [["the cat sat", "down"]])
    assert [found[f"1_{name}"] for name in ("recall", "precision", "f1")] == pytest.approx([3 / 4] * 3)
    assert [found[f"2_{name}"] for name in ("recall", "precision", "f1")] == pytest.approx([1 / 3] * 3)
    assert found["l_recall"] == pytest.approx(2 / 4)
    assert score_references("cats sat", ["cat sat"], stem=False)["1_recall"] == pytest.approx(1 / 2)


def test_several_references():
    assert score_references("a b", ["a b c d", "a c"])["1_recall"] == pytest.approx(1 / 2)
    assert score_references("a b", ["a b", "c d"], combine="mean")["1_f1"] == pytest.approx(1 / 2)


def test_without_text_or_reference():
    assert set(score_references("", ["a b"]).values()) == {0.0}
    assert all(map(math.isnan, score_references("a", []).values()))


def test_the_metric():
    metric = build(Metric, {"type": "rouge-native", "combine": "mean", "stem": False})
    result = metric.score([Item("cats sat", ["cat sat", "cats sat"])])
    assert result.values == [score_references("cats sat", ["cat sat", "cats sat"], "mean", stem=False)]
    assert result.signature["metric"] == "rouge-native" and result.signature["combine"] == "mean"
    with pytest.raises(ValueError, match="combine"):
        build(Metric, {"type": "rouge-native", "combine": "min"})
