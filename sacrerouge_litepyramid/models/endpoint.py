"""Questions to a language model behind an endpoint, several at a time, and stored answers."""

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
#: the file in the cache folder with stored answers
_STORE_NAME = "answers.sqlite"
#: in English; only an estimate, as tokenisers differ and the server's is not known in advance
CHARACTERS_PER_TOKEN = 4
_MAX_SHOWN_CHARACTERS = 60

_ReadAnswer = Callable[[ModelRequest, ModelAnswer], T | None]


class RequestSettings(NamedTuple):
    """How to send requests; these settings do not change the answers."""

    #: requests at a time
    concurrency: int = 8
    #: the limit of requests that begin in a minute, if any
    per_minute: float | None = None
    #: the limit of requests, if any
    max_requests: int | None = None
    #: the limit of retries when the server is full or fails
    max_retries: int = 5
    #: seconds to wait for an answer
    timeout: float = 60.0
    #: report the number of requests without sending any
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


class _Usage:
    """Counts the requests, tokens and seconds so far."""

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
    """A model behind an endpoint; its answers are stored in the cache folder ($LITEPYRAMID_CACHE).

    Args:
        component: the component that asks, to begin messages with.
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
        self.usage = _Usage()
        address = find_address(base_url, allow_http)
        read_key(address)
        self._connection = Connection(
            address, model, self.settings.max_retries, self.settings.timeout
        )
        self._pace = CallRate(self.settings.per_minute)
        self._answered: set[tuple[str, str, tuple[str, ...]]] = set()
        self._warnings: set[str] = set()

    def answer(self, questions: Sequence[ModelRequest], read: _ReadAnswer[T]) -> list[T | None]:
        """Return what ``read`` makes of the answer to each question.

        ``read`` returns None for an answer of the wrong form; the result is None if that of a
        second, stricter request is wrong too. Each distinct question that is not in the store is
        asked once. Before anything is sent, raises DryRun in a dry run, and ValueError if there are
        more questions than ``max_requests``. Raises TextError if a request fails for good, after
        the running requests have ended.
        """
        keys = [self._key(question) for question in questions]
        distinct = dict(zip(keys, questions, strict=True))
        readings: dict[bytes, T] = {}
        with closing(KeyValueStore(cache_folder() / _STORE_NAME)) as store:
            for key, data in store.get(list(distinct)).items():
                answer = _decode(data)
                self._add_reading(readings, key, read(distinct[key], answer), answer)
            missing = {key: question for key, question in distinct.items() if key not in readings}
            if missing:
                self._log_plan(missing.values(), len(readings))
                self._ask(store, missing, read, readings)
        return [readings.get(key) for key in keys]

    def observed(self) -> dict[str, list[str]]:
        """Return the models and fingerprints that the server stated, and the fields it refused."""
        if not self._answered:
            return {}
        served = {model for model, _, _ in self._answered}
        fingerprints = {fingerprint for _, fingerprint, _ in self._answered if fingerprint}
        without = {name for _, _, names in self._answered for name in names}
        return {
            "served": sorted(served),
            "fingerprints": sorted(fingerprints),
            "without": sorted(without),
        }

    def _key(self, question: ModelRequest) -> bytes:
        # In the keys of stored answers a null follows the temperature.
        asked = [*question[:5], None, *question[5:]]
        facts = [self._connection.address, self.model, asked]
        text = json.dumps(facts, sort_keys=True)
        return sha256(text.encode()).digest()

    def _add_reading(
        self, readings: dict[bytes, T], key: bytes, value: T | None, answer: ModelAnswer
    ) -> None:
        if value is not None:
            readings[key] = value
            self._answered.add((answer.model, answer.fingerprint, answer.without))

    def _log_plan(self, questions: Collection[ModelRequest], stored: int) -> None:
        """Log the planned requests.

        Raise ValueError if there are too many, and DryRun in a dry run.
        """
        characters = sum(len(question.prompt) for question in questions)
        tokens_in = characters // CHARACTERS_PER_TOKEN
        tokens_out = sum(question.max_tokens for question in questions)
        plan = (
            f"{self.component} ({self.model}): {len(questions)} requests, about {tokens_in} tokens "
            f"in, at most {tokens_out} tokens out; {stored} answers are in the store"
        )
        if self.settings.dry_run:
            raise DryRun(f"{plan}. This was a dry run: nothing was sent")
        if len(questions) > self._count_remaining():
            raise ValueError(
                f"{plan}. That is more than max_requests {self.settings.max_requests}, so nothing "
                "was sent; raise max_requests"
            )
        logger.info(plan)

    def _count_remaining(self) -> float:
        """Return how many more requests may be sent."""
        limit = self.settings.max_requests
        return math.inf if limit is None else limit - self.usage.requests

    def _ask(
        self,
        store: KeyValueStore,
        missing: Mapping[bytes, ModelRequest],
        read: _ReadAnswer[T],
        readings: dict[bytes, T],
    ) -> None:
        """Send the questions, and store each answer when it arrives."""
        _ = self._connection.client  # It is created before the threads share it.
        # Stricter requests count too, so that max_requests is never exceeded.
        remaining = self._count_remaining() - len(missing)
        stricter = threading.Semaphore(int(min(remaining, len(missing))))
        failed: tuple[ModelRequest, Exception] | None = None
        stored = 0
        started = time.monotonic()
        with tqdm(total=len(missing), desc="requests", unit="request", disable=None) as bar:
            send = partial(self._send, read, stricter)
            calls = call_concurrently(send, missing.values(), self.settings.concurrency)
            for question, replies, error in calls:
                if error is not None:
                    failed = failed or (question, error)
                    continue
                for reply in replies or ():
                    self.usage.add(reply)
                    answer = reply.answer
                key = self._key(question)
                self._add_reading(readings, key, read(question, answer), answer)
                if key in readings:
                    store.put({key: _encode(answer)})
                    stored += 1
                bar.update()
        self.usage.seconds += time.monotonic() - started
        logger.info("%s (%s): %s so far", self.component, self.model, self.usage)
        self._log_differences()
        if failed is not None:
            self._raise_failure(*failed, stored)

    def _send(
        self, read: _ReadAnswer[T], stricter: threading.Semaphore, question: ModelRequest
    ) -> list[Reply]:
        """Return the reply to a question, or to a stricter one if ``read`` returns None."""
        self._pace.wait()
        replies = [self._connection.send(question)]
        if read(question, replies[0].answer) is None and stricter.acquire(blocking=False):
            self._pace.wait()
            replies.append(self._connection.send(question, is_strict=True))
        return replies

    def _log_differences(self) -> None:
        """Log, once each, that another model answered or a setting was not accepted."""
        facts = self.observed()
        models = facts.get("served", [])
        warnings = []
        for model in models:
            # A server may add a date to the model's name.
            if not model.lower().startswith(self.model.lower()):
                warnings.append(f"{model!r} answered instead of {self.model!r}")
        if len(models) > 1:
            warnings.append(f"the answers of {len(models)} models are not comparable")
        warnings += [
            f"the endpoint does not accept {name}; it was omitted"
            for name in facts.get("without", [])
        ]
        for warning in warnings:
            if warning not in self._warnings:
                self._warnings.add(warning)
                logger.warning("%s: %s", self.component, warning)

    def _raise_failure(self, question: ModelRequest, error: Exception, stored: int) -> None:
        if not isinstance(error, EndpointError):
            raise error
        raise TextError(
            question.text,
            f"{self.component}, text {question.text[:_MAX_SHOWN_CHARACTERS]!r}: {error}. {stored} "
            "answers of this run are stored; run it again to ask for the others",
        )


def _encode(answer: ModelAnswer) -> bytes:
    return json.dumps(answer).encode()


def _decode(data: bytes) -> ModelAnswer:
    text, first, model, fingerprint, without = json.loads(data)
    tokens = tuple((token, value) for token, value in first)
    return ModelAnswer(text, tokens, model, fingerprint, tuple(without))
