"""Designs: the numbers of drawn units, their probabilities, and which seldom come together."""

import numpy as np
import pytest

from helpers.labelled_frames import make_evidence, make_labelled
from sacrerouge_litepyramid.verdict.labels.sampling.designs import (
    DESIGNS,
    EXTRA_VARIANCE,
    draw_samples,
    make_design,
    share_budget,
)
from sacrerouge_litepyramid.verdict.labels.sampling.frame import build_frame

FRAME = make_labelled(weights=[1.0, 1.0, 2.0, 1.0, 3.0]).frame
SYSTEMS = len(FRAME.systems)
#: 20 labels of each system
BUDGET = 20 * SYSTEMS


@pytest.mark.parametrize("name", DESIGNS)
def test_every_design_spends_the_budget_and_gives_every_unit_a_chance(name):
    design = make_design(FRAME, name, BUDGET)
    assert ((design.probability > 0) & (design.probability <= 1)).all()
    assert np.bincount(FRAME.system, design.probability) == pytest.approx([20] * SYSTEMS)
    drawn = draw_samples(design, 3, seed=1)
    assert (drawn.sum(axis=1) == BUDGET).all()
    assert (drawn == draw_samples(design, 3, seed=1)).all() and (drawn[0] != drawn[1]).any()


def test_by_chance_all_units_are_equal():
    assert make_design(FRAME, "chance", BUDGET).probability.tolist() == [0.2] * 300


def test_active_follows_the_weight_and_the_judges_doubt():
    probability = make_design(FRAME, "active", BUDGET).probability
    spread = FRAME.weight * np.sqrt(FRAME.probability * (1 - FRAME.probability) + EXTRA_VARIANCE)
    ratio = probability / spread
    for system in range(SYSTEMS):
        assert ratio[FRAME.system == system] == pytest.approx(ratio[FRAME.system == system][0])


def test_active_units_are_spread_over_documents():
    drawn = draw_samples(make_design(FRAME, "active", BUDGET), 50, 0)[:, FRAME.system == 0]
    most = [np.bincount(FRAME.document[FRAME.system == 0], sample).max() for sample in drawn]
    assert max(most) <= 3


@pytest.mark.parametrize("name", DESIGNS)
def test_a_budget_beyond_everything_is_a_census(name):
    assert (make_design(FRAME, name, 10**6).probability == 1).all()


@pytest.mark.parametrize(
    ("name", "budget", "message"),
    [
        ("guess", BUDGET, "design: 'guess' is unknown; known: active, chance"),
        (
            "chance",
            4,
            "budget: 4 labels are fewer than 2 for each of the 3 systems, .*; plan at least 6",
        ),
        ("active", -5, "budget: -5 labels are fewer than 2"),
    ],
)
def test_wrong_designs_and_budgets(name, budget, message):
    with pytest.raises(ValueError, match=message):
        make_design(FRAME, name, budget)


@pytest.mark.parametrize(
    "budget, units, expected",
    [
        (5, [9, 9], [3, 2]),
        (5, [1, 9], [1, 4]),
        (10, [2, 20, 20], [2, 4, 4]),
        (8, [9, 1, 9, 1], [3, 1, 3, 1]),
        (99, [3, 3], [3, 3]),
    ],
)
def test_a_budget_is_shared_to_the_last_label(budget, units, expected):
    assert share_budget(budget, np.array(units)).tolist() == expected


@pytest.mark.parametrize("name", DESIGNS)
def test_systems_may_lack_documents(name):
    evidence = make_evidence()
    kept = {
        key: value
        for key, value in evidence.values.items()
        if key.summarizer_id != "a" or key.instance_id < "d10"
    }
    frame = build_frame(evidence._replace(values=kept))
    design = make_design(frame, name, 60)
    assert np.bincount(frame.system, design.probability) == pytest.approx([20] * 3)


@pytest.mark.parametrize("name", DESIGNS)
@pytest.mark.parametrize(
    "known",
    [
        np.random.default_rng(3).random(len(FRAME.weight)) < 0.2,
        (FRAME.system == 2) | (FRAME.document < 3),
    ],
    ids=["some units", "a system and documents"],
)
def test_what_is_known_is_certain_and_the_budget_is_drawn_from_the_rest(name, known):
    design = make_design(FRAME, name, BUDGET, known)
    assert (design.probability[known] == 1).all()
    open_by_system = np.bincount(FRAME.system[~known], minlength=SYSTEMS)
    spent = np.bincount(FRAME.system[~known], design.probability[~known], minlength=SYSTEMS)
    assert spent == pytest.approx(share_budget(BUDGET, open_by_system))
    assert sum(spent) == pytest.approx(BUDGET)
    drawn = draw_samples(design, 400, seed=1)
    assert drawn[:, known].all()
    assert np.abs(drawn.mean(axis=0) - design.probability).max() < 0.12


def test_nothing_is_left_to_plan():
    with pytest.raises(
        ValueError, match="every unit has a label already; there is nothing to plan"
    ):
        make_design(FRAME, "chance", BUDGET, np.ones(len(FRAME.weight), dtype=bool))
