"""ROUGE of real texts equals rouge-score's values, and no word exhausts the stemmer."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sacrerouge_litepyramid
from sacrerouge_litepyramid.core.rouge import (
    compute_rouge,
    longest_common_subsequence,
    longest_common_subsequences,
    longest_common_substring,
    rouge1_f1,
    rouge_tokens,
    summary_subsequence_overlap,
)
from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.io.summaries import read_summaries

SAMPLE = Path(sacrerouge_litepyramid.__file__).parent / "sample"
THEIRS = {"rouge-1": "rouge1", "rouge-2": "rouge2", "rouge-l": "rougeL"}


@pytest.fixture(scope="module")
def make_scorer():
    rouge_scorer = pytest.importorskip("rouge_score.rouge_scorer")
    return lambda stem: rouge_scorer.RougeScorer(list(THEIRS.values()), use_stemmer=stem)


def check(scorer, reference, summary, stem):
    expected = scorer.score(reference, summary)
    for kind, found in compute_rouge(reference, summary, stem).items():
        assert found == pytest.approx(tuple(expected[THEIRS[kind]]), abs=1e-9)


@pytest.mark.parametrize("stem", [True, False])
@pytest.mark.parametrize("compared", ["references", "documents"])
def test_values_of_the_sample_are_those_of_rouge_score(make_scorer, compared, stem):
    for summary in read_summaries(SAMPLE / "summaries.jsonl"):
        check(
            make_scorer(stem), flatten(getattr(summary, compared)[0]), flatten(summary.text), stem
        )


@pytest.mark.numbers
def test_values_of_news_are_those_of_rouge_score(make_scorer, shared):
    folder = shared / "data" / "lite-pyramid" / "REALSumm"
    documents, references = (
        (folder / name).read_text("utf-8").splitlines()
        for name in ("documents.txt", "references.txt")
    )
    assert len(references) == 100
    for document, reference in zip(documents, references, strict=True):
        check(make_scorer(True), reference, document, stem=True)


def test_a_text_without_words_has_nothing():
    assert {tuple(each) for each in compute_rouge("", "a b").values()} == {(0.0, 0.0, 0.0)}


def test_a_long_run_of_y_does_not_exhaust_the_stack():
    assert rouge_tokens("y" * 5000) == ["y" * 5000]


texts = st.text(alphabet="abc", max_size=12)


@given(st.lists(texts, max_size=3), st.lists(texts, min_size=1, max_size=4))
def test_subsequences_are_those_of_the_textbook_recurrence(ones, others):
    expected = [[_subsequence(one, other) for other in others] for one in ones]
    assert longest_common_subsequences(ones, others).tolist() == expected
    for one, row in zip(ones, expected, strict=True):
        assert [longest_common_subsequence(one, other) for other in others] == row


@given(texts, texts)
def test_substring_is_that_of_trying_all(text, other):
    runs = [text[start:end] for end in range(len(text) + 1) for start in range(end)]
    assert longest_common_substring(text, other) == max(
        (len(run) for run in runs if run in other), default=0
    )


def _subsequence(a: str, b: str) -> int:
    row = [0] * (len(b) + 1)
    for x in a:
        above = row
        row = [0]
        for j, y in enumerate(b):
            row.append(above[j] + 1 if x == y else max(row[j], above[j + 1]))
    return row[-1]


def test_the_example_of_lins_paper():
    # Of "w1 w2 w3 w4 w5" the first sentence holds w1 w2, the second w1 w3 w5: four of five in
    # union.
    found = summary_subsequence_overlap(["12345"], ["12678", "13895"])
    assert found.recall == pytest.approx(4 / 5) and found.precision == pytest.approx(4 / 10)


def test_a_token_counts_no_more_often_than_the_summary_has_it():
    assert summary_subsequence_overlap(["ab", "ab"], ["ab"]) == pytest.approx((1, 1 / 2, 2 / 3))


@pytest.mark.parametrize(
    ("candidate", "reference", "f1"),
    [
        ("the cats ran", "The cat ran!", 1.0),
        ("the cat", "the dog", 0.5),
        ("the the cat", "the cat", 0.8),
        ("a", "b", 0.0),
        ("", "b", 0.0),
        ("!", "?", 0.0),
    ],
)
def test_rouge1_counts_stems(candidate, reference, f1):
    assert rouge1_f1(candidate, reference) == pytest.approx(f1)
