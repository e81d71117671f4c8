"""Measure how well a judge agrees with people on held-out judgements: by unit, and by summary score."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judgements import LabelledSummary, compute_human_score
from sacrerouge_litepyramid.core.pairs import Pair
from sacrerouge_litepyramid.judges.judge import PairJudge
from sacrerouge_litepyramid.scoring import Scorer
from sacrerouge_litepyramid.statistics.agreement import agreement


class Validation(NamedTuple):
    """``accuracy``: of l2c; ``majority``: the accuracy of always giving the commoner label.

    The correlations are of p2c with human scores, None where there is none.
    """

    pairs: int
    accuracy: float
    majority: float
    systems: int
    examples: int
    system_pearson: float | None
    system_spearman: float | None
    summary_pearson: float | None
    summary_spearman: float | None


class TrainedPairs(PairJudge):
    """The judge of a training run in its present state."""

    classes = 2

    def __init__(self, predict: Callable[[Sequence[Pair]], np.ndarray]) -> None:
        self._predict = predict

    def predict_pairs(self, pairs: Sequence[Pair]) -> np.ndarray:
        return self._predict(pairs)

    def identity(self) -> dict[str, Any]:
        return {"type": "in training"}


def validate(examples: Sequence[LabelledSummary], predict: Callable[[Sequence[Pair]], np.ndarray]) -> Validation:
    """Compare a model with people's labels; ``predict``: pairs → logits (pairs, classes)."""
    scorer = Scorer(TrainedPairs(predict))
    rows = scorer.judge([[example.summary] for example in examples], [example.units for example in examples])
    judgements = [judgement for (judgement,) in rows]
    labels = np.array([label for example in examples for label in example.labels])
    held = np.concatenate([judgement.measures["l2c"] for judgement in judgements])
    ours = _matrix(examples, [judgement.scores()["p2c"] for judgement in judgements])
    people = _matrix(examples, [compute_human_score(example) for example in examples])
    found = agreement(ours, people)
    present = float(labels.mean())
    return Validation(
        pairs=len(labels),
        accuracy=float((held == labels).mean()),
        majority=max(present, 1 - present),
        systems=ours.shape[0],
        examples=ours.shape[1],
        system_pearson=_none_if_nan(found.system_pearson[0]),
        system_spearman=_none_if_nan(found.system_spearman[0]),
        summary_pearson=_none_if_nan(found.summary_pearson[0]),
        summary_spearman=_none_if_nan(found.summary_spearman[0]),
    )


def _matrix(examples: Sequence[LabelledSummary], scores: Sequence[float]) -> np.ndarray:
    """Return the scores, of shape (systems, examples), NaN where there are none."""
    systems = {name: row for row, name in enumerate(sorted({example.summarizer_id for example in examples}))}
    instances = {name: column for column, name in enumerate(sorted({example.instance_id for example in examples}))}
    matrix = np.full((len(systems), len(instances)), np.nan)
    for example, score in zip(examples, scores, strict=True):
        matrix[systems[example.summarizer_id], instances[example.instance_id]] = score
    return matrix


def _none_if_nan(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
