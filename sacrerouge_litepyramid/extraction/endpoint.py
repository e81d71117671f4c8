"""An extractor whose units a language model behind an endpoint writes, by sentence."""

import json
import logging
from collections.abc import Sequence
from typing import Any

from sacrerouge_litepyramid.core.pairs import unique
from sacrerouge_litepyramid.core.texts import SPLITTER, sentences_of
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.extractor import Reference, UnitExtractor
from sacrerouge_litepyramid.models.connection import ModelRequest
from sacrerouge_litepyramid.models.endpoint import Endpoint
from sacrerouge_litepyramid.models.fenced_prompt import FencedPrompt

logger = logging.getLogger(__name__)

#: part of the extractor's identity; increase it with every change in the reading of answers
READER_VERSION = 1
PROMPT = (
    "Split the sentence into the facts it states. Write each fact as a short sentence of its own "
    "that can be understood alone. Answer with a JSON object such as "
    '{"facts": ["…", "…"]} and with nothing else.\n\n'
    "Sentence:\n{sentence}"
)
REMINDER = 'Your whole answer must be one JSON object with the key "facts" and a list of strings.'
SCHEMA = {
    "type": "object",
    "properties": {"facts": {"type": "array", "items": {"type": "string"}}},
    "required": ["facts"],
    "additionalProperties": False,
}


def read_facts(answer: str) -> tuple[str, ...]:
    """Return the distinct facts of the JSON list in an answer, none if it has no list of strings.

    Text around the list is dropped, be it the object that the schema asks for or a model's
    introduction.
    """
    start, end = answer.find("["), answer.rfind("]")
    try:
        items = json.loads(answer[start : end + 1])
    except ValueError:
        return ()
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        return ()
    facts = [" ".join(item.split()) for item in items]
    return tuple(dict.fromkeys(fact for fact in facts if any(map(str.isalnum, fact))))


@UnitExtractor.register("endpoint")
class EndpointExtractor(UnitExtractor):
    """A language model behind an endpoint of OpenAI's protocol that writes a sentence's units.

    If even a stricter request gives no list of facts, the sentence is one unit. Answers are stored,
    so that a resumed run asks only for the missing ones. The key is read from $OPENAI_API_KEY.

    Args:
        model: the model's name at the endpoint.
        base_url: the endpoint's address; default $OPENAI_BASE_URL.
        allow_http: allows an unencrypted address on another machine.
        prompt: a text file with the task; its placeholders are {sentence} and, for the text around
            it, {reference}.
        max_tokens: the limit of tokens in an answer.
        requests: how to send requests: concurrency, per_minute, max_requests, max_retries, timeout,
            dry_run.
    """

    keeps_answers = True

    def __init__(
        self,
        model: str,
        base_url: str | None = None,
        allow_http: bool = False,
        prompt: str | None = None,
        max_tokens: int = 512,
        requests: dict[str, Any] | None = None,
    ) -> None:
        if max_tokens < 1:
            raise ValueError(f"max_tokens must be at least 1, not {max_tokens}")
        self.endpoint = Endpoint("the extractor 'endpoint'", model, base_url, allow_http, requests)
        self.prompt = FencedPrompt(prompt, PROMPT, ("sentence",), ("reference",))
        self.max_tokens = max_tokens

    def identity(self) -> dict[str, Any]:
        return {
            "type": "endpoint",
            "model": self.endpoint.model,
            "base_url": self.endpoint.base_url,
            "prompt": self.prompt.digest,
            "max_tokens": self.max_tokens,
            "parser": READER_VERSION,
            "splitter": SPLITTER,
        }

    def observed(self) -> dict[str, list[str]]:
        return self.endpoint.observed()

    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        """Return the units of each reference; each distinct question is asked once."""
        shows_reference = self.prompt.has_placeholder("reference")
        places, questions = [], []
        for number, reference in enumerate(references):
            sentences = sentences_of(reference)
            context = " ".join(sentences) if shows_reference else ""
            for index, sentence in enumerate(sentences):
                if any(map(str.isalnum, sentence)):
                    places.append((number, index))
                    questions.append((sentence, context))
        distinct, inverse = unique(questions)
        facts = self._ask_facts(distinct) if distinct else []
        units: list[list[Unit]] = [[] for _ in references]
        for (number, index), question in zip(places, inverse, strict=True):
            units[number] += [Unit(fact, kind="stu", sentence=index) for fact in facts[question]]
        return units

    def _ask_facts(self, questions: Sequence[tuple[str, str]]) -> list[tuple[str, ...]]:
        """Return the facts of each distinct question, a sentence and its reference.

        The reference is "" if the prompt does not show it.

        A sentence without facts is one unit; the log says how many there are.
        """
        requests = [
            ModelRequest(
                text=sentence,
                prompt=self.prompt.fill({"sentence": sentence, "reference": reference}),
                reminder=REMINDER,
                max_tokens=self.max_tokens,
                temperature=0.0,
                schema=SCHEMA,
            )
            for sentence, reference in questions
        ]
        answers = self.endpoint.answer(requests, lambda _, answer: read_facts(answer.text) or None)
        refused = answers.count(None)
        if refused:
            logger.warning(
                "%d of %d sentences have no answer with facts; each is one unit",
                refused,
                len(questions),
            )
        facts = []
        for answer, (sentence, _) in zip(answers, questions, strict=True):
            facts.append(answer or (sentence,))
        return facts
