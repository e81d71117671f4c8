import numpy as np
import pytest

from sacrerouge_litepyramid.core.precision_recall import Alignment
from sacrerouge_litepyramid.metrics.supert.scorer import group_by_document, mean_alignment


def test_fourteen_sentences_are_one_group_and_fifteen_one_a_document():
    documents = np.array([0] * 10 + [1] * 3 + [2] * 7)
    assert [group.tolist() for group in group_by_document(np.arange(14), documents)] == [list(range(14))]
    assert [group.tolist() for group in group_by_document(np.arange(15), documents)] == [
        list(range(10)),
        [10, 11, 12],
        [13, 14],
    ]


def test_the_rule_counts_what_is_selected_and_a_document_without_any_has_no_group():
    documents = np.array([0] * 20 + [1] * 20)
    assert [group.tolist() for group in group_by_document(np.arange(0, 40, 4), documents)] == [list(range(0, 40, 4))]
    assert [group.tolist() for group in group_by_document(np.arange(20, 36), documents)] == [list(range(20, 36))]


def test_no_sentence_is_no_group():
    assert group_by_document(np.arange(0), np.arange(0)) == []


def test_each_measure_is_averaged_by_itself():
    found = mean_alignment([Alignment(1.0, 0.5, 2 / 3), Alignment(0.0, 0.5, 0.0)])
    assert found == pytest.approx((0.5, 0.5, 1 / 3))


def test_rounding_leaves_nothing_above_one():
    assert mean_alignment([Alignment(1.0000001, 0.5, 0.6)]) == Alignment(1.0, 0.5, 0.6)


def test_the_mean_of_nothing_is_no_number():
    assert np.isnan(mean_alignment([])).all()
