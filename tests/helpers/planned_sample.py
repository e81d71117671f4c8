"""A plan for the package's sample, judged by the sample's own labels."""

from pathlib import Path

from helpers.support import read_lines
from sacrerouge_litepyramid.io.evidence import read_evidence
from sacrerouge_litepyramid.verdict.demo import SAMPLE
from sacrerouge_litepyramid.verdict.labels.label_plans import (
    PlanHead,
    join_votes,
    write_label_plan,
    write_planned_labels,
)
from sacrerouge_litepyramid.verdict.labels.sampling.designs import make_design
from sacrerouge_litepyramid.verdict.labels.sampling.frame import build_frame
from sacrerouge_litepyramid.verdict.labels.sampling.planning import make_label_plan

LABELS = {
    (line["instance_id"], line["summarizer_id"]): line["labels"]
    for line in read_lines(SAMPLE / "labels.jsonl")
}


def write_planned(
    folder: Path, evidence: Path | str, design: str = "active", budget: int = 120
) -> Path:
    """Write plan.jsonl and planned_labels.jsonl; return the latter's path."""
    (judge,) = read_evidence([evidence], "p2c")
    frame = build_frame(judge)
    head = PlanHead(design, budget, 0, frame.systems, judge.name, judge.measure, frame.digest())
    plan = make_label_plan(frame, make_design(frame, design, budget), head, judge.summaries)
    votes = {
        (summary.key, unit.unit): {"ann": LABELS[summary.key][unit.unit]}
        for summary in plan.summaries
        for unit in summary.units
    }
    write_label_plan(folder / "plan.jsonl", plan)
    write_planned_labels(folder / "planned_labels.jsonl", join_votes(plan, votes))
    return folder / "planned_labels.jsonl"
