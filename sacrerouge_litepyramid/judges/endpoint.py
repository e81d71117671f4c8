"""The endpoint judge: a language model behind an OpenAI-compatible endpoint."""

import json
import math
import re
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.pairs import Group, Pair, predict_unique_pairs, unique
from sacrerouge_litepyramid.judges.checkers import choose_settings
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.models.connection import ModelAnswer, ModelRequest
from sacrerouge_litepyramid.models.endpoint import Endpoint
from sacrerouge_litepyramid.models.fenced_prompt import FencedPrompt, RawPrompt

PROMPTS = {
    "one": (
        "Text:\n{summary}\n\nStatement:\n{unit}\n\n"
        "Does the text say that the statement is true? Answer with one word, yes or no."
    ),
    "all": (
        "Text:\n{summary}\n\nStatements:\n{units}\n\n"
        "For each statement: does the text say that it is true? Answer with a JSON object that has "
        'the number of each statement and yes or no, such as {"1": "yes", "2": "no"}, and with '
        "nothing else."
    ),
}
REMINDERS = {
    "one": "Your whole answer must be one word: yes or no.",
    "all": "Your whole answer must be one JSON object with the keys {keys}, each with the value "
    "yes or no.",
}
PLACEHOLDERS = {"one": ("summary", "unit"), "all": ("summary", "units")}
#: the limit of tokens in an answer, and what each unit adds to it in an answer about all units
MAX_TOKENS, MAX_TOKENS_PER_UNIT = 8, 10
PROBABILITIES = {"yes": 1.0, "no": 0.0}
#: the Markdown fence that a model may write around a JSON object
CODE_FENCE = re.compile(r"\A```(?:json)?\s*(.*?)\s*```\Z", re.DOTALL)
#: stands for the logarithm of 0 in logits; p2c is then exactly 0
MIN_LOG = -1000.0


class Verdicts(NamedTuple):
    """The probability of each unit by one answer."""

    values: tuple[float, ...]
    #: whether the first token's probabilities gave it, else it is 0 or 1 by the text
    is_from_token: bool = False


@Judge.register("endpoint")
class EndpointJudge(Judge):
    """A language model that answers yes or no, behind an endpoint that speaks OpenAI's protocol.

    If the endpoint returns probabilities of tokens and a request is about one unit, a unit's
    probability is that of yes against no as the first token; else it is 0 or 1 by the answer. After
    an answer other than yes or no, the question is asked once more, more strictly; if that fails
    too, the unit has no judgement. Answers are stored, so that a stopped run can continue. The key
    is read from $OPENAI_API_KEY.

    Args:
        model: the model's name at the endpoint.
        base_url: the endpoint's address; default $OPENAI_BASE_URL.
        allow_http: allows an unencrypted address on another machine.
        prompt: a text file with the question; its placeholders are {summary} and {unit}, or
            {units}.
        units: whether a request is about one unit or all units of the summary.
        max_tokens: the limit of tokens in an answer; raise it for models that reason before they
            answer.
        raw: sends texts without the marks and the rule that they are data, for a checker that was
            trained on one prompt; the default for "bespoke-minicheck", with its prompt.
        requests: how to send requests: concurrency, per_minute, max_requests, max_retries, timeout,
            dry_run.
    """

    classes = 2
    description = "a language model behind an endpoint"
    keeps_answers = True

    def __init__(
        self,
        model: str,
        base_url: str | None = None,
        allow_http: bool = False,
        prompt: str | None = None,
        units: Literal["one", "all"] = "one",
        max_tokens: int | None = None,
        requests: dict[str, Any] | None = None,
        raw: bool | None = None,
    ) -> None:
        if max_tokens is not None and max_tokens < 1:
            raise ValueError(f"max_tokens must be at least 1, not {max_tokens}")
        self.endpoint = Endpoint("the judge 'endpoint'", model, base_url, allow_http, requests)
        defaults = {"raw": False, "template": PROMPTS[units]}
        chosen = choose_settings("endpoint", model, {"raw": raw}, defaults)
        self.raw: bool = chosen["raw"]
        make_prompt = RawPrompt if self.raw else FencedPrompt
        self.prompt = make_prompt(prompt, chosen["template"], PLACEHOLDERS[units])
        self.units = units
        self.max_tokens = max_tokens
        self._sources: set[str] = set()

    def predict(self, groups: Sequence[Group]) -> list[np.ndarray]:
        if self.units == "one":
            return predict_unique_pairs(groups, self._predict_pairs)
        distinct, inverse = unique(groups)
        answers = self._ask(distinct)
        return [answers[place] for place in inverse]

    def identity(self) -> dict[str, Any]:
        return {
            "type": "endpoint",
            "model": self.endpoint.model,
            "base_url": self.endpoint.base_url,
            "prompt": self.prompt.digest,
            "units": self.units,
            "max_tokens": self.max_tokens,
            **({"raw": True} if self.raw else {}),
        }

    def observed(self) -> dict[str, list[str]]:
        return self.endpoint.observed() | {"probabilities": sorted(self._sources)}

    def explain_unanswered(self) -> str:
        said = "its answers were empty or refused"
        if self.endpoint.unread:
            said = f"it said, for example, {self.endpoint.unread!r}"
        return (
            f"{said}; raise max_tokens if it reasons before it answers, or choose another model or "
            "prompt"
        )

    def _predict_pairs(self, pairs: Sequence[Pair]) -> np.ndarray:
        """Return logits of shape (pairs, classes)."""
        groups = [Group(summary, (unit,)) for summary, unit in pairs]
        return np.concatenate(self._ask(groups))

    def _ask(self, groups: Sequence[Group]) -> list[np.ndarray]:
        """Return logits of distinct groups, each (units, classes)."""
        asked = [group for group in groups if group.units]
        questions = list(map(self._build_question, asked))
        answers = self.endpoint.answer(questions, read_verdicts)
        verdicts = dict(zip(asked, answers, strict=True))
        for verdict in filter(None, answers):
            self._sources.add("tokens" if verdict.is_from_token else "answers")
        return [_to_logits(verdicts.get(group), len(group.units)) for group in groups]

    def _build_question(self, group: Group) -> ModelRequest:
        """Return the question about a summary and all units of the group."""
        count = len(group.units)
        asks_all = self.units == "all"
        units = {"units": group.units} if asks_all else {"unit": group.units[0]}
        numbers = [str(number) for number in range(1, count + 1)]
        max_tokens = MAX_TOKENS + MAX_TOKENS_PER_UNIT * count if asks_all else MAX_TOKENS
        return ModelRequest(
            text=group.summary,
            prompt=self.prompt.fill({"summary": group.summary, **units}),
            reminder=REMINDERS[self.units].format(keys=", ".join(numbers)),
            max_tokens=self.max_tokens or max_tokens,
            temperature=0.0,
            probabilities=not asks_all,
            schema=_make_schema(numbers) if asks_all else None,
        )


def _make_schema(numbers: Sequence[str]) -> dict[str, Any]:
    """Return the JSON schema of an object with yes or no for each number."""
    return {
        "type": "object",
        "properties": {
            number: {"type": "string", "enum": list(PROBABILITIES)} for number in numbers
        },
        "required": list(numbers),
        "additionalProperties": False,
    }


def read_verdicts(question: ModelRequest, answer: ModelAnswer) -> Verdicts | None:
    """Return the verdicts of an answer, or None if it has another form or is about other units."""
    if question.schema is not None:
        return _read_object(answer.text, question.schema["required"])
    probability = _compare_tokens(answer.first)
    if probability is not None:
        return Verdicts((probability,), is_from_token=True)
    word = _to_word(answer.text)
    return Verdicts((PROBABILITIES[word],)) if word in PROBABILITIES else None


def _read_object(text: str, numbers: Sequence[str]) -> Verdicts | None:
    """Read a JSON object that has yes or no once for each number."""
    try:
        pairs = json.loads(CODE_FENCE.sub(r"\1", text), object_pairs_hook=list)
        answers = {str(name): PROBABILITIES[_to_word(value)] for name, value in pairs}
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    if len(pairs) != len(numbers) or answers.keys() != set(numbers):
        return None
    return Verdicts(tuple(answers[number] for number in numbers))


def _compare_tokens(tokens: Sequence[tuple[str, float]]) -> float | None:
    """Return the probability of yes against no as the first token, None if that is neither.

    A label that is not listed gets its upper bound: the least listed probability, or the remainder
    if that is less.
    """
    if not tokens:
        return None
    first_token, _ = tokens[0]
    if _to_word(first_token) not in PROBABILITIES:
        return None
    sums = dict.fromkeys(PROBABILITIES, 0.0)
    total, least = 0.0, 1.0
    for token, value in tokens:
        probability = math.exp(min(value, 0.0))
        word = _to_word(token)
        if word in sums:
            sums[word] += probability
        total += probability
        least = min(least, probability)
    bound = max(min(1 - total, least), 0.0)
    yes = sums["yes"] or bound
    no = sums["no"] or bound
    return yes / (yes + no) if yes + no else None


def _to_word(text: str) -> str:
    return text.strip(" \n\t.,:;!\"'*`").lower()


def _to_logits(verdicts: Verdicts | None, units: int) -> np.ndarray:
    """Return logits of shape (units, 2), the logarithms of probabilities, NaN without verdicts."""
    if verdicts is None:
        return np.full((units, 2), np.nan)
    present = np.array(verdicts.values)
    with np.errstate(divide="ignore"):
        return np.maximum(np.log(np.column_stack([present, 1 - present])), MIN_LOG)
