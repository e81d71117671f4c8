"""Estimators of systems' scores and their covariance from a labelled sample, and the judge's weight
in them.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.designs import Design
from sacrerouge_litepyramid.annotation.sampling.frame import SamplingFrame
from sacrerouge_litepyramid.annotation.sampling.sample import Sample, sum_by_system
from sacrerouge_litepyramid.annotation.sampling.unequal_probabilities import (
    Covariance,
    center_values,
    estimate_covariance,
)

#: what is estimated, by name
TARGETS: Mapping[str, str] = {
    "these": "the human score of these documents, had annotators labelled every unit",
    "like-these": "the human score over documents like these, of which these are a random draw",
}
#: the number of folds of documents; the weights in a fold are fitted to the labels of the others
FOLDS = 5
#: with fewer labels in the other folds, the first judge has weight 1
MIN_FITTED = 10
#: the limit of passes of coordinate descent over the judges' slopes, and the change below which it
#: ends
MAX_PASSES, TOLERANCE = 1000, 1e-10


class ScoreEstimates(NamedTuple):
    """Estimated scores of the systems (systems,), with their covariance."""

    score: np.ndarray
    covariance: Covariance


def score_by_judge(frame: SamplingFrame) -> np.ndarray:
    """Return the first judge's own scores Σ w f, (systems,), whose bias is unknown."""
    return sum_by_system(frame, frame.weight * frame.probability)


def estimate_human(sample: Sample, target: str = "these") -> ScoreEstimates:
    """Estimate the scores by labels alone for one of TARGETS: Σ_s w y / π over the sample s
    (`_correct_predictions`).
    """
    return _estimate(sample, np.zeros(len(sample.frame.weight)), target)


def estimate_combined(
    sample: Sample, target: str = "these", judge_weights: np.ndarray | None = None
) -> ScoreEstimates:
    """Estimate the scores by judges, corrected by labels: Σ w λ f + Σ_s w (y − λ f) / π
    (`_correct_predictions`).

    ``judge_weights``: λ by judge and row, (judges, rows), by default fitted (`fit_judge_weights`);
    λ f is the sum over the judges.
    """
    weights = fit_judge_weights(sample) if judge_weights is None else judge_weights
    predicted = (weights * sample.frame.predictions).sum(axis=0)
    return _estimate(sample, predicted, target)


def _estimate(sample: Sample, predicted: np.ndarray, target: str) -> ScoreEstimates:
    score, shifted = _correct_predictions(sample, predicted)
    if target == "like-these":
        return ScoreEstimates(score, _covary_documents(sample, shifted))
    return ScoreEstimates(score, _covary_units(sample, shifted))


def _correct_predictions(sample: Sample, predicted: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return scores by predictions, (rows,), corrected by the sample, and the predictions with the
    shift of Hájek.

    If the units of each stratum have equal probabilities, the sum over the sample is divided by Σ_s
    w / π, whose expectation is 1 (Hájek), else it is not (Horvitz and Thompson); in measurements,
    each had the smaller error there.
    """
    frame, rows = sample.frame, sample.labelled
    inclusion = sample.design.probability[rows]
    errors = sum_by_system(frame, _weigh_residuals(sample, predicted, rows) / inclusion, rows)
    if _has_equal_probabilities(sample.design):
        sums = sum_by_system(frame, frame.weight[rows] / inclusion, rows)
        errors = np.divide(errors, sums, out=np.zeros_like(errors), where=sums > 0)
        shifted = predicted + errors[frame.system]
        return sum_by_system(frame, frame.weight * shifted), shifted
    return sum_by_system(frame, frame.weight * predicted) + errors, predicted


def _has_equal_probabilities(design: Design) -> bool:
    """Return whether all rows of a stratum have the same inclusion probability."""
    _, first, stratum = np.unique(design.stratum, return_index=True, return_inverse=True)
    first_of_row = first[stratum.ravel()]
    return bool(np.allclose(design.probability[first_of_row], design.probability))


def _covary_units(sample: Sample, predicted: np.ndarray) -> Covariance:
    """Return the covariance of scores by corrected predictions, (rows,), where only units and votes
    are random.
    """
    frame, rows = sample.frame, sample.labelled
    inclusion = sample.design.probability[rows]
    errors = np.zeros((len(rows), len(frame.systems)))
    errors[np.arange(len(rows)), frame.system[rows]] = _weigh_residuals(sample, predicted, rows)
    covariance = estimate_covariance(errors, inclusion, sample.design.stratum[rows])
    noise = sample.labels.noise[rows]
    if not noise.any():
        return covariance
    # The variance from annotators' votes is not in that of the draw: Σ_s w² noise / π.
    of_votes = sum_by_system(frame, frame.weight[rows] ** 2 * noise / inclusion, rows)
    part = np.diag(of_votes)
    return Covariance(
        np.concatenate([covariance.parts, part[None]]), np.append(covariance.degrees, np.inf)
    )


def _weigh_residuals(sample: Sample, predicted: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Return w (y − prediction) of labelled rows."""
    return sample.frame.weight[rows] * (sample.labels.value[rows] - predicted[rows])


def _covary_documents(sample: Sample, predicted: np.ndarray) -> Covariance:
    """Return the covariance over documents of their shares of the scores, as if they were drawn
    independently.

    A share includes the error of the document's own sample of units, and so the variance of their
    draw.
    """
    frame = sample.frame
    documents = len(frame.documents)
    shares = sum_by_document(frame, _share_rows(sample, predicted))
    has_units = sum_by_document(frame) > 0
    means = shares.sum(axis=0) / np.maximum(has_units.sum(axis=0), 1)
    deviations = np.where(has_units, shares - means, 0.0)
    part = deviations.T @ deviations * (documents / max(documents - 1, 1))
    labelled_documents = len(np.unique(frame.document[sample.labelled]))
    return Covariance(part[None], np.array([float(max(labelled_documents - 1, 1))]))


def sum_by_document(frame: SamplingFrame, values: np.ndarray | None = None) -> np.ndarray:
    """Return the sums of values, (documents, systems); without values, the numbers of units."""
    shape = len(frame.documents), len(frame.systems)
    cells = frame.document * shape[1] + frame.system
    return np.bincount(cells, values, minlength=shape[0] * shape[1]).reshape(shape)


def _share_rows(sample: Sample, predicted: np.ndarray) -> np.ndarray:
    """Return each row's share of its system's score, (rows,): w · prediction, with the error of a
    labelled row over π.

    As a stratum's sample has a fixed size, the errors are centred, and the centre is added for all
    of its rows.
    """
    design, rows = sample.design, sample.labelled
    shares = sample.frame.weight * predicted
    for stratum in np.unique(design.stratum[rows]):
        drawn = rows[design.stratum[rows] == stratum]
        inclusion = design.probability[drawn]
        expanded = _weigh_residuals(sample, predicted, drawn) / inclusion
        centred = center_values(expanded[:, None], inclusion)
        members = design.stratum == stratum
        shares[members] += design.probability[members] * centred.mean
        # Rows drawn for certain have no small-sample factor n / (n - 1), which is in the shares of
        # the others.
        factor = np.divide(
            centred.shares, 1 - inclusion, out=np.ones(len(drawn)), where=inclusion < 1
        )
        shares[drawn] += np.sqrt(factor) * centred.values.ravel()
    return shares


def fit_judge_weights(sample: Sample, seed: int = 0) -> np.ndarray:
    """Return the judges' weights, from 0 to 1, for each row, (judges, rows), fitted to the labels
    of other documents.

    The documents are split into FOLDS at random. The weights are the slopes of the labels on the
    probabilities, over all systems, where a label counts as it does in the variance of the
    estimate: w² (1 − π) / π². As only labels of other documents are used, the estimate stays
    unbiased. Source: Angelopoulos, Duchi and Zrnic 2023 (PPI++); Zrnic and Candès 2024
    (cross-prediction); for several judges, control variates.
    """
    frame, rows = sample.frame, sample.labelled
    fold_of_document = np.random.default_rng(seed).permutation(len(frame.documents)) % FOLDS
    folds = fold_of_document[frame.document]
    labels = sample.labels.value[rows]
    probabilities = frame.predictions[:, rows]
    inclusion = sample.design.probability[rows]
    counts = frame.weight[rows] ** 2 * (1 - inclusion) / inclusion**2
    weights = np.empty((len(probabilities), len(folds)))
    for fold in range(FOLDS):
        others = folds[rows] != fold
        slopes = _fit_slopes(probabilities[:, others], labels[others], counts[others])
        weights[:, folds == fold] = slopes[:, None]
    return weights


def _fit_slopes(probabilities: np.ndarray, labels: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return the slopes (judges,) of labels on probabilities (judges, labels) under counts, each
    from 0 to 1.

    They minimise the weighted squared error, by coordinate descent. If they cannot be fitted, the
    first is 1, others 0.
    """
    first_alone = np.zeros(len(probabilities))
    first_alone[0] = 1.0
    if len(labels) < MIN_FITTED or counts.sum() == 0:
        return first_alone
    centred = probabilities - np.average(probabilities, axis=1, weights=counts)[:, None]
    products = centred @ (counts * labels)
    spread = (counts * centred) @ centred.T
    varied = np.flatnonzero(np.diag(spread) > 0)
    if not len(varied):
        return first_alone
    slopes = np.zeros(len(probabilities))
    for _ in range(MAX_PASSES):
        before = slopes.copy()
        for judge in varied:
            own = spread[judge, judge]
            of_others = spread[judge] @ slopes - own * slopes[judge]
            slopes[judge] = np.clip((products[judge] - of_others) / own, 0.0, 1.0)
        if np.abs(slopes - before).max() < TOLERANCE:
            break
    return slopes
