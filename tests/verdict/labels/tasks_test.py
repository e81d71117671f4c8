"""Tasks for annotators, and what their votes come to."""

import re

import pytest

from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.labels import TaskVotes
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.verdict.labels.forms import render_label_form
from sacrerouge_litepyramid.verdict.labels.label_plans import (
    LabelPlan,
    PlanHead,
    PlannedSummary,
    PlannedUnit,
)
from sacrerouge_litepyramid.verdict.labels.tasks import (
    Tasks,
    build_ballots,
    build_planned_tasks,
    build_tasks,
    collect_planned_ballots,
    count_units,
    find_unfinished,
    label_by_majority,
    label_planned_units,
    name_task,
    share_tasks,
    shuffle_tasks,
    sort_votes,
)


@pytest.fixture
def tasks(data):
    return build_tasks(read_summaries(data / "summaries.jsonl"), read_units(data / "scus.jsonl"))


def votes(tasks, **answers):
    """By annotator a file: the votes for a/good, a/poor, b/good, b/poor as texts, - for none."""
    return [
        [
            TaskVotes(
                who,
                name,
                tuple(None if mark == "-" else int(mark) for mark in text),
                f"{who}.json, task {number}",
            )
            for number, (name, text) in enumerate(zip(tasks, texts.split(), strict=True), start=1)
        ]
        for who, texts in answers.items()
    ]


def find_problems(tasks, files):
    """Return the problems that an import lists if it refuses unfinished work."""
    begun, problems = sort_votes(tasks, files)
    return [str(problem) for problem in problems or find_unfinished(tasks, begun)]


def test_a_task_is_named_by_its_texts(tasks):
    assert [(task.instance_id, task.summarizer_id) for task in tasks.values()] == [
        *(("a", "good"), ("a", "poor"), ("b", "good"), ("b", "poor"))
    ]
    first = next(iter(tasks.values()))
    assert name_task(first) in tasks
    assert name_task(first._replace(summary="another")) not in tasks
    assert name_task(first._replace(units=first.units[:1])) not in tasks


def test_instances_without_units_are_named(data):
    units = read_units(data / "scus.jsonl")
    del units["b"]
    with pytest.raises(
        ValueError, match="documents with summaries but without units: b; add their units"
    ):
        build_tasks(read_summaries(data / "summaries.jsonl"), units)


def test_the_order_is_of_seed_and_annotator_and_keeps_instances_together(tasks):
    orders = {
        (seed, who): shuffle_tasks(tasks, seed, who) for seed in range(6) for who in ("ann", "bob")
    }
    for order in orders.values():
        assert sorted(order) == sorted(tasks)
        assert len({tasks[name].instance_id for name in order[:2]}) == 1
    assert orders[0, "ann"] == shuffle_tasks(tasks, 0, "ann")
    assert len({tuple(order) for order in orders.values()}) > 3
    assert any(orders[seed, "ann"] != orders[seed, "bob"] for seed in range(6))


def test_a_form_names_no_system(tasks):
    form = render_label_form(tasks, list(tasks), "ann")
    data = form[form.index('id="data">') :]
    assert "the cat sat on the mat" in data and '"good"' not in data and '"poor"' not in data


def test_annotators_see_what_introduces_a_unit(tasks):
    name, task = next(iter(tasks.items()))
    introduced = {name: task._replace(units=(Unit("new buses", introduction="The town buys:"),))}
    assert "The town buys: new buses" in render_label_form(introduced, [name], "ann")


def test_what_two_annotators_do_in_one_browser_is_kept_apart(tasks):
    forms = {
        re.search(r'"form":"\w+"', render_label_form(tasks, list(tasks), who))[0]
        for who in ("ann", "bob")
    }
    assert len(forms) == 2


def test_votes_become_ballots_and_labels(tasks):
    files = votes(tasks, ann="11 00 110 000", bob="10 00 111 000", cem="01 01 100 000")
    assert find_problems(tasks, files) == []
    ballots = build_ballots(tasks, sort_votes(tasks, files)[0])
    assert ballots[SummaryKey("a", "good")].votes.tolist() == [[1, 1], [1, 0], [0, 1]]
    assert [task.labels for task in label_by_majority(tasks, ballots).values()] == [
        (1, 1),
        (0, 0),
        (1, 1, 0),
        (0, 0, 0),
    ]


def test_ties_by_rule(tasks):
    begun, _ = sort_votes(tasks, votes(tasks, ann="11 00 110 000", bob="10 00 111 000"))
    ballots = build_ballots(tasks, begun)
    assert [task.labels for task in label_by_majority(tasks, ballots).values()][::2] == [
        (1, 0),
        (1, 1, 0),
    ]
    assert [task.labels for task in label_by_majority(tasks, ballots, ties=1).values()][::2] == [
        (1, 1),
        (1, 1, 1),
    ]


def test_annotators_may_share_the_tasks_out(tasks):
    files = votes(tasks, ann="11 00 --- ---", bob="-- -- 111 000")
    assert find_problems(tasks, files) == []
    ballots = build_ballots(tasks, sort_votes(tasks, files)[0])
    assert [ballot.voters for ballot in ballots.values()] == [
        ("ann",),
        ("ann",),
        ("bob",),
        ("bob",),
    ]


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        (
            {"ann": "11 00 1-- 000"},
            "ann.json, task 3, ann, instance 'b', system 'good': no vote on unit 2, 3; label",
        ),
        (
            {"ann": "11 00 --- 000"},
            "instance 'b', system 'good': nobody labelled the summary; pass all files",
        ),
        (
            {"ann": "111 00 111 000"},
            "ann.json, task 1: the task '",
        ),
    ],
)
def test_each_problem_is_named_with_place_and_remedy(tasks, answers, expected):
    (problem,) = find_problems(tasks, votes(tasks, **answers))
    assert expected in problem


def test_votes_of_other_texts_and_votes_given_twice(tasks):
    finished = votes(tasks, ann="11 00 110 000")
    unknown = TaskVotes("ann", "unknown", (1,), "x.json, task 1")
    assert find_problems(tasks, [*finished, [unknown, finished[0][0]]]) == [
        "x.json, task 1: the task 'unknown' does not match these summaries and units, or this "
        "plan; use the files the form was made from, or make the form again",
    ]
    problems = find_problems(tasks, [*finished, *votes(tasks, ann="11 00 110 000")])
    assert len(problems) == 4 and "ann has already labelled it (ann.json, task 1)" in problems[0]


def test_when_nobody_labelled_anything_there_is_nothing_to_leave_out(tasks):
    with pytest.raises(
        ValueError, match="no summary has all its labels; there is nothing to write"
    ):
        build_ballots(tasks, sort_votes(tasks, votes(tasks, ann="1- -- --- ---"))[0])


def test_the_unfinished_can_be_left_out(tasks):
    files = votes(tasks, ann="11 00 1-- ---", bob="11 00 111 ---")
    ballots = build_ballots(tasks, sort_votes(tasks, files)[0])
    assert {
        key.summarizer_id + key.instance_id: ballot.voters for key, ballot in ballots.items()
    } == {
        "gooda": ("ann", "bob"),
        "poora": ("ann", "bob"),
        "goodb": ("bob",),
    }


HEAD = PlanHead("active", 40, 0, ("good", "poor"), "lite2pyramid", "p2c", "0123")


@pytest.fixture
def plan():
    """Ten documents, of which the systems' summaries are asked one or three units."""
    units = [
        tuple(PlannedUnit(place, f"fact {place}", 0.5) for place in range(1, size))
        for size in (2, 4)
    ]
    return LabelPlan(
        HEAD,
        tuple(
            PlannedSummary(f"d{document}", system, f"{system} {document}", units[document % 2])
            for system in HEAD.systems
            for document in range(10)
        ),
    )


def vote(tasks: Tasks, who: str, pattern: str) -> list[TaskVotes]:
    """Return an annotator's file, in which all units of a task get one mark of the pattern.

    The mark - is no vote.
    """
    marks = {"1": 1, "0": 0, "-": None}
    return [
        TaskVotes(who, name, (marks[mark],) * len(task.units), f"{who}.json, task {number}")
        for number, ((name, task), mark) in enumerate(
            zip(tasks.items(), pattern, strict=True), start=1
        )
    ]


def test_a_task_asks_for_the_chosen_units_and_is_of_its_plan(plan):
    tasks = build_planned_tasks(plan)
    assert [len(task.units) for task in tasks.values()] == [1, 3] * 10
    assert [unit.text for unit in list(tasks.values())[1].units] == ["fact 1", "fact 2", "fact 3"]
    other = build_planned_tasks(plan._replace(head=HEAD._replace(seed=1)))
    assert not set(tasks) & set(other)


def test_instances_are_shared_out_evenly_and_whole(plan):
    tasks = build_planned_tasks(plan)
    shared = share_tasks(tasks, ["ann", "bob", "cem"], 0.0, seed=0)
    assert sorted(name for share in shared.values() for name in share) == sorted(tasks)
    assert max(map(count_units, shared.values())) - min(map(count_units, shared.values())) <= 6
    instances = [{task.instance_id for task in share.values()} for share in shared.values()]
    assert sum(map(len, instances)) == 10
    assert share_tasks(tasks, ["ann", "bob", "cem"], 0.0, seed=1) != shared


def test_an_overlap_is_labelled_by_two(plan):
    tasks = build_planned_tasks(plan)
    shared = share_tasks(tasks, ["ann", "bob", "cem"], 0.3, seed=0)
    judges = {name: [who for who, share in shared.items() if name in share] for name in tasks}
    assert sorted(map(len, judges.values())) == [1] * 14 + [2] * 6
    everything = share_tasks(tasks, ["ann", "bob"], 1.0, seed=0)
    assert list(map(sorted, everything.values())) == [sorted(tasks)] * 2


@pytest.mark.parametrize(
    ("annotators", "overlap", "message"),
    [
        (["ann", "bob"], 1.5, "overlap must be from 0 to 1, not 1.5"),
        (["ann", "bob"], -0.1, "overlap must be from 0 to 1, not -0.1"),
        (["ann"], 0.5, "overlap=0.5 needs two annotators or more, not 1"),
    ],
)
def test_an_overlap_that_cannot_be(plan, annotators, overlap, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        share_tasks(build_planned_tasks(plan), annotators, overlap, seed=0)


def test_votes_come_to_the_units_of_the_plan(plan):
    tasks = build_planned_tasks(plan)
    files = [vote(tasks, "ann", "10" * 5 + "-" * 10), vote(tasks, "bob", "-" * 8 + "1" * 12)]
    assert find_problems(tasks, files) == []
    labels = label_planned_units(plan, sort_votes(tasks, files)[0])
    assert labels.count_missing() == {"good": 0, "poor": 0}
    assert [unit.votes for unit in labels.summaries[1].units] == [{"ann": 0}] * 3
    assert [unit.votes for unit in labels.summaries[9].units] == [{"ann": 0, "bob": 1}] * 3
    ballots = list(collect_planned_ballots(labels).values())
    assert ballots[9].voters == ("ann", "bob") and ballots[9].votes.tolist() == [
        [0, 0, 0],
        [1, 1, 1],
    ]


def test_what_is_missing_is_refused_or_counted_by_unit(plan):
    tasks = build_planned_tasks(plan)
    whole = vote(tasks, "ann", "1" * 18 + "--")
    begun = whole[1]._replace(votes=(1, None, 0))
    files = [[whole[0], begun, *whole[2:]]]
    problems = find_problems(tasks, files)
    assert problems[0] == (
        "ann.json, task 2, ann, instance 'd1', system 'good': no vote on unit 2; label the rest "
        "(unfinished='leave-out': without this annotator's votes)"
    )
    assert [problem.split(":")[0] for problem in problems[1:]] == [
        "instance 'd8', system 'poor'",
        "instance 'd9', system 'poor'",
    ]
    labels = label_planned_units(plan, sort_votes(tasks, files)[0])
    assert labels.count_missing() == {"good": 1, "poor": 4}
    assert [unit.votes for unit in labels.summaries[1].units] == [{"ann": 1}, {}, {"ann": 0}]


def test_two_annotators_who_did_not_finish_are_compared_where_both_voted(plan):
    tasks = build_planned_tasks(plan)
    first = vote(tasks, "ann", "-1" + "-" * 18)[1]
    files = [
        [first._replace(votes=(1, 0, None))],
        [first._replace(annotator="bob", votes=(None, 1, 1))],
    ]
    labels = label_planned_units(plan, sort_votes(tasks, files)[0])
    (ballot,) = collect_planned_ballots(labels).values()
    assert ballot.voters == ("ann", "bob") and ballot.votes.tolist() == [[0], [1]]
    assert [unit.votes for unit in labels.summaries[1].units] == [
        {"ann": 1},
        {"ann": 0, "bob": 1},
        {"bob": 1},
    ]


def test_nobody_voted(plan):
    tasks = build_planned_tasks(plan)
    with pytest.raises(
        ValueError, match="no unit of the plan has a label; there is nothing to write"
    ):
        label_planned_units(plan, sort_votes(tasks, [])[0])
