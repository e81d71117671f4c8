"""Lexical features of small texts, computed by hand."""

from math import log

import numpy as np
import pytest

from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.judges.lexical_features import (
    FEATURES,
    SENTENCES_PER_BLOCK,
    WORDING_FEATURES,
    build_stem_weights,
    group_features,
    sum_by_part,
)
from sacrerouge_litepyramid.judges.mismatch_features import FEATURES as MISMATCH
from sacrerouge_litepyramid.judges.related_words import FEATURES as RELATED

IDF = {"pari": 3.0, "cat": 2.0, "sleep": 1.0, "dog": 4.0}


def features(summary: str, *units: str) -> list[dict[str, float]]:
    (group,) = group_features([Group(summary, units)], lambda stem: IDF.get(stem, 1.0))
    return [dict(zip(FEATURES, row, strict=True)) for row in group.values]


def test_features_of_a_single_unit_by_hand():
    (row,) = features("A cat slept. It was in Paris.", "The cat sleeps in Paris")
    assert row["n_uc"] == 3
    assert row["r1_con"] == row["sib_w"] == pytest.approx(2 / 3)
    assert row["sib_widf"] == pytest.approx((2 + 3) / 6)
    assert row["sib_bs"] == pytest.approx(3 / 6), "Paris alone, in the second sentence"
    assert row["non_rec"] == pytest.approx(2 / 3), "cat of cat and sleep"
    assert row["bs_lcs"] == pytest.approx(2 / 5), "in Paris"
    assert row["lcsub"] == pytest.approx(2 / 5)


def test_a_stem_that_siblings_share_has_less_weight():
    cat_sleeps, cat_runs = features("the cat", "cat sleeps", "cat runs")
    shared, single = log(3 / 2) + 0.05, log(3) + 0.05
    assert cat_sleeps["sib_w"] == cat_runs["sib_w"] == pytest.approx(shared / (shared + single))
    assert cat_sleeps["sib_widf"] == pytest.approx(2 * shared / (2 * shared + single))
    assert cat_sleeps["r1_con"] == pytest.approx(1 / 2)


def test_subsequences_depend_on_order_and_runs_on_adjacency():
    (row,) = features("dogs then cats chased mice quickly", "cats chased quickly dogs")
    assert row["bs_lcs"] == pytest.approx(3 / 4)
    assert row["lcsub"] == pytest.approx(2 / 4)
    assert row["r1_con"] == 1.0


def test_a_unit_of_names_is_judged_by_all_content_stems():
    (row,) = features("Paris", "Paris Dog")
    assert row["non_rec"] == pytest.approx(3 / 7)


def test_a_name_that_also_occurs_as_a_plain_word_is_not_a_name():
    (row,) = features("cat", "Cat cat Paris")
    assert row["non_rec"] == 1.0
    assert row["n_uc"] == 2


def test_a_unit_of_stop_words_is_judged_by_all_words():
    (row,) = features("it was him", "It is him")
    assert row["n_uc"] == 3
    assert row["r1_con"] == pytest.approx(2 / 3)


def test_the_length_of_a_long_unit_is_that_of_eight_content_stems():
    stems = "cats dogs mice cows pigs hens owls bats rats fish".split()
    rows = features("cats", *(" ".join(stems[:length]) for length in (7, 8, 9, 10)))
    assert [row["n_uc"] for row in rows] == [7, 8, 8, 8]


def test_all_shares_of_the_same_text_are_one():
    (row,) = features("Seven cats sleep in Paris", "7 cats sleep in Paris")
    wording = {**dict.fromkeys(WORDING_FEATURES, 1.0), "n_uc": 4, "best_with_synonyms": 1.0}
    assert row == pytest.approx({**dict.fromkeys((*MISMATCH, *RELATED), 0.0), **wording})


@pytest.mark.parametrize(
    ("summary", "unit", "comparable"),
    [
        ("", "cat", False),
        (" . \n", "cat", False),
        ("cat", "😀 ...", False),
        ("", "!", False),
        ("cat", "dog", True),
    ],
)
def test_texts_without_words_are_not_comparable(summary, unit, comparable):
    (group,) = group_features([Group(summary, (unit,))], lambda stem: 1.0)
    assert group.comparable.tolist() == [comparable]
    wording = WORDING_FEATURES.index("n_uc")
    np.testing.assert_array_equal(group.values[0, :wording], 0.0)


def test_no_units_and_no_groups():
    (group,) = group_features([Group("cat", ())], lambda stem: 1.0)
    assert group.values.shape == (0, len(FEATURES))
    assert group.comparable.shape == (0,)
    assert group_features([], lambda stem: 1.0) == []


def test_groups_keep_their_order_if_documents_alternate():
    groups = [
        Group("cat", ("cat",)),
        Group("cat", ("dog", "cow")),
        Group("dog", ("cat",)),
        Group("dog", ("dog", "cow")),
    ]
    column = FEATURES.index("r1_con")
    recalls = [
        features.values[:, column].tolist() for features in group_features(groups, lambda stem: 1.0)
    ]
    assert recalls == [[1.0], [0.0, 0.0], [0.0], [1.0, 0.0]]


def test_a_group_has_the_same_features_alone_as_among_others():
    units = ("Port Ada is open.", "He did not buy 5 red ships.")
    summaries = [
        *("The port is closed. He bought 7 ships.", "Ada purchased it.", "...", ""),
        *("The port is closed. A poodle barked.", "Ada purchased it. The port is closed. No ship."),
    ]
    groups = [Group(summary, units) for summary in summaries] * (SENTENCES_PER_BLOCK // 4)
    together = group_features(groups, lambda stem: 1.0)
    for group, features in zip(groups[: len(summaries)], together, strict=False):
        (alone,) = group_features([group], lambda stem: 1.0)
        np.testing.assert_array_equal(features.values, alone.values)
        np.testing.assert_array_equal(features.comparable, alone.comparable)
    last = together[-len(summaries) :]
    assert all(np.array_equal(a.values, b.values) for a, b in zip(together, last, strict=False))


UNITS = [{0: (1.0, 2.0), 2: (3.0, 2.0)}, {}, {2: (1.0, 0.0), 1: (1.0, 0.0)}]


def test_sums_of_weights_equal_those_computed_by_hand():
    weights = build_stem_weights(UNITS, stems=4, kinds=2)
    parts = np.array([[0, 0, 1], [1, 0, 0], [1, 0, 0], [0, 0, 1]], dtype=bool)
    ones, others = sum_by_part(weights, parts, [0, 1])
    np.testing.assert_allclose(ones, [[0.75, 0, 0.25], [0, 0, 0], [1, 0, 0]])
    np.testing.assert_allclose(others, [[0.5, 0, 0.5], [0, 0, 0], [0, 0, 0]])
    assert sum_by_part(weights, parts[:, :0], [0]).shape == (1, 3, 0)
    no_units = build_stem_weights([], stems=0, kinds=2)
    assert sum_by_part(no_units, np.zeros((0, 2), dtype=bool), [0, 1]).shape == (2, 0, 2)


def test_sentences_with_the_same_stems_of_a_unit_have_the_same_sum():
    draw = np.random.default_rng(5)
    weights = build_stem_weights(
        [{code: (value,) for code, value in enumerate(draw.random(20))}], stems=40, kinds=1
    )
    parts = np.concatenate([np.ones((20, 50), dtype=bool), draw.random((20, 50)) < 0.5])
    (sums,) = sum_by_part(weights, parts, [0])
    assert len(set(sums[0])) == 1
