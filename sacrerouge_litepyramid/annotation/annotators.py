"""Measure how far annotators' votes agree, during the work and at the end."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.texts import count_nouns, list_some
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.statistics.estimate import finite_or_none
from sacrerouge_litepyramid.statistics.votes import (
    MIN_VOTES,
    Ballot,
    count_disagreements,
    count_values,
    gwet_ac1,
    is_tied,
    krippendorff_alpha,
    mean_alpha,
    share_agreeing_pairs,
)


def measure_crowd_agreement(
    pages: Mapping[str, Sequence[np.ndarray]], systems: Sequence[str]
) -> dict[str, Any]:
    """Return the agreement, as `measure_agreement` does, on the pages of some systems.

    Raises ValueError if none of the systems has votes.
    """
    chosen = [page for system in systems for page in pages.get(system, ())]
    if not chosen:
        raise ValueError(
            f"no votes on any of the systems {list_some(systems)}; use the same names in scores "
            "and votes"
        )
    return measure_agreement(chosen)


def measure_agreement(pages: Sequence[np.ndarray]) -> dict[str, Any]:
    """Return Krippendorff's alpha and Gwet's AC1 of pages of votes (workers, units)."""
    counts = count_values(pages)
    pooled = np.concatenate(counts)
    return {
        "pages": len(counts),
        "items": len(pooled),
        # alpha over all units at once
        "pooled": finite_or_none(krippendorff_alpha(pooled)),
        # alpha's mean over pages, where unanimous pages count as 1 (Bhandari et al. 2020)
        "per_page": finite_or_none(mean_alpha(counts)),
        "ac1": finite_or_none(gwet_ac1(pooled)),
    }


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
    ac1: float | None


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


Ballots = Mapping[SummaryKey, Ballot]


def build_agreement_report(ballots: Ballots, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return each annotator's disagreement with the others, and the agreement of all ballots."""
    disagreements = count_disagreements(ballots.values())
    annotators = {}
    for name, disagreement in sorted(disagreements.items()):
        annotators[name] = {
            **disagreement._asdict(),
            "rate": disagreement.rate,
            "summaries": sum(name in ballot.voters for ballot in ballots.values()),
        }
    agreement = {"ties": _count_ties(ballots), **_measure_overlap(ballots)}
    return {**settings, "annotators": annotators, "all": agreement}


def _measure_overlap(ballots: Ballots) -> dict[str, Any]:
    """Return the agreement on the summaries that two or more annotators labelled."""
    shared = []
    for ballot in ballots.values():
        votes_by_unit = (~np.isnan(ballot.votes)).sum(axis=0)
        if (votes_by_unit >= MIN_VOTES).any():
            shared.append(ballot.votes)
    return measure_agreement(shared) if shared else {"pages": 0, "items": 0}


def _count_ties(ballots: Ballots) -> int:
    """Count the units on which the votes are tied (`is_tied`); units without votes do not count."""
    ties = 0
    for ballot in ballots.values():
        has_votes = ~np.isnan(ballot.votes).all(axis=0)
        ties += int((is_tied(ballot.votes) & has_votes).sum())
    return ties


def summary_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of an agreement report."""
    summaries = count_nouns(summary=report["summaries"])
    ties = count_nouns(tie=report["all"]["ties"])
    yield f"{summaries} labelled, {ties} ({report['ties']})"
    yield from annotator_lines(report)


def annotator_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line about each annotator of an agreement report, and lines about alpha."""
    for name, counts in report["annotators"].items():
        yield (
            f"  {name}: {count_nouns(summary=counts['summaries'])}, against the others' median "
            f"in {counts['differing']} of {counts['compared']} votes ({100 * counts['rate']:.1f}%)"
        )
    yield f"Krippendorff's alpha, all votes: {_format_alpha(report['all'])}"


def _format_alpha(measured: Mapping[str, Any]) -> str:
    if not measured["pages"]:
        return "undefined, no summary has two annotators"
    pooled = _format_defined(measured["pooled"])
    per_page = _format_defined(measured["per_page"])
    line = f"{pooled} pooled, {per_page} as the mean over summaries (unanimous ones as 1)"
    return f"{line}; Gwet's AC1 {measured['ac1']:.3f}"


def _format_defined(alpha: float | None) -> str:
    return "undefined" if alpha is None else f"{alpha:.3f}"
