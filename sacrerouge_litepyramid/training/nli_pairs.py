"""What an NLI model is finetuned on: every judged (summary, unit) pair, in an order that only the seed decides."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.core.pairs import Pair

#: batches among which pairs are sorted by length: enough for little padding, few enough to stay random
WINDOW = 16


class TrainingPairs(NamedTuple):
    """Pairs and the label of each, 1 present or 0 absent."""

    pairs: list[Pair]
    labels: list[int]


def training_pairs(examples: Sequence[Judged]) -> TrainingPairs:
    """All pairs, duplicates kept; those of a summary without text are left out, as the metric never asks about them."""
    judged = [
        (Pair(example.summary, unit.text), label)
        for example in examples
        if example.summary.strip()
        for unit, label in zip(example.units, example.labels, strict=True)
    ]
    return TrainingPairs([pair for pair, _ in judged], [label for _, label in judged])


def digest(examples: Sequence[Judged]) -> str:
    """Tells sets of judgements apart: texts, weights, labels, names and order count."""
    content = [
        (*example[:3], [(unit.text, unit.weight) for unit in example.units], [int(label) for label in example.labels])
        for example in examples
    ]
    return "sha256:" + hashlib.sha256(json.dumps(content).encode()).hexdigest()[:32]


def epoch_order(lengths: Sequence[int], batch_size: int, seed: int, epoch: int) -> np.ndarray:
    """The indices of an epoch, batch by batch: random, but pairs of a batch are of like length.

    What does not fill a batch comes last. The same for the same arguments, whatever was drawn before.
    """
    generator = np.random.default_rng([seed, epoch])
    order = generator.permutation(len(lengths))
    whole = len(order) - len(order) % batch_size
    sizes = np.asarray(lengths)
    windows = np.split(order[:whole], range(batch_size * WINDOW, whole, batch_size * WINDOW))
    ordered = np.concatenate([window[np.argsort(-sizes[window], kind="stable")] for window in windows])
    batches = generator.permutation(ordered.reshape(-1, batch_size), axis=0)
    return np.concatenate([batches.ravel(), order[whole:]]).astype(np.int64)


class PairOrder:
    """A sampler for torch's DataLoader; whoever trains sets ``epoch``."""

    def __init__(self, lengths: Sequence[int], batch_size: int, seed: int) -> None:
        self.lengths = lengths
        self.batch_size = batch_size
        self.seed = seed
        self.epoch = 0

    def __len__(self) -> int:
        return len(self.lengths)

    def __iter__(self) -> Iterator[int]:
        return iter(epoch_order(self.lengths, self.batch_size, self.seed, self.epoch).tolist())
