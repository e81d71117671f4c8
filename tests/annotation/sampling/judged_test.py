"""Judged samples: a plan's, labels without a plan, and what does not belong together."""

import numpy as np
import pytest

from helpers.labelled_frames import make_evidence
from sacrerouge_litepyramid.annotation.sampling.designs import Budget, make_design
from sacrerouge_litepyramid.annotation.sampling.frame import build_frame
from sacrerouge_litepyramid.annotation.sampling.labelled_sample import join_labels, join_labels_of_plan, join_planned
from sacrerouge_litepyramid.annotation.sampling.plan import make_plan
from sacrerouge_litepyramid.io.label_plans import PlanHead
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.planned_labels import join_votes

EVIDENCE = make_evidence()
FRAME = build_frame(EVIDENCE)


def plan_of(design="active", frame=FRAME):
    head = PlanHead(design, 60, 0, frame.systems, "lite2pyramid", "p2c", frame.digest())
    texts = dict.fromkeys(EVIDENCE.values, "a summary")
    return make_plan(frame, make_design(frame, design, Budget(total=60)), head, texts)


def votes_of(plan, skip=0):
    units = [(each.key, unit.unit) for each in plan.summaries for unit in each.units]
    return {unit: {"ann": place % 2} for place, unit in enumerate(units) if place >= skip}


def test_the_judgements_of_a_plan():
    plan = plan_of()
    found = join_planned(EVIDENCE, join_votes(plan, votes_of(plan)))
    expected = [unit.probability for each in plan.summaries for unit in each.units]
    assert sorted(found.sample.design.probability[found.sample.judged]) == pytest.approx(sorted(expected))
    assert found.planned.tolist() == [20, 20, 20] and not found.missing.any()
    assert np.nansum(found.sample.labels.value) == 30


def test_missing_judgements_are_told_and_the_others_stand_for_them():
    plan = plan_of("chance")
    judgements = join_votes(plan, votes_of(plan, skip=5))
    found = join_planned(EVIDENCE, judgements)
    assert found.missing.sum() == 5
    answered = 20 - found.missing
    assert found.sample.design.probability == pytest.approx((answered / 100)[FRAME.system])


def test_another_judges_evidence():
    plan = plan_of()
    with pytest.raises(ValueError, match="is not that of the plan: its digest is .*give the evidence"):
        join_planned(make_evidence(seed=9), join_votes(plan, votes_of(plan)))


def test_a_probability_that_the_design_does_not_give():
    plan = plan_of()
    first = plan.summaries[0]
    changed = first._replace(units=(first.units[0]._replace(probability=0.99), *first.units[1:]))
    plan = plan._replace(summaries=(changed, *plan.summaries[1:]))
    with pytest.raises(ValueError, match=r"unit \d: the inclusion probability 0.99 is not that of the design"):
        join_planned(EVIDENCE, join_votes(plan, {}))


def test_labels_of_a_plan():
    plan = plan_of()
    labels = {key: np.full((1, 5), np.nan) for key in EVIDENCE.values}
    for each in plan.summaries:
        labels[each.key][0, [unit.unit for unit in each.units]] = 1
    found = join_labels_of_plan(EVIDENCE, plan, labels)
    assert len(found.sample.judged) == 60 and not found.missing.any()
    free = next(key for key, votes in labels.items() if np.isnan(votes).any())
    place = int(np.flatnonzero(np.isnan(labels[free][0]))[0])
    labels[free][0, place] = 0
    with pytest.raises(ValueError, match=f"instance '{free.instance_id}'.*unit {place + 1} was not planned"):
        join_labels_of_plan(EVIDENCE, plan, labels)


def test_labels_without_a_plan_are_units_by_chance():
    labels = {SummaryKey(f"d{place:02}", "a"): np.array([[1, 0, np.nan, 1, 0]]) for place in range(10)}
    found = join_labels(EVIDENCE, labels)
    assert found.sample.design.name == "chance" and found.planned.tolist() == [40, 0, 0]
    assert found.sample.design.probability[FRAME.system == 0].tolist() == [0.4] * 100


def test_labels_of_whole_documents():
    labels = {key: np.ones((1, 5)) for key in EVIDENCE.values if key.instance_id < "d04"}
    found = join_labels(EVIDENCE, labels, "documents")
    assert found.sample.design.probability.tolist() == [0.2] * 300 and not found.missing.any()
    del labels[SummaryKey("d00", "b")]
    found = join_labels(EVIDENCE, labels, "documents")
    assert found.missing.tolist() == [0, 5, 0]
    assert set(found.sample.design.probability[FRAME.system == 1]) == {0.2 * 0.75}


@pytest.mark.parametrize(
    ("labels", "drawn", "message"),
    [({}, "units", "hold no 0 and no 1"), ({}, "words", "drawn must be one of units, documents, not 'words'")],
)
def test_nothing_to_join(labels, drawn, message):
    with pytest.raises(ValueError, match=message):
        join_labels(EVIDENCE, labels, drawn)
