"""Plans: what is drawn, and on what it depends."""

import numpy as np
import pytest

from helpers.made_up_evidence import list_evidence, make_frame
from helpers.support import write_lines
from sacrerouge_litepyramid.annotation.sampling.designs import Budget, make_design
from sacrerouge_litepyramid.annotation.sampling.frame import build_frame
from sacrerouge_litepyramid.annotation.sampling.plan import make_plan
from sacrerouge_litepyramid.io.evidence import read_evidence, read_summary_texts
from sacrerouge_litepyramid.io.label_plans import PlanHead


def plan_of(path, name="active", budget=24, seed=0):
    frame = build_frame(read_evidence([path], "p2c")[0])
    head = PlanHead(name, budget, seed, frame.systems, "lite2pyramid", "p2c", frame.digest())
    return make_plan(frame, make_design(frame, name, Budget(total=budget)), head, read_summary_texts(path))


@pytest.fixture
def evidence(tmp_path):
    make_frame(tmp_path)
    return tmp_path / "evidence.jsonl"


def test_what_is_drawn_has_text_and_probability_of_the_population(evidence):
    plan = plan_of(evidence)
    frame = make_frame(evidence.parent)
    design = make_design(frame, "active", Budget(total=24))
    places = {row: place for place, row in enumerate(frame.list_rows())}
    assert plan.count_by_system() == {"good": 12, "poor": 12} and plan.count_judgements() == 24
    for summary in plan.summaries:
        assert (
            summary.summary == f"summary of {summary.instance_id} by {'good poor'.split().index(summary.summarizer_id)}"
        )
        for unit in summary.units:
            place = places[summary.instance_id, summary.summarizer_id, unit.unit]
            assert unit == (unit.unit, f"fact {unit.unit} of {summary.instance_id}", design.probability[place], None)


def test_a_pair_is_judged_in_both_summaries(evidence):
    plan = plan_of(evidence, "paired")
    chosen = {each.key: [unit.unit for unit in each.units] for each in plan.summaries}
    for key, units in chosen.items():
        other = key._replace(summarizer_id={"good": "poor", "poor": "good"}[key.summarizer_id])
        assert chosen[other] == units


def test_the_draw_depends_on_seed_and_evidence_alone(evidence):
    plan = plan_of(evidence)
    lines = list_evidence()
    write_lines(evidence, lines[::-1])
    assert plan_of(evidence) == plan
    others = [plan_of(evidence, seed=seed).summaries for seed in range(1, 4)]
    lines[0]["units"][0]["p2c"] += 1e-5
    write_lines(evidence, lines)
    others.append(plan_of(evidence).summaries)
    drawn = [{(each.key, unit.unit) for each in found for unit in each.units} for found in (plan.summaries, *others)]
    assert all(drawn[0] != other for other in drawn[1:])


def test_over_seeds_units_are_drawn_by_their_probabilities(evidence):
    frame, texts = make_frame(evidence.parent), read_summary_texts(evidence)
    places = {row: place for place, row in enumerate(frame.list_rows())}
    design = make_design(frame, "active", Budget(total=24))
    counts = np.zeros(len(places))
    for seed in range(300):
        head = PlanHead("active", 24, seed, frame.systems, "lite2pyramid", "p2c", "0123")
        for summary in make_plan(frame, design, head, texts).summaries:
            counts[[places[(*summary.key, unit.unit)] for unit in summary.units]] += 1
    assert np.abs(counts / 300 - design.probability).max() < 4 * np.sqrt(0.25 / 300)
