"""Choose which annotators' votes of a new set to keep, and measure how far the annotators agree."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from sacrerouge_litepyramid.formats.metrics import SummaryKey
from sacrerouge_litepyramid.meta.crowd import crowd_agreement
from sacrerouge_litepyramid.statistics.krippendorff import MIN_VOTES
from sacrerouge_litepyramid.statistics.votes import (
    Ballot,
    count_disagreements,
    drop_noisiest,
    find_noisier_than,
    is_tied,
)

Ballots = Mapping[SummaryKey, Ballot]


def drop_noisy_voters(ballots: Ballots, drop_worst: bool, limit: float | None) -> dict[SummaryKey, Ballot]:
    """Return the ballots without their noisy voters; raise ValueError where a summary has no voter left."""
    kept = dict(ballots)
    if drop_worst:
        keys: dict[str, list[SummaryKey]] = {}
        for key in ballots:
            keys.setdefault(key.instance_id, []).append(key)
        left = drop_noisiest({name: [ballots[key] for key in members] for name, members in keys.items()})
        kept = {key: each for name in keys for key, each in zip(keys[name], left[name], strict=True)}
    if limit is not None:
        noisy = find_noisier_than(ballots.values(), limit)
        kept = {key: ballot.drop_voters(noisy) for key, ballot in ballots.items()}
    empty = [key for key, ballot in kept.items() if not ballot.voters]
    if empty:
        first = f"instance {empty[0].instance_id!r}, system {empty[0].summarizer_id!r}"
        raise ValueError(f"{len(empty)} summaries have no annotator left, the first is {first}; drop fewer of them")
    return {key: kept[key] for key in ballots}


def agreement_report(given: Ballots, kept: Ballots, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return each annotator's disagreement with the others, and Krippendorff's alpha of all and of the kept votes."""
    rates = count_disagreements(given.values())
    return {
        **settings,
        "annotators": {
            name: {
                **each._asdict(),
                "rate": each.rate,
                "summaries": sum(name in ballot.voters for ballot in given.values()),
                "dropped": sum(name in given[key].voters and name not in kept[key].voters for key in given),
            }
            for name, each in sorted(rates.items())
        },
        "all": {"ties": count_ties(given), **measure_alpha(given)},
        "kept": {"ties": count_ties(kept), **measure_alpha(kept)},
    }


def measure_alpha(ballots: Ballots) -> dict[str, Any]:
    """Return the alpha of the summaries that two or more annotators judged."""
    several = [ballot.votes for ballot in ballots.values() if len(ballot.voters) >= MIN_VOTES]
    return crowd_agreement({"all": several}, ["all"]) if several else {"pages": 0, "items": 0}


def count_ties(ballots: Ballots) -> int:
    """Count the units on which exactly half of the voters agree."""
    return int(np.sum([is_tied(ballot.votes).sum() for ballot in ballots.values()]))


def summary_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of an agreement report for a terminal."""
    yield f"{report['summaries']} summaries labelled, {report['kept']['ties']} ties ({report['ties']})"
    yield from annotator_lines(report)


def annotator_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line about each annotator of an agreement report, and about their alpha."""
    for name, each in report["annotators"].items():
        dropped = f"; dropped from {each['dropped']}" if each["dropped"] else ""
        yield (
            f"  {name}: {each['summaries']} summaries, against the others' majority in {each['differing']} of "
            f"{each['compared']} votes ({100 * each['rate']:.1f}%){dropped}"
        )
    for which in ("all", "kept") if report["all"] != report["kept"] else ("all",):
        yield f"Krippendorff's alpha, {which} votes: {format_alpha(report[which])}"


def format_alpha(measured: Mapping[str, Any]) -> str:
    if not measured["pages"]:
        return "undefined, no summary has two annotators"
    pooled, per_page = (
        "undefined" if measured[name] is None else f"{measured[name]:.3f}" for name in ("pooled", "per_page")
    )
    return f"{pooled} pooled, {per_page} as the mean over summaries (unanimous ones as 1)"
