"""A labelled sample: the population, the design, and the labels of the drawn rows from votes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.texts import count_nouns
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.verdict.labels.label_plans import PlannedSummary, PlannedUnit
from sacrerouge_litepyramid.verdict.labels.sampling.designs import Design
from sacrerouge_litepyramid.verdict.labels.sampling.frame import FrameRow, SamplingFrame

#: the votes, at least one, by row of the population
RowVotes = Mapping[FrameRow, Sequence[float]]


class Labels(NamedTuple):
    """The labels of a population's rows; arrays are (rows,)."""

    # the mean of the annotators' votes, NaN without a vote
    value: np.ndarray
    # the variance of the value around the mean of all possible annotators, 0 if it is taken as the
    # truth
    noise: np.ndarray


class Sample(NamedTuple):
    """A population with its design and the labels of the drawn rows."""

    frame: SamplingFrame
    design: Design
    labels: Labels

    @property
    def labelled(self) -> np.ndarray:
        """The indices of the labelled rows, (labelled,)."""
        return np.flatnonzero(~np.isnan(self.labels.value))

    @property
    def inclusion(self) -> np.ndarray:
        """The inclusion probabilities of the labelled rows, (labelled,)."""
        return self.design.probability[self.labelled]

    @property
    def weight(self) -> np.ndarray:
        """The weights of the labelled rows, (labelled,)."""
        return self.frame.weight[self.labelled]

    def subtract(self, predicted: np.ndarray) -> np.ndarray:
        """Return the labels minus predictions, (rows,), of the labelled rows, (labelled,)."""
        return (self.labels.value - predicted)[self.labelled]


def exact_labels(values: np.ndarray) -> Labels:
    """Return labels that are taken as the truth; ``values``: (rows,), NaN without a label."""
    return Labels(values, np.zeros(len(values)))


def sum_by_system(
    frame: SamplingFrame, values: np.ndarray | None = None, rows: np.ndarray | slice = slice(None)
) -> np.ndarray:
    """Return the sums of values by system, (systems,), over ``rows``, by default all.

    Without values, their counts.
    """
    return np.bincount(frame.system[rows], values, minlength=len(frame.systems))


def list_planned_units(summaries: Iterable[PlannedSummary]) -> dict[FrameRow, PlannedUnit]:
    """Return the units of a plan by row of the population."""
    planned = {}
    for summary in summaries:
        for unit in summary.units:
            planned[FrameRow(*summary.key, unit.unit)] = unit
    return planned


def list_label_votes(
    labels: Mapping[SummaryKey, np.ndarray], evidence: Evidence
) -> dict[FrameRow, list[float]]:
    """Return the votes on each unit, without units that have none.

    ``labels``: the votes on each summary, (voters, units), NaN without a vote. Raises ValueError
    for a summary without evidence, and if the number of units is not that of its document.
    """
    by_unit = {}
    for key, votes in labels.items():
        where = f"the labels of instance {key.instance_id!r}, system {key.summarizer_id!r}"
        if key not in evidence.values:
            raise ValueError(
                f"{where}: the evidence has no such summary; pass the evidence of all labelled "
                "summaries"
            )
        units = len(evidence.units[key.instance_id])
        if votes.shape[1] != units:
            labels_given = count_nouns(label=votes.shape[1])
            raise ValueError(
                f"{where}: {labels_given} for {count_nouns(unit=units)}; pass one per unit, null "
                "for none"
            )
        for place, column in enumerate(votes.T):
            cast = column[~np.isnan(column)].tolist()
            if cast:
                by_unit[FrameRow(*key, place)] = cast
    return by_unit


def label_rows(frame: SamplingFrame, votes: RowVotes) -> Labels:
    """Return the mean of the votes v on each row of the population, with the variance of this mean.

    A unit's annotators are taken as a random draw from all possible annotators, whose mean is the
    target. The mean y of n votes has the variance (y (1 − y) − g) / (n − 1), which is s² / n; g is
    the mean of v (1 − v), 0 without grades. For a unit with one vote, the variance is the mean of n
    times this over the units with several votes; if no unit has several, votes are taken as the
    truth. Units without weight are excluded.
    """
    rows = len(frame.weight)
    value = np.full(rows, np.nan)
    noise = np.zeros(rows)
    counts = np.zeros(rows, dtype=int)
    for place, row in enumerate(frame.list_rows()):
        if row not in votes:
            continue
        cast = np.array(votes[row], dtype=np.float64)
        mean = cast.mean()
        counts[place] = len(cast)
        value[place] = mean
        if len(cast) > 1:
            grades = (cast * (1 - cast)).mean()
            noise[place] = (mean * (1 - mean) - grades) / (len(cast) - 1)
    several = counts > 1
    if several.any():
        noise[counts == 1] = (noise[several] * counts[several]).mean()
    return Labels(value, noise)


def mark_rows(frame: SamplingFrame, rows: Iterable[FrameRow]) -> np.ndarray:
    """Return whether each row of the population is among ``rows``, (rows,)."""
    named = set(rows)
    return np.array([row in named for row in frame.list_rows()], dtype=bool)
