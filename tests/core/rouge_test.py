"""ROUGE of real texts equals rouge-score's values, and no word exhausts the stemmer."""

from pathlib import Path

import pytest

import sacrerouge_litepyramid
from sacrerouge_litepyramid.core.rouge import compute_rouge, rouge_tokens
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
        check(make_scorer(stem), flatten(getattr(summary, compared)[0]), flatten(summary.text), stem)


def test_values_of_news_are_those_of_rouge_score(make_scorer, shared):
    folder = shared / "data" / "lite-pyramid" / "REALSumm"
    documents, references = (
        (folder / name).read_text("utf-8").splitlines() for name in ("documents.txt", "references.txt")
    )
    assert len(references) == 100
    for document, reference in zip(documents, references, strict=True):
        check(make_scorer(True), reference, document, stem=True)


def test_a_text_without_words_has_nothing():
    assert {tuple(each) for each in compute_rouge("", "a b").values()} == {(0.0, 0.0, 0.0)}


def test_a_long_run_of_y_does_not_exhaust_the_stack():
    assert rouge_tokens("y" * 5000) == ["y" * 5000]
