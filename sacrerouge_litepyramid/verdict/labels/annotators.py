"""Measure how far annotators' votes agree."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.texts import count_nouns
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.statistics.estimate import finite_or_none
from sacrerouge_litepyramid.statistics.votes import (
    MIN_VOTES,
    Ballot,
    count_disagreements,
    gwet_ac1,
    is_tied,
    krippendorff_alpha,
    share_agreeing_pairs,
)


class AgreementSoFar(NamedTuple):
    """The agreement of votes during the work; numbers are None if no unit has two votes."""

    # the numbers of units with a vote, and with two or more
    voted: int
    units: int
    # Krippendorff's, None also if all votes are equal
    alpha: float | None
    # the share of pairs of votes that are equal
    share: float | None
    # Gwet's AC1
    ac1: float | None = None


def measure_agreement_so_far(counts: np.ndarray) -> AgreementSoFar:
    """Measure the agreement of counts of votes (units, values); a unit may have no votes."""
    votes = counts.sum(axis=1)
    return AgreementSoFar(
        voted=int((votes > 0).sum()),
        units=int((votes >= MIN_VOTES).sum()),
        alpha=finite_or_none(krippendorff_alpha(counts)),
        share=finite_or_none(share_agreeing_pairs(counts)),
        ac1=finite_or_none(gwet_ac1(counts)),
    )


def describe_agreement_so_far(measured: AgreementSoFar, planned: int) -> str:
    """Return the agreement as a line of text; ``planned`` is the number of units to label."""
    head = f"Votes so far: on {measured.voted} of {planned} units, two or more on {measured.units}"
    if measured.share is None:
        return f"{head}; no agreement to measure yet"
    alpha = "undefined, all votes are equal"
    if measured.alpha is not None:
        alpha = f"{measured.alpha:.3f}"
    return (
        f"{head}; {100 * measured.share:.1f}% of pairs of votes agree, Krippendorff's alpha "
        f"{alpha}; Gwet's AC1 {measured.ac1:.3f}"
    )


def build_agreement_report(
    ballots: Mapping[SummaryKey, Ballot], settings: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the settings, each annotator's disagreement with the others, and the tied units."""
    disagreements = count_disagreements(ballots.values())
    annotators = {}
    for name, disagreement in sorted(disagreements.items()):
        annotators[name] = {
            **disagreement._asdict(),
            "rate": disagreement.rate,
            "summaries": sum(name in ballot.voters for ballot in ballots.values()),
        }
    return {**settings, "annotators": annotators, "tied_units": _count_ties(ballots.values())}


def _count_ties(ballots: Iterable[Ballot]) -> int:
    """Count the units on which the votes are tied (`is_tied`); units without votes do not count."""
    ties = 0
    for ballot in ballots:
        has_votes = ~np.isnan(ballot.votes).all(axis=0)
        ties += int((is_tied(ballot.votes) & has_votes).sum())
    return ties


def annotator_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line about each annotator of an agreement report."""
    for name, counts in report["annotators"].items():
        yield (
            f"  {name}: {count_nouns(summary=counts['summaries'])}, against the others' median "
            f"in {counts['differing']} of {counts['compared']} votes ({100 * counts['rate']:.1f}%)"
        )
