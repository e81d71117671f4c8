"""The label of a unit from the votes of one or several annotators, with the noise of the votes."""

from collections.abc import Iterable, Mapping

import numpy as np

from sacrerouge_litepyramid.formats.evidence_reader import Evidence
from sacrerouge_litepyramid.formats.metrics import SummaryKey
from sacrerouge_litepyramid.formats.planned_judgements import PlannedJudgements
from sacrerouge_litepyramid.sampling.frame import Frame, Row
from sacrerouge_litepyramid.sampling.sample import Labels

#: by row of the population the votes for present, and all votes
Votes = Mapping[Row, tuple[float, int]]


def count_planned_votes(judgements: PlannedJudgements) -> dict[Row, tuple[float, int]]:
    """Return the votes on each planned unit that somebody judged."""
    return {
        Row(*summary.key, unit.unit): (sum(unit.votes.values()), len(unit.votes))
        for summary in judgements.summaries
        for unit in summary.units
        if unit.votes
    }


def count_label_votes(labels: Mapping[SummaryKey, np.ndarray], evidence: Evidence) -> dict[Row, tuple[float, int]]:
    """Return the votes on each unit by votes (voters, units) of each summary, NaN for none.

    Raises ValueError for a summary without evidence, and for another number of units than its instance has.
    """
    found = {}
    for key, votes in labels.items():
        where = f"the labels of instance {key.instance_id!r}, system {key.summarizer_id!r}"
        if key not in evidence.values:
            raise ValueError(f"{where}: the evidence has no such summary; give the evidence of all judged summaries")
        units = len(evidence.units[key.instance_id])
        if votes.shape[1] != units:
            raise ValueError(
                f"{where}: {votes.shape[1]} labels for {units} units; give one a unit, null where nobody judged"
            )
        counts, sums = (~np.isnan(votes)).sum(axis=0), np.nansum(votes, axis=0)
        found.update(
            {Row(*key, place): (float(sums[place]), int(counts[place])) for place in np.flatnonzero(counts).tolist()}
        )
    return found


def label_rows(frame: Frame, votes: Votes) -> Labels:
    """Return the share of votes for present of each row of the population, with the variance of this share.

    The target is the share of all possible annotators, of whom a unit's annotators are a random draw; of n votes with
    the share y it has the variance y (1 − y) / (n − 1). A unit with one vote has the mean of y (1 − y) n / (n − 1) of
    the units with several; if no unit has several, the vote is taken as the truth. Units without weight are left out.
    """
    pairs = [votes.get(row, (np.nan, 0)) for row in frame.list_rows()]
    sums, counts = (np.array(column, dtype=np.float64) for column in zip(*pairs, strict=True))
    value = np.divide(sums, counts, out=np.full_like(sums, np.nan), where=counts > 0)
    several, noise = counts > 1, np.zeros_like(value)
    if several.any():
        noise[several] = value[several] * (1 - value[several]) / (counts[several] - 1)
        noise[counts == 1] = (noise[several] * counts[several]).mean()
    return Labels(value, noise)


def mark_rows(frame: Frame, rows: Iterable[Row]) -> np.ndarray:
    """Return true for the rows of the population that are named, (rows,)."""
    named = set(rows)
    return np.array([row in named for row in frame.list_rows()], dtype=bool)
