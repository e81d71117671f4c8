"""Logistic regression with an L2 penalty, by Newton's method."""

from typing import NamedTuple

import numpy as np

MAX_STEPS = 100


class Regression(NamedTuple):
    """The log-odds are intercept + features · coefficients, of shape (features,)."""

    intercept: float
    coefficients: np.ndarray


def logistic_regression(
    features: np.ndarray, labels: np.ndarray, l2: float, weights: np.ndarray | None = None
) -> Regression:
    """Minimise the penalised cross-entropy; ``features``: (rows, features); ``labels``: (rows,), from 0 to 1.

    ``weights``: of the rows, (rows,), 1 by default. The penalty is on the coefficients of standardised features. Raises
    ValueError when all labels are alike, as no finite intercept fits them.
    """
    if l2 <= 0:
        raise ValueError(f"l2 must be positive, not {l2}")
    if len(np.unique(labels)) < 2:
        raise ValueError("the labels are all alike; give units that are present and units that are absent")
    weights = np.ones(len(labels)) if weights is None else weights
    mean, scale = features.mean(axis=0), features.std(axis=0)
    scale = np.where(scale > 0, scale, 1.0)
    design = np.column_stack([np.ones(len(features)), (features - mean) / scale])
    penalty = np.array([0.0] + [l2] * features.shape[1])
    solution = _newton(design, labels, weights, penalty)
    coefficients = solution[1:] / scale
    return Regression(float(solution[0] - coefficients @ mean), coefficients)


def _newton(design: np.ndarray, labels: np.ndarray, weights: np.ndarray, penalty: np.ndarray) -> np.ndarray:
    """Minimise by Newton's method, halving a step while it would ascend; the objective is convex."""
    solution = np.zeros(design.shape[1])
    for _ in range(MAX_STEPS):
        probabilities = 0.5 + 0.5 * np.tanh(design @ solution / 2.0)
        gradient = design.T @ (weights * (probabilities - labels)) + penalty * solution
        curvature = design.T * (weights * probabilities * (1.0 - probabilities)) @ design + np.diag(penalty)
        step = np.linalg.solve(curvature, gradient)
        if gradient @ step < 1e-12:
            break
        before = _objective(design, labels, weights, penalty, solution)
        while _objective(design, labels, weights, penalty, solution - step) > before:
            step = step / 2
        solution = solution - step
    return solution


def _objective(
    design: np.ndarray, labels: np.ndarray, weights: np.ndarray, penalty: np.ndarray, solution: np.ndarray
) -> float:
    odds = design @ solution
    return float(weights @ (np.logaddexp(0.0, odds) - labels * odds) + 0.5 * np.sum(penalty * solution**2))
