"""Agreement with human scores from all SCUs to all STUs (Lite2.xPyramid).

Source: Zhang and Bansal 2021, figures 2 and 4.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import chain, compress
from typing import Any, NamedTuple

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid.core.mixing import (
    Effort,
    SentenceKey,
    SentenceUnits,
    UnitsByInstance,
    measure_effort,
    mix,
    select,
)
from sacrerouge_litepyramid.experiments.evaluation_data import (
    EvaluationData,
    UnitSet,
    score_by_units,
)
from sacrerouge_litepyramid.experiments.fold_agreement import COLUMNS as ALL_COLUMNS
from sacrerouge_litepyramid.extraction.aligned_units import AlignedUnits
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.statistics.agreement import correlate_documents, correlate_scores
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.intervals import clip_interval, find_percentiles
from sacrerouge_litepyramid.statistics.spread import combine_folds, measure_influences
from sacrerouge_litepyramid.statistics.two_way import draw_correlations, measure_moments
from sacrerouge_litepyramid.training.easiness import rank_sentences

RANDOM = "random"
PERCENTAGES = tuple(range(0, 101, 10))
COEFFICIENTS = ("pearson", "spearman")
STATISTICS = ("system_pearson", "system_spearman", "summary_pearson", "summary_spearman")
COLUMNS = {name: ALL_COLUMNS[name] for name in STATISTICS}


class Mix(NamedTuple):
    """The units of each document at one percentage, and the human effort that they save."""

    percentage: float
    units: UnitSet
    effort: Effort


class SampledStatistic(NamedTuple):
    """A statistic of the data, NaN if undefined, and the sample for its interval."""

    value: float
    # at the system level, draws of the value for other samples of as many documents, (draws,); at
    # the summary level, the documents' influences, (documents,)
    sample: np.ndarray
    # whether the sample is draws
    is_drawn: bool

    def estimate(self) -> Estimate:
        """Return the value with percentiles of the draws, or with Student's interval.

        An undefined value has no interval.
        """
        if not self.is_drawn:
            return combine_folds([self.sample], has_same_documents=True).estimate(self.value)
        if math.isnan(self.value):
            return Estimate(self.value)
        low, high = find_percentiles(self.sample, (0.025, 0.975))
        return Estimate(self.value, low, high)


SampledAgreement = dict[str, SampledStatistic]


def make_mixes(
    scus: UnitsByInstance,
    stus: UnitsByInstance,
    sentences: Mapping[SentenceKey, SentenceUnits],
    scores: np.ndarray,
    percentages: Sequence[float] = PERCENTAGES,
) -> list[Mix]:
    """Make one mix per percentage from a ranking of the sentences.

    ``scores``: its scores, (sentences,).
    """
    mixes = []
    for percentage in percentages:
        selected = set(compress(sentences, select(scores, percentage)))
        effort = measure_effort(sentences, selected)
        mixes.append(Mix(percentage, mix(scus, stus, selected), effort))
    return mixes


#: each selection's mixes, by percentage and then, for the random selection, by seed
Selections = Mapping[str, Sequence[Sequence[Mix]]]


def make_selections(
    data: AlignedUnits, names: Sequence[str], predicted: np.ndarray | None, seeds: range
) -> Selections:
    """Return the mixes of each selection; the random one is drawn for each seed."""
    selections = {}
    for name in dict.fromkeys(names):
        curves = []
        for seed in seeds if name == RANDOM else seeds[:1]:
            ranking = rank_sentences(name, data, predicted, seed)
            curves.append(make_mixes(data.scus, data.stus, data.sentences, ranking))
        selections[name] = list(zip(*curves, strict=True))
    return selections


def sample_agreement(
    human: np.ndarray, ours: np.ndarray, draws: int, seed: int, other: np.ndarray | None = None
) -> SampledAgreement:
    """Return the STATISTICS of scores (systems, documents), minus those of ``other``, if any."""
    metrics = [ours] if other is None else [ours, other]
    drawn = _draw_systems([human, *metrics], draws, seed)
    agreements = [correlate_scores(metric, human)._asdict() for metric in metrics]
    documents = [correlate_documents(metric, human)._asdict() for metric in metrics]
    sampled = {}
    for coefficient in COEFFICIENTS:
        system = f"system_{coefficient}"
        value = float(_subtract([agreement[system][0] for agreement in agreements]))
        sampled[system] = SampledStatistic(value, drawn[coefficient], is_drawn=True)
        summary = f"summary_{coefficient}"
        value = float(_subtract([agreement[summary][0] for agreement in agreements]))
        of_documents = _subtract([by_document[coefficient] for by_document in documents])
        influences = measure_influences(of_documents)
        sampled[summary] = SampledStatistic(value, influences, is_drawn=False)
    return sampled


def average_samples(samples: Sequence[SampledAgreement]) -> SampledAgreement:
    """Average several selections' statistics from the same draws.

    Equal ones are returned exactly.
    """
    means = {}
    for name in STATISTICS:
        statistics = [sample[name] for sample in samples]
        first = statistics[0]
        # A mean of differences from the first is exactly 0 if all are equal.
        value_shift = np.mean([other.value - first.value for other in statistics])
        sample_shift = np.mean([other.sample - first.sample for other in statistics], axis=0)
        means[name] = SampledStatistic(
            first.value + float(value_shift), first.sample + sample_shift, first.is_drawn
        )
    return means


def agreement_to_json(sampled: SampledAgreement, largest: float = 1.0) -> dict[str, Any]:
    """Return each statistic's value and 95% interval, null if undefined.

    ``largest``: the largest possible value.
    """
    estimates = {}
    for name, statistic in sampled.items():
        estimate = statistic.estimate()
        estimates[name] = clip_interval(estimate, -largest, largest).to_dict()
    return estimates


def _draw_systems(sides: Sequence[np.ndarray], draws: int, seed: int) -> dict[str, np.ndarray]:
    """Draw correlations of other samples of as many documents, (draws,), or their differences.

    The first side is human.
    """
    rng = np.random.default_rng(seed)
    drawn = draw_correlations(measure_moments(sides), draws, rng)
    if drawn is None:
        return dict.fromkeys(COEFFICIENTS, np.full(draws, np.nan))
    return {name: _subtract(list(getattr(drawn.replicated, name).T)) for name in COEFFICIENTS}


def _subtract(values: Sequence[Any]) -> Any:
    """Return the only value, or the first minus the second."""
    first, *others = values
    return first - others[0] if others else first


class CurvePoint(NamedTuple):
    """One percentage of a selection."""

    percentage: float
    # by seed, the scores (systems, documents)
    scores: list[np.ndarray]
    # the mean over seeds
    agreement: SampledAgreement
    # the mean share of the SCUs that need not be written
    share_saved: float


def measure_curves(
    data: EvaluationData, judge: Judge, selections: Selections, draws: int = 1000, seed: int = 0
) -> dict[str, Any]:
    """Return ``curves``, points by measure and selection, and their differences ``against_random``.

    ``draws``: the number of draws for the intervals at the system level; all selections share them
    and their ``seed``.
    """
    points = list(chain.from_iterable(selections.values()))
    units = [mixed.units for mixed in chain.from_iterable(points)]
    human = data.scores.human
    scores = score_by_units(data.scores, data.texts, judge, units)
    report: dict[str, Any] = {"curves": {}, "against_random": {}}
    for measure in scores[0]:
        bar = tqdm(scores, desc=f"intervals of {measure}", unit="mix", disable=None, delay=1)
        # in the order of the mixes
        remaining = (by_measure[measure] for by_measure in bar)
        measured: dict[str, list[CurvePoint]] = {}
        for name, curve in selections.items():
            measured[name] = []
            for mixes in curve:
                by_seed = [next(remaining) for _ in mixes]
                sampled = [sample_agreement(human, ours, draws, seed) for ours in by_seed]
                share_saved = float(np.mean([mixed.effort.share_saved for mixed in mixes]))
                agreement = average_samples(sampled)
                point = CurvePoint(mixes[0].percentage, by_seed, agreement, share_saved)
                measured[name].append(point)
        report["curves"][measure] = {
            name: list(map(_point_to_json, curve)) for name, curve in measured.items()
        }
        report["against_random"][measure] = _compare_with_random(measured, human, draws, seed)
    return report


def _point_to_json(point: CurvePoint) -> dict[str, Any]:
    return {
        "percentage": point.percentage,
        "share_saved": point.share_saved,
        **agreement_to_json(point.agreement),
    }


def _compare_with_random(
    points: Mapping[str, Sequence[CurvePoint]], human: np.ndarray, draws: int, seed: int
) -> dict[str, list[dict[str, Any]]]:
    """Compare each selection with random, except at the ends, where all mixes are the same."""
    result: dict[str, list[dict[str, Any]]] = {}
    for name in points if RANDOM in points else ():
        if name == RANDOM:
            continue
        rows, differences = [], []
        for point, random in zip(points[name], points[RANDOM], strict=True):
            if 0 < point.percentage < 100:
                ours = point.scores[0]
                against_seeds = [
                    sample_agreement(human, ours, draws, seed, theirs) for theirs in random.scores
                ]
                difference = average_samples(against_seeds)
                differences.append(difference)
                rows.append({"percentage": point.percentage, **agreement_to_json(difference, 2.0)})
        if differences:
            mean = average_samples(differences)
            result[name] = [*rows, {"percentage": "mean", **agreement_to_json(mean, 2.0)}]
    return result
