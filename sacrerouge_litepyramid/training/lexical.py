"""Fits the lexical presence model to people's judgements: logistic regression with an L2 penalty."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.presence.lexical import LexicalPresence
from sacrerouge_litepyramid.presence.lexical_features import group_features
from sacrerouge_litepyramid.presence.lexical_weights import DocumentFrequencies, LexicalWeights
from sacrerouge_litepyramid.text.words import STOP_WORDS, split_sentences, stem
from sacrerouge_litepyramid.training.trainable import Documents, TrainablePresence

_FEWEST_DOCUMENTS = 2
_MOST_STEMS = 5000
_STEPS = 100
_DECIMALS = 6


class Regression(NamedTuple):
    intercept: float
    coefficients: np.ndarray


@TrainablePresence.register("lexical")
class TrainableLexical(TrainablePresence):
    """The embedded model, idf table included; ``l2``: the penalty of `fit`."""

    def __init__(self, l2: float = 1.0) -> None:
        self.l2 = l2

    def fit(self, judged: Sequence[Judged], documents: Documents | None = None) -> LexicalPresence:
        return LexicalPresence.of(fit(judged, documents, self.l2))

    def identity(self) -> dict[str, Any]:
        return {"type": "lexical", "l2": self.l2}


def fit(examples: Sequence[Judged], documents: Documents | None = None, l2: float = 1.0) -> LexicalWeights:
    """The weights that explain the labels best; their provenance tells the size of the training set.

    ``documents``: by instance id; without them the summaries make the idf table. ``l2``: the penalty, half of it times
    the squared coefficients of the standardised features. A unit or summary without words is left out, as the model
    does not ask the regression about it.
    """
    check_judged(examples)
    frequencies = document_frequencies(_texts(examples, documents))
    groups = [as_group(example) for example in examples]
    features = group_features(groups, frequencies.idf)
    labels = np.concatenate([example.labels for example in examples])
    comparable = np.concatenate([each.comparable for each in features])
    values = np.concatenate([each.values for each in features])
    regression = logistic_regression(values[comparable], labels[comparable], l2)
    return LexicalWeights(
        intercept=round(regression.intercept, _DECIMALS),
        coefficients=tuple(round(float(each), _DECIMALS) for each in regression.coefficients),
        frequencies=frequencies,
        provenance={
            "examples": len({example.instance_id for example in examples}),
            "summaries": len(examples),
            "labels": len(labels),
            "idf": "summaries" if documents is None else "documents",
        },
    )


def as_group(example: Judged) -> Group:
    return Group(example.summary, tuple(unit.text for unit in example.units))


def check_judged(examples: Sequence[Judged]) -> None:
    """ValueError where there is no example, a label is not 0 or 1, or there are not as many labels as units."""
    if not examples:
        raise ValueError("examples is empty; give at least one judged summary")
    for example in examples:
        where = f"instance {example.instance_id!r}, system {example.summarizer_id!r}"
        if len(example.labels) != len(example.units):
            raise ValueError(f"{where}: {len(example.labels)} labels for {len(example.units)} units")
        wrong = [label for label in example.labels if label not in (0, 1)]
        if wrong:
            raise ValueError(f"{where}: a label must be 0 or 1, not {wrong[0]!r}")


def document_frequencies(texts: Sequence[str]) -> DocumentFrequencies:
    """The stems that are no stop words and occur in two texts at least, the most frequent few thousand of them."""
    stop = {stem(word) for word in STOP_WORDS}
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update({stem(word) for sentence in split_sentences(text) for word in sentence} - stop)
    kept = [(each, count) for each, count in counts.items() if count >= _FEWEST_DOCUMENTS]
    kept.sort(key=lambda item: (-item[1], item[0]))
    return DocumentFrequencies(len(texts), dict(kept[:_MOST_STEMS]))


def logistic_regression(features: np.ndarray, labels: np.ndarray, l2: float) -> Regression:
    """The minimum of the penalised negative log-likelihood; features of shape (rows, features), labels (rows,) 0 or 1.

    Raises ValueError when all labels are alike, for then no finite intercept fits.
    """
    if l2 <= 0:
        raise ValueError(f"l2 must be positive, not {l2}")
    if len(np.unique(labels)) < 2:
        raise ValueError("the labels are all alike; give units that are present and units that are absent")
    mean, scale = features.mean(axis=0), features.std(axis=0)
    scale = np.where(scale > 0, scale, 1.0)
    design = np.column_stack([np.ones(len(features)), (features - mean) / scale])
    penalty = np.array([0.0] + [l2] * features.shape[1])
    solution = _newton(design, labels, penalty)
    coefficients = solution[1:] / scale
    return Regression(float(solution[0] - coefficients @ mean), coefficients)


def _newton(design: np.ndarray, labels: np.ndarray, penalty: np.ndarray) -> np.ndarray:
    """Newton's method with halved steps where a whole one would ascend; the objective is convex."""
    solution = np.zeros(design.shape[1])
    for _ in range(_STEPS):
        probabilities = 0.5 + 0.5 * np.tanh(design @ solution / 2.0)
        gradient = design.T @ (probabilities - labels) + penalty * solution
        curvature = design.T * (probabilities * (1.0 - probabilities)) @ design + np.diag(penalty)
        step = np.linalg.solve(curvature, gradient)
        if gradient @ step < 1e-12:
            break
        before = _objective(design, labels, penalty, solution)
        while _objective(design, labels, penalty, solution - step) > before:
            step = step / 2
        solution = solution - step
    return solution


def _objective(design: np.ndarray, labels: np.ndarray, penalty: np.ndarray, solution: np.ndarray) -> float:
    odds = design @ solution
    return float(np.sum(np.logaddexp(0.0, odds) - labels * odds) + 0.5 * np.sum(penalty * solution**2))


def _texts(examples: Sequence[Judged], documents: Documents | None) -> list[str]:
    """The documents of the examples, or without documents their distinct summaries that are not blank."""
    if documents is None:
        return list(dict.fromkeys(example.summary for example in examples if example.summary.strip()))
    instances = list(dict.fromkeys(example.instance_id for example in examples))
    missing = [name for name in instances if not documents.get(name)]
    if missing:
        raise ValueError(
            f"{len(missing)} of {len(instances)} instances have no documents, the first is {missing[0]!r}; "
            "give them all or none"
        )
    return [text for name in instances for text in documents[name]]
