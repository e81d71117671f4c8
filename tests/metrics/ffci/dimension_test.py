"""FFCI's arithmetic by hand."""

import math

import numpy as np
import pytest

from sacrerouge_litepyramid.metrics.ffci_metrics import best_value, faithfulness

#: two sentences of a summary, three of its source
TABLE = np.array([[0.2, 0.9, 0.5], [0.0, 0.1, 0.3]])


@pytest.mark.parametrize(
    "sentences, expected",
    [(1, (0.9 + 0.3) / 2), (2, (0.7 + 0.2) / 2), (3, (1.6 / 3 + 0.4 / 3) / 2), (9, (1.6 / 3 + 0.4 / 3) / 2)],
)
def test_faithfulness_is_the_mean_of_the_means_of_the_largest(sentences, expected):
    assert faithfulness(TABLE, sentences) == pytest.approx(expected)


def test_faithfulness_does_not_depend_on_the_order_of_the_source_and_leaves_its_input():
    table = TABLE.copy()
    assert faithfulness(table[:, ::-1], 2) == pytest.approx(faithfulness(table, 2))
    assert (table == TABLE).all()


@pytest.mark.parametrize("shape", [(0, 3), (2, 0), (0, 0)])
def test_without_a_sentence_there_is_no_value(shape):
    assert math.isnan(faithfulness(np.zeros(shape), 2))


def test_at_least_one_sentence_must_count():
    with pytest.raises(ValueError, match="sentences must be at least 1, not 0"):
        faithfulness(TABLE, 0)


def test_the_best_reference_counts():
    assert best_value([0.1, 0.4, 0.2]) == 0.4
    assert best_value([math.nan, 0.2]) == 0.2
    assert math.isnan(best_value([math.nan])) and math.isnan(best_value([]))
