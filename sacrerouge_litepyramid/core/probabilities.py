"""Compute presence measures from logits: p3c, l3c, p2c, l2c (Zhang and Bansal 2021, section 3.1 and their code).

Logits have shape (units, classes): three columns (entailment, neutral, contradiction) or two (present, absent).
"""

import numpy as np


def presence_measures(logits: np.ndarray) -> dict[str, np.ndarray]:
    """Return the presence measures of logits, arrays (units,): p2c and l2c; with three classes also p3c and l3c.

    Raises ValueError for another number of classes or a logit that is not finite.
    """
    if logits.ndim != 2 or logits.shape[1] not in (2, 3):
        raise ValueError(f"logits must have shape (units, 2) or (units, 3), not {logits.shape}")
    if not np.isfinite(logits).all():
        raise ValueError("the presence model returned a logit that is not finite; try precision fp32")
    logits = logits.astype(np.float64)
    # The authors add the logits of neutral and contradiction; logsumexp would be the marginal.
    margin = logits[:, 0] - logits[:, 1:].sum(axis=1)
    measures = {"p2c": _sigmoid(margin), "l2c": (margin >= 0).astype(np.float64)}
    if logits.shape[1] == 3:
        measures["p3c"] = _softmax(logits)[:, 0]
        measures["l3c"] = (logits.argmax(axis=1) == 0).astype(np.float64)
    return measures


def other_probabilities(logits: np.ndarray) -> dict[str, np.ndarray]:
    """Return the probabilities of neutral and contradiction, which with p3c sum to 1; nothing for two classes."""
    if logits.shape[1] != 3:
        return {}
    probabilities = _softmax(logits.astype(np.float64))
    return {"neutral": probabilities[:, 1], "contradiction": probabilities[:, 2]}


def zero_measures(units: int, classes: int) -> dict[str, np.ndarray]:
    """Return the measures of an empty summary: zeros of shape (units,), with the names of `presence_measures`."""
    return {name: np.zeros(units) for name in measure_names(classes)}


def measure_names(classes: int) -> tuple[str, ...]:
    return ("p2c", "l2c", "p3c", "l3c") if classes == 3 else ("p2c", "l2c")


def _softmax(logits: np.ndarray) -> np.ndarray:
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    probabilities: np.ndarray = shifted / shifted.sum(axis=1, keepdims=True)
    return probabilities


def _sigmoid(values: np.ndarray) -> np.ndarray:
    decay = np.exp(-np.abs(values))
    probabilities: np.ndarray = np.where(values >= 0, 1.0, decay) / (1.0 + decay)
    return probabilities
