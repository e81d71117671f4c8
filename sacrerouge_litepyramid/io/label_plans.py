"""Which units annotators label in which summaries, with inclusion probabilities, and the labels that they gave.

plan.jsonl holds the plan, planned_labels.jsonl the votes on its units; the first line of both is the plan's head.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.io.files import Line, describe, read_json_lines, required, write_json_lines
from sacrerouge_litepyramid.io.metrics import SummaryKey, parse_key

PLAN_FORMAT = "litepyramid label plan"
LABELS_FORMAT = "litepyramid planned labels"
VERSION = 1
REMEDY = "give the file as it was written, unchanged"
#: a budget above this is no number of labels
MAX_BUDGET = 10**12


class PlannedUnit(NamedTuple):
    """A unit: its index from 0 among the units of its instance, and its inclusion probability, (0, 1].

    ``votes``: by annotator, 1 present and 0 absent, empty without a label; ``known``: whether the votes are those of a
    pilot, so that the unit was not drawn and needs no label.
    """

    unit: int
    text: str
    probability: float
    votes: Mapping[str, int] = {}
    known: bool = False


class PlannedSummary(NamedTuple):
    """A summary and its planned units, at least one; planned labels have no ``summary``."""

    instance_id: str
    summarizer_id: str
    summary: str
    units: tuple[PlannedUnit, ...]

    @property
    def open_units(self) -> tuple[PlannedUnit, ...]:
        """The units to label."""
        return tuple(unit for unit in self.units if not unit.known)

    @property
    def key(self) -> SummaryKey:
        """The instance and the system."""
        return SummaryKey(self.instance_id, self.summarizer_id)


class PlanHead(NamedTuple):
    """How a plan was made.

    ``design`` names the design, ``budget`` is the number of labels asked for, ``systems`` are those planned for, and
    ``evidence`` is the digest of the judge's evidence that the plan was made from.
    """

    design: str
    budget: int
    seed: int
    systems: tuple[str, ...]
    metric: str
    measure: str
    evidence: str


class LabelPlan(NamedTuple):
    """A plan of labels: its head, and the summaries with their chosen units."""

    head: PlanHead
    summaries: tuple[PlannedSummary, ...]

    def count_labels(self) -> int:
        """Return the number of labels, one for each open unit of each summary."""
        return sum(self.count_by_system().values())

    def count_by_system(self) -> dict[str, int]:
        """Return the number of labels of each system's summaries, in the order of the head."""
        counts = Counter(dict.fromkeys(self.head.systems, 0))
        for summary in self.summaries:
            counts[summary.summarizer_id] += len(summary.open_units)
        return dict(counts)

    def identity(self) -> str:
        """Return the hash by which other files name the plan; any change of head, texts or probabilities changes it."""
        facts = [
            (*each[:3], [(*unit[:3], unit.votes if unit.known else None) for unit in each.units])
            for each in self.summaries
        ]
        return sha256(json.dumps([self.head, facts]).encode())[:12]


class PlannedLabels(NamedTuple):
    """The labels of a plan's units: the plan's head and hash, and every planned unit, labelled or not."""

    head: PlanHead
    plan: str
    summaries: tuple[PlannedSummary, ...]

    def count_missing(self) -> dict[str, int]:
        """Return by system the number of planned units without a vote, in the order of the head."""
        counts = dict.fromkeys(self.head.systems, 0)
        for summary in self.summaries:
            counts[summary.summarizer_id] += sum(not unit.votes for unit in summary.units)
        return counts


def join_votes(plan: LabelPlan, votes: Mapping[tuple[SummaryKey, int], Mapping[str, int]]) -> PlannedLabels:
    """Return a plan's units with their votes by summary and unit index; known units keep the pilot's votes."""
    summaries = (
        each._replace(
            summary="",
            units=tuple(
                unit if unit.known else unit._replace(votes=votes.get((each.key, unit.unit), {})) for unit in each.units
            ),
        )
        for each in plan.summaries
    )
    return PlannedLabels(plan.head, plan.identity(), tuple(summaries))


def write_label_plan(path: str | Path, plan: LabelPlan) -> None:
    """Write a plan as JSON Lines: its head, then one line per summary."""
    lines = ({**each._asdict(), "units": [_write_unit(unit) for unit in each.units]} for each in plan.summaries)
    write_json_lines(path, (_build_head(PLAN_FORMAT, plan.identity(), plan.head), *lines))


def write_planned_labels(path: str | Path, labels: PlannedLabels) -> None:
    """Write the labels as JSON Lines: the head of the plan, then one line per summary."""
    lines = ({**each.key._asdict(), "units": [unit._asdict() for unit in each.units]} for each in labels.summaries)
    write_json_lines(path, (_build_head(LABELS_FORMAT, labels.plan, labels.head), *lines))


def read_label_plan(path: str | Path) -> LabelPlan:
    """Read a plan; raise ValueError naming file, line and remedy if it is not one, or was changed by hand."""
    first, head, lines = _read_lines(path, PLAN_FORMAT)
    plan = LabelPlan(head, tuple(_parse_summary(line, required(line, "summary", str)) for line in lines))
    if plan.identity() != required(first, "plan", str):
        raise ValueError(f"{path}: its lines are not those that were planned; {REMEDY}")
    return plan


def read_planned_labels(path: str | Path) -> PlannedLabels:
    """Read the labels of a plan; raise ValueError naming file, line, instance and remedy for a changed file."""
    first, head, lines = _read_lines(path, LABELS_FORMAT)
    return PlannedLabels(head, required(first, "plan", str), tuple(_parse_summary(line) for line in lines))


def _build_head(kind: str, plan: str, head: PlanHead) -> dict[str, Any]:
    return {"format": kind, "version": VERSION, "plan": plan, **head._asdict()}


def _write_unit(unit: PlannedUnit) -> dict[str, Any]:
    fields = {"unit": unit.unit, "text": unit.text, "probability": unit.probability}
    return {**fields, "votes": unit.votes} if unit.known else fields


def _read_lines(path: str | Path, kind: str) -> tuple[Line, PlanHead, list[Line]]:
    """Return the first line, the head in it, and the other lines; raise ValueError for another kind of file."""
    first, *lines = read_json_lines(path)
    found, version = first.data.get("format"), first.data.get("version")
    if found != kind:
        raise ValueError(f"{first.where}: a file of the format {kind!r} was expected, not {found!r:.60}; {REMEDY}")
    if version != VERSION:
        raise ValueError(f"{first.where}: its version is {version!r}, but {VERSION} is known; {REMEDY}")
    head = _parse_head(first)
    _check_systems(lines, head.systems)
    return first, head, lines


def _parse_head(line: Line) -> PlanHead:
    systems = required(line, "systems", list)
    if not systems or not all(isinstance(name, str) for name in systems) or len(set(systems)) < len(systems):
        raise ValueError(f"{line.where}: 'systems' must be a list of different names, not {systems!r:.80}; {REMEDY}")
    budget = required(line, "budget", int)
    if not 0 < budget <= MAX_BUDGET:
        raise ValueError(f"{line.where}: 'budget' must be a number of labels, not {str(budget):.40}; {REMEDY}")
    return PlanHead(
        design=required(line, "design", str),
        budget=budget,
        seed=required(line, "seed", int),
        systems=tuple(systems),
        metric=required(line, "metric", str),
        measure=required(line, "measure", str),
        evidence=required(line, "evidence", str),
    )


def _check_systems(lines: Iterable[Line], systems: Sequence[str]) -> None:
    """Raise ValueError for a line of a system that the head does not name, and for a second line of one summary."""
    seen: set[SummaryKey] = set()
    for line in lines:
        key = parse_key(line)
        if key.summarizer_id not in systems:
            raise ValueError(f"{describe(line)}: the head does not name the system {key.summarizer_id!r}; {REMEDY}")
        if key in seen:
            raise ValueError(f"{describe(line)}: system {key.summarizer_id!r} has a line already; {REMEDY}")
        seen.add(key)


def _parse_summary(line: Line, summary: str | None = None) -> PlannedSummary:
    """Return the summary of a line of a plan, or, without a text, of its labels."""
    items = required(line, "units", list)
    units = [
        _parse_unit(item, f"{describe(line)}, unit {number} of the line", summary is None)
        for number, item in enumerate(items, start=1)
    ]
    if len({unit.unit for unit in units}) < max(len(units), 1):
        problem = "a unit comes twice" if units else "no unit is planned"
        raise ValueError(f"{describe(line)}: {problem}; {REMEDY}")
    return PlannedSummary(*parse_key(line), summary or "", tuple(units))


def _parse_unit(data: Any, where: str, is_labelled: bool) -> PlannedUnit:
    """Return a unit of planned labels, or of a plan, in which a known unit alone has votes."""
    if not isinstance(data, dict):
        raise ValueError(f"{where}: a unit must be an object, not {type(data).__name__}; {REMEDY}")
    line = Line(data, where)
    index, text = required(line, "unit", int), required(line, "text", str)
    probability = required(line, "probability", (int, float))
    if index < 0:
        raise ValueError(f"{where}: 'unit' must be an index from 0, not {index}; {REMEDY}")
    if not 0 < probability <= 1:
        raise ValueError(f"{where}: 'probability' must be above 0 and at most 1, not {probability!r:.40}; {REMEDY}")
    if not is_labelled and "votes" not in data:
        return PlannedUnit(index, text, float(probability))
    votes = required(line, "votes", dict)
    wrong = [vote for vote in votes.values() if isinstance(vote, bool) or vote not in (0, 1)]
    if wrong:
        raise ValueError(f"{where}: a vote must be 0 or 1, not {wrong[0]!r:.40}; {REMEDY}")
    known = required(line, "known", bool) if is_labelled else True
    if known and (not votes or probability != 1):
        raise ValueError(f"{where}: a unit known from a pilot needs votes and the probability 1; {REMEDY}")
    return PlannedUnit(index, text, float(probability), votes, known)
