"""How well a presence model agrees with people on held-out judgements: unit by unit, and as a score of summaries."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.core.pairs import Pair, predict_unique_pairs
from sacrerouge_litepyramid.core.probabilities import absent, presence
from sacrerouge_litepyramid.core.weighted_mean import weighted_mean
from sacrerouge_litepyramid.statistics.agreement import agreement
from sacrerouge_litepyramid.training.lexical import as_group


class Validation(NamedTuple):
    """``accuracy``: of l2c; ``majority``: that of always giving the commoner label.

    Correlations: of p2c with people's, None where there is none.
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


def validate(examples: Sequence[Judged], predict: Callable[[Sequence[Pair]], np.ndarray]) -> Validation:
    """``predict``: pairs → logits (pairs, classes). A summary without text holds nothing, as in the metric."""
    shown = [example for example in examples if example.summary.strip() and example.units]
    logits = iter(predict_unique_pairs([as_group(example) for example in shown], predict))
    judged = {id(example): presence(next(logits)) for example in shown}
    measures = [judged.get(id(example)) or absent(len(example.units), classes=2) for example in examples]
    labels = np.array([label for example in examples for label in example.labels])
    held = np.concatenate([each["l2c"] for each in measures])
    ours = _matrix(examples, [each["p2c"] for each in measures])
    people = _matrix(examples, [np.array(example.labels, dtype=np.float64) for example in examples])
    found = agreement(ours, people)
    present = float(labels.mean())
    return Validation(
        pairs=len(labels),
        accuracy=float((held == labels).mean()),
        majority=max(present, 1 - present),
        systems=ours.shape[0],
        examples=ours.shape[1],
        system_pearson=_known(found.system_pearson[0]),
        system_spearman=_known(found.system_spearman[0]),
        summary_pearson=_known(found.summary_pearson[0]),
        summary_spearman=_known(found.summary_spearman[0]),
    )


def _matrix(examples: Sequence[Judged], values: Sequence[np.ndarray]) -> np.ndarray:
    """The weighted means of the units' values, of shape (systems, examples), NaN where there are none."""
    systems = {name: row for row, name in enumerate(sorted({example.summarizer_id for example in examples}))}
    instances = {name: column for column, name in enumerate(sorted({example.instance_id for example in examples}))}
    matrix = np.full((len(systems), len(instances)), np.nan)
    for example, of_units in zip(examples, values, strict=True):
        place = systems[example.summarizer_id], instances[example.instance_id]
        matrix[place] = weighted_mean(of_units, [unit.weight for unit in example.units])
    return matrix


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
