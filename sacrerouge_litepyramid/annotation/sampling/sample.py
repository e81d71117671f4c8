"""A labelled sample: the population, the design, and the labels of the drawn rows, made of annotators' votes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.designs import Design
from sacrerouge_litepyramid.annotation.sampling.frame import FrameRow, SamplingFrame
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.label_plans import PlannedSummary, PlannedUnit
from sacrerouge_litepyramid.io.metrics import SummaryKey


class Labels(NamedTuple):
    """Labels, arrays (rows,): the mean of the annotators' votes, NaN without a vote.

    ``noise``: the variance of the label around the mean of all possible annotators, 0 where it is taken as the truth.
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
        """Return the places of the labelled rows."""
        return np.flatnonzero(~np.isnan(self.labels.value))


def exact_labels(values: np.ndarray) -> Labels:
    """Return labels (rows,), NaN for none, that are taken as the truth."""
    return Labels(values, np.zeros(len(values)))


def sum_by_system(
    frame: SamplingFrame, values: np.ndarray | None = None, rows: np.ndarray | slice = slice(None)
) -> np.ndarray:
    """Return the sums (systems,) of the values of the ``rows``, by default of all; without values their numbers."""
    return np.bincount(frame.system[rows], values, minlength=len(frame.systems))


class Elements(NamedTuple):
    """What a design draws as a whole, arrays (elements,), and the element of each row, (rows,)."""

    probability: np.ndarray
    stratum: np.ndarray
    document: np.ndarray
    of_row: np.ndarray


def list_elements(frame: SamplingFrame, design: Design) -> Elements:
    """Return the elements of a design; every element lies in one document."""
    _, first, of_row = np.unique(design.element, return_index=True, return_inverse=True)
    return Elements(design.probability[first], design.stratum[first], frame.document[first], of_row.ravel())


#: by row of the population its votes, at least one
RowVotes = Mapping[FrameRow, Sequence[float]]


def list_planned_units(summaries: Iterable[PlannedSummary]) -> dict[FrameRow, PlannedUnit]:
    """Return the units of a plan by row of the population."""
    return {FrameRow(*summary.key, unit.unit): unit for summary in summaries for unit in summary.units}


def list_label_votes(labels: Mapping[SummaryKey, np.ndarray], evidence: Evidence) -> dict[FrameRow, list[float]]:
    """Return the votes on each unit by votes (voters, units) of each summary, NaN for none.

    Raises ValueError for a summary without evidence, and for another number of units than its document has.
    """
    by_unit = {}
    for key, votes in labels.items():
        where = f"the labels of instance {key.instance_id!r}, system {key.summarizer_id!r}"
        if key not in evidence.values:
            raise ValueError(f"{where}: the evidence has no such summary; pass the evidence of all labelled summaries")
        units = len(evidence.units[key.instance_id])
        if votes.shape[1] != units:
            raise ValueError(f"{where}: {votes.shape[1]} labels for {units} units; pass one per unit, null for none")
        given = ~np.isnan(votes)
        for place in np.flatnonzero(given.any(axis=0)).tolist():
            by_unit[FrameRow(*key, place)] = votes[given[:, place], place].tolist()
    return by_unit


def label_rows(frame: SamplingFrame, votes: RowVotes) -> Labels:
    """Return the mean of the votes v on each row of the population, with the variance of this mean.

    The target is the mean of all possible annotators, of whom a unit's annotators are a random draw; of n votes with
    the mean y it has the variance (y (1 − y) − g) / (n − 1), where g is the mean of v (1 − v), 0 without grades: that
    is s² / n. A unit with one vote has the mean of n times this of the units with several; if no unit has several, the
    vote is taken as the truth. Units without weight are excluded.
    """
    given = [np.array(votes.get(row, ()), dtype=np.float64) for row in frame.list_rows()]
    counts = np.array([len(row) for row in given])
    sums, grades = (np.array([row.sum() for row in rows]) for rows in (given, [row * (1 - row) for row in given]))
    value = np.divide(sums, counts, out=np.full_like(sums, np.nan), where=counts > 0)
    several, noise = counts > 1, np.zeros_like(value)
    if several.any():
        spread = value * (1 - value) - np.divide(grades, counts, out=np.zeros_like(sums), where=counts > 0)
        noise[several] = spread[several] / (counts[several] - 1)
        noise[counts == 1] = (noise[several] * counts[several]).mean()
    return Labels(value, noise)


def mark_rows(frame: SamplingFrame, rows: Iterable[FrameRow]) -> np.ndarray:
    """Return true for the rows of the population that are named, (rows,)."""
    named = set(rows)
    return np.array([row in named for row in frame.list_rows()], dtype=bool)
