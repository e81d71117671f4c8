"""An extractor whose units a language model writes: it splits each sentence of a reference into the facts it states."""

import json
import logging
import re
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.pairs import unique
from sacrerouge_litepyramid.core.texts import SPLITTER, sentences_of
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.extractor import Reference, UnitExtractor
from sacrerouge_litepyramid.models.answers import Answer, generate
from sacrerouge_litepyramid.models.checkpoint import Checkpoint
from sacrerouge_litepyramid.models.fenced_prompt import FencedPrompt
from sacrerouge_litepyramid.models.language_model import LanguageModel, Prompt, encode_within, load_language_model
from sacrerouge_litepyramid.models.placement import Placement

logger = logging.getLogger(__name__)

#: part of the extractor's identity; increase it with every change in the reading of answers
READER_VERSION = 1

FACT_LINE = re.compile(r"- +(\S.*)")
#: a fact after another bullet or a number, which models write instead of "- "
BULLET_LINE = re.compile(r"(?:[-*•–]|\(?\d{1,2}[.)])\s*(?=\D)(\S.*)")
JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


class Reading(NamedTuple):
    """The distinct facts of an answer, which is refused if it has none; ``repaired``: whether its format was wrong."""

    facts: tuple[str, ...]
    repaired: bool = False


def read_fact_lines(answer: str, finished: bool = True) -> Reading:
    """Read facts on lines that begin with "- " or another bullet; other lines, and a cut last line, are dropped."""
    lines = [line.strip() for line in answer.splitlines() if line.strip()]
    kept = lines if finished else lines[:-1]
    strict = [match[1] for match in map(FACT_LINE.fullmatch, kept) if match]
    if finished and len(strict) == len(lines):
        return Reading(_drop_repetitions(strict))
    return Reading(_drop_repetitions([match[1] for match in map(BULLET_LINE.fullmatch, kept) if match]), repaired=True)


def read_fact_list(answer: str, finished: bool = True) -> Reading:
    """Read a JSON list of strings; text around the list is dropped, and a cut list keeps its complete strings."""
    facts = _parse_strings(answer)
    if facts is not None:
        return Reading(_drop_repetitions(facts))
    start, end = answer.find("["), answer.rfind("]")
    if start < 0:
        return Reading(())
    facts = _parse_strings(answer[start : end + 1])
    if facts is None and end < start and not finished:
        facts = _parse_whole_strings(answer[start + 1 :])
    return Reading(_drop_repetitions(facts or []), repaired=True)


READERS: dict[str, Callable[[str, bool], Reading]] = {"lines": read_fact_lines, "json": read_fact_list}


def _parse_strings(text: str) -> list[str] | None:
    """Return the strings of a JSON list; None for anything else, including a list with other values."""
    try:
        data = json.loads(text)
    except ValueError:
        return None
    return data if isinstance(data, list) and all(isinstance(item, str) for item in data) else None


def _parse_whole_strings(inside: str) -> list[str] | None:
    """Return the closed strings at the beginning of an unclosed list, None if it has other values."""
    closed = inside[: max((match.end() for match in JSON_STRING.finditer(inside)), default=0)]
    return _parse_strings(f"[{closed}]")


def _drop_repetitions(facts: list[str]) -> tuple[str, ...]:
    """Return the distinct facts in order, with single white space, without those that have no letter or digit."""
    single = (" ".join(fact.split()) for fact in facts)
    return tuple(dict.fromkeys(fact for fact in single if any(map(str.isalnum, fact))))


PROMPTS = {
    "lines": (
        "Split the sentence into the facts it states. Write each fact as a short sentence of its own that can be "
        'understood alone, one on a line after "- ", and nothing else.\n\nSentence: {sentence}\n\nFacts:\n'
    ),
    "json": (
        "Split the sentence into the facts it states. Write each fact as a short sentence of its own that can be "
        "understood alone. Answer with a JSON list of strings and nothing else.\n\nSentence: {sentence}\n\nFacts:"
    ),
}


class FactExtractor(UnitExtractor):
    """Lets a model write units of one sentence at a time; its prompt has {sentence} and may have {reference}."""

    prompt: Prompt | FencedPrompt

    @abstractmethod
    def _ask_facts(self, questions: Sequence[tuple[str, str]]) -> list[tuple[str, ...]]:
        """Return the facts of each distinct (sentence, reference); the latter is "" if the prompt does not show it."""

    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        """Return the units of each reference; each distinct question is answered once."""
        split = [sentences_of(reference) for reference in references]
        questions = [
            (place, index, (sentence, " ".join(sentences) if self.prompt.has_placeholder("reference") else ""))
            for place, sentences in enumerate(split)
            for index, sentence in enumerate(sentences)
            if any(map(str.isalnum, sentence))
        ]
        distinct, inverse = unique([question for _, _, question in questions])
        facts = self._ask_facts(distinct) if distinct else []
        units: list[list[Unit]] = [[] for _ in references]
        for (place, index, _), number in zip(questions, inverse, strict=True):
            units[place].extend(Unit(fact, kind="stu", sentence=index) for fact in facts[number])
        return units


@UnitExtractor.register("generative")
class GenerativeExtractor(FactExtractor):
    """Lets a causal or sequence-to-sequence language model of transformers write units, one sentence at a time.

    ``model``: hub name or folder; ``revision``: branch, tag or commit of a hub model; ``prompt``: the task, with the
    placeholders {sentence} and, optionally, {reference} for the text around it; ``output_format``: the format of the
    answer, lines ("- fact") or json (a list of strings); ``chat_template``: whether to send the prompt as a user turn,
    for models that follow instructions; ``max_length``: the limit of tokens in a prompt, to which the reference is cut;
    ``max_new_tokens``: the limit of tokens in an answer, which is decoded greedily; ``tokens_per_batch``,
    ``precision``, ``device``: as for the judge "nli". A sentence whose answer has no fact, or whose prompt is too long,
    is one unit.
    """

    prompt: Prompt

    def __init__(
        self,
        model: str,
        revision: str | None = None,
        prompt: str | None = None,
        output_format: str = "lines",
        chat_template: bool = False,
        max_length: int = 2048,
        max_new_tokens: int = 256,
        tokens_per_batch: int | None = None,
        precision: str = "auto",
        device: str = "auto",
    ) -> None:
        self.placement = Placement("the extractor 'generative'", device, precision, tokens_per_batch)
        if output_format not in READERS:
            raise ValueError(f"output_format {output_format!r} is unknown; known: {', '.join(READERS)}")
        for name, value in (("max_length", max_length), ("max_new_tokens", max_new_tokens)):
            if value < 1:
                raise ValueError(f"{name} must be at least 1 token, not {value}")
        self.prompt = Prompt(prompt or PROMPTS[output_format], required=("sentence",), optional=("reference",))
        self.checkpoint = Checkpoint(model, revision)
        self.output_format = output_format
        self.chat_template = chat_template
        self.max_length = max_length
        self.max_new_tokens = max_new_tokens

    def identity(self) -> dict[str, Any]:
        return {
            "type": "generative",
            "model": self.checkpoint.name,
            "revision": self.checkpoint.revision,
            "prompt": self.prompt.template,
            "output_format": self.output_format,
            "chat_template": self.chat_template,
            "max_length": self.max_length,
            "max_new_tokens": self.max_new_tokens,
            "sampling": None,  # kept for the keys of caches
            "precision": self.placement.resolve().precision,
            "parser": READER_VERSION,
            "splitter": SPLITTER,
        }

    def _ask_facts(self, questions: Sequence[tuple[str, str]]) -> list[tuple[str, ...]]:
        """Return the facts of each (sentence, reference); log the numbers of repaired and refused answers."""
        strip = self._model.strip_special_tokens
        values = [{"sentence": strip(sentence), "reference": strip(reference)} for sentence, reference in questions]
        answers, read = self._generate_answers(values), READERS[self.output_format]
        readings = [read(answer.text, answer.finished) if answer else Reading(()) for answer in answers]
        repaired = sum(bool(reading.facts) and reading.repaired for reading in readings)
        refused = sum(not reading.facts for reading in readings)
        if repaired or refused:
            logger.warning(
                "of the answers to %d sentences %d were repaired and %d refused (the sentence is the unit; too long "
                "prompts: %d)",
                len(questions), repaired, refused, answers.count(None),
            )  # fmt: skip
        return [reading.facts or (sentence,) for reading, (sentence, _) in zip(readings, questions, strict=True)]

    def _generate_answers(self, values: Sequence[Mapping[str, str]]) -> list[Answer | None]:
        """Return the model's answers; an answer is None if its prompt is too long."""
        model, limit = self._model, self._compute_prompt_limit()
        fitted = encode_within(self.prompt, values, model.encode, limit, "reference")
        if fitted.cut:
            message = "%d of %d references were cut to fit a prompt of %d tokens (max_length, or the model's limit)"
            logger.warning(message, fitted.cut, len(values), limit)
        prompts = [ids for ids in fitted.ids if ids is not None]
        tokens_per_batch = self.placement.batch_tokens(model.device)
        answers = iter(generate(model, prompts, self.max_new_tokens, tokens_per_batch))
        return [None if ids is None else next(answers) for ids in fitted.ids]

    def _compute_prompt_limit(self) -> int:
        """Return the limit of tokens in a prompt; in a causal model the answer needs positions too."""
        positions = self._model.positions
        allowed = positions - (0 if self._model.seq2seq else self.max_new_tokens)
        if allowed < 1 or positions <= self.max_new_tokens:
            raise ValueError(
                f"max_new_tokens {self.max_new_tokens} leaves none of the model's {positions} positions for the "
                "prompt; lower it"
            )
        return int(min(self.max_length, allowed))

    @cached_property
    def _model(self) -> LanguageModel:
        return load_language_model(self.checkpoint, self.placement, self.chat_template)
