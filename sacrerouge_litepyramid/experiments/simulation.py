"""Simulate annotation budgets on a fully labelled data set: the errors of each design and estimator."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.designs import DESIGNS, DesignName
from sacrerouge_litepyramid.annotation.sampling.estimators import (
    ScoreEstimates,
    estimate_combined,
    estimate_human,
    score_by_judge,
)
from sacrerouge_litepyramid.annotation.sampling.sample import Sample
from sacrerouge_litepyramid.api import JudgeSetting
from sacrerouge_litepyramid.core.arguments import Files, check_minimum
from sacrerouge_litepyramid.experiments.labelled_population import (
    LabelledFrame,
    draw_labelled_samples,
    judge_labelled,
)
from sacrerouge_litepyramid.io.labels import LABEL_FILES, read_labelled_folder
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.statistics.difference import ALPHA
from sacrerouge_litepyramid.statistics.estimate import finite_or_none
from sacrerouge_litepyramid.statistics.intervals import NO_VARIANCE, sample_interval, share_interval, student_p
from sacrerouge_litepyramid.statistics.significance import adjust_holm, pair_indices
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table

ESTIMATORS = {"human": estimate_human, "combined": estimate_combined}


class SimulationSettings(NamedTuple):
    """The settings of a simulation; ``budgets``: numbers of labels per system."""

    budgets: Sequence[int]
    designs: Sequence[str] = DESIGNS
    draws: int = 500
    seed: int = 0
    target: str = "these"


class SimulatedRow(NamedTuple):
    """The results of a design and estimator at a budget, over all draws; None if undefined.

    ``rmse``, ``bias``, ``width``: means over systems of the root mean squared error, the absolute mean error and the
    width of the 95% interval; ``coverage``: the share of intervals that contain the score from all labels;
    ``difference_…``: the same for the differences of all pairs. ``without_interval``: the share of scores without an
    interval, as their labels do not differ. ``significant_pairs``: the mean number of pairs that differ significantly
    by Holm's test. ``labels_saved``: the labels of whole documents that give the same mean squared error without a
    judge, divided by the budget. ``summaries``: the mean number of a system's summaries to read for its labels.
    """

    judge: str
    design: str | None
    estimator: str
    budget: int
    rmse: float
    bias: float
    coverage: float | None = None
    width: float | None = None
    difference_coverage: float | None = None
    difference_width: float | None = None
    without_interval: float | None = None
    significant_pairs: float | None = None
    labels_saved: float | None = None
    summaries: float | None = None


class Simulation(NamedTuple):
    """The rows of one or several judges on a data set; prints as a Markdown table."""

    data: str
    settings: SimulationSettings
    rows: list[SimulatedRow]

    def __str__(self) -> str:
        return render_table([header for header, *_ in COLUMNS], [_render_row(row) for row in self.rows], MARKDOWN)

    def to_dict(self) -> dict[str, Any]:
        """Return the settings and the rows, JSON-ready."""
        return {"data": self.data, **self.settings._asdict(), "rows": [row._asdict() for row in self.rows]}


def simulate_labels(
    folder: Annotated[str | Path, Files(LABEL_FILES)],
    *,
    budget: Sequence[int],
    judge: Sequence[JudgeSetting] = ("lexical",),
    design: Sequence[DesignName] = DESIGNS,
    draws: int = 500,
    target: Literal["these", "like-these"] = "these",
    measure: str = "p2c",
    seed: int = 0,
) -> Simulation:
    """Simulate annotation budgets on a fully labelled data set.

    Args:
        folder: a folder with labels of all units.
        budget: numbers of labels per system.
        judge: judges by name or as JSON, by default lexical; several are also combined, and the first makes the plans.
        design: the designs, by default all.
        draws: the number of samples of each design and budget.
        target: the scores on these documents, or on documents like these, which are drawn for each sample.
        measure: the judges' measure.
        seed: the seed of the draws.
    """
    check_minimum(2, draws=draws)
    settings = SimulationSettings(budget, design, draws, seed, target)
    labelled = read_labelled_folder(folder)
    built = [build(Judge, setting) for setting in judge]
    names = [
        setting if isinstance(setting, str) else str(instance.identity()["type"])
        for setting, instance in zip(judge, built, strict=True)
    ]
    populations = [judge_labelled(labelled, instance, measure) for instance in built]
    rows = [row for name, data in zip(names, populations, strict=True) for row in simulate(data, name, settings)]
    if len(populations) > 1:
        frame = populations[0].frame.add_judges([data.frame for data in populations[1:]])
        rows.extend(simulate(populations[0]._replace(frame=frame), " and ".join(names), settings))
    return Simulation(Path(folder).resolve().name, settings, rows)


class _Outcome(NamedTuple):
    """One sample's errors, covered intervals and widths: of scores, (systems,), and of differences, (pairs,)."""

    error: np.ndarray
    covered: np.ndarray
    width: np.ndarray
    difference_covered: np.ndarray
    difference_width: np.ndarray
    significant: int


def simulate(data: LabelledFrame, judge: str, settings: SimulationSettings) -> Iterator[SimulatedRow]:
    """Yield a row for the judge alone, and for each design, estimator and budget; ``judge``: the judge's name."""
    truth = data.score_systems()
    error = np.abs(score_by_judge(data.frame) - truth).mean()
    yield SimulatedRow(judge, None, "judge", 0, rmse=float(error), bias=float(error))
    for design in settings.designs:
        for budget in settings.budgets:
            outcomes: dict[str, list[_Outcome]] = {name: [] for name in ESTIMATORS}
            summaries: list[int] = []
            draws = settings.draws, settings.seed, settings.target
            for sample in draw_labelled_samples(data, design, budget * len(truth), *draws):
                summaries.append(_count_summaries(sample))
                for name, estimate in ESTIMATORS.items():
                    outcomes[name].append(_measure(estimate(sample, settings.target), truth))
            for name, measured in outcomes.items():
                row = _summarise(measured, SimulatedRow(judge, design, name, budget, 0.0, 0.0))
                saved = _compute_labels_saved(data, measured, budget) if settings.target == "these" else None
                yield row._replace(labels_saved=saved, summaries=float(np.mean(summaries)) / len(truth))


def _measure(estimates: ScoreEstimates, truth: np.ndarray) -> _Outcome:
    variance, degrees = estimates.covariance.variances()
    bounds = share_interval(estimates.score, variance, degrees)
    first, second = pair_indices(len(truth))
    pair_variance, pair_degrees = estimates.covariance.of_differences(first, second)
    difference, expected = (scores[first] - scores[second] for scores in (estimates.score, truth))
    pair_bounds = sample_interval(difference, pair_variance, pair_degrees)
    known, pair_known = variance > NO_VARIANCE, pair_variance > NO_VARIANCE
    p = student_p(difference, pair_variance, pair_degrees)
    return _Outcome(
        error=estimates.score - truth,
        covered=np.where(known, (bounds.low <= truth) & (truth <= bounds.high), np.nan),
        width=np.where(known, bounds.high - bounds.low, np.nan),
        difference_covered=np.where(pair_known, (pair_bounds.low <= expected) & (expected <= pair_bounds.high), np.nan),
        difference_width=np.where(pair_known, pair_bounds.high - pair_bounds.low, np.nan),
        significant=int((adjust_holm(p)[pair_known] <= ALPHA).sum()),
    )


def _summarise(outcomes: Sequence[_Outcome], row: SimulatedRow) -> SimulatedRow:
    errors, covered, widths, pairs_covered, pair_widths = (
        np.array([outcome[place] for outcome in outcomes], dtype=np.float64) for place in range(5)
    )
    return row._replace(
        rmse=float(np.sqrt((errors**2).mean(axis=0)).mean()),
        bias=float(np.abs(errors.mean(axis=0)).mean()),
        coverage=_average_known(covered),
        width=_average_known(widths),
        difference_coverage=_average_known(pairs_covered),
        difference_width=_average_known(pair_widths),
        without_interval=float(np.isnan(covered).mean()),
        significant_pairs=float(np.mean([outcome.significant for outcome in outcomes])),
    )


def _average_known(values: np.ndarray) -> float | None:
    return float(np.nanmean(values)) if (~np.isnan(values)).any() else None


def _count_summaries(sample: Sample) -> int:
    """Return the number of summaries with a labelled unit."""
    cells = sample.frame.system * len(sample.frame.documents) + sample.frame.document
    return len(np.unique(cells[sample.labelled]))


def _compute_labels_saved(data: LabelledFrame, outcomes: Sequence[_Outcome], budget: int) -> float | None:
    """Return the labels of whole documents that give the same mean squared error without a judge, over the budget.

    For a simple random sample of m of D documents the mean squared error is D² (1 / m − 1 / D) S², where S² is the
    variance of the documents' shares of a score. Returns None for a single document, or if all shares are equal.
    """
    frame = data.frame
    systems, documents = len(frame.systems), len(frame.documents)
    if documents < 2:
        return None
    cells = frame.system * documents + frame.document
    shares = np.bincount(cells, frame.weight * data.labels, minlength=systems * documents).reshape(systems, documents)
    scatter = float(shares.var(axis=1, ddof=1).mean())
    error = float(np.mean([outcome.error**2 for outcome in outcomes]))
    if scatter == 0:
        return None
    needed = 1 / (error / (documents**2 * scatter) + 1 / documents)
    return finite_or_none(needed * len(frame.weight) / (systems * documents) / budget)


#: the header, the field and the format of each column
COLUMNS = (
    ("judge", "judge", ""),
    ("design", "design", ""),
    ("estimator", "estimator", ""),
    ("budget", "budget", ""),
    ("rmse", "rmse", ".4f"),
    ("bias", "bias", ".4f"),
    ("coverage", "coverage", ".1%"),
    ("width", "width", ".3f"),
    ("of differences: coverage", "difference_coverage", ".1%"),
    ("width", "difference_width", ".3f"),
    ("significant pairs", "significant_pairs", ".1f"),
    ("labels saved", "labels_saved", ".2f"),
    ("summaries", "summaries", ".0f"),
)


def _render_row(row: SimulatedRow) -> list[str]:
    cells = [(getattr(row, field), form) for _, field, form in COLUMNS]
    return ["" if value is None else format(value, form) for value, form in cells]
