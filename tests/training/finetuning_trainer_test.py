import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from sacrerouge_litepyramid.core.judgements import judge_measures
from sacrerouge_litepyramid.training.finetuning_trainer import PairOrder, order_epoch, two_class_loss


@pytest.mark.parametrize("pairs", [1, 7, 8, 9, 8 * 16, 8 * 16 * 2 + 3])
def test_an_epoch_has_every_pair_once(pairs):
    order = order_epoch([5] * pairs, batch_size=8, seed=3, epoch=1)
    assert sorted(order) == list(range(pairs))


def test_pairs_of_a_batch_are_of_like_length():
    lengths = np.random.default_rng(0).integers(10, 200, size=8 * 16 * 3 + 5)
    order = order_epoch(lengths, batch_size=8, seed=0, epoch=0)
    padded = sum(max(part) * len(part) for part in np.split(lengths[order], range(8, len(order), 8)))
    assert padded < 1.1 * lengths.sum()


def test_the_order_is_of_seed_and_epoch_alone():
    lengths = list(range(100))
    first = order_epoch(lengths, 8, seed=0, epoch=0)
    np.random.seed(5)
    assert (order_epoch(lengths, 8, seed=0, epoch=0) == first).all()
    assert (order_epoch(lengths, 8, seed=0, epoch=1) != first).any()
    assert (order_epoch(lengths, 8, seed=1, epoch=0) != first).any()


def test_the_sampler_follows_its_epoch():
    sampler = PairOrder(range(50), 8, seed=0)
    before = list(sampler)
    assert len(sampler) == 50 and before == order_epoch(range(50), 8, 0, 0).tolist()
    sampler.epoch = 1
    assert list(sampler) == order_epoch(range(50), 8, 0, 1).tolist()


LOGITS = np.array([[1.0, -2.0, 0.5], [-0.3, 0.2, 2.0], [3.0, 1.0, 1.0]])
LABELS = np.array([1, 0, 0])


@pytest.mark.parametrize("columns", [(0, 1, 2), (1, 2, 0), (1, 0)])
def test_the_loss_is_the_negative_logarithm_of_p2c(columns):
    p2c = judge_measures(LOGITS[:, list(columns)])["p2c"]
    expected = -np.log(np.where(LABELS == 1, p2c, 1 - p2c)).sum()
    loss = two_class_loss(torch.tensor(LOGITS, dtype=torch.float32), torch.tensor(LABELS), columns)
    assert loss.item() == pytest.approx(expected, rel=1e-6)


def test_gradients_reach_every_output_used():
    logits = torch.tensor(LOGITS, dtype=torch.float32, requires_grad=True)
    two_class_loss(logits, torch.tensor(LABELS), (0, 1, 2)).backward()
    assert (logits.grad != 0).all()
    assert torch.equal(logits.grad[:, 1], logits.grad[:, 2])
