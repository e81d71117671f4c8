"""The plan of the units to label in each summary (plan.jsonl), and their labels.

A plan has the inclusion probability of each unit; the labels (planned_labels.jsonl) have the votes.
Both files begin with the plan's head.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.io.files import read_json_lines, write_json_lines
from sacrerouge_litepyramid.io.machine_files import check_format, digest_lines, refuse_changes
from sacrerouge_litepyramid.io.metrics import SummaryKey

PLAN_FORMAT = "litepyramid label plan"
LABELS_FORMAT = "litepyramid planned labels"
VERSION = 1


class PlannedUnit(NamedTuple):
    """A unit to label."""

    # the index among the units of the instance, from 0
    unit: int
    text: str
    # the inclusion probability, in (0, 1]
    probability: float
    # by annotator, from 1 (present) to 0 (absent), empty if unlabelled
    votes: Mapping[str, float] = {}
    # whether the votes come from a pilot, so that the unit was not drawn and needs no label
    known: bool = False


class PlannedSummary(NamedTuple):
    """A summary and its planned units."""

    instance_id: str
    summarizer_id: str
    # the text, "" in planned labels
    summary: str
    # at least one unit
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
    """How a plan was made."""

    # the design's name
    design: str
    # the requested number of labels
    budget: int
    seed: int
    # the systems to estimate
    systems: tuple[str, ...]
    metric: str
    measure: str
    # the digest of the judge's evidence behind the plan
    evidence: str


class LabelPlan(NamedTuple):
    """A label plan: its head, and the summaries with their chosen units."""

    head: PlanHead
    summaries: tuple[PlannedSummary, ...]

    def count_labels(self) -> int:
        """Return the number of labels: one for each open unit of each summary."""
        return sum(len(summary.open_units) for summary in self.summaries)

    def identity(self) -> str:
        """Return the hash of head, texts and probabilities, which other files name the plan by."""
        facts = []
        for summary in self.summaries:
            units = []
            for unit in summary.units:
                votes = unit.votes if unit.known else None
                units.append((unit.unit, unit.text, unit.probability, votes))
            facts.append((*summary.key, summary.summary, units))
        return sha256(json.dumps([list(self.head), facts]).encode())[:12]


class PlannedLabels(NamedTuple):
    """The labels of a plan's units."""

    head: PlanHead
    # the plan's hash
    plan: str
    # all planned units, labelled or not
    summaries: tuple[PlannedSummary, ...]

    def count_missing(self) -> dict[str, int]:
        """Return the number of units without a vote for each system, in the order of the head."""
        counts = dict.fromkeys(self.head.systems, 0)
        for summary in self.summaries:
            counts[summary.summarizer_id] += sum(not unit.votes for unit in summary.units)
        return counts


def join_votes(
    plan: LabelPlan, votes: Mapping[tuple[SummaryKey, int], Mapping[str, float]]
) -> PlannedLabels:
    """Return a plan's units with their votes; known units keep the pilot's votes.

    ``votes`` are by summary and unit index, and then by annotator.
    """
    summaries = []
    for summary in plan.summaries:
        units = []
        for unit in summary.units:
            if not unit.known:
                unit = unit._replace(votes=votes.get((summary.key, unit.unit), {}))
            units.append(unit)
        summaries.append(summary._replace(summary="", units=tuple(units)))
    return PlannedLabels(plan.head, plan.identity(), tuple(summaries))


def write_label_plan(path: str | Path, plan: LabelPlan) -> None:
    """Write a plan as JSON Lines: its head, then one line per summary."""
    head = _build_head(PLAN_FORMAT, plan.identity(), plan.head)
    lines = []
    for item in plan.summaries:
        units = [_to_plan_fields(unit) for unit in item.units]
        lines.append({**item._asdict(), "units": units})
    write_json_lines(path, (head, *lines))


def write_planned_labels(path: str | Path, labels: PlannedLabels) -> None:
    """Write the labels as JSON Lines: the head of the plan, then one line per summary."""
    head = _build_head(LABELS_FORMAT, labels.plan, labels.head)
    lines = []
    for item in labels.summaries:
        units = [unit._asdict() for unit in item.units]
        lines.append({**item.key._asdict(), "units": units})
    head["digest"] = digest_lines(head, lines)
    write_json_lines(path, (head, *lines))


def read_label_plan(path: str | Path) -> LabelPlan:
    """Read a plan; raise ValueError with the remedy if the file is not a plan or was edited."""
    with refuse_changes(path, "label plan", "plan-labels"):
        first, *lines = (line.data for line in read_json_lines(path))
        check_format(first, PLAN_FORMAT, VERSION)
        plan = LabelPlan(_parse_head(first), tuple(map(_parse_summary, lines)))
        if plan.identity() != first["plan"]:
            raise ValueError("its lines were changed")
    return plan


def read_planned_labels(path: str | Path) -> PlannedLabels:
    """Read the labels of a plan; raise ValueError with the remedy if the file was edited."""
    with refuse_changes(path, "file of planned labels", "import-labels"):
        first, *lines = (line.data for line in read_json_lines(path))
        check_format(first, LABELS_FORMAT, VERSION)
        if first["digest"] != digest_lines(first, lines):
            raise ValueError("its lines were changed")
        return PlannedLabels(_parse_head(first), first["plan"], tuple(map(_parse_summary, lines)))


def _build_head(kind: str, plan: str, head: PlanHead) -> dict[str, Any]:
    return {"format": kind, "version": VERSION, "plan": plan, **head._asdict()}


def _parse_head(data: Mapping[str, Any]) -> PlanHead:
    head = PlanHead(**{name: data[name] for name in PlanHead._fields})
    return head._replace(systems=tuple(head.systems))


def _to_plan_fields(unit: PlannedUnit) -> dict[str, Any]:
    fields = {"unit": unit.unit, "text": unit.text, "probability": unit.probability}
    return {**fields, "votes": unit.votes} if unit.known else fields


def _parse_summary(data: Mapping[str, Any]) -> PlannedSummary:
    units = tuple(_parse_unit(unit) for unit in data["units"])
    return PlannedSummary(
        data["instance_id"], data["summarizer_id"], data.get("summary", ""), units
    )


def _parse_unit(data: Mapping[str, Any]) -> PlannedUnit:
    """Return a unit of planned labels, or of a plan, where only known units have votes."""
    votes = data.get("votes", {})
    known = data.get("known", bool(votes))
    return PlannedUnit(data["unit"], data["text"], float(data["probability"]), votes, known)
