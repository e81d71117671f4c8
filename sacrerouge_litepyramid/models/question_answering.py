"""Answer questions with an extractive transformers model, whose answers are spans of the texts."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.models.batching import InputRow, batch_by_tokens, chunked, pad_rows
from sacrerouge_litepyramid.models.placement import clip_max_length, load_pretrained, move_to_device, reject_missing

#: the tokens of a question with a window of its text; the question has at most half, and windows overlap by a quarter
DEFAULT_MAX_LENGTH = 384
MIN_MAX_LENGTH = 32
MAX_ANSWER_TOKENS = 30
QUESTIONS_PER_TOKENIZER_CALL = 256
#: the number of questions whose windows are in memory together
QUESTIONS_PER_BLOCK = 2048


class Question(NamedTuple):
    """A question about the text ``context``."""

    text: str
    context: str


class ContextWindow(NamedTuple):
    """A part of a question's context as the model reads it.

    ``question``: its index; ``row``: the model's inputs; ``offsets``: the characters of the context that each token
    covers, (tokens, 2); ``inside``: whether a token belongs to the context; ``mark``: the index of "no answer".
    """

    question: int
    row: InputRow
    offsets: np.ndarray
    inside: np.ndarray
    mark: int


class Span(NamedTuple):
    """The likeliest answer within a window: its score, the score of "no answer" (``none``), and its characters."""

    score: float
    none: float
    start: int
    end: int


class ExtractiveAnswerer:
    """The tokeniser and the weights of one model, on one device."""

    def __init__(self, folder: Path, device: str, precision: str, max_length: int = DEFAULT_MAX_LENGTH) -> None:
        from transformers import AutoModelForQuestionAnswering, AutoTokenizer

        self.device = device
        self.tokenizer = AutoTokenizer.from_pretrained(folder, trust_remote_code=False)
        if self.tokenizer.pad_token_id is None or not self.tokenizer.is_fast:
            raise ValueError("its tokeniser cannot pad, or cannot locate tokens in the text")
        model, missing = load_pretrained(AutoModelForQuestionAnswering, folder, precision)
        reject_missing(missing, ": it cannot answer questions")
        self.model = model.to(device).eval()
        self.max_length = int(clip_max_length(max_length, self.tokenizer, self.model))
        if self.max_length < MIN_MAX_LENGTH:
            raise ValueError(f"its limit is {self.max_length} tokens, but at least {MIN_MAX_LENGTH} are needed")

    def answers(self, questions: Sequence[Question], tokens_per_batch: int) -> list[str]:
        """Return the likeliest span of each question's context, in order; "" if "no answer" is at least as likely.

        A long context is read in overlapping windows: the best answer of all windows is compared with the least likely
        "no answer", as in SQuAD 2's evaluation.
        """
        from tqdm import tqdm

        answers: list[str] = []
        with tqdm(total=len(questions), desc="answers", unit="question", disable=None) as progress:
            for block in chunked(questions, QUESTIONS_PER_BLOCK):
                answers.extend(self._answer_block(block, tokens_per_batch))
                progress.update(len(block))
        return answers

    def _answer_block(self, questions: Sequence[Question], tokens_per_batch: int) -> list[str]:
        import torch

        windows = self.windows(questions)
        best: list[Span | None] = [None] * len(questions)
        with torch.inference_mode():
            for batch in batch_by_tokens([len(window.inside) for window in windows], tokens_per_batch):
                members = [windows[index] for index in batch]
                for window, span in zip(members, self._find_spans(members), strict=True):
                    best[window.question] = _keep_better(best[window.question], span)
        return [
            "" if span is None or span.none >= span.score else question.context[span.start : span.end].strip()
            for question, span in zip(questions, best, strict=True)
        ]

    def windows(self, questions: Sequence[Question]) -> list[ContextWindow]:
        """Return the windows of each question's context; an empty question or context has none."""
        answerable = [index for index, (text, context) in enumerate(questions) if text.strip() and context.strip()]
        parts = chunked(answerable, QUESTIONS_PER_TOKENIZER_CALL)
        return [window for part in parts for window in self._make_windows(part, [questions[index] for index in part])]

    def _make_windows(self, indices: Sequence[int], questions: Sequence[Question]) -> list[ContextWindow]:
        encoded = self.tokenizer(
            [self._shorten(question.text) for question in questions],
            [question.context for question in questions],
            truncation="only_second",
            max_length=self.max_length,
            stride=self.max_length // 4,
            return_overflowing_tokens=True,
            return_offsets_mapping=True,
        )
        fields = [name for name in self.tokenizer.model_input_names if name in encoded]
        windows = []
        for place, question in enumerate(encoded["overflow_to_sample_mapping"]):
            row = {field: np.asarray(encoded[field][place], dtype=np.int32) for field in fields}
            inside = np.array([sequence == 1 for sequence in encoded.sequence_ids(place)])
            marks = np.flatnonzero(row["input_ids"] == self.tokenizer.cls_token_id)
            offsets = np.asarray(encoded["offset_mapping"][place])
            windows.append(ContextWindow(indices[question], row, offsets, inside, int(marks[0]) if len(marks) else 0))
        return windows

    def _shorten(self, question: str) -> str:
        """Cut a question that takes more than half of the window."""
        encoded = self.tokenizer(question, add_special_tokens=False, return_offsets_mapping=True, verbose=False)
        offsets = encoded["offset_mapping"]
        max_tokens = self.max_length // 2 - 4
        return question if len(offsets) <= max_tokens else question[: offsets[max_tokens - 1][1]]

    def _find_spans(self, windows: Sequence[ContextWindow]) -> list[Span]:
        fill = {"input_ids": self.tokenizer.pad_token_id, "token_type_ids": self.tokenizer.pad_token_type_id}
        side = self.tokenizer.padding_side
        arrays = pad_rows([window.row for window in windows], {**fill, "attention_mask": 0}, side)
        output = self.model(**move_to_device(arrays, self.device))
        starts, ends = (logits.float().cpu().numpy() for logits in (output.start_logits, output.end_logits))
        spans = []
        for index, window in enumerate(windows):
            size = len(window.inside)
            unpadded = slice(0, size) if side == "right" else slice(starts.shape[1] - size, None)
            spans.append(best_span(window, starts[index, unpadded], ends[index, unpadded]))
        return spans


def best_span(window: ContextWindow, starts: np.ndarray, ends: np.ndarray) -> Span:
    """Return the likeliest span of at most MAX_ANSWER_TOKENS context tokens; ``starts``, ``ends``: logits (tokens,)."""
    scores = np.add.outer(np.where(window.inside, starts, -np.inf), np.where(window.inside, ends, -np.inf))
    allowed = np.tril(np.triu(np.ones(scores.shape, dtype=bool)), MAX_ANSWER_TOKENS - 1)
    first, last = np.unravel_index(np.argmax(np.where(allowed, scores, -np.inf)), scores.shape)
    none = float(starts[window.mark] + ends[window.mark])
    return Span(float(scores[first, last]), none, int(window.offsets[first, 0]), int(window.offsets[last, 1]))


def _keep_better(known: Span | None, span: Span) -> Span:
    if known is None:
        return span
    best = known if known.score >= span.score else span
    return best._replace(none=min(known.none, span.none))
