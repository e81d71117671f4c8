"""QAGS: the same answers to questions about two texts (Wang, Cho and Lewis, ACL 2020)."""

import logging
import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

from sacrerouge_litepyramid.core.rouge import f1, ngram_overlap, ngrams
from sacrerouge_litepyramid.metrics.ffci.similarity import ComparedTexts, Measure, Similarity
from sacrerouge_litepyramid.models.answers import generate
from sacrerouge_litepyramid.models.checkpoint import Checkpoint
from sacrerouge_litepyramid.models.language_model import (
    LanguageModel,
    Prompt,
    encode_within,
    load_language_model,
)
from sacrerouge_litepyramid.models.placement import Placement
from sacrerouge_litepyramid.models.question_answering import ExtractiveAnswerer, Question

_ARTICLES = re.compile(r"\b(a|an|the)\b")
#: ASCII punctuation, as in SQuAD's evaluation
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")


def answer_f1(expected: str, answer: str) -> float:
    """Return the F1 of the words of two answers, from 0 to 1.

    It is 1 if both have no words, and 0 if only one has none.
    """
    words, others = _answer_words(expected), _answer_words(answer)
    if not words or not others:
        return float(words == others)
    return ngram_overlap(ngrams(words, 1), ngrams(others, 1)).f1


def _answer_words(answer: str) -> list[str]:
    """Return the words in lower case, without punctuation and articles."""
    plain = _PUNCTUATION.sub("", answer.lower())
    return _ARTICLES.sub(" ", plain).split()


def answer_agreement(answers: Iterable[tuple[str, str]]) -> float:
    """Return the mean F1 over questions that their own text answers; NaN without such a question.

    ``answers`` has, for each question, the answer from its own text and that from the other text;
    "" means no answer.
    """
    scores = [answer_f1(answer, other) for answer, other in answers if answer]
    return sum(scores) / len(scores) if scores else float("nan")


logger = logging.getLogger(__name__)

#: the largest number of tokens in which the model writes all questions about a text
_MAX_ANSWER_TOKENS = 256
_MAX_PROMPT_TOKENS = 2048

_SEPARATOR = re.compile(r"<sep>|\n")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")


def split_questions(answer: str) -> list[str]:
    """Return the questions in a model's answer, in order; line breaks, <sep> and "?" separate them.

    Text after the last question mark of a line is dropped, as it is incomplete or not a question.
    """
    questions = []
    for line in _SEPARATOR.split(answer):
        *pieces, _ = line.split("?")
        for piece in pieces:
            words = _BULLET.sub("", piece)
            if re.search(r"\w", words):
                questions.append(" ".join(f"{words}?".split()))
    return questions


_PROMPT = "generate questions: {text}"


@Similarity.register("qags")
class Qags(Similarity):
    """Questions about one text, answered from both: the mean token F1 of the two answers.

    Questions are about the summary for precision, about the other text for recall. A question
    without an answer in its own text is dropped; the value is NaN if no question remains.

    Args:
        question_model: a language model that writes questions, by its hub name or folder.
        answer_model: an extractive model that can answer "no answer" (SQuAD 2).
        question_revision: branch, tag or commit of the question model.
        answer_revision: branch, tag or commit of the answer model.
        prompt: the question model's task, with the placeholder {text}.
        questions: the largest number of questions about a text.
        device: cpu, cuda, cuda:N or auto.
        precision: fp32, bf16, fp16 (CUDA) or auto (bf16 on CUDA if supported, else fp32).
    """

    name = "qags"

    def __init__(
        self,
        question_model: str = "valhalla/t5-base-e2e-qg",
        answer_model: str = "deepset/roberta-base-squad2",
        question_revision: str | None = None,
        answer_revision: str | None = None,
        prompt: str = _PROMPT,
        questions: int = 50,
        device: str = "auto",
        precision: str = "auto",
    ) -> None:
        self.placement = Placement("the base metric 'qags'", device, precision)
        if questions < 1:
            raise ValueError(f"questions must be at least 1, not {questions}")
        self.prompt = Prompt(prompt, required=("text",))
        self.question_checkpoint = Checkpoint(question_model, question_revision)
        self.answer_checkpoint = Checkpoint(answer_model, answer_revision)
        self.questions = questions

    def compare_distinct(self, pairs: Sequence[ComparedTexts], measure: Measure) -> list[float]:
        if measure == "f1":
            precisions = self.compare_distinct(pairs, "precision")
            recalls = self.compare_distinct(pairs, "recall")
            return list(map(f1, precisions, recalls))
        # The text that questions are about, and the other one.
        routed = [(pair.other, pair.summary) if measure == "recall" else pair for pair in pairs]
        texts = list(dict.fromkeys(text for text, _ in routed))
        questions = dict(zip(texts, self._ask(texts), strict=True))
        asked = []
        for text, other in routed:
            own_context, other_context = " ".join(text), " ".join(other)
            asked.append(
                [
                    (Question(question, own_context), Question(question, other_context))
                    for question in questions[text]
                ]
            )
        answers = self._answer(chain.from_iterable(chain.from_iterable(asked)))
        return [
            answer_agreement((answers[first], answers[second]) for first, second in row)
            for row in asked
        ]

    def identity(self) -> dict[str, Any]:
        return {
            "type": "qags",
            "question_model": self.question_checkpoint.name,
            "question_revision": self.question_checkpoint.revision,
            "answer_model": self.answer_checkpoint.name,
            "answer_revision": self.answer_checkpoint.revision,
            "prompt": self.prompt.template,
            "questions": self.questions,
            "precision": self.placement.resolve().precision,
        }

    def _ask(self, texts: Sequence[tuple[str, ...]]) -> list[list[str]]:
        """Return the distinct questions about each text, at most ``questions``.

        Decoding is greedy. Raises ValueError if nothing of a text fits the model.
        """
        if not texts:
            return []
        model = self._question_model
        answer_tokens = int(min(_MAX_ANSWER_TOKENS, model.positions // 2))
        # In a causal model the questions take positions too.
        positions = model.positions if model.seq2seq else model.positions - answer_tokens
        limit = int(min(_MAX_PROMPT_TOKENS, positions))
        values = [{"text": model.strip_special_tokens(" ".join(text))} for text in texts]
        prompts, cut = encode_within(self.prompt, values, model.encode, limit, "text")
        if cut:
            logger.warning(
                "%d of %d texts to ask about are longer than %d tokens and were cut",
                cut, len(texts), limit,
            )  # fmt: skip
        budget = self.placement.batch_tokens(model.device)
        answers = generate(model, prompts, answer_tokens, budget, title="questions")
        asked = [dict.fromkeys(split_questions(answer)) for answer in answers]
        return [list(questions)[: self.questions] for questions in asked]

    def _answer(self, questions: Iterable[Question]) -> dict[Question, str]:
        distinct = list(dict.fromkeys(questions))
        if not distinct:
            return {}
        answerer = self._answerer
        answers = answerer.answers(distinct, self.placement.batch_tokens(answerer.device))
        return dict(zip(distinct, answers, strict=True))

    @cached_property
    def _question_model(self) -> LanguageModel:
        return load_language_model(self.question_checkpoint, self.placement, chat_template=False)

    @cached_property
    def _answerer(self) -> ExtractiveAnswerer:
        folder = self.answer_checkpoint.folder()
        with self.answer_checkpoint.explain_load_errors():
            return ExtractiveAnswerer(folder, *self.placement.resolve())
