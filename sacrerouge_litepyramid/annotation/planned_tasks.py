"""The label tasks of a plan: a summary with its chosen units, shared out among annotators and collected again."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.tasks import Tasks, name_task, sort_votes
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.forms import Problem
from sacrerouge_litepyramid.io.label_plans import LabelPlan, PlannedLabels, join_votes
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.votes import TaskVotes
from sacrerouge_litepyramid.statistics.votes import Ballot


class PlannedVotes(NamedTuple):
    """The labels of a plan, the ballots of the summaries for measuring agreement, and the files' problems."""

    labels: PlannedLabels
    ballots: dict[SummaryKey, Ballot]
    problems: list[Problem]


def build_planned_tasks(plan: LabelPlan) -> dict[str, LabelledSummary]:
    """Return by name the plan's summaries, each with the units to label; a name is of this plan alone."""
    identity = plan.identity()
    open_ = [(each, each.open_units) for each in plan.summaries if each.open_units]
    tasks = [
        LabelledSummary(*each.key, each.summary, tuple(Unit(unit.text) for unit in units), ()) for each, units in open_
    ]
    return {name_task(each, identity): each for each in tasks}


def share_tasks(
    tasks: Tasks, annotators: Sequence[str], overlap: float, seed: int
) -> dict[str, dict[str, LabelledSummary]]:
    """Share the documents out among annotators, in random order, each to whoever has the fewest units to label so far.

    All summaries of a document go together, so that an annotator's habits touch all systems alike. ``overlap`` is the
    share of the documents, rounded, that two annotators label. Raises ValueError for an overlap outside 0 to 1, and
    for one above 0 without two annotators.
    """
    if not 0 <= overlap <= 1:
        raise ValueError(f"overlap must be from 0 to 1, not {overlap}")
    if overlap and len(annotators) < 2:
        raise ValueError(f"an overlap of {overlap} needs two annotators or more, not {len(annotators)}")
    by_document: dict[str, dict[str, LabelledSummary]] = {}
    for name, task in tasks.items():
        by_document.setdefault(task.instance_id, {})[name] = task
    shared: dict[str, dict[str, LabelledSummary]] = {name: {} for name in annotators}
    documents = sorted(by_document)
    order = np.random.default_rng(seed).permutation(len(documents))
    for place, index in enumerate(order):
        times = 2 if place < round(overlap * len(documents)) else 1
        for annotator in sorted(annotators, key=lambda name: count_units(shared[name]))[:times]:
            shared[annotator].update(by_document[documents[index]])
    return shared


def collect_planned_votes(
    plan: LabelPlan, files: Iterable[Sequence[TaskVotes]], unfinished: str = "refuse"
) -> PlannedVotes:
    """Collect the votes of all files on a plan's units.

    ``unfinished``: "refuse" reports a summary that an annotator began or that nobody did as a problem, "leave-out"
    takes the votes that there are and leaves the other units without any. Raises ValueError without any vote.
    """
    tasks = build_planned_tasks(plan)
    done, problems = sort_votes(tasks, files, "refuse" if unfinished == "refuse" else "keep")
    if not any(done.values()) and not problems:
        raise ValueError("no unit of the plan has a label; there is nothing to write")
    votes: dict[tuple[SummaryKey, int], dict[str, int]] = {}
    summaries = [summary for summary in plan.summaries if summary.open_units]
    for voters, summary in zip(done.values(), summaries, strict=True):
        for annotator, given in voters.items():
            for unit, vote in zip(summary.open_units, given.votes, strict=False):
                if isinstance(vote, int):
                    votes.setdefault((summary.key, unit.unit), {})[annotator] = vote
    labels = join_votes(plan, votes)
    return PlannedVotes(labels, collect_ballots(labels), problems)


def collect_ballots(labels: PlannedLabels) -> dict[SummaryKey, Ballot]:
    """Return the ballot of each labelled summary: its voters, and their votes on the units that all labelled."""
    ballots = {}
    for summary in labels.summaries:
        given = [unit.votes for unit in summary.units if unit.votes]
        voters = tuple(dict.fromkeys(name for votes in given for name in votes))
        common = [votes for votes in given if len(votes) == len(voters)]
        if common:
            ballots[summary.key] = Ballot(voters, np.array([[votes[name] for votes in common] for name in voters]))
    return ballots


def count_units(tasks: Tasks) -> int:
    """Return the number of labels that the tasks ask for."""
    return sum(len(task.units) for task in tasks.values())
