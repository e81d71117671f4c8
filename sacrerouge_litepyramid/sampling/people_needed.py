"""How many judgements people alone would have needed to be as sure as people and the judge together are."""

import numpy as np

from sacrerouge_litepyramid.sampling.estimators import estimate_by_people, estimate_combined
from sacrerouge_litepyramid.sampling.sample import Sample, exact_labels, sum_by_system


def count_people_needed(sample: Sample, judge_weights: np.ndarray) -> np.ndarray:
    """Return by system the number of units, drawn by chance, whose labels alone give the combined standard error.

    (systems,); NaN where the labels do not differ. Of n of N units the variance of people alone is
    N² (1 / n − 1 / N) S², and S², that of w (y − score) over the system's units, is estimated from the sample. What
    documents and votes add is the same on both sides, and left out.
    """
    exact = sample._replace(labels=exact_labels(sample.labels.value))
    variance = estimate_combined(exact, "these", judge_weights).covariance.variances()[0]
    people = estimate_by_people(exact).score
    frame, rows = sample.frame, sample.judged
    errors = frame.weight[rows] * (sample.labels.value[rows] - people[frame.system[rows]])
    inverse = 1 / sample.design.probability[rows]
    sums, counts = (sum_by_system(frame, values, rows) for values in (errors**2 * inverse, inverse))
    units = np.bincount(frame.system, minlength=len(frame.systems)).astype(np.float64)
    scatter = np.divide(sums, counts, out=np.full_like(sums, np.nan), where=(counts > 0) & (sums > 0))
    return 1 / (variance / (units**2 * scatter) + 1 / units)
