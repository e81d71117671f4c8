"""Label tasks, summaries with the units to label, and the votes on them.

The names of tasks do not reveal the systems.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

import numpy as np

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.texts import flatten, list_some
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.labels import TaskVotes, build_votes, is_grade
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.problems import Problem
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.io.units import InstanceUnits
from sacrerouge_litepyramid.statistics.votes import Ballot, count_values, majority
from sacrerouge_litepyramid.verdict.labels.label_plans import LabelPlan, PlannedLabels, join_votes

#: the tasks by the names that the forms use
Tasks = Mapping[str, LabelledSummary]


#: the votes of each task, by annotator
VotesByTask = Mapping[str, Mapping[str, TaskVotes]]


def build_tasks(
    summaries: Iterable[Summary], units: Mapping[str, InstanceUnits]
) -> dict[str, LabelledSummary]:
    """Return, by name, each system's summary with its units and without labels.

    A name is a hash of the texts, so that a changed text is found. Raises ValueError if a document
    has no units.
    """
    tasks = {}
    lacking = set()
    for summary in summaries:
        if summary.summarizer_type == "peer":
            document = units.get(summary.instance_id)
            if document is None or not document.units:
                lacking.add(summary.instance_id)
                continue
            text = flatten(summary.text)
            task = LabelledSummary(*summary.key, text, document.units, ())
            tasks[name_task(task)] = task
    if lacking:
        names = list_some(sorted(lacking))
        raise ValueError(f"documents with summaries but without units: {names}; add their units")
    return tasks


def name_task(task: LabelledSummary, plan: str = "") -> str:
    """Return the name of a task: a hash of its ids and texts, and of its plan's hash, if any."""
    statements = [unit.statement for unit in task.units]
    facts = [task.instance_id, task.summarizer_id, task.summary, statements]
    if plan:
        facts.append(plan)
    return sha256(json.dumps(facts).encode())[:12]


def shuffle_tasks(tasks: Tasks, seed: int, annotator: str) -> list[str]:
    """Return the tasks' names in an annotator's random order.

    The documents are shuffled, and the summaries of a document, which stay side by side.
    """
    rng = np.random.default_rng([seed, *annotator.encode()])
    by_document: dict[str, list[str]] = {}
    for name, task in tasks.items():
        by_document.setdefault(task.instance_id, []).append(name)
    documents = list(by_document.values())
    order = []
    for place in rng.permutation(len(documents)):
        names = documents[place]
        order += [names[index] for index in rng.permutation(len(names))]
    return order


def sort_votes(
    tasks: Tasks, files: Iterable[Sequence[TaskVotes]]
) -> tuple[VotesByTask, list[Problem]]:
    """Return the votes on the tasks that annotators began, and the problems in the files.

    An annotator's tasks may be in several files, but each task only in one.
    """
    begun: dict[str, dict[str, TaskVotes]] = {name: {} for name in tasks}
    problems = []
    for votes in chain.from_iterable(files):
        task = tasks.get(votes.task)
        if task is None or len(votes.votes) != len(task.units):
            what = f"the task {votes.task!r} does not match these summaries and units, or this plan"
            remedy = "use the files the form was made from, or make the form again"
            problems.append(Problem(votes.where, what, remedy))
            continue
        # A form saves all of its tasks, also those that the annotator has not opened.
        if any(vote is not None for vote in votes.votes):
            earlier = begun[votes.task].setdefault(votes.annotator, votes)
            if earlier is not votes:
                what = f"{votes.annotator} has already labelled it ({earlier.where})"
                place = _describe_place(tasks, votes)
                problems.append(Problem(place, what, "pass one of the two files"))
    return begun, problems


def find_unfinished(tasks: Tasks, begun: VotesByTask) -> Iterator[Problem]:
    """Yield a problem for each task that an annotator did not finish, or that nobody began."""
    option = name_argument("unfinished", "leave-out")
    for name, voters in begun.items():
        for votes in voters.values():
            if missing := _list_missing(votes):
                what = f"no vote on unit {', '.join(map(str, missing))}"
                remedy = f"label the rest ({option}: without this annotator's votes)"
                yield Problem(_describe_place(tasks, votes), what, remedy)
        if not voters:
            remedy = f"pass all files ({option}: without the summary)"
            yield Problem(_place(tasks[name]), "nobody labelled the summary", remedy)


def build_ballots(tasks: Tasks, begun: VotesByTask) -> dict[SummaryKey, Ballot]:
    """Return, by summary, the votes of the annotators who finished it.

    Raises ValueError if there are none.
    """
    ballots = {}
    for name, voters in begun.items():
        finished = [page for page in voters.values() if not _list_missing(page)]
        if finished:
            names = tuple(page.annotator for page in finished)
            votes = build_votes([page.votes for page in finished])
            ballots[_key(tasks[name])] = Ballot(names, votes)
    if not ballots:
        raise ValueError("no summary has all its labels; there is nothing to write")
    return ballots


def count_votes(tasks: Tasks, begun: VotesByTask) -> np.ndarray:
    """Count the votes on the tasks' units by value, (units, values)."""
    pages = []
    for name, voters in begun.items():
        units = len(tasks[name].units)
        rows = [page.votes for page in voters.values()]
        pages.append(build_votes(rows).reshape(-1, units))
    return np.concatenate(count_values(pages))


def label_by_majority(
    tasks: Tasks, ballots: Mapping[SummaryKey, Ballot], ties: int = 0
) -> dict[SummaryKey, LabelledSummary]:
    """Return the summaries of the ballots, with units' labels by `majority`.

    A label is NaN if all votes are unclear.
    """
    by_key = {_key(task): task for task in tasks.values()}
    labelled = {}
    for key, ballot in ballots.items():
        voted = ~np.isnan(ballot.votes).all(axis=0)
        labels = np.where(voted, majority(ballot.votes, ties), np.nan)
        labelled[key] = by_key[key]._replace(labels=tuple(labels.tolist()))
    return labelled


def _key(task: LabelledSummary) -> SummaryKey:
    return SummaryKey(task.instance_id, task.summarizer_id)


def _list_missing(votes: TaskVotes) -> list[int]:
    """Return the numbers, from 1, of the units without a vote."""
    return [number for number, vote in enumerate(votes.votes, start=1) if vote is None]


def _place(task: LabelledSummary) -> str:
    return f"instance {task.instance_id!r}, system {task.summarizer_id!r}"


def _describe_place(tasks: Tasks, votes: TaskVotes) -> str:
    return f"{votes.where}, {votes.annotator}, {_place(tasks[votes.task])}"


def build_planned_tasks(plan: LabelPlan) -> dict[str, LabelledSummary]:
    """Return, by name, the plan's summaries with the units to label.

    No other plan has these names.
    """
    identity = plan.identity()
    tasks = {}
    for summary in plan.summaries:
        if summary.open_units:
            units = tuple(Unit(unit.text) for unit in summary.open_units)
            task = LabelledSummary(*summary.key, summary.summary, units, ())
            tasks[name_task(task, identity)] = task
    return tasks


def share_tasks(
    tasks: Tasks, annotators: Sequence[str], overlap: float, seed: int
) -> dict[str, dict[str, LabelledSummary]]:
    """Share the documents out in random order.

    The next one goes to the annotator with the fewest units to label so far. All summaries of a
    document go together, so that an annotator's habits affect all systems alike. ``overlap`` is the
    share of the documents, rounded, that two annotators label. Raises ValueError if it is not from
    0 to 1, or above 0 without two annotators.
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
    doubled = round(overlap * len(documents))
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(documents))
    for place, index in enumerate(order):
        least_busy_first = sorted(annotators, key=lambda name: count_units(shared[name]))
        copies = 2 if place < doubled else 1
        for annotator in least_busy_first[:copies]:
            shared[annotator].update(by_document[documents[index]])
    return shared


def label_planned_units(plan: LabelPlan, begun: VotesByTask) -> PlannedLabels:
    """Return a plan's units with the votes on them; `build_planned_tasks` lists the tasks.

    Raises ValueError if there are none.
    """
    by_unit: dict[tuple[SummaryKey, int], dict[str, float]] = {}
    summaries = [summary for summary in plan.summaries if summary.open_units]
    for voters, summary in zip(begun.values(), summaries, strict=True):
        for annotator, page in voters.items():
            for unit, vote in zip(summary.open_units, page.votes, strict=False):
                if is_grade(vote):
                    by_unit.setdefault((summary.key, unit.unit), {})[annotator] = vote
    if not by_unit:
        raise ValueError("no unit of the plan has a label; there is nothing to write")
    return join_votes(plan, by_unit)


def collect_planned_ballots(labels: PlannedLabels) -> dict[SummaryKey, Ballot]:
    """Return the ballots of labelled summaries: votes on the units that all labelled."""
    ballots = {}
    for summary in labels.summaries:
        votes_by_unit = [unit.votes for unit in summary.units if unit.votes]
        voters = tuple(dict.fromkeys(chain.from_iterable(votes_by_unit)))
        common = [votes for votes in votes_by_unit if len(votes) == len(voters)]
        if common:
            votes_by_voter = [[votes[name] for votes in common] for name in voters]
            ballots[summary.key] = Ballot(voters, np.array(votes_by_voter))
    return ballots


def count_units(tasks: Tasks) -> int:
    """Return the number of labels that the tasks ask for."""
    return sum(len(task.units) for task in tasks.values())
