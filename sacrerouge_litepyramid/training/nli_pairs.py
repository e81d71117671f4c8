"""Collect the pairs that an NLI model is finetuned on: every judged (summary, unit) pair."""

import hashlib
import json
from collections.abc import Sequence
from typing import NamedTuple

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.core.pairs import Pair


class TrainingPairs(NamedTuple):
    """Pairs and the label of each, 1 present or 0 absent."""

    pairs: list[Pair]
    labels: list[int]


def collect_pairs(examples: Sequence[Judged]) -> TrainingPairs:
    """Return all pairs with duplicates, but without those of summaries without text, which the metric never scores."""
    judged = [
        (Pair(example.summary, unit.text), label)
        for example in examples
        if example.summary.strip()
        for unit, label in zip(example.units, example.labels, strict=True)
    ]
    return TrainingPairs([pair for pair, _ in judged], [int(label) for _, label in judged])


def digest(examples: Sequence[Judged]) -> str:
    """Return a digest of judgements: of their texts, weights, labels, names and order."""
    content = [
        (*example[:3], [(unit.text, unit.weight) for unit in example.units], [int(label) for label in example.labels])
        for example in examples
    ]
    return "sha256:" + hashlib.sha256(json.dumps(content).encode()).hexdigest()[:32]
