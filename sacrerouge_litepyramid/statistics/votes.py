"""Several annotators' votes: majority, ties, who disagrees with the others, and Krippendorff's alpha."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

#: the voters that a filter needs: with two, neither can be called the noisy one
MIN_VOTERS = 3


class Ballot(NamedTuple):
    """The votes on the units of one summary, an array (voters, units) of 0, 1 and NaN where a voter did not decide."""

    voters: tuple[str, ...]
    votes: np.ndarray

    def drop_voters(self, voters: Iterable[str]) -> "Ballot":
        dropped = set(voters)
        kept = [index for index, voter in enumerate(self.voters) if voter not in dropped]
        return Ballot(tuple(self.voters[index] for index in kept), self.votes[kept])


class Disagreement(NamedTuple):
    """The votes that differ from the majority of the other voters, and all votes where these had a majority."""

    differing: int
    compared: int

    @property
    def rate(self) -> float:
        """The share of votes that differ; 0 where nothing could be compared."""
        return self.differing / self.compared if self.compared else 0.0


def majority(votes: np.ndarray, ties: int = 0) -> np.ndarray:
    """Return 1 for each unit that more than half of the voters found, ``ties`` where exactly half did, (units,).

    ``votes``: (voters, units); NaN does not count. A tie is absent in REALSumm (Bhandari et al. 2020).
    """
    no, yes = binary_counts(votes).T
    return np.where(yes == no, ties, yes > no).astype(int)


def is_tied(votes: np.ndarray) -> np.ndarray:
    """Return whether exactly half of the voters found a unit, (units,)."""
    no, yes = binary_counts(votes).T
    return np.asarray(yes == no)


def count_disagreements(ballots: Iterable[Ballot]) -> dict[str, Disagreement]:
    """Count how often each voter disagrees with the majority of the others; votes where the others tie are left out."""
    totals: dict[str, Disagreement] = {}
    for ballot in ballots:
        for index, voter in enumerate(ballot.voters):
            others = np.delete(ballot.votes, index, axis=0)
            decided = ~is_tied(others) & ~np.isnan(ballot.votes[index])
            differing = decided & (ballot.votes[index] != majority(others))
            before = totals.get(voter, Disagreement(0, 0))
            totals[voter] = Disagreement(before.differing + int(differing.sum()), before.compared + int(decided.sum()))
    return totals


def find_noisiest(ballots: Sequence[Ballot]) -> str | None:
    """Return the voter who disagrees most with the others; None with fewer than three voters or a tie."""
    ranked = sorted(((each.rate, voter) for voter, each in count_disagreements(ballots).items()), reverse=True)
    if len(ranked) < MIN_VOTERS or ranked[0][0] == ranked[1][0]:
        return None
    return ranked[0][1]


def find_noisier_than(ballots: Iterable[Ballot], limit: float) -> list[str]:
    """Return the voters whose disagreement exceeds ``limit``, by name; raise ValueError if it is not in [0, 1]."""
    if not 0 <= limit <= 1:
        raise ValueError(f"the largest disagreement must be between 0 and 1, not {limit}")
    return sorted(voter for voter, each in count_disagreements(ballots).items() if each.rate > limit)


def drop_noisiest(ballots: Mapping[str, Sequence[Ballot]]) -> dict[str, list[Ballot]]:
    """Drop the noisiest voter from the ballots of each document, as REALSumm dropped one of four workers."""
    dropped = {document: find_noisiest(each) for document, each in ballots.items()}
    return {
        document: [ballot.drop_voters([worst]) if worst else ballot for ballot in ballots[document]]
        for document, worst in dropped.items()
    }


#: the votes that an item needs before agreement is defined
MIN_VOTES = 2
#: annotators with a smaller alpha hardly agree
MIN_ALPHA = 0.4


def nominal_alpha(counts: np.ndarray) -> float:
    """Return alpha of ``counts`` (items, values), the votes of each item for each value; NaN where it is undefined.

    Items with fewer than two votes are left out. It is undefined without any other item, and where all votes are equal.
    """
    counts = counts[counts.sum(axis=1) >= MIN_VOTES].astype(np.float64)
    votes = counts.sum(axis=1)
    totals, everything = counts.sum(axis=0), votes.sum()
    expected = everything**2 - (totals**2).sum()
    if not len(counts) or expected == 0:
        return float("nan")
    observed = ((votes**2 - (counts**2).sum(axis=1)) / (votes - 1)).sum()
    return float(1 - (everything - 1) * observed / expected)


def share_agreeing_pairs(counts: np.ndarray) -> float:
    """Return the mean over items of the share of pairs of votes that are equal; NaN without an item of two votes.

    ``counts``: (items, values), as for `nominal_alpha`. With two votes an item it is the share of items they agree on.
    """
    votes = counts.sum(axis=1)
    several = votes >= MIN_VOTES
    if not several.any():
        return float("nan")
    equal = (counts[several] * (counts[several] - 1)).sum(axis=1)
    return float((equal / (votes[several] * (votes[several] - 1))).mean())


def mean_alpha(pages: Sequence[np.ndarray], unanimous: float = 1.0) -> float:
    """Return the mean alpha over pages of counts (items, values); NaN without pages.

    ``unanimous`` is the value for a page on which all votes are equal (1 in Bhandari et al. 2020).
    """
    alphas = np.array([nominal_alpha(each) for each in pages])
    return float(np.where(np.isnan(alphas), unanimous, alphas).mean()) if len(alphas) else float("nan")


def binary_counts(votes: np.ndarray) -> np.ndarray:
    """Count the 0 and the 1 votes of each item, (items, 2), of ``votes`` (workers, items)."""
    return np.stack([(votes == value).sum(axis=0) for value in (0, 1)], axis=1)


def describe_low_agreement(counts: np.ndarray, annotators: str = "Annotators") -> str:
    """Return a warning where alpha of counts of votes (items, 2) is below MIN_ALPHA, else "".

    ``annotators``: whose votes they are, to begin with.
    """
    alpha = nominal_alpha(counts)
    if not alpha < MIN_ALPHA:
        return ""
    units = int((counts.sum(axis=1) >= MIN_VOTES).sum())
    how = "less than by chance" if alpha < 0 else "little"
    return (
        f"{annotators} agree {how}: Krippendorff's alpha {alpha:.2f}, below {MIN_ALPHA}, on the {units} units with two "
        "or more votes. Labels decide nothing until annotators read the guidelines alike."
    )
