"""Compare error at equal annotation time: metrics, annotators alone, and annotators together with a metric.

Zhang and Bansal (2021) measure the cost of fewer human SCUs in SCUs and correlations. Here the cost is all annotation
time, and the result is the error of the systems' scores.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.pace import DEFAULT_WRITING, Pace, expect_summaries, find_affordable
from sacrerouge_litepyramid.annotation.sampling.designs import MIN_DRAWN, Budget, Design, draw_samples, make_design
from sacrerouge_litepyramid.annotation.sampling.estimators import (
    correct_predictions,
    estimate_combined,
    fit_judge_weights,
    score_by_judge,
    weigh_predictions,
)
from sacrerouge_litepyramid.annotation.sampling.frame import SamplingFrame
from sacrerouge_litepyramid.annotation.sampling.sample import Sample, exact_labels
from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.experiments.labelled_population import EffortData, LabelledFrame, ScoredMix
from sacrerouge_litepyramid.statistics.rounding import restore_ties
from sacrerouge_litepyramid.statistics.significance import pair_indices


class ScoreErrors(NamedTuple):
    """The root mean squared error, and the share of pairs of systems in wrong order."""

    rmse: float
    wrong_pairs: float


def measure_errors(scores: np.ndarray, truth: np.ndarray) -> ScoreErrors:
    """Measure the errors of scores (draws, systems) against the true scores (systems,), over all draws and systems.

    A pair counts if its true scores differ; equal estimates of such a pair are half wrong. Without such a pair,
    ``wrong_pairs`` is 0. Differences due to rounding are ignored.
    """
    estimated, (true,) = restore_ties(scores), restore_ties(truth[None])
    first, second = pair_indices(len(truth))
    expected = np.sign(true[first] - true[second])
    order = np.sign(estimated[:, first] - estimated[:, second])[:, expected != 0]
    wrong = (1 - order * expected[expected != 0]) / 2
    rmse = float(np.sqrt(((scores - truth) ** 2).mean()))
    return ScoreErrors(rmse, wrong_pairs=float(wrong.mean()) if wrong.size else 0.0)


def estimate_shrunk(sample: Sample) -> np.ndarray:
    """Estimate the scores (systems,) by the judge, corrected by a weighted mean of the system's and the mean error.

    The weight of the system's error is the share of its variance over systems that is not due to sampling: with few
    labels all scores move by the same amount, and the judge's order of the systems stays; with many labels each score
    has its own correction. The scores are biased towards the judge's order, unlike those of `estimate_combined`.
    Source: Fay and Herriot, Journal of the American Statistical Association 1979, with the variance by moments.
    """
    judge = score_by_judge(sample.frame)
    combined = estimate_combined(sample, judge_weights=np.ones((1, len(sample.frame.weight))))
    errors = combined.score - judge
    share = _share_between(errors, combined.covariance.parts.sum(axis=0))
    return judge + errors.mean() + share * (errors - errors.mean())


def _share_between(errors: np.ndarray, covariance: np.ndarray) -> float:
    """Return the share of the variance of errors (systems,) that is not due to the sample, from 0 to 1."""
    systems = len(errors)
    if systems < 2:
        return 1.0
    observed = float(errors.var(ddof=1))
    # The variance over systems that errors with this covariance have; an error that all systems share does not count.
    sampled = float(np.trace(covariance) - covariance.sum() / systems) / (systems - 1)
    return max(0.0, 1 - sampled / observed) if observed > 0 else 0.0


LITE3, LITE2, LITE2X = "lite3pyramid", "lite2pyramid", "lite2xpyramid"
HUMAN, WITH_LITE3, WITH_LITE2 = "human", "human-lite3pyramid", "human-lite2pyramid"
WITH_LITE3_SHRUNK = f"{WITH_LITE3}-shrunk"
#: designs that draw the units to label after all SCUs are written
DESIGNS_OF_UNITS = ("active", "summaries")
DEFAULT_MINUTES = (60.0, 120.0, 300.0, 600.0, 1200.0, 2400.0)
#: labels per minute, and seconds to read a summary: assumptions, not measurements
DEFAULT_PACE = 10.0
DEFAULT_READING = 12.0
#: the number of summaries per system that every design needs
MIN_SUMMARIES = 2 * MIN_DRAWN


class Census(NamedTuple):
    """The work for all documents: sentences to write SCUs for, summaries to read, and labels to give."""

    systems: int
    documents: int
    sentences: int
    summaries: int
    labels: int

    @property
    def writing(self) -> float:
        """The minutes to write the SCUs of all sentences."""
        return self.sentences * DEFAULT_WRITING

    def compute_minutes(self, pace: Pace) -> float:
        """Return the minutes to write all SCUs and to label them in all summaries."""
        return self.writing + pace.compute_minutes(self.labels, self.summaries)

    def count_documents(self, minutes: float, pace: Pace) -> int:
        """Return the number of documents whose SCUs can be written and labelled in the minutes, by the average work."""
        whole = self.compute_minutes(pace)
        return self.documents if minutes >= whole else math.floor(minutes * self.documents / whole)

    def compute_smallest_sample(self, pace: Pace) -> float:
        """Return the minutes to label MIN_SUMMARIES summaries of each system."""
        summaries = MIN_SUMMARIES * self.systems
        return pace.compute_minutes(summaries * self.labels / self.summaries, summaries)


def count_census(frame: SamplingFrame, sentences: int) -> Census:
    """Return the census of a population of SCUs; ``sentences``: the number that they were written for."""
    summaries = len(np.unique(np.column_stack([frame.system, frame.document]), axis=0))
    return Census(len(frame.systems), len(frame.documents), sentences, summaries, len(frame.weight))


class EffortSettings(NamedTuple):
    """``minutes``: the total annotation times at which sampled methods are compared."""

    minutes: Sequence[float] = DEFAULT_MINUTES
    pace: Pace = Pace(DEFAULT_PACE, DEFAULT_READING)
    draws: int = 200
    seed: int = 0

    def check(self) -> None:
        """Raise ValueError if a number of minutes is not above 0, or the pace is wrong."""
        self.pace.check()
        if not self.minutes or not all(0 < minute < np.inf for minute in self.minutes):
            raise ValueError(f"{name_argument('minutes')} must be numbers above 0, not {list(self.minutes)}")


class EffortRow(NamedTuple):
    """A method, its annotation work for all systems together, and its errors over all draws.

    ``minutes``: the expected minutes; ``sentences``: the number of sentences for which SCUs are written.
    """

    method: str
    minutes: float
    sentences: float
    labels: float
    rmse: float
    wrong_pairs: float


def compare_effort(data: EffortData, settings: EffortSettings) -> Iterator[EffortRow]:
    """Yield a row for each method and each number of minutes that suffices for it and gives a new sample."""
    truth = data.units.score_systems()
    census = count_census(data.units.frame, data.lite2.sentences)
    yield _measure_mixes(LITE3, [data.lite3], truth)
    for selection, mixes_by_share in data.mixes.items():
        for mixes in reversed(mixes_by_share):
            yield _measure_mixes(f"{LITE2X}-{selection}", mixes, truth)
    yield _measure_mixes(LITE2, [data.lite2], truth)
    yield from _sample_documents(data.documents, census, settings)
    for name in DESIGNS_OF_UNITS:
        yield from _sample_units(name, data.units, census, settings)


def _measure_mixes(method: str, mixes: Sequence[ScoredMix], truth: np.ndarray) -> EffortRow:
    errors = measure_errors(np.array([mix.scores for mix in mixes]), truth)
    written = float(np.mean([mix.written for mix in mixes]))
    return EffortRow(method, written * DEFAULT_WRITING, written, 0.0, *errors)


def _sample_documents(data: LabelledFrame, census: Census, settings: EffortSettings) -> Iterator[EffortRow]:
    """Yield rows of labels alone, and of labels with Lite3Pyramid, combined and shrunk: all work for some documents."""
    pace, done = settings.pace, set[int]()
    for minutes in sorted(settings.minutes):
        documents = census.count_documents(minutes, pace)
        if documents < MIN_DRAWN or documents in done:
            continue
        done.add(documents)
        share = documents / census.documents
        design = make_design(data.frame, "documents", Budget(total=round(share * len(data.labels))))
        work = (share * census.compute_minutes(pace), share * census.sentences, share * census.labels)
        for method, estimate in ESTIMATES_BY_DOCUMENTS.items():
            yield EffortRow(method, *work, *_measure_samples(data, design, estimate, settings))


def _sample_units(name: str, data: LabelledFrame, census: Census, settings: EffortSettings) -> Iterator[EffortRow]:
    """Yield rows of labels with Lite2Pyramid: annotators write all SCUs, and label those that a design draws."""
    pace, done = settings.pace, set[int]()
    known = np.zeros(len(data.labels), dtype=bool)
    for minutes in sorted(settings.minutes):
        labelling = min(minutes, census.compute_minutes(pace)) - census.writing
        if labelling < census.compute_smallest_sample(pace):
            continue
        budget = find_affordable(data.frame, name, labelling, pace, known)
        if budget in done:
            continue
        done.add(budget)
        design = make_design(data.frame, name, Budget(total=budget))
        spent = pace.compute_minutes(budget, expect_summaries(data.frame, design, known))
        errors = _measure_samples(data, design, _score_combined, settings)
        yield EffortRow(f"{WITH_LITE2}-{name}", census.writing + spent, census.sentences, budget, *errors)


def _measure_samples(
    data: LabelledFrame, design: Design, estimate: Callable[[Sample], np.ndarray], settings: EffortSettings
) -> tuple[float, float]:
    drawn = draw_samples(design, settings.draws, settings.seed)
    samples = (Sample(data.frame, design, exact_labels(np.where(taken, data.labels, np.nan))) for taken in drawn)
    return measure_errors(np.array([estimate(sample) for sample in samples]), data.score_systems())


def _score_by_labels(sample: Sample) -> np.ndarray:
    return correct_predictions(sample, np.zeros(len(sample.frame.weight)))[0]


def _score_combined(sample: Sample) -> np.ndarray:
    return correct_predictions(sample, weigh_predictions(sample.frame, fit_judge_weights(sample)))[0]


#: the estimates of the scores, (systems,), from a sample of documents, by method
ESTIMATES_BY_DOCUMENTS: Mapping[str, Callable[[Sample], np.ndarray]] = {
    HUMAN: _score_by_labels,
    WITH_LITE3: _score_combined,
    WITH_LITE3_SHRUNK: estimate_shrunk,
}
