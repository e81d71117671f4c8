"""ROUGE-L sentence by sentence, by hand."""

import pytest

from sacrerouge_litepyramid.core.rouge import subsequence_places, summary_subsequence_overlap


def test_the_example_of_lins_paper():
    # Of "w1 w2 w3 w4 w5" the first sentence holds w1 w2, the second w1 w3 w5: four of five in union.
    found = summary_subsequence_overlap(["12345"], ["12678", "13895"])
    assert found.recall == pytest.approx(4 / 5) and found.precision == pytest.approx(4 / 10)


def test_a_token_counts_no_more_often_than_the_summary_has_it():
    assert summary_subsequence_overlap(["ab", "ab"], ["ab"]) == pytest.approx((1, 1 / 2, 2 / 3))


def test_places_of_a_longest_subsequence():
    assert subsequence_places("abcab", "acb") == [4, 2, 0]
    assert subsequence_places("", "a") == subsequence_places("a", "") == subsequence_places("a", "b") == []


@pytest.mark.parametrize("reference, summary", [([], ["a"]), (["a"], []), ([""], [""]), (["a"], ["b"])])
def test_nothing_shared_is_zero(reference, summary):
    assert summary_subsequence_overlap(reference, summary) == (0, 0, 0)
