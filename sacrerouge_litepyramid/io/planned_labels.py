"""judgements.jsonl: people's votes on the units of a plan, with the units' inclusion probabilities."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.io.files import Line, read_json_lines, required, write_json_lines
from sacrerouge_litepyramid.io.label_plans import (
    JudgementPlan,
    PlanHead,
    PlannedUnit,
    check_head,
    check_known,
    check_systems,
    parse_head,
    parse_key,
    parse_units,
    parse_votes,
)
from sacrerouge_litepyramid.io.metrics import SummaryKey

FORMAT = "litepyramid judgements"
VERSION = 1


class UnitVotes(NamedTuple):
    """A planned unit, and the votes on it by annotator, 1 present and 0 absent; no votes if nobody judged it.

    ``known``: whether a pilot's votes made the unit known before the plan was drawn.
    """

    unit: int
    text: str
    probability: float
    votes: Mapping[str, int]
    known: bool = False


class SummaryVotes(NamedTuple):
    """The planned units of one summary with their votes."""

    key: SummaryKey
    units: tuple[UnitVotes, ...]


class PlannedJudgements(NamedTuple):
    """What people judged of a plan: the plan's head and hash, and every planned unit, judged or not."""

    head: PlanHead
    plan: str
    summaries: tuple[SummaryVotes, ...]

    def count_missing(self) -> dict[str, int]:
        """Return by system the number of planned units without a vote, in the order of the head."""
        counts = dict.fromkeys(self.head.systems, 0)
        for summary in self.summaries:
            counts[summary.key.summarizer_id] += sum(not unit.votes for unit in summary.units)
        return counts


def join_votes(plan: JudgementPlan, votes: Mapping[tuple[SummaryKey, int], Mapping[str, int]]) -> PlannedJudgements:
    """Return the plan's units with the votes of each by summary and unit index; a unit without an entry has none.

    A unit that is known keeps the votes of the pilot.
    """
    summaries = tuple(
        SummaryVotes(each.key, tuple(_join_unit(unit, votes.get((each.key, unit.unit), {})) for unit in each.units))
        for each in plan.summaries
    )
    return PlannedJudgements(plan.head, plan.identity(), summaries)


def write_judgements(path: str | Path, judgements: PlannedJudgements) -> None:
    """Write judgements as JSON Lines: the head of the plan, then one line per summary."""
    write_json_lines(path, _lines(judgements))


def read_judgements(path: str | Path) -> PlannedJudgements:
    """Read judgements; raise ValueError naming file, line, instance and remedy for anything that is not as written."""
    first, *lines = read_json_lines(path)
    check_head(first, FORMAT, VERSION)
    head = parse_head(first)
    summaries = tuple(
        SummaryVotes(parse_key(line), tuple(_parse_votes(unit, item) for unit, item in parse_units(line)))
        for line in lines
    )
    check_systems(lines, head.systems)
    return PlannedJudgements(head, required(first, "plan", str), summaries)


def _lines(judgements: PlannedJudgements) -> Iterator[dict[str, Any]]:
    yield {"format": FORMAT, "version": VERSION, "plan": judgements.plan, **judgements.head._asdict()}
    for summary in judgements.summaries:
        yield {**summary.key._asdict(), "units": [unit._asdict() for unit in summary.units]}


def _join_unit(unit: PlannedUnit, votes: Mapping[str, int]) -> UnitVotes:
    known = unit.votes is not None
    return UnitVotes(unit.unit, unit.text, unit.probability, votes if unit.votes is None else unit.votes, known)


def _parse_votes(unit: PlannedUnit, item: Line) -> UnitVotes:
    votes, known = parse_votes(item), required(item, "known", bool)
    if known:
        check_known(unit, votes, item.where)
    return UnitVotes(unit.unit, unit.text, unit.probability, votes, known)
