"""QAGS: whether two texts give the same answers to questions about one of them (Wang, Cho and Lewis, ACL 2020)."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from sacrerouge_litepyramid.core.pairs import unique
from sacrerouge_litepyramid.core.precision_recall import f1
from sacrerouge_litepyramid.ffci.similarity.answers import answer_agreement
from sacrerouge_litepyramid.ffci.similarity.questions import ask_questions
from sacrerouge_litepyramid.ffci.similarity.similarity import ComparedTexts, Measure, Similarity
from sacrerouge_litepyramid.models.checkpoint import Checkpoint
from sacrerouge_litepyramid.models.language_model import LanguageModel, load_language_model
from sacrerouge_litepyramid.models.placement import Placement
from sacrerouge_litepyramid.models.prompts import PLACE, Prompt
from sacrerouge_litepyramid.models.question_answering import ExtractiveAnswerer, Question

PROMPT = "generate questions: {text}"


@Similarity.register("qags")
class Qags(Similarity):
    """Questions about one text, answered from both: the mean token F1 of the two answers.

    Precision asks about the summary, recall about the other text. A question without an answer in its own text is
    dropped; without any question left the value is missing: NaN.

    ``question_model``: a language model that writes questions, hub name or folder, and ``prompt``: its task, with the
    place {text}, or {sentence} to ask about each; ``answer_model``: an extractive one that can say "no answer" (SQuAD
    2); ``question_revision``, ``answer_revision``: branch, tag or commit; ``questions``: the most about a text;
    ``device``, ``precision``: as of the presence model "nli".
    """

    name = "qags"

    def __init__(
        self,
        question_model: str = "valhalla/t5-base-e2e-qg",
        answer_model: str = "deepset/roberta-base-squad2",
        question_revision: str | None = None,
        answer_revision: str | None = None,
        prompt: str = PROMPT,
        questions: int = 50,
        device: str = "auto",
        precision: str = "auto",
    ) -> None:
        self.placement = Placement("the base metric 'qags'", device, precision)
        if questions < 1:
            raise ValueError(f"questions must be at least 1, not {questions}")
        place = "sentence" if "sentence" in PLACE.findall(prompt) else "text"
        self.prompt = Prompt(prompt, required=(place,))
        self.question_checkpoint = Checkpoint(question_model, question_revision)
        self.answer_checkpoint = Checkpoint(answer_model, answer_revision)
        self.questions = questions

    def compare_distinct(self, pairs: Sequence[ComparedTexts], measure: Measure) -> list[float]:
        if measure == "f1":
            both = zip(self.compare_distinct(pairs, "precision"), self.compare_distinct(pairs, "recall"), strict=True)
            return [f1(precision, recall) for precision, recall in both]
        routed = [pair if measure == "precision" else ComparedTexts(pair.other, pair.summary) for pair in pairs]
        texts, inverse = unique([own for own, _ in routed])
        asked = self._ask(texts)
        rows = [
            [(Question(question, " ".join(own)), Question(question, " ".join(other))) for question in asked[index]]
            for (own, other), index in zip(routed, inverse, strict=True)
        ]
        answers = self._answers([question for row in rows for both in row for question in both])
        return [answer_agreement((answers[own], answers[other]) for own, other in row) for row in rows]

    def identity(self) -> dict[str, Any]:
        return {
            "type": "qags",
            "question_model": self.question_checkpoint.name,
            "question_revision": self.question_checkpoint.revision(),
            "answer_model": self.answer_checkpoint.name,
            "answer_revision": self.answer_checkpoint.revision(),
            "prompt": self.prompt.template,
            "questions": self.questions,
            "precision": self.placement.resolve().precision,
        }

    def _ask(self, texts: Sequence[tuple[str, ...]]) -> list[list[str]]:
        if not texts:
            return []
        model = self._question_model
        return ask_questions(model, self.prompt, texts, self.questions, self.placement.batch_tokens(model.device))

    def _answers(self, questions: Sequence[Question]) -> dict[Question, str]:
        distinct, _ = unique(questions)
        if not distinct:
            return {}
        answerer = self._answerer
        found = answerer.answers(distinct, self.placement.batch_tokens(answerer.device))
        return dict(zip(distinct, found, strict=True))

    @cached_property
    def _question_model(self) -> LanguageModel:
        return load_language_model(self.question_checkpoint, self.placement, chat_template=False)

    @cached_property
    def _answerer(self) -> ExtractiveAnswerer:
        folder = self.answer_checkpoint.folder()
        with self.answer_checkpoint.explain_load_errors():
            return ExtractiveAnswerer(folder, *self.placement.resolve())
