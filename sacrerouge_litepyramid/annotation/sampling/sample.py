"""A labelled sample: the population, the design, and the labels of the drawn rows, from annotators' votes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.designs import Design
from sacrerouge_litepyramid.annotation.sampling.frame import FrameRow, SamplingFrame
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.label_plans import PlannedSummary, PlannedUnit
from sacrerouge_litepyramid.io.metrics import SummaryKey


class Labels(NamedTuple):
    """Labels in arrays (rows,); ``value``: the mean of the annotators' votes, NaN without a vote.

    ``noise``: the variance of the label around the mean of all possible annotators, 0 if it is taken as the truth.
    """

    value: np.ndarray
    noise: np.ndarray


class Sample(NamedTuple):
    """A population with its design and the labels of the drawn rows."""

    frame: SamplingFrame
    design: Design
    labels: Labels

    @property
    def labelled(self) -> np.ndarray:
        """The indices of the labelled rows."""
        return np.flatnonzero(~np.isnan(self.labels.value))


def exact_labels(values: np.ndarray) -> Labels:
    """Return labels that are taken as the truth; ``values``: (rows,), NaN without a label."""
    return Labels(values, np.zeros(len(values)))


def sum_by_system(
    frame: SamplingFrame, values: np.ndarray | None = None, rows: np.ndarray | slice = slice(None)
) -> np.ndarray:
    """Return the sums of values by system, (systems,), over ``rows``, by default all; without values, their counts."""
    return np.bincount(frame.system[rows], values, minlength=len(frame.systems))


class Elements(NamedTuple):
    """The elements that a design draws as a whole, in arrays (elements,), and the element of each row, (rows,)."""

    probability: np.ndarray
    stratum: np.ndarray
    document: np.ndarray
    of_row: np.ndarray


def list_elements(frame: SamplingFrame, design: Design) -> Elements:
    """Return the elements of a design; all rows of an element belong to one document."""
    _, first, of_row = np.unique(design.element, return_index=True, return_inverse=True)
    return Elements(design.probability[first], design.stratum[first], frame.document[first], of_row.ravel())


#: the votes, at least one, by row of the population
RowVotes = Mapping[FrameRow, Sequence[float]]


def list_planned_units(summaries: Iterable[PlannedSummary]) -> dict[FrameRow, PlannedUnit]:
    """Return the units of a plan by row of the population."""
    return {FrameRow(*summary.key, unit.unit): unit for summary in summaries for unit in summary.units}


def list_label_votes(labels: Mapping[SummaryKey, np.ndarray], evidence: Evidence) -> dict[FrameRow, list[float]]:
    """Return the votes on each unit, given those on each summary, (voters, units), NaN without a vote.

    Raises ValueError for a summary without evidence, and if the number of units is not that of its document.
    """
    by_unit = {}
    for key, votes in labels.items():
        where = f"the labels of instance {key.instance_id!r}, system {key.summarizer_id!r}"
        if key not in evidence.values:
            raise ValueError(f"{where}: the evidence has no such summary; pass the evidence of all labelled summaries")
        units = len(evidence.units[key.instance_id])
        if votes.shape[1] != units:
            raise ValueError(f"{where}: {votes.shape[1]} labels for {units} units; pass one per unit, null for none")
        is_vote = ~np.isnan(votes)
        for place in np.flatnonzero(is_vote.any(axis=0)).tolist():
            by_unit[FrameRow(*key, place)] = votes[is_vote[:, place], place].tolist()
    return by_unit


def label_rows(frame: SamplingFrame, votes: RowVotes) -> Labels:
    """Return the mean of the votes v on each row of the population, with the variance of this mean.

    A unit's annotators are taken as a random draw from all possible annotators, whose mean is the target. The mean y of
    n votes has the variance (y (1 − y) − g) / (n − 1), which is s² / n; g is the mean of v (1 − v), 0 without grades.
    For a unit with one vote, the variance is the mean of n times this over the units with several votes; if no unit has
    several, votes are taken as the truth. Units without weight are excluded.
    """
    by_row = [np.array(votes.get(row, ()), dtype=np.float64) for row in frame.list_rows()]
    counts = np.array([len(row) for row in by_row])
    sums, grades = (np.array([row.sum() for row in rows]) for rows in (by_row, [row * (1 - row) for row in by_row]))
    value = np.divide(sums, counts, out=np.full_like(sums, np.nan), where=counts > 0)
    several, noise = counts > 1, np.zeros_like(value)
    if several.any():
        spread = value * (1 - value) - np.divide(grades, counts, out=np.zeros_like(sums), where=counts > 0)
        noise[several] = spread[several] / (counts[several] - 1)
        noise[counts == 1] = (noise[several] * counts[several]).mean()
    return Labels(value, noise)


def mark_rows(frame: SamplingFrame, rows: Iterable[FrameRow]) -> np.ndarray:
    """Return whether each row of the population is among ``rows``, (rows,)."""
    named = set(rows)
    return np.array([row in named for row in frame.list_rows()], dtype=bool)
