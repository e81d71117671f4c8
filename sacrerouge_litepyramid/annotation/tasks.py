"""Label tasks: summaries with the units to label, under names that do not reveal the systems.

And the votes on them.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.texts import flatten, list_some
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.forms import Problem
from sacrerouge_litepyramid.io.label_plans import LabelPlan, PlannedLabels, join_votes
from sacrerouge_litepyramid.io.labels import TaskVotes, build_votes, is_grade
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.io.units import InstanceUnits
from sacrerouge_litepyramid.statistics.votes import Ballot, count_values, majority

#: the tasks by the names that the forms use
Tasks = Mapping[str, LabelledSummary]


class CollectedVotes(NamedTuple):
    """The votes of all annotators by summary, in the order of the tasks, and the problems in the
    files.
    """

    ballots: dict[SummaryKey, Ballot]
    problems: list[Problem]


def build_tasks(
    summaries: Iterable[Summary], units: Mapping[str, InstanceUnits]
) -> dict[str, LabelledSummary]:
    """Return, by name, each system's summary with its units and without labels.

    A name is a hash of the texts, so that a changed text is found. Raises ValueError if a document
    has no units.
    """
    peers = [summary for summary in summaries if summary.summarizer_type == "peer"]
    without = sorted({peer.instance_id for peer in peers if not _units(units, peer)})
    if without:
        raise ValueError(
            f"documents with summaries but without units: {list_some(without)}; add their units"
        )
    tasks = [
        LabelledSummary(
            peer.instance_id, peer.summarizer_id, flatten(peer.text), _units(units, peer), ()
        )
        for peer in peers
    ]
    return {name_task(task): task for task in tasks}


def name_task(task: LabelledSummary, plan: str = "") -> str:
    """Return the name of a task: a hash of its ids and texts, and of its plan's hash if it has a
    plan.
    """
    facts = [
        task.instance_id,
        task.summarizer_id,
        task.summary,
        [unit.statement for unit in task.units],
    ]
    facts += [plan] if plan else []
    return sha256(json.dumps(facts).encode())[:12]


def shuffle_tasks(tasks: Tasks, seed: int, annotator: str) -> list[str]:
    """Return the tasks' names in an annotator's own random order of documents, and of summaries
    within a document.
    """
    rng = np.random.default_rng([seed, *annotator.encode()])
    by_document: dict[str, list[str]] = {}
    for name, task in tasks.items():
        by_document.setdefault(task.instance_id, []).append(name)
    documents = list(by_document)
    return [
        by_document[documents[place]][index]
        for place in rng.permutation(len(documents))
        for index in rng.permutation(len(by_document[documents[place]]))
    ]


def collect_votes(
    tasks: Tasks, files: Iterable[Sequence[TaskVotes]], unfinished: str = "refuse"
) -> CollectedVotes:
    """Collect the votes of all files.

    An annotator's tasks may be in several files, but each task only in one. ``unfinished``:
    "refuse" reports a task that an annotator only began, or that nobody labelled, as a problem;
    "leave-out" excludes both. Raises ValueError if nothing is left.
    """
    done, problems = _sort_votes(tasks, files, unfinished)
    if not any(done.values()) and unfinished == "leave-out" and not problems:
        raise ValueError("no summary has all its labels; there is nothing to write")
    ballots = {
        _key(tasks[name]): Ballot(
            tuple(voters), build_votes([votes.votes for votes in voters.values()])
        )
        for name, voters in done.items()
        if voters
    }
    return CollectedVotes(ballots, problems)


def _sort_votes(
    tasks: Tasks, files: Iterable[Sequence[TaskVotes]], unfinished: str
) -> tuple[dict[str, dict[str, TaskVotes]], list[Problem]]:
    """Return the votes by task and annotator, and the problems in the files.

    ``unfinished``: as for `collect_votes`; "keep" also takes the votes on tasks that were begun and
    not finished.
    """
    problems: list[Problem] = []
    done: dict[str, dict[str, TaskVotes]] = {name: {} for name in tasks}
    for votes in (task_votes for file in files for task_votes in file):
        problem = _find_problem(tasks, votes)
        if not problem and (
            _is_complete(tasks, votes) or (unfinished == "keep" and _is_begun(votes))
        ):
            earlier = done[votes.task].setdefault(votes.annotator, votes)
            if earlier is not votes:
                what = f"{votes.annotator} has already labelled it ({earlier.where})"
                problem = Problem(_describe_place(tasks, votes), what, "pass one of the two files")
        elif not problem and unfinished == "refuse":
            problem = _find_unfinished(tasks, votes)
        if problem:
            problems.append(problem)
    if unfinished == "refuse" and not problems:
        remedy = f"pass all files ({name_argument('unfinished', 'leave-out')}: without the summary)"
        missing = (tasks[name] for name, voters in done.items() if not voters)
        problems = [
            Problem(_place(task), "nobody labelled the summary", remedy) for task in missing
        ]
    return done, problems


def count_votes(tasks: Tasks, files: Iterable[Sequence[TaskVotes]]) -> np.ndarray:
    """Count the votes on each unit of the tasks by value, (units, values), those on unfinished
    summaries included.

    Votes that `_sort_votes` reports as a problem are not counted.
    """
    done, _ = _sort_votes(tasks, files, "keep")
    pages = []
    for name, voters in done.items():
        units = len(tasks[name].units)
        rows = [(*voter.votes, *[None] * (units - len(voter.votes))) for voter in voters.values()]
        pages.append(build_votes(rows).reshape(-1, units))
    return np.concatenate(count_values(pages))


def label_by_majority(
    tasks: Tasks, ballots: Mapping[SummaryKey, Ballot], ties: int = 0
) -> dict[SummaryKey, LabelledSummary]:
    """Return the summaries of the ballots, with the label of each unit by `majority`.

    NaN if all votes are unclear.
    """
    by_key = {_key(task): task for task in tasks.values()}
    labelled = {}
    for key, ballot in ballots.items():
        voted = ~np.isnan(ballot.votes).all(axis=0)
        labels = np.where(voted, majority(ballot.votes, ties), np.nan)
        labelled[key] = by_key[key]._replace(labels=tuple(labels.tolist()))
    return labelled


def _units(units: Mapping[str, InstanceUnits], summary: Summary) -> tuple[Unit, ...]:
    return units[summary.instance_id].units if summary.instance_id in units else ()


def _key(task: LabelledSummary) -> SummaryKey:
    return SummaryKey(task.instance_id, task.summarizer_id)


def _is_complete(tasks: Tasks, votes: TaskVotes) -> bool:
    return len(votes.votes) == len(tasks[votes.task].units) and None not in votes.votes


def _is_begun(votes: TaskVotes) -> bool:
    return any(vote is not None for vote in votes.votes)


def _place(task: LabelledSummary) -> str:
    return f"instance {task.instance_id!r}, system {task.summarizer_id!r}"


def _describe_place(tasks: Tasks, votes: TaskVotes) -> str:
    return f"{votes.where}, {votes.annotator}, {_place(tasks[votes.task])}"


def _find_problem(tasks: Tasks, votes: TaskVotes) -> Problem | None:
    if votes.task not in tasks:
        what = f"the task {votes.task!r} does not match these summaries and units, or this plan"
        return Problem(
            votes.where, what, "use the files the form was made from, or make the form again"
        )
    if len(votes.votes) > len(tasks[votes.task].units):
        what = f"more votes ({len(votes.votes)}) than units ({len(tasks[votes.task].units)})"
        return Problem(_describe_place(tasks, votes), what, "pass the file as the form saved it")
    return None


def _find_unfinished(tasks: Tasks, votes: TaskVotes) -> Problem | None:
    """Return the problem of a task that was begun and not finished, or None if it was not begun."""
    if not _is_begun(votes):
        return None
    padded = (*votes.votes, *[None] * (len(tasks[votes.task].units) - len(votes.votes)))
    what = (
        "no vote on unit "
        f"{', '.join(str(number) for number, vote in enumerate(padded, start=1) if vote is None)}"
    )
    remedy = (
        f"label the rest ({name_argument('unfinished', 'leave-out')}: without this "
        "annotator's votes)"
    )
    return Problem(_describe_place(tasks, votes), what, remedy)


class PlannedVotes(NamedTuple):
    """The labels of a plan, the summaries' ballots, by which agreement is measured, and the
    problems in the files.
    """

    labels: PlannedLabels
    ballots: dict[SummaryKey, Ballot]
    problems: list[Problem]


def build_planned_tasks(plan: LabelPlan) -> dict[str, LabelledSummary]:
    """Return, by name, the plan's summaries with the units to label.

    No other plan has these names.
    """
    identity = plan.identity()
    tasks = [
        LabelledSummary(
            *summary.key, summary.summary, tuple(Unit(unit.text) for unit in summary.open_units), ()
        )
        for summary in plan.summaries
        if summary.open_units
    ]
    return {name_task(task, identity): task for task in tasks}


def share_tasks(
    tasks: Tasks, annotators: Sequence[str], overlap: float, seed: int
) -> dict[str, dict[str, LabelledSummary]]:
    """Share the documents out in random order.

    Each goes to the annotator with the fewest units to label so far. All summaries of a document go
    together, so that an annotator's habits affect all systems alike. ``overlap`` is the share of
    the documents, rounded, that two annotators label. Raises ValueError if it is not from 0 to 1,
    or above 0 without two annotators.
    """
    if not 0 <= overlap <= 1:
        raise ValueError(f"{name_argument('overlap')} must be from 0 to 1, not {overlap}")
    if overlap and len(annotators) < 2:
        raise ValueError(
            f"{name_argument('overlap', overlap)} needs two annotators or more, not "
            f"{len(annotators)}"
        )
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

    ``unfinished``: "refuse" reports a summary that an annotator only began, or that nobody
    labelled, as a problem; "leave-out" takes the votes given and leaves the other units without a
    label. Raises ValueError if there are none.
    """
    tasks = build_planned_tasks(plan)
    done, problems = _sort_votes(tasks, files, "refuse" if unfinished == "refuse" else "keep")
    if not any(done.values()) and not problems:
        raise ValueError("no unit of the plan has a label; there is nothing to write")
    by_unit: dict[tuple[SummaryKey, int], dict[str, float]] = {}
    summaries = [summary for summary in plan.summaries if summary.open_units]
    for voters, summary in zip(done.values(), summaries, strict=True):
        for annotator, page in voters.items():
            for unit, vote in zip(summary.open_units, page.votes, strict=False):
                if is_grade(vote):
                    by_unit.setdefault((summary.key, unit.unit), {})[annotator] = vote
    labels = join_votes(plan, by_unit)
    return PlannedVotes(labels, _collect_ballots(labels), problems)


def _collect_ballots(labels: PlannedLabels) -> dict[SummaryKey, Ballot]:
    """Return the ballot of each labelled summary: its voters, and their votes on the units that all
    labelled.
    """
    ballots = {}
    for summary in labels.summaries:
        votes_by_unit = [unit.votes for unit in summary.units if unit.votes]
        voters = tuple(dict.fromkeys(name for votes in votes_by_unit for name in votes))
        common = [votes for votes in votes_by_unit if len(votes) == len(voters)]
        if common:
            ballots[summary.key] = Ballot(
                voters, np.array([[votes[name] for votes in common] for name in voters])
            )
    return ballots


def count_units(tasks: Tasks) -> int:
    """Return the number of labels that the tasks ask for."""
    return sum(len(task.units) for task in tasks.values())
