"""The weight λ of the judge's probabilities: how much of what they say people's labels bear out."""

import numpy as np

from sacrerouge_litepyramid.sampling.sample import Sample

#: the parts of the documents: the weight for one part is fitted to the labels of the others
FOLDS = 5
#: with fewer labels in the other parts the judge counts whole
MIN_LABELS = 10


def fit_judge_weights(sample: Sample, seed: int = 0) -> np.ndarray:
    """Return the weight of the judge, from 0 to 1, for each row, (rows,), fitted to the labels of other documents.

    The documents are split into FOLDS at random. The weight is the slope of the labels on the probabilities, of all
    systems together, in which a label counts as it does in the variance of the estimate: w² (1 − π) / π². Labels of
    other documents leave the estimate without bias. Source: Angelopoulos, Duchi and Zrnic 2023 (PPI++); Zrnic and
    Candès 2024 (cross-prediction).
    """
    documents = np.random.default_rng(seed).permutation(len(sample.frame.documents)) % FOLDS
    folds, rows = documents[sample.frame.document], sample.judged
    labels, probabilities = sample.labels.value[rows], sample.frame.probability[rows]
    inclusion = sample.design.probability[rows]
    counts = sample.frame.weight[rows] ** 2 * (1 - inclusion) / inclusion**2
    weights = np.ones(len(folds))
    for fold in range(FOLDS):
        others = folds[rows] != fold
        weights[folds == fold] = _fit_slope(probabilities[others], labels[others], counts[others])
    return weights


def _fit_slope(probabilities: np.ndarray, labels: np.ndarray, counts: np.ndarray) -> float:
    """Return the slope of labels on probabilities under counts, cut to 0 and 1; 1 where it cannot be fitted."""
    if len(labels) < MIN_LABELS or counts.sum() == 0:
        return 1.0
    centred = probabilities - np.average(probabilities, weights=counts)
    spread = counts @ centred**2
    return float(np.clip(counts @ (centred * labels) / spread, 0.0, 1.0)) if spread > 0 else 1.0
