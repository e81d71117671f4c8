"""Shared n-grams and subsequences by hand."""

import pytest

from sacrerouge_litepyramid.core.rouge import ngram_overlap, ngrams, subsequence_overlap


def overlap(reference, summary, size):
    return ngram_overlap(ngrams(reference.split(), size), ngrams(summary.split(), size))


def test_an_ngram_is_shared_as_often_as_the_poorer_text_has_it():
    found = overlap("a a b c", "a a a b", 1)
    assert found == pytest.approx((3 / 4, 3 / 4, 3 / 4))
    assert overlap("a a b c", "a a a b", 2) == pytest.approx((2 / 3, 2 / 3, 2 / 3))


def test_precision_is_of_the_summary_and_recall_of_the_reference():
    assert overlap("a b c d", "a x", 1) == pytest.approx((1 / 2, 1 / 4, 1 / 3))
    assert subsequence_overlap("a b c d".split(), "c a d x".split()) == pytest.approx((1 / 2, 1 / 2, 1 / 2))


def test_a_subsequence_keeps_the_order():
    assert subsequence_overlap(["a", "b", "c"], ["c", "b", "a"]).recall == pytest.approx(1 / 3)


@pytest.mark.parametrize("reference, summary", [("", "a"), ("a", ""), ("", ""), ("a", "b")])
def test_nothing_shared_is_zero(reference, summary):
    assert overlap(reference, summary, 1) == subsequence_overlap(reference.split(), summary.split()) == (0, 0, 0)


def test_a_text_shorter_than_an_ngram_has_none():
    assert not ngrams(["a"], 2)
