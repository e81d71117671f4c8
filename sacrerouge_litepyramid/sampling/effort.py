"""Compare methods by the minutes that people work: metrics, people alone, and people together with a metric.

Zhang and Bansal (2021) ask what fewer human SCUs cost, and answer in SCUs and correlations. Here all minutes of people
count, and the errors of the systems' scores.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.sampling.designs import MIN_DRAWN, Budget, Design, draw_samples, make_design
from sacrerouge_litepyramid.sampling.effort_data import EffortData, ScoredMix
from sacrerouge_litepyramid.sampling.estimators import correct_predictions
from sacrerouge_litepyramid.sampling.human_minutes import Census, HumanPace, count_census
from sacrerouge_litepyramid.sampling.judge_weight import fit_judge_weights
from sacrerouge_litepyramid.sampling.pace import expect_summaries, find_affordable
from sacrerouge_litepyramid.sampling.sample import Sample, exact_labels
from sacrerouge_litepyramid.sampling.score_errors import measure_errors
from sacrerouge_litepyramid.sampling.shrinkage import estimate_shrunk
from sacrerouge_litepyramid.sampling.simulated_population import LabelledFrame

LITE3, LITE2, LITE2X = "lite3pyramid", "lite2pyramid", "lite2xpyramid"
PEOPLE, WITH_LITE3, WITH_LITE2 = "people", "people-lite3pyramid", "people-lite2pyramid"
WITH_LITE3_SHRUNK = f"{WITH_LITE3}-shrunk"
#: the designs by which judgements are drawn once all SCUs are written
DESIGNS_OF_UNITS = ("active", "summaries")
DEFAULT_MINUTES = (60.0, 120.0, 300.0, 600.0, 1200.0, 2400.0)


class EffortSettings(NamedTuple):
    """``minutes``: those of people, in all, that sampled methods are compared at."""

    minutes: Sequence[float] = DEFAULT_MINUTES
    pace: HumanPace = HumanPace()
    draws: int = 200
    seed: int = 0

    def check(self) -> None:
        """Raise ValueError for minutes that are not above 0, a wrong pace, and no draw."""
        self.pace.check()
        if not self.minutes or not all(0 < each < np.inf for each in self.minutes):
            raise ValueError(f"minutes must be numbers above 0, not {list(self.minutes)}")
        if self.draws < 1:
            raise ValueError(f"draws must be 1 or more, not {self.draws}")


class EffortRow(NamedTuple):
    """A method with what people do for it, in numbers of all systems together, and its errors over all draws.

    ``minutes``: of people, expected; ``sentences``: those that SCUs are written for.
    """

    method: str
    minutes: float
    sentences: float
    judgements: float
    rmse: float
    wrong_pairs: float


def compare_effort(data: EffortData, settings: EffortSettings) -> Iterator[EffortRow]:
    """Yield a row for each method and its minutes; those that minutes do not pay for, or pay twice, have none.

    Raises ValueError for wrong settings.
    """
    settings.check()
    truth = data.units.score_systems()
    census = count_census(data.units.frame, data.lite2.sentences)
    yield _measure_mixes(LITE3, [data.lite3], truth, settings.pace)
    for selection, places in data.mixes.items():
        for mixes in reversed(places):
            yield _measure_mixes(f"{LITE2X}-{selection}", mixes, truth, settings.pace)
    yield _measure_mixes(LITE2, [data.lite2], truth, settings.pace)
    yield from _sample_documents(data.documents, census, settings)
    for name in DESIGNS_OF_UNITS:
        yield from _sample_units(name, data.units, census, settings)


def _measure_mixes(method: str, mixes: Sequence[ScoredMix], truth: np.ndarray, pace: HumanPace) -> EffortRow:
    errors = measure_errors(np.array([each.scores for each in mixes]), truth)
    written = float(np.mean([each.written for each in mixes]))
    return EffortRow(method, written * pace.writing, written, 0.0, *errors)


def _sample_documents(data: LabelledFrame, census: Census, settings: EffortSettings) -> Iterator[EffortRow]:
    """Yield people alone and people with Lite3Pyramid, in two ways; people do everything for some documents."""
    pace, done = settings.pace, set[int]()
    for minutes in sorted(settings.minutes):
        documents = census.count_documents(minutes, pace)
        if documents < MIN_DRAWN or documents in done:
            continue
        done.add(documents)
        share = documents / census.documents
        design = make_design(data.frame, "documents", Budget(total=round(share * len(data.labels))))
        work = (share * census.compute_minutes(pace), share * census.sentences, share * census.judgements)
        for method, estimate in ESTIMATES_BY_DOCUMENTS.items():
            yield EffortRow(method, *work, *_measure_samples(data, design, estimate, settings))


def _sample_units(name: str, data: LabelledFrame, census: Census, settings: EffortSettings) -> Iterator[EffortRow]:
    """Yield people with Lite2Pyramid, where people write all SCUs and judge what a design draws."""
    pace, done = settings.pace, set[int]()
    known = np.zeros(len(data.labels), dtype=bool)
    writing = census.compute_writing(pace)
    for minutes in sorted(settings.minutes):
        left = min(minutes, census.compute_minutes(pace)) - writing
        if left < census.compute_smallest_sample(pace):
            continue
        budget = find_affordable(data.frame, name, left, pace.judging, known)
        if budget in done:
            continue
        done.add(budget)
        design = make_design(data.frame, name, Budget(total=budget))
        spent = pace.judging.compute_minutes(budget, expect_summaries(data.frame, design, known))
        errors = _measure_samples(data, design, _score_combined, settings)
        yield EffortRow(f"{WITH_LITE2}-{name}", writing + spent, census.sentences, budget, *errors)


def _measure_samples(
    data: LabelledFrame, design: Design, estimate: Callable[[Sample], np.ndarray], settings: EffortSettings
) -> tuple[float, float]:
    drawn = draw_samples(design, settings.draws, settings.seed)
    samples = (Sample(data.frame, design, exact_labels(np.where(each, data.labels, np.nan))) for each in drawn)
    return measure_errors(np.array([estimate(each) for each in samples]), data.score_systems())


def _score_by_people(sample: Sample) -> np.ndarray:
    return correct_predictions(sample, np.zeros(len(sample.frame.weight)))[0]


def _score_combined(sample: Sample) -> np.ndarray:
    return correct_predictions(sample, fit_judge_weights(sample) * sample.frame.probability)[0]


#: by method the scores (systems,) from a sample of documents
ESTIMATES_BY_DOCUMENTS: Mapping[str, Callable[[Sample], np.ndarray]] = {
    PEOPLE: _score_by_people,
    WITH_LITE3: _score_combined,
    WITH_LITE3_SHRUNK: estimate_shrunk,
}
