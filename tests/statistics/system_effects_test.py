"""Means of systems that lack documents: by hand, and equal to plain means where they do not."""

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.paired import estimate_means
from sacrerouge_litepyramid.statistics.system_effects import (
    count_missing,
    estimate_comparable_means,
    find_linked,
)

NONE = np.nan


def test_a_system_that_has_the_easy_documents_alone_by_hand():
    # the second is better by 0.1 on both easy documents; its documents' mean is 0.5, so the first's
    # would be 0.4
    scores = np.array([[0.7, 0.7, NONE, NONE], [0.8, 0.8, 0.2, 0.2]])
    found = estimate_comparable_means(scores)
    assert found.value == pytest.approx([0.4, 0.5]) and count_missing(scores).tolist() == [2, 0]
    assert found.low[1] == pytest.approx(estimate_means(scores).low[1])


def test_shared_documents_give_plain_means_and_intervals():
    scores = np.random.default_rng(0).random((4, 9))
    scores[:, 3] = NONE
    for one, other in zip(
        estimate_comparable_means(scores)[:3], estimate_means(scores)[:3], strict=True
    ):
        assert (one == other).all()


def test_systems_are_linked_through_others():
    scores = np.array(
        [[1.0, NONE, NONE], [2.0, 3.0, NONE], [NONE, 1.0, NONE], [NONE, NONE, 5.0], [NONE] * 3]
    )
    assert find_linked(scores).tolist() == [0, 0, 0, 3, -1]
    # 1 and 3 - 1 in the first, 2 more in the second; the fourth stands alone
    found = estimate_comparable_means(scores).value
    assert found == pytest.approx([1.5, 2.5, 0.5, 5.0, NONE], nan_ok=True)


def test_a_system_with_one_document_has_no_interval():
    found = estimate_comparable_means(
        np.array([[0.5, NONE, NONE], [0.1, 0.2, 0.3], [0.4, 0.2, 0.1]])
    )
    assert np.isnan(found.low).tolist() == [True, False, False]
