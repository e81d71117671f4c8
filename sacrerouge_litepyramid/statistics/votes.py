"""Count several people's 0/1 votes on the units of a summary: majority, ties, and who disagrees with the others."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

#: the voters that a filter needs: with two, neither can be called the noisy one
MIN_VOTERS = 3


class Ballot(NamedTuple):
    """The votes on the units of one summary, an array (voters, units) of 0 and 1."""

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

    ``votes``: (voters, units). A tie is absent in REALSumm (Bhandari et al. 2020).
    """
    yes = 2 * votes.sum(axis=0)
    return np.where(yes == len(votes), ties, yes > len(votes)).astype(int)


def is_tied(votes: np.ndarray) -> np.ndarray:
    """Return whether exactly half of the voters found a unit, (units,)."""
    return 2 * votes.sum(axis=0) == len(votes)


def count_disagreements(ballots: Iterable[Ballot]) -> dict[str, Disagreement]:
    """Count how often each voter disagrees with the majority of the others; votes where the others tie are left out."""
    totals: dict[str, Disagreement] = {}
    for ballot in ballots:
        for index, voter in enumerate(ballot.voters):
            others = np.delete(ballot.votes, index, axis=0)
            decided = ~is_tied(others)
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
