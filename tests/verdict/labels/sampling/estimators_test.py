"""Estimators by hand, by ppi-python and by simulation, and the weight of the judge."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from helpers.labelled_frames import make_labelled, resample_documents
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.verdict.labels.sampling.designs import (
    DESIGNS,
    Design,
    draw_sample,
    draw_samples,
    make_design,
)
from sacrerouge_litepyramid.verdict.labels.sampling.estimators import (
    estimate_combined,
    estimate_human,
    fit_judge_weights,
    score_by_judge,
)
from sacrerouge_litepyramid.verdict.labels.sampling.frame import build_frame
from sacrerouge_litepyramid.verdict.labels.sampling.sample import Labels, Sample, exact_labels

#: by ppi-python 0.2.3: make_ppi_python.py beside it says how
PPI = json.loads(Path(__file__).with_name("ppi_python.json").read_text("utf-8"))
DATA = make_labelled(documents=30)


def sample_of(data, design, drawn):
    return Sample(data.frame, design, exact_labels(np.where(drawn, data.labels, np.nan)))


def ppi_sample(weights):
    """Return the sample of ppi_python.json: units of one system and document, drawn at random."""
    units = tuple(Unit(f"fact {place}", weight) for place, weight in enumerate(weights))
    values = {SummaryKey("d", "a"): np.array(PPI["judge"])}
    frame = build_frame(Evidence("judge", "p2c", {"d": units}, values))
    design = make_design(frame, "chance", len(PPI["drawn"]))
    labels = np.full(len(weights), np.nan)
    labels[PPI["drawn"]] = np.array(PPI["labels"], dtype=float)[PPI["drawn"]]
    return Sample(frame, design, exact_labels(labels))


@pytest.mark.parametrize("row", PPI["rows"], ids=lambda row: str(row["judge_weight"]))
def test_estimates_are_those_of_ppi_python(row):
    judge_weights = np.full(len(PPI["judge"]), row["judge_weight"])
    plain, weighted = ppi_sample([1.0] * len(judge_weights)), ppi_sample(PPI["weights"])
    estimates = estimate_combined(plain, judge_weights=judge_weights)
    assert estimates.score[0] == pytest.approx(row["mean"], abs=1e-9)
    assert estimate_combined(weighted, judge_weights=judge_weights).score[0] == pytest.approx(
        row["weighted_mean"], abs=1e-9
    )
    # ppi-python divides by n, takes all units for another draw of a larger population, and so adds
    # their variance.
    count, units = len(PPI["drawn"]), len(judge_weights)
    variance = estimates.covariance.variances()[0][0] / (1 - count / units) * (count - 1) / count
    error = np.sqrt(variance + np.var(judge_weights * PPI["judge"]) / units)
    assert error == pytest.approx((row["high"] - row["low"]) / 2 / stats.norm.ppf(0.975), abs=1e-9)
    if row["judge_weight"] == 0:
        assert estimate_human(plain).score[0] == pytest.approx(row["mean"], abs=1e-9)


def test_horvitz_and_thompsons_by_hand():
    frame = build_frame(
        Evidence(
            "judge",
            "p2c",
            {"d": (Unit("x"), Unit("y"), Unit("z"))},
            {SummaryKey("d", "a"): np.array([0.2, 0.5, 0.9])},
        )
    )
    design = Design("by hand", np.array([0.5, 0.5, 1.0]), np.zeros(3, dtype=int), np.arange(3))
    sample = Sample(frame, design, exact_labels(np.array([1.0, np.nan, 1.0])))
    assert estimate_human(sample).score[0] == pytest.approx((1 / 0.5 + 1 / 1) / 3)
    combined = estimate_combined(sample, judge_weights=np.array([1.0, 1.0, 0.5]))
    assert combined.score[0] == pytest.approx((0.2 + 0.5 + 0.45 + 0.8 / 0.5 + 0.55) / 3)
    assert score_by_judge(frame)[0] == pytest.approx(1.6 / 3)


@pytest.mark.parametrize("name", DESIGNS)
def test_a_census_gives_human_scores_without_doubt(name):
    design = make_design(DATA.frame, name, 10**6)
    for estimate in (estimate_human, estimate_combined):
        estimates = estimate(sample_of(DATA, design, np.ones(len(DATA.labels), dtype=bool)))
        assert estimates.score == pytest.approx(DATA.score_systems())
        assert not estimates.covariance.parts.any()


@pytest.mark.parametrize("name", DESIGNS)
def test_over_many_samples_estimates_are_unbiased_and_variances_right(name):
    design = make_design(DATA.frame, name, 90)
    scores, variances, differences, of_differences = [], [], [], []
    for drawn in draw_samples(design, 150, 0):
        estimates = estimate_combined(sample_of(DATA, design, drawn))
        scores.append(estimates.score)
        variances.append(estimates.covariance.variances()[0])
        differences.append(estimates.score[0] - estimates.score[1])
        of_differences.append(
            estimates.covariance.of_differences(np.array([0]), np.array([1]))[0][0]
        )
    truth, spread = DATA.score_systems(), np.std(scores, axis=0)
    assert np.mean(scores, axis=0) == pytest.approx(truth, abs=4 * spread.max() / np.sqrt(150))
    # A draw that is spread over documents varies less than its estimated variance says, never more.
    low, high = (0.8, 1.3) if name == "chance" else (0.85, 1.6)
    assert low < np.mean(variances) / (spread**2).mean() < high
    assert low - 0.1 < np.mean(of_differences) / np.var(differences) < high + 0.1


def test_for_documents_like_these_the_variance_is_that_over_drawn_documents():
    scores, variances = [], []
    for seed in range(100):
        again = resample_documents(DATA, seed)
        design = make_design(again.frame, "chance", 180)
        estimates = estimate_combined(
            sample_of(again, design, draw_samples(design, 1, seed)[0]), "like-these"
        )
        scores.append(estimates.score)
        variances.append(estimates.covariance.variances()[0])
    assert np.mean(variances) / np.var(scores, axis=0).mean() == pytest.approx(1, abs=0.25)


def test_of_all_labels_documents_like_these_have_the_variance_of_a_mean_over_documents():
    design = make_design(DATA.frame, "chance", 10**6)
    estimates = estimate_human(
        sample_of(DATA, design, np.ones(len(DATA.labels), dtype=bool)), "like-these"
    )
    scores = DATA.labels.reshape(3, 30, 5).mean(axis=2)
    assert estimates.covariance.parts[0] == pytest.approx(np.cov(scores) / 30)
    assert estimates.covariance.degrees.tolist() == [29]


def test_votes_add_their_noise():
    design = make_design(DATA.frame, "chance", 90)
    drawn = draw_samples(design, 1, 0)[0]
    exact = sample_of(DATA, design, drawn)
    noisy = exact._replace(labels=Labels(exact.labels.value, np.full(len(drawn), 0.1)))
    extra = (
        estimate_human(noisy).covariance.variances()[0]
        - estimate_human(exact).covariance.variances()[0]
    )
    # Σ w² noise / π: 30 units of weight 1 / 150, drawn with the probability 30 / 150
    assert extra == pytest.approx([30 / 150**2 * 0.1 / 0.2] * 3)


FRAME = make_labelled(documents=40).frame
DESIGN = make_design(FRAME, "chance", 300)
DRAWN = draw_sample(DESIGN, 0)


def weights_of(labels, drawn=DRAWN):
    sample = Sample(FRAME, DESIGN, exact_labels(np.where(drawn, labels, np.nan)))
    return fit_judge_weights(sample)


def test_it_is_the_slope_of_the_labels():
    assert weights_of(FRAME.probability) == pytest.approx(np.ones(600))
    assert weights_of(0.3 + 0.5 * FRAME.probability) == pytest.approx(np.full(600, 0.5))


def test_a_judge_that_is_wrong_has_none():
    assert weights_of(1 - FRAME.probability).tolist() == [0] * 600


def test_it_never_sees_the_labels_of_its_own_document():
    labels = (np.random.default_rng(0).random(600) < FRAME.probability).astype(float)
    before = weights_of(labels)
    is_seventh = FRAME.document == 7
    after = weights_of(np.where(is_seventh, 1 - labels, labels))
    assert (after[is_seventh] == before[is_seventh]).all() and (after != before).any()


def test_with_few_labels_the_judge_counts_whole():
    assert weights_of(FRAME.probability * 0, np.arange(600) < 9).tolist() == [1] * 600
