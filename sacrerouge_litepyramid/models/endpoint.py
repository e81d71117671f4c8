"""Ask a language model behind an endpoint many questions, several at a time, and keep each answer."""

import json
import logging
import math
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

from tqdm import tqdm

from sacrerouge_litepyramid.core.concurrency import CallRate, call_concurrently
from sacrerouge_litepyramid.core.failures import DryRun, TextError
from sacrerouge_litepyramid.io.store import KeyValueStore, cache_folder
from sacrerouge_litepyramid.models.connection import (
    Connection,
    EndpointError,
    ModelAnswer,
    ModelRequest,
    Reply,
    check_package,
    find_address,
    read_key,
)
from sacrerouge_litepyramid.registry import construct

logger = logging.getLogger(__name__)

T = TypeVar("T")
#: the file of kept answers in the cache folder
STORE = "answers.sqlite"
#: in English; tokenisers differ, and a server's is not known before it answers
CHARACTERS_PER_TOKEN = 4
MAX_SHOWN = 60

Read = Callable[[ModelRequest, ModelAnswer], T | None]


class RequestSettings(NamedTuple):
    """How requests are sent, which does not change answers.

    ``concurrency``: requests at a time; ``per_minute``: the limit of requests that begin in a minute, if any;
    ``max_requests``: the limit of requests, if any; ``max_retries``: the limit of retries when the server is full or
    fails; ``timeout``: seconds to wait for an answer; ``dry_run``: states the number of requests, and stops.
    """

    concurrency: int = 8
    per_minute: float | None = None
    max_requests: int | None = None
    max_retries: int = 5
    timeout: float = 60.0
    dry_run: bool = False

    def check(self) -> None:
        """Raise ValueError if a number is too small."""
        for name, minimum in {"concurrency": 1, "max_requests": 0, "max_retries": 0}.items():
            value = getattr(self, name)
            if value is not None and value < minimum:
                raise ValueError(f"requests: {name} must be at least {minimum}, not {value}")
        for name in ("per_minute", "timeout"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f"requests: {name} must be above 0, not {value}")


def check_answers(temperature: float | None, max_tokens: int | None) -> None:
    """Raise ValueError if the temperature or the limit of tokens is too small; None is the default."""
    if max_tokens is not None and max_tokens < 1:
        raise ValueError(f"max_tokens must be at least 1, not {max_tokens}")
    if temperature is not None and not temperature >= 0:
        raise ValueError(f"temperature must be at least 0, not {temperature}")


class Usage:
    """The requests, tokens and seconds so far."""

    def __init__(self) -> None:
        self.requests = self.tokens_in = self.tokens_out = 0
        self.seconds = 0.0

    def add(self, reply: Reply) -> None:
        self.requests += 1
        self.tokens_in += reply.tokens_in
        self.tokens_out += reply.tokens_out

    def __str__(self) -> str:
        return (
            f"{self.requests} requests, {self.tokens_in} tokens in, {self.tokens_out} tokens out, "
            f"{self.seconds:.1f} seconds"
        )


class Endpoint:
    """A model behind an endpoint; its answers are kept in the cache folder ($LITEPYRAMID_CACHE).

    Args:
        component: the component that asks, as the first words of messages.
        model: the model's name at the endpoint.
        base_url: the endpoint's address; default $OPENAI_BASE_URL.
        allow_http: allows an unencrypted address on another machine.
        requests: `RequestSettings`.

    Raises:
        ImportError: if the openai package is not installed.
        ValueError: if a setting is wrong.
    """

    def __init__(
        self,
        component: str,
        model: str,
        base_url: str | None = None,
        allow_http: bool = False,
        requests: Mapping[str, Any] | None = None,
    ) -> None:
        check_package(component)
        self.component = component
        self.model = model
        self.settings = construct(RequestSettings, requests or {}, f"{component}: requests")
        self.settings.check()
        self.usage = Usage()
        address = find_address(base_url, allow_http)
        read_key(address)
        self._connection = Connection(address, model, self.settings.max_retries, self.settings.timeout)
        self._pace = CallRate(self.settings.per_minute)
        self._answered: set[tuple[str, str, tuple[str, ...]]] = set()
        self._warnings: set[str] = set()

    def answer(self, questions: Sequence[ModelRequest], read: Read[T]) -> list[T | None]:
        """Return the reading of the answer to each question, None if that of a stricter request is unreadable too.

        Each distinct question that is not in the store is asked once. ``read`` returns None for an answer of a wrong
        form. Raises TextError if a request fails for good, after those under way have ended; and before anything is
        sent, DryRun in a dry run, and ValueError if there are more questions than ``max_requests``.
        """
        keys = [self._key(question) for question in questions]
        distinct = dict(zip(keys, questions, strict=True))
        readings: dict[bytes, T] = {}
        with closing(KeyValueStore(cache_folder() / STORE)) as store:
            for key, answer in store.get(list(distinct), _decode).items():
                self._keep(readings, key, read(distinct[key], answer), answer)
            missing = {key: question for key, question in distinct.items() if key not in readings}
            if missing:
                self._announce(missing.values(), len(readings))
                self._ask(store, missing, read, readings)
        return [readings.get(key) for key in keys]

    def observed(self) -> dict[str, list[str]]:
        """Return the models and fingerprints that the server stated with the answers, and the fields it refused."""
        if not self._answered:
            return {}
        models, fingerprints, without = zip(*self._answered, strict=True)
        return {
            "served": sorted(set(models)),
            "fingerprints": sorted(set(fingerprints) - {""}),
            "without": sorted({name for names in without for name in names}),
        }

    def _key(self, question: ModelRequest) -> bytes:
        # Answers to questions without a system message were kept before there was one.
        asked = [self._connection.address, self.model, question if question.system else question[:-1]]
        return sha256(json.dumps(asked, sort_keys=True).encode()).digest()

    def _keep(self, readings: dict[bytes, T], key: bytes, value: T | None, answer: ModelAnswer) -> None:
        if value is not None:
            readings[key] = value
            self._answered.add((answer.model, answer.fingerprint, answer.without))

    def _announce(self, questions: Collection[ModelRequest], kept: int) -> None:
        """Log the planned requests; raise ValueError if there are too many, and DryRun in a dry run."""
        tokens_in = sum(len(question.prompt) + len(question.system) for question in questions) // CHARACTERS_PER_TOKEN
        tokens_out = sum(question.max_tokens for question in questions)
        plan = (
            f"{self.component} ({self.model}): {len(questions)} requests, about {tokens_in} tokens in, at most "
            f"{tokens_out} tokens out; {kept} answers are in the store"
        )
        if self.settings.dry_run:
            raise DryRun(f"{plan}. This was a dry run: nothing was sent")
        if len(questions) > self._remaining():
            raise ValueError(
                f"{plan}. That is more than max_requests {self.settings.max_requests}, so nothing was sent; raise "
                "max_requests"
            )
        logger.info(plan)

    def _remaining(self) -> float:
        """Return how many more requests may be sent."""
        limit = self.settings.max_requests
        return math.inf if limit is None else limit - self.usage.requests

    def _ask(
        self, store: KeyValueStore, missing: Mapping[bytes, ModelRequest], read: Read[T], readings: dict[bytes, T]
    ) -> None:
        """Send the questions, and keep each answer as it comes."""
        _ = self._connection.client  # built before the threads share it
        stricter = threading.Semaphore(int(min(self._remaining() - len(missing), len(missing))))
        failed: tuple[ModelRequest, Exception] | None = None
        started, kept = time.monotonic(), 0
        with tqdm(total=len(missing), desc="requests", unit="request", disable=None) as bar:
            calls = call_concurrently(partial(self._send, read, stricter), missing.values(), self.settings.concurrency)
            for question, replies, error in calls:
                if error is not None:
                    failed = failed or (question, error)
                    continue
                for reply in replies or ():
                    self.usage.add(reply)
                    answer = reply.answer
                key = self._key(question)
                self._keep(readings, key, read(question, answer), answer)
                if key in readings:
                    store.put({key: _encode(answer)})
                    kept += 1
                bar.update()
        self.usage.seconds += time.monotonic() - started
        logger.info("%s (%s): %s so far", self.component, self.model, self.usage)
        self._log_differences()
        if failed is not None:
            self._fail(*failed, kept)

    def _send(self, read: Read[T], stricter: threading.Semaphore, question: ModelRequest) -> list[Reply]:
        """Return the reply to a question and, if it is unreadable, that to a stricter request."""
        self._pace.wait()
        replies = [self._connection.send(question)]
        if read(question, replies[0].answer) is None and stricter.acquire(blocking=False):
            self._pace.wait()
            replies.append(self._connection.send(question, is_strict=True))
        return replies

    def _log_differences(self) -> None:
        """Log once if answers came from another model or without a setting."""
        models = {model for model, *_ in self._answered}
        others = sorted(model for model in models if not model.lower().startswith(self.model.lower()))
        without = sorted({name for *_, names in self._answered for name in names})
        warnings = [f"{self.model!r} was asked, and {model!r} answered" for model in others]
        warnings += [f"the answers of {len(models)} models are not comparable"] if len(models) > 1 else []
        warnings += [f"the endpoint does not take {name}; answers came without it" for name in without]
        for warning in warnings:
            if warning not in self._warnings:
                self._warnings.add(warning)
                logger.warning("%s: %s", self.component, warning)

    def _fail(self, question: ModelRequest, error: Exception, kept: int) -> None:
        if not isinstance(error, EndpointError):
            raise error
        raise TextError(
            question.text,
            f"{self.component}, text {question.text[:MAX_SHOWN]!r}: {error}. {kept} answers of this run are kept; run "
            "it again to ask for the others",
        )


def _encode(answer: ModelAnswer) -> bytes:
    return json.dumps(answer).encode()


def _decode(_: bytes, data: bytes) -> ModelAnswer:
    text, first, model, fingerprint, without = json.loads(data)
    return ModelAnswer(text, tuple((token, value) for token, value in first), model, fingerprint, tuple(without))
