"""Estimators of systems' scores and their covariance from a labelled sample, and the judge's weight in them."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.designs import Design
from sacrerouge_litepyramid.annotation.sampling.frame import SamplingFrame
from sacrerouge_litepyramid.annotation.sampling.sample import Elements, Sample, list_elements, sum_by_system
from sacrerouge_litepyramid.statistics.unequal_probabilities import Covariance, center_values, estimate_covariance

#: the number of folds of documents; the weights in a fold are fitted to the labels of the others
FOLDS = 5
#: with fewer labels in the other folds, the first judge has weight 1
MIN_FITTED = 10
#: the limit of passes of coordinate descent over the judges' slopes, and the change below which it ends
MAX_PASSES, TOLERANCE = 1000, 1e-10


def fit_judge_weights(sample: Sample, seed: int = 0) -> np.ndarray:
    """Return the judges' weights, from 0 to 1, for each row, (judges, rows), fitted to the labels of other documents.

    The documents are split into FOLDS at random. The weights are the slopes of the labels on the probabilities, over
    all systems, where a label counts as it does in the variance of the estimate: w² (1 − π) / π². As only labels of
    other documents are used, the estimate stays unbiased. Source: Angelopoulos, Duchi and Zrnic 2023 (PPI++); Zrnic and
    Candès 2024 (cross-prediction); for several judges, control variates.
    """
    documents = np.random.default_rng(seed).permutation(len(sample.frame.documents)) % FOLDS
    folds, rows = documents[sample.frame.document], sample.labelled
    labels, probabilities = sample.labels.value[rows], sample.frame.predictions[:, rows]
    inclusion = sample.design.probability[rows]
    counts = sample.frame.weight[rows] ** 2 * (1 - inclusion) / inclusion**2
    weights = np.empty((len(probabilities), len(folds)))
    for fold in range(FOLDS):
        others = folds[rows] != fold
        weights[:, folds == fold] = _fit_slopes(probabilities[:, others], labels[others], counts[others])[:, None]
    return weights


def _fit_slopes(probabilities: np.ndarray, labels: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return the slopes (judges,) of labels on probabilities (judges, labels) under counts, each from 0 to 1.

    They minimise the weighted squared error, by coordinate descent. If they cannot be fitted, the first is 1, others 0.
    """
    slopes = np.zeros(len(probabilities))
    if len(labels) < MIN_FITTED or counts.sum() == 0:
        return _use_first_judge(slopes)
    centred = np.array([probability - np.average(probability, weights=counts) for probability in probabilities])
    products, spread = np.array([counts @ (row * labels) for row in centred]), (counts * centred) @ centred.T
    varied = np.flatnonzero(np.diag(spread) > 0)
    if not len(varied):
        return _use_first_judge(slopes)
    for _ in range(MAX_PASSES):
        before = slopes.copy()
        for judge in varied:
            rest = spread[judge] @ slopes - spread[judge, judge] * slopes[judge]
            slopes[judge] = np.clip((products[judge] - rest) / spread[judge, judge], 0.0, 1.0)
        if np.abs(slopes - before).max() < TOLERANCE:
            break
    return slopes


def _use_first_judge(slopes: np.ndarray) -> np.ndarray:
    """Return slopes of 1 for the first judge and 0 for the others."""
    return np.where(np.arange(len(slopes)) == 0, 1.0, slopes)


TARGETS: Mapping[str, str] = {
    "these": "the human score of these documents, had annotators labelled every unit",
    "like-these": "the human score over documents like these, of which these are a random draw",
}


class ScoreEstimates(NamedTuple):
    """Estimated scores of the systems (systems,), with their covariance."""

    score: np.ndarray
    covariance: Covariance


def score_by_judge(frame: SamplingFrame) -> np.ndarray:
    """Return the first judge's own scores Σ w f, (systems,), whose bias is unknown."""
    return sum_by_system(frame, frame.weight * frame.probability)


def estimate_human(sample: Sample, target: str = "these") -> ScoreEstimates:
    """Estimate the scores by labels alone for one of TARGETS: Σ_s w y / π over the sample s (`correct_predictions`)."""
    return _estimate(sample, np.zeros(len(sample.frame.weight)), target)


def estimate_combined(sample: Sample, target: str = "these", judge_weights: np.ndarray | None = None) -> ScoreEstimates:
    """Estimate the scores by judges, corrected by labels: Σ w λ f + Σ_s w (y − λ f) / π (`correct_predictions`).

    ``judge_weights``: λ by judge and row, (judges, rows), by default fitted (`fit_judge_weights`); λ f is the sum over
    the judges.
    """
    weights = fit_judge_weights(sample) if judge_weights is None else judge_weights
    return _estimate(sample, weigh_predictions(sample.frame, weights), target)


def weigh_predictions(frame: SamplingFrame, judge_weights: np.ndarray) -> np.ndarray:
    """Return the sum over judges of weights, (judges, rows), times probabilities, (rows,)."""
    return (judge_weights * frame.predictions).sum(axis=0)


def _estimate(sample: Sample, predicted: np.ndarray, target: str) -> ScoreEstimates:
    score, shifted = correct_predictions(sample, predicted)
    return ScoreEstimates(score, estimate_score_covariance(sample, shifted, target))


def correct_predictions(sample: Sample, predicted: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return scores by predictions, (rows,), corrected by the sample, and the predictions with the shift of Hájek.

    If the units of each stratum have equal probabilities, the sum over the sample is divided by Σ_s w / π, whose
    expectation is 1 (Hájek), else it is not (Horvitz and Thompson); in measurements, each had the smaller error there.
    """
    frame, rows = sample.frame, sample.labelled
    scale = frame.weight[rows] / sample.design.probability[rows]
    errors = sum_by_system(frame, scale * (sample.labels.value[rows] - predicted[rows]), rows)
    if has_equal_probabilities(sample.design):
        sums = sum_by_system(frame, scale, rows)
        errors = np.divide(errors, sums, out=np.zeros_like(errors), where=sums > 0)
        shifted = predicted + errors[frame.system]
        return sum_by_system(frame, frame.weight * shifted), shifted
    return sum_by_system(frame, frame.weight * predicted) + errors, predicted


def has_equal_probabilities(design: Design) -> bool:
    """Return whether all rows of a stratum have the same inclusion probability."""
    _, first, of_row = np.unique(design.stratum, return_index=True, return_inverse=True)
    return bool(np.allclose(design.probability[first][of_row.ravel()], design.probability))


def estimate_score_covariance(sample: Sample, predicted: np.ndarray, target: str) -> Covariance:
    """Return the covariance of scores by corrected predictions, (rows,), for one of TARGETS.

    As an element is drawn as a whole, the errors of its rows are first summed by system. For documents "like-these",
    the covariance of documents' scores includes that of sampling labels, as a document's share comes from its sample.
    """
    elements = list_elements(sample.frame, sample.design)
    errors, drawn = _sum_errors(sample, predicted, elements)
    if target == "like-these":
        return _covary_documents(sample, predicted, elements, errors, drawn)
    inclusion = elements.probability[drawn]
    covariance = estimate_covariance(errors, inclusion, elements.stratum[drawn])
    return _add_noise(sample, covariance)


def _sum_errors(sample: Sample, predicted: np.ndarray, elements: Elements) -> tuple[np.ndarray, np.ndarray]:
    """Return the drawn elements' sums of w (y − prediction) by system, (drawn, systems), and the elements' indices."""
    rows, systems = sample.labelled, len(sample.frame.systems)
    drawn, place = np.unique(elements.of_row[rows], return_inverse=True)
    values = sample.frame.weight[rows] * (sample.labels.value[rows] - predicted[rows])
    # The labelled rows of an element represent its rows without a label.
    values *= elements.probability[drawn[place]] / sample.design.probability[rows]
    cells = place * systems + sample.frame.system[rows]
    return np.bincount(cells, values, minlength=len(drawn) * systems).reshape(-1, systems), drawn


def _add_noise(sample: Sample, covariance: Covariance) -> Covariance:
    """Add the variance from annotators' votes, which is not in that of the draw: Σ_s w² noise / π, by system."""
    rows = sample.labelled
    if not sample.labels.noise[rows].any():
        return covariance
    noise = sample.frame.weight[rows] ** 2 * sample.labels.noise[rows] / sample.design.probability[rows]
    part = np.diag(sum_by_system(sample.frame, noise, rows))
    return Covariance(np.concatenate([covariance.parts, part[None]]), np.append(covariance.degrees, np.inf))


def _covary_documents(
    sample: Sample, predicted: np.ndarray, elements: Elements, errors: np.ndarray, drawn: np.ndarray
) -> Covariance:
    """Return the covariance over documents of their shares of the scores, as if they were drawn independently.

    A document's share is its sum of w times the prediction, corrected by its own sample. As a stratum's sample has a
    fixed size, the errors are centred, and the centre is added for all of the document's elements.
    """
    frame, systems, documents = sample.frame, len(sample.frame.systems), len(sample.frame.documents)
    cells = frame.document * systems + frame.system
    shares = np.bincount(cells, frame.weight * predicted, minlength=documents * systems).reshape(documents, systems)
    has_units = np.bincount(cells, minlength=documents * systems).reshape(documents, systems) > 0
    for stratum in np.unique(elements.stratum[drawn]):
        members = elements.stratum[drawn] == stratum
        inclusion = elements.probability[drawn][members]
        centred = center_values(errors[members] / inclusion[:, None], inclusion)
        all_members = np.flatnonzero(elements.stratum == stratum)
        np.add.at(shares, elements.document[all_members], elements.probability[all_members, None] * centred.mean)
        # Elements drawn for certain have no small-sample factor n / (n - 1), which is in the other shares.
        factor = np.divide(centred.shares, 1 - inclusion, out=np.ones(len(inclusion)), where=inclusion < 1)
        np.add.at(shares, elements.document[drawn][members], centred.values * np.sqrt(factor)[:, None])
    counts = np.maximum(has_units.sum(axis=0), 1)
    centred_shares = np.where(has_units, shares - shares.sum(axis=0) / counts, 0.0)
    part = centred_shares.T @ centred_shares * (documents / max(documents - 1, 1))
    clusters = len(np.unique(elements.document[drawn]))
    return Covariance(part[None], np.array([float(max(clusters - 1, 1))]))
