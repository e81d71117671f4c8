"""Answers of a miniature RoBERTa against plain transformers, and windows over long texts."""

from functools import reduce
from itertools import pairwise, product

import numpy as np
import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers import miniature
from sacrerouge_litepyramid.models import question_answering
from sacrerouge_litepyramid.models.question_answering import (
    MAX_ANSWER_TOKENS,
    ContextWindow,
    ExtractiveAnswerer,
    Question,
    Span,
    best_span,
    keep_better,
)

QUESTIONS = [
    Question(question, " ".join(miniature.TEXTS[:count]))
    for count in (1, 2)
    for question in ("Who opened it ?", "What did it cost and whom did it replace ?", "When ?")
]
LONG = Question("Who denied it ?", " ".join(miniature.TEXTS * 3))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return miniature.save_answerer(tmp_path_factory.mktemp("answerer"))


@pytest.fixture(scope="module")
def answerer(folder):
    return ExtractiveAnswerer(folder, "cpu", "fp32")


def answer_by_transformers(folder, question):
    """Return the likeliest span of all, for one question, without padding or windows."""
    import torch
    from transformers import AutoModelForQuestionAnswering, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    encoded = tokenizer(
        question.text, question.context, return_offsets_mapping=True, return_tensors="pt"
    )
    offsets = encoded.pop("offset_mapping")[0].tolist()
    with torch.inference_mode():
        output = AutoModelForQuestionAnswering.from_pretrained(folder)(**encoded)
    starts = output.start_logits[0].tolist()
    ends = output.end_logits[0].tolist()
    inside = [place for place, sequence in enumerate(encoded.sequence_ids(0)) if sequence == 1]
    # The answer "" is the span of the first token.
    best, answer = starts[0] + ends[0], ""
    for first, last in product(inside, inside):
        score = starts[first] + ends[last]
        if first <= last < first + MAX_ANSWER_TOKENS and score > best:
            begin, _ = offsets[first]
            _, end = offsets[last]
            best, answer = score, question.context[begin:end].strip()
    return answer


def test_answers_equal_those_of_plain_transformers(folder, answerer):
    answers = answerer.answers(QUESTIONS, 1000)
    assert answers == [answer_by_transformers(folder, question) for question in QUESTIONS]
    assert any(answers)


def test_windows_cover_a_long_text(answerer):
    windows = answerer.windows([LONG])
    assert len(windows) > 1
    covered = set()
    for window in windows:
        assert len(window.inside) <= 128
        for start, end in window.offsets[window.inside]:
            covered |= {*range(start, end)}
    assert {place for place, character in enumerate(LONG.context) if character != " "} <= covered


def test_windows_overlap(answerer):
    tokens_by_window = []
    for window in answerer.windows([LONG]):
        tokens_by_window.append({tuple(offsets) for offsets in window.offsets[window.inside]})
    for tokens, following in pairwise(tokens_by_window):
        assert len(tokens & following) == answerer.max_length // 4


@pytest.mark.parametrize("side", [1, -1])
def test_the_best_answer_of_all_windows_is_compared_with_the_least_likely_none(side):
    spans = [Span(5.0, 2.0, 1, 4), Span(7.0, 6.5, 8, 9), Span(6.0, 1.0, 2, 3)][::side]
    assert reduce(keep_better, spans) == Span(7.0, 1.0, 8, 9)


def test_a_question_longer_than_the_window_is_cut(answerer):
    (window,) = answerer.windows([Question("why " * 300 + "?", "It rained .")])
    assert len(window.inside) <= 128 and window.inside.sum() > 0


def test_an_empty_question_or_text_has_no_answer(answerer):
    assert answerer.answers([Question(" ", "It rained ."), Question("Who ?", "")], 500) == ["", ""]


def test_the_likeliest_span_equals_the_one_computed_by_hand():
    offsets = np.array([[0, 0], [0, 3], [4, 7], [8, 9]])
    window = ContextWindow(0, {}, offsets, np.array([False, True, True, True]), 0)
    starts, ends = np.array([9.0, 1.0, 3.0, 0.0]), np.array([-8.0, 5.0, 1.0, 2.0])
    # From token 2 to token 1 would be 8, but it ends before it starts.
    assert best_span(window, starts, ends) == Span(6.0, 1.0, 0, 3)
    assert best_span(window, starts, np.array([0, 0, 1, 4.0])) == Span(7.0, 9.0, 4, 9)


def test_an_answer_has_at_most_the_allowed_number_of_tokens(monkeypatch):
    monkeypatch.setattr(question_answering, "MAX_ANSWER_TOKENS", 2)
    window = ContextWindow(0, {}, np.array([[0, 1], [2, 3], [4, 5]]), np.ones(3, dtype=bool), 0)
    assert best_span(window, np.array([5.0, 1.0, 0.0]), np.array([0.0, 1.0, 9.0])) == Span(
        10.0, 5.0, 2, 5
    )


def test_a_classifier_is_refused(tmp_path):
    with pytest.raises(ValueError, match="lacks weights .*: it cannot answer questions"):
        ExtractiveAnswerer(miniature.save_roberta(tmp_path / "roberta"), "cpu", "fp32")
