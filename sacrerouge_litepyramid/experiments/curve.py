"""Agreement with human scores from all SCUs to all STUs (Lite2.xPyramid; Zhang and Bansal 2021, fig. 2, 4)."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.mixing import (
    Effort,
    SentenceKey,
    SentenceUnits,
    UnitsByInstance,
    measure_effort,
    mix,
    select,
)
from sacrerouge_litepyramid.experiments.data_set import UnitSet
from sacrerouge_litepyramid.extraction.aligned_units import AlignedUnits
from sacrerouge_litepyramid.statistics.agreement import correlate_documents, correlate_scores
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.intervals import hold_value, percentile_interval
from sacrerouge_litepyramid.statistics.spread import Spread, combine_spreads, spread_of_mean
from sacrerouge_litepyramid.statistics.two_way import draw_correlations, measure_moments
from sacrerouge_litepyramid.training.easiness import rank_sentences

PERCENTAGES = tuple(range(0, 101, 10))
COEFFICIENTS = ("pearson", "spearman")
TITLES = {
    "system_pearson": "system r",
    "system_spearman": "system ρ",
    "summary_pearson": "summary r",
    "summary_spearman": "summary ρ",
}
STATISTICS = tuple(TITLES)


class Mix(NamedTuple):
    """The units of each document at one percentage, and what they save."""

    percentage: float
    units: UnitSet
    effort: Effort


class SampledStatistic(NamedTuple):
    """A statistic of the data, NaN for none, and what its interval is made of.

    ``sample``: at the system level draws of what infinitely many documents would give, (draws,); at the summary level
    the documents' influences, (documents,).
    """

    value: float
    sample: np.ndarray


SampledAgreement = dict[str, SampledStatistic]


def make_mixes(
    scus: UnitsByInstance,
    stus: UnitsByInstance,
    sentences: Mapping[SentenceKey, SentenceUnits],
    scores: np.ndarray,
    percentages: Sequence[float] = PERCENTAGES,
) -> list[Mix]:
    """Make the mixes of one ranking, one for each percentage; ``scores``: (sentences,)."""
    chosen = []
    for percentage in percentages:
        selected = {key for key, taken in zip(sentences, select(scores, percentage), strict=True) if taken}
        chosen.append(Mix(percentage, mix(scus, stus, selected), measure_effort(sentences, selected)))
    return chosen


def make_selections(
    data: AlignedUnits,
    names: Sequence[str],
    predicted: np.ndarray | None,
    seeds: range,
    percentages: Sequence[float] = PERCENTAGES,
) -> dict[str, list[list[Mix]]]:
    """Return the mixes of each ranking: of a random one for each seed, of another once."""
    return {
        name: [
            make_mixes(data.scus, data.stus, data.sentences, rank_sentences(name, data, predicted, seed), percentages)
            for seed in (seeds if name == "random" else seeds[:1])
        ]
        for name in dict.fromkeys(names)
    }


def sample_agreement(
    human: np.ndarray, ours: np.ndarray, draws: int, seed: int, other: np.ndarray | None = None
) -> SampledAgreement:
    """Return each of STATISTICS of scores (systems, documents), minus those of other scores if there are any."""
    metrics = [ours] if other is None else [ours, other]
    drawn = _draw_systems([human, *metrics], draws, seed)
    found = [correlate_scores(metric, human)._asdict() for metric in metrics]
    documents = [correlate_documents(metric, human)._asdict() for metric in metrics]
    sampled = {}
    for name in STATISTICS:
        level, coefficient = name.split("_")
        values = [float(each[name][0]) for each in found]
        sample = drawn[coefficient]
        if level == "summary":
            sample = spread_of_mean(_subtract([each[coefficient] for each in documents])).documents
        sampled[name] = SampledStatistic(_subtract(values), sample)
    return sampled


def average_samples(samples: Sequence[SampledAgreement]) -> SampledAgreement:
    """Average several selections' statistics of the same draws; equal ones are returned exactly."""
    means = {}
    for name in STATISTICS:
        first = samples[0][name]
        means[name] = SampledStatistic(
            first.value + float(np.mean([each[name].value - first.value for each in samples])),
            first.sample + np.mean([each[name].sample - first.sample for each in samples], axis=0),
        )
    return means


def agreement_to_json(sampled: SampledAgreement, largest: float = 1.0) -> dict[str, Any]:
    """Return the value and the 95% interval of each statistic, null where there is none.

    ``largest``: what a statistic can be, 1 for correlations and 2 for differences.
    """
    return {name: hold_value(_estimate(name, each), largest).to_dict() for name, each in sampled.items()}


def _estimate(name: str, found: SampledStatistic) -> Estimate:
    if name.startswith("system"):
        return percentile_interval(found.value, found.sample)
    spread = Spread(found.sample, np.zeros(0))
    return combine_spreads([spread], "documents", has_same_documents=True).estimate(found.value)


def _draw_systems(sides: Sequence[np.ndarray], draws: int, seed: int) -> dict[str, np.ndarray]:
    """Draw the correlations of the systems' noise-free means, (draws,), or their differences; human ones first."""
    drawn = draw_correlations(measure_moments(sides), "documents", draws, np.random.default_rng(seed))
    if not drawn:
        return dict.fromkeys(COEFFICIENTS, np.full(draws, np.nan))
    return {name: _subtract(list(each.T)) for name, each in drawn.items()}


def _subtract(values: Sequence[Any]) -> Any:
    """Return the only value, or the first − the second."""
    return values[0] if len(values) == 1 else values[0] - values[1]


FACTS = ("data", "version", "units", "counts", "judge", "regressor")
#: the selections that a plan may use; the oracle and the reverse are of no use to it
SELECTIONS = ("regressor", "random", "shortest")
DIGITS = 4


def select_points(report: Mapping[str, Any], command: str) -> dict[str, Any]:
    """Return a curve's report without its differences, rounded; ``command``: its provenance, the command line."""
    curves = {
        measure: {name: [_round_point(each) for each in by_name[name]] for name in SELECTIONS if name in by_name}
        for measure, by_name in report["curves"].items()
    }
    return {"command": command, **{name: report[name] for name in FACTS}, "curves": curves}


def _round_point(point: Mapping[str, Any]) -> dict[str, Any]:
    rounded = {name: {end: _round(value) for end, value in point[name].items()} for name in STATISTICS}
    return {"percentage": point["percentage"], "share_saved": _round(point["share_saved"]), **rounded}


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)
