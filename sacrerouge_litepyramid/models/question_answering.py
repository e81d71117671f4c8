"""Answer questions with an extractive transformers model, whose answers are spans of the texts."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.models.batching import InputRow, apply_by_tokens, chunked, collate
from sacrerouge_litepyramid.models.placement import clip_max_length, load_pretrained, reject_missing

#: the tokens of a question with a window of its text; the question has at most half, and windows
#: overlap by a quarter
_MAX_LENGTH = 384
MAX_ANSWER_TOKENS = 30
#: the number of questions whose windows are in memory together
_QUESTIONS_PER_BLOCK = 512


class Question(NamedTuple):
    """A question about the text ``context``."""

    text: str
    context: str


class ContextWindow(NamedTuple):
    """A part of a question's context as the model reads it."""

    #: the index of the question
    question: int
    #: the model's inputs
    row: InputRow
    #: the characters of the context that each token covers, (tokens, 2)
    offsets: np.ndarray
    #: whether each token belongs to the context
    inside: np.ndarray
    #: the index of the token that stands for "no answer"
    mark: int


class Span(NamedTuple):
    """The likeliest answer within a window."""

    score: float
    #: the score of "no answer"
    none: float
    #: the answer's characters in the context
    start: int
    end: int


#: the answer in a text without windows
_NO_SPAN = Span(0.0, 0.0, 0, 0)


class ExtractiveAnswerer:
    """The tokeniser and the weights of one model, on one device."""

    def __init__(self, folder: Path, device: str, precision: str) -> None:
        from transformers import AutoModelForQuestionAnswering, AutoTokenizer

        self.device = device
        self.tokenizer = AutoTokenizer.from_pretrained(folder, trust_remote_code=False)
        if not self.tokenizer.is_fast:
            raise ValueError("its tokeniser cannot locate tokens in the text")
        model, missing = load_pretrained(AutoModelForQuestionAnswering, folder, precision)
        reject_missing(missing, ": it cannot answer questions")
        self.model = model.to(device).eval()
        self.max_length = int(clip_max_length(_MAX_LENGTH, self.tokenizer, self.model))

    def answers(self, questions: Sequence[Question], tokens_per_batch: int) -> list[str]:
        """Return the likeliest span of each question's context, in order.

        It is "" if "no answer" is at least as likely. A long context is read in overlapping
        windows: the best answer of all windows is compared with the least likely "no answer", as in
        SQuAD 2's evaluation.
        """
        answers: list[str] = []
        for block in chunked(questions, _QUESTIONS_PER_BLOCK):
            windows = self.windows(block)
            spans = self._find_spans(windows, tokens_per_batch)
            best: dict[int, Span] = {}
            for window, span in zip(windows, spans, strict=True):
                best[window.question] = keep_better(best.get(window.question, span), span)
            for index, question in enumerate(block):
                span = best.get(index, _NO_SPAN)
                has_answer = span.score > span.none
                text = question.context[span.start : span.end]
                answers.append(text.strip() if has_answer else "")
        return answers

    def windows(self, questions: Sequence[Question]) -> list[ContextWindow]:
        """Return the windows of each question's context; an empty question or context has none."""
        answerable = []
        for index, question in enumerate(questions):
            if question.text.strip() and question.context.strip():
                answerable.append(index)
        if not answerable:
            return []
        encoded = self.tokenizer(
            [self._shorten(questions[index].text) for index in answerable],
            [questions[index].context for index in answerable],
            truncation="only_second",
            max_length=self.max_length,
            stride=self.max_length // 4,
            return_overflowing_tokens=True,
            return_offsets_mapping=True,
        )
        fields = [name for name in self.tokenizer.model_input_names if name in encoded]
        windows = []
        for place, question_place in enumerate(encoded["overflow_to_sample_mapping"]):
            row = {field: np.array(encoded[field][place]) for field in fields}
            sequences = encoded.sequence_ids(place)
            is_mark = row["input_ids"] == self.tokenizer.cls_token_id
            window = ContextWindow(
                question=answerable[question_place],
                row=row,
                offsets=np.array(encoded["offset_mapping"][place]),
                inside=np.array([sequence == 1 for sequence in sequences]),
                # Without a token for the whole text, the first stands for "no answer".
                mark=int(np.argmax(is_mark)),
            )
            windows.append(window)
        return windows

    def _shorten(self, question: str) -> str:
        """Cut a question that takes more than half of the window."""
        encoded = self.tokenizer(
            question, add_special_tokens=False, return_offsets_mapping=True, verbose=False
        )
        offsets = encoded["offset_mapping"]
        max_tokens = self.max_length // 2 - 4
        if len(offsets) <= max_tokens:
            return question
        _, end = offsets[max_tokens - 1]
        return question[:end]

    def _find_spans(self, windows: Sequence[ContextWindow], tokens_per_batch: int) -> list[Span]:
        """Return the likeliest answer within each window."""

        def find_in_batch(batch: list[int]) -> list[Span]:
            members = [windows[index] for index in batch]
            rows = [window.row for window in members]
            inputs = collate(rows, self.tokenizer, self.device, side="right")
            output = self.model(**inputs)
            starts = output.start_logits.float().cpu().numpy()
            ends = output.end_logits.float().cpu().numpy()
            spans = []
            for window, row_starts, row_ends in zip(members, starts, ends, strict=True):
                size = len(window.inside)
                spans.append(best_span(window, row_starts[:size], row_ends[:size]))
            return spans

        lengths = [len(window.inside) for window in windows]
        return apply_by_tokens(find_in_batch, lengths, tokens_per_batch, "answers")


def best_span(window: ContextWindow, starts: np.ndarray, ends: np.ndarray) -> Span:
    """Return the likeliest span of at most MAX_ANSWER_TOKENS context tokens.

    ``starts``, ``ends``: logits (tokens,).
    """
    starts_inside = np.where(window.inside, starts, -np.inf)
    ends_inside = np.where(window.inside, ends, -np.inf)
    scores = np.add.outer(starts_inside, ends_inside)
    not_before_start = np.triu(np.ones(scores.shape, dtype=bool))
    allowed = np.tril(not_before_start, MAX_ANSWER_TOKENS - 1)
    likeliest = np.argmax(np.where(allowed, scores, -np.inf))
    first, last = np.unravel_index(likeliest, scores.shape)
    return Span(
        score=float(scores[first, last]),
        none=float(starts[window.mark] + ends[window.mark]),
        start=int(window.offsets[first, 0]),
        end=int(window.offsets[last, 1]),
    )


def keep_better(known: Span, span: Span) -> Span:
    """Return the likelier span of two windows, with the less likely "no answer"."""
    best = known if known.score >= span.score else span
    return best._replace(none=min(known.none, span.none))
