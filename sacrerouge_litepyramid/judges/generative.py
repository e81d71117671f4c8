"""The generative judge: log-probabilities of the answers "yes" and "no" of a language model."""

import logging
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.pairs import Pair
from sacrerouge_litepyramid.core.ready_text import AS_WRITTEN, TextForm
from sacrerouge_litepyramid.judges.checkers import choose_settings
from sacrerouge_litepyramid.judges.judge import Judge, PairJudge
from sacrerouge_litepyramid.judges.passages import predict_best_passage
from sacrerouge_litepyramid.models.answers import encode_labels, score_labels
from sacrerouge_litepyramid.models.checkpoint import Checkpoint
from sacrerouge_litepyramid.models.language_model import (
    LanguageModel,
    Prompt,
    encode_pairs,
    load_language_model,
)
from sacrerouge_litepyramid.models.placement import Placement, check_finite

logger = logging.getLogger(__name__)

PROMPT = (
    "Text: {summary}\n\nStatement: {unit}\n\n"
    "Does the text say that the statement is true? Answer with yes or no.\nAnswer:"
)
LABELS = ("yes", "no")


@Judge.register("generative")
class GenerativeJudge(PairJudge):
    """A transformers language model that scores two answers without generating text.

    The model is causal or sequence-to-sequence. The settings in `checkers.CHECKERS` are defaults,
    and ``tokens_per_batch``, ``precision`` and ``device`` are as for the judge "nli".

    Args:
        model: hub name or folder.
        revision: branch, tag or commit of a hub model.
        prompt: the question, with the placeholders {summary} and {unit}.
        labels: the answers for present and absent, in this order.
        first_token: scores answers by their first token instead of all.
        chat_template: gives the prompt as a user's turn, for models that follow instructions.
        passages: the words in a passage; a longer summary is divided, and the best passage counts.
        max_length: the limit of tokens in a prompt, to which the summary is cut.
        texts: "as-written", or "ready" for comparison, as the judge "lexical" reads them.
    """

    classes = 2
    description = "a language model that answers yes or no"

    def __init__(
        self,
        model: str,
        revision: str | None = None,
        prompt: str | None = None,
        labels: list[str] | None = None,
        chat_template: bool = False,
        max_length: int = 2048,
        tokens_per_batch: int | None = None,
        precision: str = "auto",
        device: str = "auto",
        first_token: bool | None = None,
        passages: int | None = None,
        texts: TextForm = AS_WRITTEN,
    ) -> None:
        settings = {
            "prompt": prompt,
            "labels": labels,
            "first_token": first_token,
            "passages": passages,
        }
        defaults = {"prompt": PROMPT, "labels": LABELS, "first_token": False, "passages": 0}
        chosen = choose_settings("generative", model, settings, defaults)
        self.placement = Placement(
            "the judge 'generative'", device, precision, tokens_per_batch, bf16_on_cpu=True
        )
        if max_length < 1:
            raise ValueError(f"max_length must be at least 1 token, not {max_length}")
        self.prompt = Prompt(chosen["prompt"], required=("summary", "unit"))
        self.labels = list(chosen["labels"])
        are_texts = [isinstance(label, str) and bool(label.strip()) for label in self.labels]
        if are_texts != [True, True]:
            raise ValueError(
                f"labels must be two texts, for present and for absent, not {self.labels!r}"
            )
        self.checkpoint = Checkpoint(model, revision)
        self.chat_template = chat_template
        self.max_length = max_length
        self.first_token: bool = chosen["first_token"]
        self.passages: int = chosen["passages"]
        self.texts = texts

    def predict_pairs(self, pairs: Sequence[Pair]) -> np.ndarray:
        def count_words(text: str) -> int:
            return len(text.split())

        return predict_best_passage(pairs, self.passages, count_words, self._predict)

    def _predict(self, pairs: Sequence[Pair]) -> np.ndarray:
        if not pairs:
            return np.zeros((0, 2), dtype=np.float32)
        model = self._model
        sample = self.prompt.fill({"summary": "text", "unit": "statement"})
        labels = encode_labels(model, self.labels, sample, self.first_token)
        prompts = self._encode_prompts(pairs, answer_length=max(map(len, labels)))
        batch_tokens = self.placement.batch_tokens(model.device)
        return check_finite(score_labels(model, prompts, labels, batch_tokens))

    def identity(self) -> dict[str, Any]:
        return {
            "type": "generative",
            "model": self.checkpoint.name,
            "revision": self.checkpoint.revision,
            "prompt": self.prompt.template,
            "labels": self.labels,
            "chat_template": self.chat_template,
            "max_length": self.max_length,
            "precision": self.placement.resolve().precision,
            "texts": self.texts,
            **({"first_token": True} if self.first_token else {}),
            **({"passages": self.passages} if self.passages else {}),
        }

    def _encode_prompts(self, pairs: Sequence[Pair], answer_length: int) -> list[np.ndarray]:
        """Return the token ids of each pair's prompt, and log how many summaries were cut."""
        limit = self._find_limit(answer_length)
        prompts, cut = encode_pairs(
            self.prompt, pairs, self._model.strip_special_tokens, self._model.encode, limit
        )
        if cut:
            logger.warning(
                "%d of %d prompts are longer than max_length %d tokens; their summaries were cut",
                cut, len(pairs), limit,
            )  # fmt: skip
        return prompts

    def _find_limit(self, answer_length: int) -> int:
        """Return the limit of tokens in a prompt."""
        allowed = self._model.positions
        # In a causal model the answer takes positions too, except that of its last token.
        if not self._model.seq2seq:
            allowed -= answer_length - 1
        if self.max_length > allowed:
            logger.warning(
                "max_length %d is more than the model's positions allow; using %d",
                self.max_length,
                allowed,
            )
        return int(min(self.max_length, allowed))

    @cached_property
    def _model(self) -> LanguageModel:
        return load_language_model(self.checkpoint, self.placement, self.chat_template)
