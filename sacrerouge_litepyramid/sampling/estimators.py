"""What a judged sample says of the systems: people alone, the judge alone, and both together, with covariances."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.sampling.designs import Design
from sacrerouge_litepyramid.sampling.judge_weight import fit_judge_weights
from sacrerouge_litepyramid.sampling.sample import Elements, Sample, list_elements, sum_by_system
from sacrerouge_litepyramid.statistics.sampled_totals import Covariance, center_values, estimate_covariance

ESTIMATORS: Mapping[str, str] = {
    "people": "people alone, from the sample",
    "judge": "the judge alone, from all units",
    "combined": "the judge's scores, corrected by the sample",
}
TARGETS: Mapping[str, str] = {
    "these": "the score that people would give if they judged every unit of these documents",
    "like-these": "the score over documents like these, of which these are a random draw",
}


class ScoreEstimates(NamedTuple):
    """Scores of the systems (systems,), and their covariance; None for the judge alone, whose bias nothing bounds."""

    score: np.ndarray
    covariance: Covariance | None


def estimate_scores(
    sample: Sample, estimator: str, target: str = "these", judge_weights: np.ndarray | None = None
) -> ScoreEstimates:
    """Estimate the systems' scores with one of ESTIMATORS for one of TARGETS.

    ``judge_weights``: λ by row, (rows,), by default fitted (`fit_judge_weights`). people: Σ_s w y / π, combined:
    Σ w λ f + Σ_s w (y − λ f) / π; s is the sample. Where the units of each stratum have equal probabilities, the sum
    over the sample is divided by Σ_s w / π, whose expectation is 1 (Hájek), else it is not (Horvitz and Thompson):
    measured, each has the smaller error there.
    """
    if estimator == "judge":
        return ScoreEstimates(sum_by_system(sample.frame, sample.frame.weight * sample.frame.probability), None)
    if estimator == "people":
        predicted = np.zeros(len(sample.frame.weight))
    else:
        weights = fit_judge_weights(sample) if judge_weights is None else judge_weights
        predicted = weights * sample.frame.probability
    score, predicted = correct_predictions(sample, predicted)
    return ScoreEstimates(score, estimate_score_covariance(sample, predicted, target))


def correct_predictions(sample: Sample, predicted: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the scores by predictions (rows,) that the sample corrects, and the predictions with Hájek's shift."""
    frame, rows = sample.frame, sample.judged
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
    """Return the covariance of scores that correct predictions (rows,), for one of TARGETS.

    What is drawn together goes together: the errors of an element's rows are summed by system first. Drawn documents
    add the covariance of their scores; the sample of judgements is in it, as a document's share comes from its sample.
    """
    elements = list_elements(sample.frame, sample.design)
    errors, drawn = _sum_errors(sample, predicted, elements)
    if target == "like-these":
        return _covary_documents(sample, predicted, elements, errors, drawn)
    inclusion = elements.probability[drawn]
    found = estimate_covariance(errors, inclusion, elements.stratum[drawn])
    return _add_noise(sample, found)


def _sum_errors(sample: Sample, predicted: np.ndarray, elements: Elements) -> tuple[np.ndarray, np.ndarray]:
    """Return the drawn elements' sums of w (y − prediction) by system, (drawn, systems), and the elements' places."""
    rows, systems = sample.judged, len(sample.frame.systems)
    drawn, place = np.unique(elements.of_row[rows], return_inverse=True)
    values = sample.frame.weight[rows] * (sample.labels.value[rows] - predicted[rows])
    # The rows of an element that people left out in part stand for its other rows.
    values *= elements.probability[drawn[place]] / sample.design.probability[rows]
    cells = place * systems + sample.frame.system[rows]
    return np.bincount(cells, values, minlength=len(drawn) * systems).reshape(-1, systems), drawn


def _add_noise(sample: Sample, found: Covariance) -> Covariance:
    """Add the votes' noise that the draw does not show: Σ_s w² noise / π, by system."""
    rows = sample.judged
    if not sample.labels.noise[rows].any():
        return found
    noise = sample.frame.weight[rows] ** 2 * sample.labels.noise[rows] / sample.design.probability[rows]
    part = np.diag(sum_by_system(sample.frame, noise, rows))
    return Covariance(np.concatenate([found.parts, part[None]]), np.append(found.degrees, np.inf))


def _covary_documents(
    sample: Sample, predicted: np.ndarray, elements: Elements, errors: np.ndarray, drawn: np.ndarray
) -> Covariance:
    """Return the covariance over documents of their shares of the scores, as between independent draws.

    A document's share is its sum of w times the prediction, corrected by its own sample. As a stratum's sample has a
    fixed size, the correction is that of the centred errors, with the centre for all of the document's elements.
    """
    frame, systems, documents = sample.frame, len(sample.frame.systems), len(sample.frame.documents)
    cells = frame.document * systems + frame.system
    shares = np.bincount(cells, frame.weight * predicted, minlength=documents * systems).reshape(documents, systems)
    there = np.bincount(cells, minlength=documents * systems).reshape(documents, systems) > 0
    for number in np.unique(elements.stratum[drawn]):
        members = elements.stratum[drawn] == number
        inclusion = elements.probability[drawn][members]
        centred = center_values(errors[members] / inclusion[:, None], inclusion)
        every = np.flatnonzero(elements.stratum == number)
        np.add.at(shares, elements.document[every], elements.probability[every, None] * centred.mean)
        size = len(inclusion)
        np.add.at(shares, elements.document[drawn][members], centred.values * np.sqrt(size / max(size - 1, 1)))
    counts = np.maximum(there.sum(axis=0), 1)
    centred_shares = np.where(there, shares - shares.sum(axis=0) / counts, 0.0)
    part = centred_shares.T @ centred_shares * (documents / max(documents - 1, 1))
    clusters = len(np.unique(elements.document[drawn]))
    return Covariance(part[None], np.array([float(max(clusters - 1, 1))]))
