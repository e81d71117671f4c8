"""The shipped weights of the lexical model are those that its command fits, and agree with people as the docs say."""

import pytest

from sacrerouge_litepyramid.evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.evaluation.scores import split_by_folds
from sacrerouge_litepyramid.experiments.cross_validation import fit_folds, score_folds
from sacrerouge_litepyramid.experiments.data_set import read_released_set
from sacrerouge_litepyramid.experiments.fold_agreement import measure_folds
from sacrerouge_litepyramid.experiments.reproduce.lite_pyramid import RELEASED_UNITS
from sacrerouge_litepyramid.io.line_aligned import read_released_folds
from sacrerouge_litepyramid.judges.lexical import LexicalWeights
from sacrerouge_litepyramid.training.logistic_judges import TrainableLexical

LITE2, LITE3 = "lite2pyramid_p2c", "lite3pyramid_p2c"
PAPERS = ("system_pearson", "system_spearman", "summary_pearson", "summary_spearman")
TRAINABLE = TrainableLexical()


def cross_validate(data, folds, by):
    models = list(fit_folds(data, folds, by, TRAINABLE.fit))
    parts = score_folds(data, split_by_folds(data.scored.as_scores(), folds, by), folds, by, models)
    return measure_folds(parts, Statistics(resamples=0))["metrics"]


def test_the_shipped_weights_and_their_agreement_on_held_out_folds(shared):
    """In one test, as REALSumm's contrast pairs take long to draw; folds of systems have the features of the whole."""
    folder = shared / "data" / "lite-pyramid" / "REALSumm"
    realsumm = read_released_set(folder, RELEASED_UNITS)
    weights = TRAINABLE.fit(realsumm.labelled, realsumm.documents).weights
    shipped = LexicalWeights.load()
    assert weights.frequencies == shipped.frequencies
    assert (weights.intercept, *weights.coefficients) == pytest.approx(
        (shipped.intercept, *shipped.coefficients), abs=1e-4
    )
    for by, lite2, lite3 in (
        ("systems", (0.787, 0.740, 0.502, 0.462), (0.814, 0.740, 0.465, 0.438)),
        ("documents", (0.863, 0.857, 0.560, 0.525), (0.840, 0.836, 0.522, 0.498)),
    ):
        folds = read_released_folds(folder, by)
        assert len(folds) == 5
        result = cross_validate(realsumm, folds, by)
        for metric, expected in ((LITE2, lite2), (LITE3, lite3)):
            found = [result[metric]["mean"][name]["value"] for name in PAPERS]
            assert found == pytest.approx(expected, abs=0.002), (by, metric)
