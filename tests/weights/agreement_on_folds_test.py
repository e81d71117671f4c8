"""The agreement of the lexical judge with human scores on held-out folds.

The recipe, which takes as long, has a file of its own: each runs on a core.
"""

import pytest

from sacrerouge_litepyramid.experiments.cross_validation import fit_folds
from sacrerouge_litepyramid.experiments.evaluation_data import add_judge
from sacrerouge_litepyramid.experiments.fold_agreement import measure_folds
from sacrerouge_litepyramid.experiments.reproduce.lite_pyramid import read_released_set
from sacrerouge_litepyramid.io.line_aligned import read_released_folds
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.meta_evaluation.scores import split_by_folds
from sacrerouge_litepyramid.training.logistic_judges import TrainableLexical

LITE2, LITE3 = "lite2pyramid_p2c", "lite3pyramid_p2c"
PAPERS = ("system_pearson", "system_spearman", "summary_pearson", "summary_spearman")
TRAINABLE = TrainableLexical()


def cross_validate(data, folds, by):
    parts = split_by_folds(data.scores, folds, by)
    models = fit_folds(data.training, folds, by, TRAINABLE.fit)
    scored = [add_judge(part, data, model) for part, model in zip(parts, models, strict=True)]
    return measure_folds(scored, Statistics(resamples=0))["metrics"]


def test_agreement_on_held_out_folds_is_as_published(shared):
    """In one test, as REALSumm's contrast pairs take long to draw.

    Folds of systems have the features of the whole.
    """
    folder = shared / "data" / "lite-pyramid" / "REALSumm"
    realsumm = read_released_set(folder)
    for by, lite2, lite3 in (
        ("systems", (0.790, 0.720, 0.502, 0.467), (0.814, 0.740, 0.462, 0.436)),
        ("documents", (0.861, 0.850, 0.560, 0.521), (0.841, 0.844, 0.524, 0.500)),
    ):
        folds = read_released_folds(folder, by)
        assert len(folds) == 5
        result = cross_validate(realsumm, folds, by)
        for metric, expected in ((LITE2, lite2), (LITE3, lite3)):
            found = [result[metric]["mean"][name]["value"] for name in PAPERS]
            assert found == pytest.approx(expected, abs=0.002), (by, metric)
