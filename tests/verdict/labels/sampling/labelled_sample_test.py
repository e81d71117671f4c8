"""Plans of labels and labelled samples: drawn, joined, and what does not belong together."""

import numpy as np
import pytest

from helpers.labelled_frames import make_evidence
from helpers.made_up_evidence import list_evidence, make_frame
from helpers.support import write_lines
from sacrerouge_litepyramid.io.evidence import read_evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.statistics.warning import list_texts
from sacrerouge_litepyramid.verdict.labels.label_plans import PlanHead, join_votes
from sacrerouge_litepyramid.verdict.labels.sampling.designs import make_design
from sacrerouge_litepyramid.verdict.labels.sampling.estimation import estimate_systems
from sacrerouge_litepyramid.verdict.labels.sampling.frame import build_frame
from sacrerouge_litepyramid.verdict.labels.sampling.labelled_sample import (
    join_labels,
    join_labels_of_plan,
    join_planned,
)
from sacrerouge_litepyramid.verdict.labels.sampling.planning import make_label_plan


def plan_of(path, name="active", budget=24, seed=0):
    (judge,) = read_evidence([path], "p2c")
    frame = build_frame(judge)
    head = PlanHead(name, budget, seed, frame.systems, "lite2pyramid", "p2c", frame.digest())
    return make_label_plan(frame, make_design(frame, name, budget), head, judge.summaries)


@pytest.fixture
def evidence(tmp_path):
    make_frame(tmp_path)
    return tmp_path / "evidence.jsonl"


def test_what_is_drawn_has_text_and_probability_of_the_population(evidence):
    plan = plan_of(evidence)
    frame = make_frame(evidence.parent)
    design = make_design(frame, "active", 24)
    places = {row: place for place, row in enumerate(frame.list_rows())}
    assert plan.count_labels() == 24
    for summary in plan.summaries:
        assert (
            summary.summary == f"summary of {summary.instance_id} by "
            f"{'good poor'.split().index(summary.summarizer_id)}"
        )
        for unit in summary.units:
            place = places[summary.instance_id, summary.summarizer_id, unit.unit]
            assert unit == (
                unit.unit,
                f"fact {unit.unit} of {summary.instance_id}",
                design.probability[place],
                {},
                False,
            )


def test_the_draw_depends_on_seed_and_evidence_alone(evidence):
    plan = plan_of(evidence)
    lines = list_evidence()
    write_lines(evidence, lines[::-1])
    assert plan_of(evidence) == plan
    others = [plan_of(evidence, seed=seed).summaries for seed in range(1, 4)]
    lines[0]["units"][0]["p2c"] += 1e-5
    write_lines(evidence, lines)
    others.append(plan_of(evidence).summaries)
    drawn = [
        {(summary.key, unit.unit) for summary in summaries for unit in summary.units}
        for summaries in (plan.summaries, *others)
    ]
    assert all(drawn[0] != other for other in drawn[1:])


EVIDENCE = make_evidence()
FRAME = build_frame(EVIDENCE)


def plan_of_sixty(design="active", frame=FRAME):
    head = PlanHead(design, 60, 0, frame.systems, "lite2pyramid", "p2c", frame.digest())
    texts = dict.fromkeys(EVIDENCE.values, "a summary")
    return make_label_plan(frame, make_design(frame, design, 60), head, texts)


def votes_of(plan, skip=0):
    units = [(summary.key, unit.unit) for summary in plan.summaries for unit in summary.units]
    return {unit: {"ann": place % 2} for place, unit in enumerate(units) if place >= skip}


def test_the_labels_of_a_plan():
    plan = plan_of_sixty()
    joined = join_planned(EVIDENCE, join_votes(plan, votes_of(plan)))
    expected = [unit.probability for summary in plan.summaries for unit in summary.units]
    assert sorted(joined.sample.design.probability[joined.sample.labelled]) == pytest.approx(
        sorted(expected)
    )
    assert joined.planned.tolist() == [20, 20, 20] and not joined.missing.any()
    assert np.nansum(joined.sample.labels.value) == 30


def test_missing_labels_are_named_and_the_others_stand_for_them():
    plan = plan_of_sixty("chance")
    judgements = join_votes(plan, votes_of(plan, skip=5))
    joined = join_planned(EVIDENCE, judgements)
    assert joined.missing.sum() == 5
    answered = 20 - joined.missing
    assert joined.sample.design.probability == pytest.approx((answered / 100)[FRAME.system])


@pytest.mark.parametrize(
    ("other", "warning"),
    [(0, ""), (1, "Annotators agree less than chance: Krippendorff's alpha -0.98, below 0.4")],
)
def test_annotators_who_disagree_are_warned_of(other, warning):
    plan = plan_of_sixty()
    votes = {
        unit: {"bob": abs(other - by_annotator["ann"]), **by_annotator}
        for unit, by_annotator in votes_of(plan).items()
    }
    joined = join_planned(EVIDENCE, join_votes(plan, votes))
    assert joined.low_agreement.startswith(warning) and bool(joined.low_agreement) == bool(other)
    report = estimate_systems(joined, "judge")
    assert report.low_agreement is bool(other)
    assert (joined.low_agreement in list_texts(report.warnings)) is bool(other)


def test_another_judges_evidence():
    plan = plan_of_sixty()
    with pytest.raises(
        ValueError, match="is not that of the plan: its digest is .*pass the evidence"
    ):
        join_planned(make_evidence(seed=9), join_votes(plan, votes_of(plan)))


def test_labels_of_a_plan():
    plan = plan_of_sixty()
    labels = {key: np.full((1, 5), np.nan) for key in EVIDENCE.values}
    for summary in plan.summaries:
        labels[summary.key][0, [unit.unit for unit in summary.units]] = 1
    joined = join_labels_of_plan(EVIDENCE, plan, labels)
    assert len(joined.sample.labelled) == 60 and not joined.missing.any()
    free = next(key for key, votes in labels.items() if np.isnan(votes).any())
    place = int(np.flatnonzero(np.isnan(labels[free][0]))[0])
    labels[free][0, place] = 0
    with pytest.raises(
        ValueError, match=f"instance '{free.instance_id}'.*unit {place + 1} was not planned"
    ):
        join_labels_of_plan(EVIDENCE, plan, labels)


def test_labels_without_a_plan_are_units_by_chance():
    labels = {
        SummaryKey(f"d{place:02}", "a"): np.array([[1, 0, np.nan, 1, 0]]) for place in range(10)
    }
    joined = join_labels(EVIDENCE, labels)
    assert joined.sample.design.name == "chance" and joined.planned.tolist() == [40, 0, 0]
    assert joined.sample.design.probability[FRAME.system == 0].tolist() == [0.4] * 100


def test_labels_of_whole_summaries_are_no_draw_of_units():
    labels = {key: np.ones((1, 5)) for key in EVIDENCE.values if key.instance_id < "d04"}
    joined = join_labels(EVIDENCE, labels)
    assert joined.is_by_summary
    with pytest.raises(
        ValueError,
        match="the labels are of whole summaries, .* documents like these .target='like-th",
    ):
        estimate_systems(joined, "judge")
    labels[SummaryKey("d00", "b")] = np.array([[1, 1, np.nan, 1, 1]])
    assert not join_labels(EVIDENCE, labels).is_by_summary
    everything = {key: np.ones((1, 5)) for key in EVIDENCE.values}
    assert not join_labels(EVIDENCE, everything).is_by_summary
    of_one_system = {key: value for key, value in everything.items() if key.summarizer_id == "a"}
    assert not join_labels(EVIDENCE, of_one_system).is_by_summary


def test_nothing_to_join():
    with pytest.raises(ValueError, match="no unit has a label"):
        join_labels(EVIDENCE, {})
