"""plan.jsonl: which units of which summaries people judge, each with the probability by which it was chosen."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.io.files import Line, describe, read_json_lines, required, sha256, write_json_lines
from sacrerouge_litepyramid.io.metrics import SummaryKey

FORMAT = "litepyramid judgement plan"
VERSION = 1
REMEDY = "give the file as it was written, unchanged"
#: a budget above this is no number of judgements
MAX_BUDGET = 10**12


class PlannedUnit(NamedTuple):
    """A unit: its index from 0 among the units of its instance, and its inclusion probability, (0, 1].

    ``votes``: those of a pilot, by annotator, 1 present and 0 absent, for a unit that is known and needs no judgement;
    None for a unit to judge.
    """

    unit: int
    text: str
    probability: float
    votes: Mapping[str, int] | None = None


class PlannedSummary(NamedTuple):
    """A summary and its units that are to be judged, or known from a pilot: at least one."""

    instance_id: str
    summarizer_id: str
    summary: str
    units: tuple[PlannedUnit, ...]

    @property
    def open_units(self) -> tuple[PlannedUnit, ...]:
        """The units to judge."""
        return tuple(unit for unit in self.units if unit.votes is None)

    @property
    def key(self) -> SummaryKey:
        """The instance and the system."""
        return SummaryKey(self.instance_id, self.summarizer_id)


class PlanHead(NamedTuple):
    """How a plan was made.

    ``design`` names the design, ``budget`` is the number of judgements asked for, ``systems`` are those planned for,
    and ``evidence`` is the digest of the judge's evidence that the plan was made from.
    """

    design: str
    budget: int
    seed: int
    systems: tuple[str, ...]
    metric: str
    measure: str
    evidence: str


class JudgementPlan(NamedTuple):
    """A plan of judgements: its head, and the summaries with their chosen units."""

    head: PlanHead
    summaries: tuple[PlannedSummary, ...]

    def count_judgements(self) -> int:
        """Return the number of judgements, each unit of each summary being judged once."""
        return sum(len(summary.open_units) for summary in self.summaries)

    def count_by_system(self) -> dict[str, int]:
        """Return the number of judgements of each system's summaries, in the order of the head."""
        counts = Counter(dict.fromkeys(self.head.systems, 0))
        for summary in self.summaries:
            counts[summary.summarizer_id] += len(summary.open_units)
        return dict(counts)

    def identity(self) -> str:
        """Return the hash by which other files name the plan; any change of head, texts or probabilities changes it."""
        return sha256(json.dumps([self.head, self.summaries]).encode())[:12]


def write_judgement_plan(path: str | Path, plan: JudgementPlan) -> None:
    """Write a plan as JSON Lines: its head, then one line per summary."""
    head = {"format": FORMAT, "version": VERSION, "plan": plan.identity(), **plan.head._asdict()}
    write_json_lines(path, (head, *map(_to_json, plan.summaries)))


def read_judgement_plan(path: str | Path) -> JudgementPlan:
    """Read a plan; raise ValueError naming file, line and remedy if it is not one, or was changed by hand."""
    first, *lines = read_json_lines(path)
    check_head(first, FORMAT, VERSION)
    head = parse_head(first)
    summaries = tuple(_parse_summary(line) for line in lines)
    check_systems(lines, head.systems)
    plan = JudgementPlan(head, summaries)
    if plan.identity() != required(first, "plan", str):
        raise ValueError(f"{path}: its lines are not those that were planned; {REMEDY}")
    return plan


def check_head(line: Line, expected: str, version: int) -> None:
    """Raise ValueError if a file's first line is not the head of a file of this format and version."""
    found = line.data.get("format")
    if found != expected:
        raise ValueError(f"{line.where}: a file of the format {expected!r} was expected, not {found!r:.60}; {REMEDY}")
    if line.data.get("version") != version:
        raise ValueError(f"{line.where}: its version is {line.data.get('version')!r}, but {version} is known; {REMEDY}")


def parse_head(line: Line) -> PlanHead:
    """Return the head of a plan from a file's first line; raise ValueError for a field that is missing or wrong."""
    systems = required(line, "systems", list)
    if not systems or not all(isinstance(name, str) for name in systems) or len(set(systems)) < len(systems):
        raise ValueError(f"{line.where}: 'systems' must be a list of different names, not {systems!r:.80}; {REMEDY}")
    budget = required(line, "budget", int)
    if not 0 < budget <= MAX_BUDGET:
        raise ValueError(f"{line.where}: 'budget' must be a number of judgements, not {str(budget):.40}; {REMEDY}")
    return PlanHead(
        design=required(line, "design", str),
        budget=budget,
        seed=required(line, "seed", int),
        systems=tuple(systems),
        metric=required(line, "metric", str),
        measure=required(line, "measure", str),
        evidence=required(line, "evidence", str),
    )


def check_systems(lines: Iterable[Line], systems: Sequence[str]) -> None:
    """Raise ValueError for a line of a system that the head does not name, and for a second line of one summary."""
    seen: set[SummaryKey] = set()
    for line in lines:
        key = parse_key(line)
        if key.summarizer_id not in systems:
            raise ValueError(f"{describe(line)}: the head does not name the system {key.summarizer_id!r}; {REMEDY}")
        if key in seen:
            raise ValueError(f"{describe(line)}: system {key.summarizer_id!r} has a line already; {REMEDY}")
        seen.add(key)


def parse_key(line: Line) -> SummaryKey:
    """Return the summary that a line is about."""
    return SummaryKey(required(line, "instance_id", str), required(line, "summarizer_id", str))


def parse_unit(data: Any, where: str) -> PlannedUnit:
    """Return a planned unit; raise ValueError beginning with ``where`` for wrong fields."""
    if not isinstance(data, dict):
        raise ValueError(f"{where}: a unit must be an object, not {type(data).__name__}; {REMEDY}")
    line = Line(data, where)
    index, text = required(line, "unit", int), required(line, "text", str)
    probability = required(line, "probability", (int, float))
    if index < 0:
        raise ValueError(f"{where}: 'unit' must be an index from 0, not {index}; {REMEDY}")
    if not 0 < probability <= 1:
        raise ValueError(f"{where}: 'probability' must be above 0 and at most 1, not {probability!r:.40}; {REMEDY}")
    return PlannedUnit(index, text, float(probability))


def parse_units(line: Line) -> list[tuple[PlannedUnit, Line]]:
    """Return the units of a summary, each with its object; raise ValueError if there is none, or one comes twice."""
    items = required(line, "units", list)
    places = [f"{describe(line)}, unit {number} of the line" for number in range(1, len(items) + 1)]
    units = [parse_unit(item, where) for item, where in zip(items, places, strict=True)]
    indices = [unit.unit for unit in units]
    if not indices or len(set(indices)) < len(indices):
        problem = "a unit comes twice" if indices else "no unit is planned"
        raise ValueError(f"{describe(line)}: {problem}; {REMEDY}")
    return [(unit, Line(item, where)) for unit, item, where in zip(units, items, places, strict=True)]


def parse_votes(item: Line) -> dict[str, int]:
    """Return the votes of a unit's object by annotator; raise ValueError for a vote that is not 0 or 1."""
    votes = required(item, "votes", dict)
    wrong = [vote for vote in votes.values() if isinstance(vote, bool) or vote not in (0, 1)]
    if wrong:
        raise ValueError(f"{item.where}: a vote must be 0 or 1, not {wrong[0]!r:.40}; {REMEDY}")
    return votes


def check_known(unit: PlannedUnit, votes: Mapping[str, int], where: str) -> None:
    """Raise ValueError for a unit known from a pilot that has no votes or another probability than 1."""
    if not votes or unit.probability != 1:
        raise ValueError(f"{where}: a unit known from a pilot needs votes and the probability 1; {REMEDY}")


def _parse_summary(line: Line) -> PlannedSummary:
    units = tuple(_parse_known(unit, item) for unit, item in parse_units(line))
    return PlannedSummary(*parse_key(line), required(line, "summary", str), units)


def _parse_known(unit: PlannedUnit, item: Line) -> PlannedUnit:
    if "votes" not in item.data:
        return unit
    votes = parse_votes(item)
    check_known(unit, votes, item.where)
    return unit._replace(votes=votes)


def _to_json(summary: PlannedSummary) -> dict[str, Any]:
    units = [{name: value for name, value in unit._asdict().items() if value is not None} for unit in summary.units]
    return {**summary._asdict(), "units": units}
