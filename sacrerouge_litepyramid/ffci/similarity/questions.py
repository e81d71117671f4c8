"""Generate questions about a text with a language model that was trained for it."""

import logging
import re
from collections.abc import Sequence

import numpy as np

from sacrerouge_litepyramid.core.pairs import unique
from sacrerouge_litepyramid.models.generation import generate
from sacrerouge_litepyramid.models.language_model import LanguageModel
from sacrerouge_litepyramid.models.prompts import Prompt, encode_within

logger = logging.getLogger(__name__)

#: tokens of an answer, which has all questions about a text
MAX_ANSWER_TOKENS = 256
MAX_PROMPT_TOKENS = 2048

SEPARATOR = re.compile(r"<sep>|\n")
BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")


def ask_questions(
    model: LanguageModel, prompt: Prompt, texts: Sequence[Sequence[str]], max_questions: int, tokens_per_batch: int
) -> list[list[str]]:
    """Return at most ``max_questions`` distinct questions about each text, given as its sentences.

    A prompt with the place {sentence} is used for each sentence, one with {text} for the whole text; answers are
    greedy, and each distinct prompt is answered once. Raises ValueError for a text of which nothing fits the model.
    """
    place = "sentence" if prompt.has_place("sentence") else "text"
    parts = [list(text) if place == "sentence" else [" ".join(text)] for text in texts]
    distinct, inverse = unique([model.strip_special_tokens(part) for of_text in parts for part in of_text])
    prompts = _encode(model, prompt, distinct, place)
    answers = generate(model, prompts, _max_answer_tokens(model), tokens_per_batch, progress="questions")
    found = iter([questions_of(answers[index].text) for index in inverse])
    return [list(dict.fromkeys(each for _ in of_text for each in next(found)))[:max_questions] for of_text in parts]


def questions_of(answer: str) -> list[str]:
    """Return the questions in a model's answer, in order: on lines of their own, or separated by <sep> or by "?".

    Text after the last question mark of a line was cut off, or is no question.
    """
    pieces = (BULLET.sub("", piece) for line in SEPARATOR.split(answer) for piece in line.split("?")[:-1])
    return [" ".join(f"{piece}?".split()) for piece in pieces if re.search(r"\w", piece)]


def _max_answer_tokens(model: LanguageModel) -> int:
    return int(min(MAX_ANSWER_TOKENS, model.positions // 2))


def _encode(model: LanguageModel, prompt: Prompt, texts: Sequence[str], place: str) -> list[np.ndarray]:
    limit = int(min(MAX_PROMPT_TOKENS, model.positions - (0 if model.seq2seq else _max_answer_tokens(model))))
    fitted = encode_within(prompt, [{place: text} for text in texts], model.encode, limit, place)
    if fitted.cut:
        logger.warning(
            "%d of %d texts to ask about are longer than %d tokens; they were cut", fitted.cut, len(texts), limit
        )
    if any(ids is None for ids in fitted.ids):
        raise ValueError(f"prompt {prompt.template!r} alone takes more than {limit} tokens; give a shorter one")
    return [ids for ids in fitted.ids if ids is not None]
