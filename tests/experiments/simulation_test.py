"""Simulations: the rows, what they measure, and wrong settings."""

import numpy as np
import pytest

from helpers.labelled_frames import make_labelled
from sacrerouge_litepyramid.experiments.labelled_population import resample_documents
from sacrerouge_litepyramid.experiments.simulation import Simulation, SimulationSettings, simulate

DATA = make_labelled(documents=30)


def rows_of(**settings):
    found = list(simulate(DATA, "made-up", SimulationSettings(**{"budgets": [30], "draws": 30, **settings})))
    return {(row.design, row.estimator, row.budget): row for row in found}


def test_rows_of_designs_estimators_and_budgets():
    rows = rows_of(designs=["chance", "documents"], budgets=[30, 60], draws=30)
    assert len(rows) == 1 + 2 * 2 * 2
    judge = rows[None, "judge", 0]
    assert judge.rmse == judge.bias > 0.05 and judge.coverage is None
    for design in ("chance", "documents"):
        for budget in (30, 60):
            people, combined = (rows[design, name, budget] for name in ("human", "combined"))
            assert combined.rmse < people.rmse < 0.2 and combined.width < people.width
            assert people.bias < people.rmse / 2 and 0.85 < combined.coverage <= 1
    assert rows["chance", "human", 60].rmse < rows["chance", "human", 30].rmse


def test_whole_documents_by_annotators_save_nothing():
    row = rows_of(designs=["documents"], draws=150)["documents", "human", 30]
    assert row.labels_saved == pytest.approx(1, abs=0.2)


def test_summaries_that_are_read_are_counted():
    rows = rows_of(designs=["documents", "active"], draws=5)
    # 30 judgements of each system: 6 documents of five units, or one unit of each of 30 documents
    assert rows["documents", "human", 30].summaries == 6
    assert 25 < rows["active", "combined", 30].summaries <= 30


def test_the_same_seed_gives_the_same_rows():
    assert rows_of(designs=["active"], seed=3) == rows_of(designs=["active"], seed=3)
    assert rows_of(designs=["active"], seed=3) != rows_of(designs=["active"], seed=4)


def test_documents_like_these_err_more_and_save_no_number():
    these, like = (rows_of(designs=["chance"], target=each, budgets=[100]) for each in ("these", "like-these"))
    key = ("chance", "combined", 100)
    assert like[key].rmse > these[key].rmse and like[key].labels_saved is None
    assert 0.85 < like[key].coverage <= 1


def test_resampled_documents_keep_their_labels_and_the_weights_their_sum():
    again = resample_documents(DATA, 5)
    assert np.bincount(again.frame.system, again.frame.weight) == pytest.approx([1, 1, 1])
    assert len(set(again.frame.documents)) == 30
    places = {row: place for place, row in enumerate(DATA.frame.list_rows())}
    for place, row in enumerate(again.frame.list_rows()):
        own = places[row._replace(instance_id=row.instance_id.split()[1])]
        assert again.labels[place] == DATA.labels[own]
        assert again.frame.probability[place] == DATA.frame.probability[own]


def test_the_table_shows_shares_and_leaves_blank_what_is_not_there():
    table = str(Simulation("data", SimulationSettings([5]), list(rows_of(designs=["chance"]).values())))
    assert "| made-up |" in table and "%" in table and "nan" not in table and "None" not in table


def test_a_budget_too_small_for_a_design():
    with pytest.raises(ValueError, match="it pays for 1 draws"):
        rows_of(budgets=[1])
