"""Designs: how many are drawn of what, with which probabilities, and what is drawn together."""

import numpy as np
import pytest

from helpers.labelled_frames import make_evidence, make_labelled
from sacrerouge_litepyramid.annotation.sampling.designs import (
    DESIGNS,
    EXTRA_VARIANCE,
    Budget,
    draw_sample,
    draw_samples,
    extend_design,
    make_design,
)
from sacrerouge_litepyramid.annotation.sampling.frame import build_frame

FRAME = make_labelled(weights=[1.0, 1.0, 2.0, 1.0, 3.0]).frame
SYSTEMS = len(FRAME.systems)


def check(design):
    """Every row may be drawn, and an element has one probability and one stratum."""
    assert ((design.probability > 0) & (design.probability <= 1)).all()
    facts = set(zip(design.element.tolist(), design.probability.tolist(), design.stratum.tolist(), strict=True))
    assert len(facts) == len(set(design.element.tolist()))


@pytest.mark.parametrize("name", DESIGNS)
def test_every_design_spends_the_budget_and_gives_every_unit_a_chance(name):
    design = make_design(FRAME, name, Budget(20))
    check(design)
    assert np.bincount(FRAME.system, design.probability) == pytest.approx([20] * SYSTEMS)
    drawn = draw_samples(design, 3, seed=1)
    assert (drawn.sum(axis=1) == 20 * SYSTEMS).all()
    assert (drawn == draw_samples(design, 3, seed=1)).all() and (drawn[0] != drawn[1]).any()


def test_a_total_is_shared_equally():
    for name in DESIGNS:
        shared = make_design(FRAME, name, Budget(total=60)).probability
        assert shared == pytest.approx(make_design(FRAME, name, Budget(20)).probability)


def test_by_chance_all_units_are_equal():
    assert make_design(FRAME, "chance", Budget(20)).probability.tolist() == [0.2] * 300


def test_active_follows_the_weight_and_the_judges_doubt():
    probability = make_design(FRAME, "active", Budget(20)).probability
    spread = FRAME.weight * np.sqrt(FRAME.probability * (1 - FRAME.probability) + EXTRA_VARIANCE)
    ratio = probability / spread
    for system in range(SYSTEMS):
        assert ratio[FRAME.system == system] == pytest.approx(ratio[FRAME.system == system][0])


def test_stratified_draws_equally_within_strata_of_the_judges_probability_and_two_of_each():
    design = make_design(FRAME, "stratified", Budget(20))
    for stratum in np.unique(design.stratum):
        rows = design.stratum == stratum
        assert np.ptp(design.probability[rows]) == 0 and len(set(FRAME.system[rows])) == 1
        assert round(design.probability[rows].sum(), 9) in range(2, 20)
    first = FRAME.system == 0
    tops = [FRAME.probability[first & (design.stratum == each)].max() for each in np.unique(design.stratum[first])]
    assert tops == sorted(tops) and len(tops) == 5


def test_documents_are_labelled_whole():
    drawn = draw_sample(make_design(FRAME, "documents", Budget(20)), 0)
    counts = np.bincount(FRAME.document, drawn)
    assert sorted(counts.tolist()) == [0] * 16 + [5 * SYSTEMS] * 4


def test_summaries_are_labelled_whole_the_doubtful_ones_more_often():
    design = make_design(FRAME, "summaries", Budget(20))
    own = FRAME.system == 1
    counts = np.bincount(FRAME.document[own], draw_sample(design, 0)[own])
    assert sorted(counts.tolist()) == [0] * 16 + [5] * 4
    doubt = np.bincount(
        FRAME.document[own],
        FRAME.weight[own] ** 2 * (FRAME.probability * (1 - FRAME.probability) + EXTRA_VARIANCE)[own],
    )
    chance = design.probability[own].reshape(20, 5)[:, 0]
    assert chance**2 / doubt == pytest.approx(chance[0] ** 2 / doubt[0])


def test_paired_units_are_labelled_in_all_summaries():
    drawn = draw_sample(make_design(FRAME, "paired", Budget(20)), 0).reshape(SYSTEMS, -1)
    assert (drawn == drawn[0]).all() and drawn[0].sum() == 20


def test_active_units_are_spread_over_documents():
    drawn = draw_samples(make_design(FRAME, "active", Budget(20)), 50, 0)[:, FRAME.system == 0]
    most = [np.bincount(FRAME.document[FRAME.system == 0], each).max() for each in drawn]
    assert max(most) <= 3


def test_a_budget_beyond_everything_is_a_census():
    for name in DESIGNS:
        assert (make_design(FRAME, name, Budget(10**6)).probability == 1).all()


@pytest.mark.parametrize(
    ("name", "budget", "message"),
    [
        ("guess", Budget(20), "design: 'guess' is unknown; known: chance, stratified"),
        ("chance", Budget(1), "it pays for 1 draws of a system; 2 are needed"),
        ("documents", Budget(7), "it pays for 1 draws"),
        ("summaries", Budget(7), "it pays for 1 draws"),
        ("chance", Budget(), "pass one of per_system and total"),
        ("chance", Budget(5, 5), "pass one of per_system and total"),
        ("chance", Budget(-5), "above 0, not -5"),
    ],
)
def test_wrong_designs_and_budgets(name, budget, message):
    with pytest.raises(ValueError, match=message):
        make_design(FRAME, name, budget)


def test_systems_may_lack_documents():
    evidence = make_evidence()
    kept = {key: value for key, value in evidence.values.items() if key.summarizer_id != "a" or key.instance_id < "d10"}
    frame = build_frame(evidence._replace(values=kept))
    for name in DESIGNS:
        design = make_design(frame, name, Budget(total=60))
        check(design)
        assert design.probability.sum() == pytest.approx(60, abs=8)


@pytest.mark.parametrize("name", DESIGNS)
@pytest.mark.parametrize(
    "known",
    [np.random.default_rng(3).random(len(FRAME.weight)) < 0.2, (FRAME.system == 2) | (FRAME.document < 3)],
    ids=["some units", "a system and documents"],
)
def test_what_is_known_is_certain_and_the_rest_is_designed_apart(name, known):
    design = extend_design(FRAME, name, Budget(20), known)
    check(design)
    rest = FRAME.select_rows(~known)
    assert (design.probability[known] == 1).all()
    assert design.probability[~known].tolist() == make_design(rest, name, Budget(20)).probability.tolist()
    assert list(rest.list_rows()) == [row for row, judged in zip(FRAME.list_rows(), known, strict=True) if not judged]
    drawn = draw_samples(design, 400, seed=1)
    assert drawn[:, known].all()
    assert np.abs(drawn.mean(axis=0) - design.probability).max() < 0.12


def test_nothing_is_left_to_plan():
    with pytest.raises(ValueError, match="every unit has a label already; there is nothing to plan"):
        extend_design(FRAME, "chance", Budget(20), np.ones(len(FRAME.weight), dtype=bool))
