import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from sacrerouge_litepyramid.core.judgements import judge_measures
from sacrerouge_litepyramid.training.finetuning import compute_two_class_loss

LOGITS = np.array([[1.0, -2.0, 0.5], [-0.3, 0.2, 2.0], [3.0, 1.0, 1.0]])
LABELS = np.array([1, 0, 0])


def compute_loss(labels, columns=(0, 1, 2)):
    logits = torch.tensor(LOGITS, dtype=torch.float32)
    return compute_two_class_loss(logits, torch.tensor(labels), columns).item()


@pytest.mark.parametrize("columns", [(0, 1, 2), (1, 2, 0), (1, 0)])
def test_the_loss_is_the_negative_logarithm_of_p2c(columns):
    p2c = judge_measures(LOGITS[:, list(columns)])["p2c"]
    expected = -np.log(np.where(LABELS == 1, p2c, 1 - p2c)).sum()
    assert compute_loss(LABELS, columns) == pytest.approx(expected, rel=1e-6)


def test_soft_targets_are_cross_entropy_with_the_share():
    shares = np.array([0.5, 0.25, 1])
    p2c = judge_measures(LOGITS)["p2c"]
    expected = -(shares * np.log(p2c) + (1 - shares) * np.log(1 - p2c)).sum()
    assert compute_loss(shares.tolist()) == pytest.approx(expected, rel=1e-6)


def test_shares_of_0_and_1_are_labels():
    assert compute_loss([1.0, 0.0, 0.0]) == pytest.approx(compute_loss(LABELS))
