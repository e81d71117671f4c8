"""Logistic regression with an L2 penalty, on labels of rows and on known sums of unknown labels."""

from typing import NamedTuple

import numpy as np

MAX_STEPS = 100
MAX_STEPS_ON_SUMS = 2000
#: added to the variance of a sum, which is 0 if all probabilities are 0 or 1; the variance of
#: rounding is 1/12
_MIN_VARIANCE = 0.25


class Regression(NamedTuple):
    """A fitted model: the log-odds are intercept + features · coefficients."""

    intercept: float
    # (features,)
    coefficients: np.ndarray


def logistic_regression(
    features: np.ndarray, labels: np.ndarray, l2: float, weights: np.ndarray | None = None
) -> Regression:
    """Minimise the penalised cross-entropy.

    ``features``: (rows, features); ``labels``: (rows,), from 0 to 1. ``weights``: of the rows,
    (rows,), 1 by default. The penalty is on the coefficients of standardised features. Raises
    ValueError if all labels are equal, because no finite intercept fits them.
    """
    _check_penalty(l2)
    if len(np.unique(labels)) < 2:
        raise ValueError(
            "the labels are all alike; include units that are present and units that are absent"
        )
    weights = np.ones(len(labels)) if weights is None else weights
    scaler = _Scaler.fit(features)
    design, penalty = scaler.build_design(features), scaler.build_penalty(l2)
    return scaler.build_regression(_newton(design, labels, weights, penalty))


class SummedRows(NamedTuple):
    """Groups of rows with unknown labels, but a known sum of weight · label in each group."""

    # (rows, features)
    features: np.ndarray
    # (rows,)
    weights: np.ndarray
    # the index of each row's group, (rows,)
    groups: np.ndarray
    # (groups,)
    sums: np.ndarray


def logistic_regression_on_sums(
    features: np.ndarray,
    labels: np.ndarray,
    weights: np.ndarray,
    summed: SummedRows,
    scale: float,
    l2: float,
    start: np.ndarray | None = None,
) -> Regression:
    """Minimise the objective of `logistic_regression` plus ``scale`` times the `sum_losses` of
    ``summed``.

    ``start``: intercept and coefficients of standardised features; by default the solution on the
    labels, or 0 if all labels are equal or there are none. The objective is not convex.
    """
    from scipy.optimize import minimize

    _check_penalty(l2)
    scaler = _Scaler.fit(np.concatenate([features, summed.features]))
    design, penalty = scaler.build_design(features), scaler.build_penalty(l2)
    summed = summed._replace(features=scaler.build_design(summed.features))
    if start is None:
        has_both = len(np.unique(labels)) == 2
        start = _newton(design, labels, weights, penalty) if has_both else np.zeros(len(penalty))
    size = float(weights.sum() + scale * len(summed.features))
    # L-BFGS needs far fewer steps in coordinates in which the rows are uncorrelated.
    moments = design.T @ design + scale * summed.features.T @ summed.features
    moments = moments + np.diag(penalty + 1e-9 * size)
    whitening = np.linalg.inv(np.linalg.cholesky(moments / size)).T

    def objective(point: np.ndarray) -> tuple[float, np.ndarray]:
        solution = whitening @ point
        losses, by_odds = sum_losses(summed.features @ solution, summed)
        value = _objective(design, labels, weights, penalty, solution) + scale * losses.sum()
        probabilities = _sigmoid(design @ solution)
        gradient = design.T @ (weights * (probabilities - labels)) + penalty * solution
        gradient = gradient + scale * (by_odds @ summed.features)
        return value / size, whitening.T @ gradient / size

    options = {"maxiter": MAX_STEPS_ON_SUMS, "ftol": 1e-14, "gtol": 1e-9}
    first = np.linalg.solve(whitening, start)
    minimum = minimize(objective, first, jac=True, method="L-BFGS-B", options=options)
    return scaler.build_regression(whitening @ minimum.x)


def sum_losses(odds: np.ndarray, summed: SummedRows) -> tuple[np.ndarray, np.ndarray]:
    """Return each group's loss at the log-odds ``odds`` (rows,), and the derivative of their sum by
    the log-odds.

    The loss is the negative log-likelihood of the group's sum of independent labels, taken as
    normal: with mean m = Σ w p and variance v = Σ w² p (1 - p) + 1/4 it is (sum - m)² / 2v + ln(v)
    / 2.
    """
    probabilities = _sigmoid(odds)
    spread = probabilities * (1.0 - probabilities)
    weights, groups = summed.weights, summed.groups
    size = len(summed.sums)
    distance = summed.sums - np.bincount(groups, weights * probabilities, size)
    variance = np.bincount(groups, weights**2 * spread, size) + _MIN_VARIANCE
    by_variance = (1.0 - distance**2 / variance) / (2.0 * variance)
    by_probability = (-distance / variance)[groups] * weights
    by_probability += by_variance[groups] * weights**2 * (1.0 - 2.0 * probabilities)
    return distance**2 / (2.0 * variance) + 0.5 * np.log(variance), by_probability * spread


def _sigmoid(odds: np.ndarray) -> np.ndarray:
    return 0.5 + 0.5 * np.tanh(odds / 2.0)


class _Scaler(NamedTuple):
    """The mean and the standard deviation by which features are standardised."""

    mean: np.ndarray
    scale: np.ndarray

    @classmethod
    def fit(cls, features: np.ndarray) -> "_Scaler":
        scale = features.std(axis=0)
        return cls(features.mean(axis=0), np.where(scale > 0, scale, 1.0))

    def build_design(self, features: np.ndarray) -> np.ndarray:
        """Return a column of ones and the standardised features."""
        standardised = (features - self.mean) / self.scale
        return np.column_stack([np.ones(len(features)), standardised])

    def build_penalty(self, l2: float) -> np.ndarray:
        """Return the penalty of each column of the design."""
        return np.append(0.0, np.full(len(self.mean), l2))

    def build_regression(self, solution: np.ndarray) -> Regression:
        """Return the regression on the original features, from a solution on standardised ones."""
        coefficients = solution[1:] / self.scale
        return Regression(float(solution[0] - coefficients @ self.mean), coefficients)


def _check_penalty(l2: float) -> None:
    if l2 <= 0:
        raise ValueError(f"l2 must be positive, not {l2}")


def _newton(
    design: np.ndarray, labels: np.ndarray, weights: np.ndarray, penalty: np.ndarray
) -> np.ndarray:
    """Minimise the convex objective by Newton's method, halving a step as long as it would increase
    the objective.
    """
    solution = np.zeros(design.shape[1])
    for _ in range(MAX_STEPS):
        probabilities = _sigmoid(design @ solution)
        gradient = design.T @ (weights * (probabilities - labels)) + penalty * solution
        spread = weights * probabilities * (1.0 - probabilities)
        curvature = design.T * spread @ design + np.diag(penalty)
        step = np.linalg.solve(curvature, gradient)
        if gradient @ step < 1e-12:
            break
        before = _objective(design, labels, weights, penalty, solution)
        while _objective(design, labels, weights, penalty, solution - step) > before:
            step = step / 2
        solution = solution - step
    return solution


def _objective(
    design: np.ndarray,
    labels: np.ndarray,
    weights: np.ndarray,
    penalty: np.ndarray,
    solution: np.ndarray,
) -> float:
    odds = design @ solution
    entropy = np.logaddexp(0.0, odds) - labels * odds
    return float(weights @ entropy + 0.5 * np.sum(penalty * solution**2))
