"""Logistic regression with an L2 penalty, on labels of rows and on known sums of labels."""

from typing import NamedTuple

import numpy as np

MAX_STEPS = 100
MAX_STEPS_ON_SUMS = 2000
#: what is added to the variance of a sum, which is 0 if all probabilities are 0 or 1; the variance
#: of rounding is 1/12
_MIN_VARIANCE = 0.25


class Regression(NamedTuple):
    """A fitted model: the log-odds are intercept + features · coefficients."""

    intercept: float
    # (features,)
    coefficients: np.ndarray


def logistic_regression(
    features: np.ndarray, labels: np.ndarray, l2: float = 1.0, weights: np.ndarray | None = None
) -> Regression:
    """Minimise the penalised cross-entropy.

    ``features``: (rows, features); ``labels``: (rows,), from 0 to 1; ``weights``: the weight of
    each row, (rows,), 1 by default. The penalty is half of ``l2`` times the sum of squared
    coefficients of standardised features. Raises ValueError if all labels are equal, because no
    finite intercept fits them.
    """
    if len(np.unique(labels)) < 2:
        raise ValueError(
            "the labels are all alike; include units that are present and units that are absent"
        )
    if weights is None:
        weights = np.ones(len(labels))
    scaler = _Scaler.fit(features)
    objective = _Objective(scaler.build_design(features), labels, weights, scaler.build_penalty(l2))
    return scaler.build_regression(objective.minimise())


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
    l2: float = 1.0,
    start: np.ndarray | None = None,
) -> Regression:
    """Minimise the objective of `logistic_regression` plus ``scale`` times the `sum_losses`.

    ``start``: intercept and coefficients of standardised features; by default the solution on the
    labels, or 0 if all labels are equal or there are none. The objective is not convex.
    """
    from scipy.optimize import minimize

    scaler = _Scaler.fit(np.concatenate([features, summed.features]))
    design = scaler.build_design(features)
    penalty = scaler.build_penalty(l2)
    on_labels = _Objective(design, labels, weights, penalty)
    summed = summed._replace(features=scaler.build_design(summed.features))
    if start is None:
        start = np.zeros(len(penalty))
        if len(np.unique(labels)) == 2:
            start = on_labels.minimise()
    size = float(weights.sum() + scale * len(summed.features))
    # L-BFGS needs far fewer steps in coordinates in which the rows are uncorrelated.
    moments = design.T @ design + scale * summed.features.T @ summed.features
    moments = moments + np.diag(penalty + 1e-9 * size)
    root = np.linalg.cholesky(moments / size)
    whitening = np.linalg.inv(root).T

    def objective(point: np.ndarray) -> tuple[float, np.ndarray]:
        solution = whitening @ point
        losses, by_odds = sum_losses(summed.features @ solution, summed)
        value = on_labels.measure(solution) + scale * losses.sum()
        gradient = on_labels.differentiate(solution, sigmoid(design @ solution))
        gradient = gradient + scale * (by_odds @ summed.features)
        return value / size, whitening.T @ gradient / size

    options = {"maxiter": MAX_STEPS_ON_SUMS, "ftol": 1e-14, "gtol": 1e-9}
    first = np.linalg.solve(whitening, start)
    minimum = minimize(objective, first, jac=True, method="L-BFGS-B", options=options)
    return scaler.build_regression(whitening @ minimum.x)


def sum_losses(odds: np.ndarray, summed: SummedRows) -> tuple[np.ndarray, np.ndarray]:
    """Return each group's loss, (groups,), and the derivative of their sum by the rows' log-odds.

    ``odds``: the rows' log-odds, (rows,). The loss is the negative log-likelihood of the group's
    sum of independent labels, taken as normal: with mean m = Σ w p and variance v = Σ w² p (1 - p)
    + 1/4 it is (sum - m)² / 2v + ln(v) / 2.
    """
    probabilities = sigmoid(odds)
    spread = probabilities * (1.0 - probabilities)
    weights = summed.weights
    groups = summed.groups
    size = len(summed.sums)
    mean = np.bincount(groups, weights * probabilities, size)
    variance = np.bincount(groups, weights**2 * spread, size) + _MIN_VARIANCE
    distance = summed.sums - mean
    losses = distance**2 / (2.0 * variance) + 0.5 * np.log(variance)
    # the derivatives of the losses by means and variances, and from these by probabilities
    by_mean = -distance / variance
    by_variance = (1.0 - distance**2 / variance) / (2.0 * variance)
    by_probability = by_mean[groups] * weights
    by_probability += by_variance[groups] * weights**2 * (1.0 - 2.0 * probabilities)
    return losses, by_probability * spread


def sigmoid(odds: np.ndarray) -> np.ndarray:
    """Return the probabilities of log-odds."""
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
        intercept = solution[0] - coefficients @ self.mean
        return Regression(float(intercept), coefficients)


class _Objective(NamedTuple):
    """The penalised cross-entropy of labelled rows, which is convex."""

    # (rows, 1 + features), as `_Scaler.build_design` returns it
    design: np.ndarray
    # (rows,)
    labels: np.ndarray
    # (rows,)
    weights: np.ndarray
    # the penalty of each column of the design
    penalty: np.ndarray

    def measure(self, solution: np.ndarray) -> float:
        """Return the objective at a solution (1 + features,)."""
        odds = self.design @ solution
        entropy = np.logaddexp(0.0, odds) - self.labels * odds
        return float(self.weights @ entropy + 0.5 * np.sum(self.penalty * solution**2))

    def differentiate(self, solution: np.ndarray, probabilities: np.ndarray) -> np.ndarray:
        """Return the gradient at a solution, which gives the rows these probabilities."""
        errors = self.weights * (probabilities - self.labels)
        return self.design.T @ errors + self.penalty * solution

    def minimise(self) -> np.ndarray:
        """Return the best solution, by Newton's method.

        A step is halved as long as it would increase the objective.
        """
        design = self.design
        solution = np.zeros(design.shape[1])
        for _ in range(MAX_STEPS):
            probabilities = sigmoid(design @ solution)
            gradient = self.differentiate(solution, probabilities)
            spread = self.weights * probabilities * (1.0 - probabilities)
            curvature = design.T * spread @ design + np.diag(self.penalty)
            step = np.linalg.solve(curvature, gradient)
            if gradient @ step < 1e-12:
                break
            before = self.measure(solution)
            while self.measure(solution - step) > before:
                step = step / 2
            solution = solution - step
        return solution
