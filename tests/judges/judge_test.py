"""What a judge of one's own must return, and what is said if it does not."""

import numpy as np
import pytest

from sacrerouge_litepyramid.core.units import as_units
from sacrerouge_litepyramid.judges.judge import Judge, PairJudge
from sacrerouge_litepyramid.scoring import judge_summaries

ITEMS = [("A cat sat.", as_units(["a cat", "a dog"]))]


class Returns(PairJudge):
    """Returns the same for all pairs."""

    classes = 2

    def __init__(self, logits):
        self.logits = logits

    def predict_pairs(self, pairs):
        return self.logits

    def identity(self):
        return {"type": "returns"}


def test_a_list_of_logits_will_do():
    (judgement,) = judge_summaries(Returns([[2.0, 0.0], [0.0, 2.0]]), ITEMS)
    assert judgement.measures["l2c"].tolist() == [1, 0]


@pytest.mark.parametrize(
    ("logits", "message"),
    [
        (np.zeros((1, 2)), "the judge returned logits of 1 pairs, not of 2"),
        (np.zeros((2, 3)), r"Returns returned logits of shape \(2, 3\), not \(2, 2\)"),
        (np.zeros(2), r"Returns returned logits of shape \(2,\), not \(2, 2\)"),
        (np.full((2, 2), -np.inf), "not finite; .* keep the probabilities .* off 0 and 1"),
    ],
)
def test_wrong_logits_are_named(logits, message):
    with pytest.raises(ValueError, match=message):
        judge_summaries(Returns(logits), ITEMS)


def test_a_judge_has_an_identity():
    class Anonymous(Judge):
        def predict(self, groups):
            return []

    with pytest.raises(TypeError, match="abstract method '?identity"):
        Anonymous()
