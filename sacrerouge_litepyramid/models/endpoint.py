"""Questions to a language model behind an endpoint, several at a time, and stored answers."""

import json
import logging
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

from tqdm import tqdm

from sacrerouge_litepyramid.core.concurrency import Pace, call_concurrently
from sacrerouge_litepyramid.core.failures import DryRun, TextError
from sacrerouge_litepyramid.io.store import KeyValueStore, cache_folder
from sacrerouge_litepyramid.models.connection import (
    Connection,
    EndpointError,
    ModelAnswer,
    ModelRequest,
    ServerFullError,
    check_package,
    find_address,
)
from sacrerouge_litepyramid.registry import construct

logger = logging.getLogger(__name__)

T = TypeVar("T")
#: the file in the cache folder with stored answers
_STORE_NAME = "answers.sqlite"
#: in English; only an estimate, as tokenisers differ and the server's is not known in advance
CHARACTERS_PER_TOKEN = 4
_MAX_SHOWN_CHARACTERS = 60
#: seconds before a full server that does not state them is asked again: at first, and at most, as
#: they double each time
_FIRST_WAIT, _MAX_WAIT = 0.5, 60.0
#: the limit of seconds that a question waits in all while the server is full
_MAX_FULL_SECONDS = 600.0

_ReadAnswer = Callable[[ModelRequest, ModelAnswer], T | None]


class RequestSettings(NamedTuple):
    """How to send requests; these settings do not change the answers."""

    #: the limit of requests at a time; there are fewer while the server is full
    concurrency: int = 8
    #: the limit of requests that begin in a minute, if any
    per_minute: float | None = None
    #: the limit of requests, if any
    max_requests: int | None = None
    #: the limit of retries when the server fails
    max_retries: int = 5
    #: seconds to wait for an answer
    timeout: float = 60.0
    #: report the number of requests without sending any
    dry_run: bool = False

    def check(self) -> None:
        """Raise ValueError if a number is too small."""
        for name, value in self._asdict().items():
            minimum = 1 if name == "concurrency" else 0
            if value is not None and value < minimum:
                raise ValueError(f"requests: {name} must be at least {minimum}, not {value}")


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
        self.base_url = find_address(base_url, allow_http)
        self._connection = Connection(
            self.base_url, model, self.settings.max_retries, self.settings.timeout
        )
        self._pace = Pace(self.settings.concurrency, self.settings.per_minute)
        self._sent = 0
        # the last text that ``read`` did not understand, "" without one
        self.unread = ""
        self._observed: dict[str, set[str]] = {
            "served": set(),
            "fingerprints": set(),
            "without": set(),
        }

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

        def add_reading(key: bytes, answer: ModelAnswer) -> None:
            value = read(distinct[key], answer)
            if value is not None:
                readings[key] = value
                self._record_origin(answer)
            elif answer.text:
                self.unread = answer.text[:_MAX_SHOWN_CHARACTERS]

        with closing(KeyValueStore(cache_folder() / _STORE_NAME)) as store:
            for key, data in store.get(list(distinct)).items():
                add_reading(key, _decode(data))
            for is_strict in (False, True):
                unread = [question for key, question in distinct.items() if key not in readings]
                if unread and not is_strict:
                    self._log_plan(unread, len(readings))
                # Stricter requests count too, so that max_requests is never exceeded.
                for question, answer in self._ask(unread[: self._count_remaining()], is_strict):
                    key = self._key(question)
                    add_reading(key, answer)
                    if key in readings:
                        store.put({key: _encode(answer)})
        return [readings.get(key) for key in keys]

    def observed(self) -> dict[str, list[str]]:
        """Return the models and fingerprints that the server stated, and the fields it refused."""
        if not self._observed["served"]:
            return {}
        return {name: sorted(values) for name, values in self._observed.items()}

    def _key(self, question: ModelRequest) -> bytes:
        # In the keys of stored answers a null follows the temperature.
        asked = [*question[:5], None, *question[5:]]
        facts = [self.base_url, self.model, asked]
        text = json.dumps(facts, sort_keys=True)
        return sha256(text.encode()).digest()

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

    def _count_remaining(self) -> int:
        """Return how many more requests may be sent."""
        limit = self.settings.max_requests
        return sys.maxsize if limit is None else limit - self._sent

    def _ask(
        self, questions: Sequence[ModelRequest], is_strict: bool
    ) -> Iterator[tuple[ModelRequest, ModelAnswer]]:
        """Send the questions, and yield each with its answer when it arrives."""
        if not questions:
            return
        _ = self._connection.client  # It is created before the threads share it.
        failed: tuple[str, Any] | None = None

        def send(question: ModelRequest) -> ModelAnswer:
            return self._send(question, is_strict)

        calls = call_concurrently(send, questions, self.settings.concurrency)
        for question, answer, error in tqdm(calls, "requests", len(questions), disable=None):
            self._sent += 1
            if answer is not None:
                yield question, answer
            elif failed is None:
                failed = question.text, error
        if failed is None:
            return
        text, error = failed
        if not isinstance(error, EndpointError):
            raise error
        raise TextError(
            text,
            f"{self.component}, text {text[:_MAX_SHOWN_CHARACTERS]!r}: {error}. The other answers "
            "are stored; run it again to ask for the rest",
        )

    def _send(self, question: ModelRequest, is_strict: bool) -> ModelAnswer:
        """Return the answer to a question, which is sent again as long as the server is full.

        Raise EndpointError if the request fails for good, or the server is full for too long.
        """
        own_wait, waited = _FIRST_WAIT, 0.0
        while True:
            try:
                with self._pace.call() as begun:
                    return self._connection.send(question, is_strict)
            except ServerFullError as error:
                waited += error.wait or own_wait
                if waited > _MAX_FULL_SECONDS:
                    raise EndpointError(f"{error}; try again later, or set per_minute") from None
                if self._pace.slow_down(begun, error.wait or 0.0):
                    logger.warning(
                        "%s: the endpoint answers 429 (too many requests); they slow down",
                        self.component,
                    )
                if not error.wait:
                    time.sleep(own_wait)
                    own_wait = min(2 * own_wait, _MAX_WAIT)

    def _record_origin(self, answer: ModelAnswer) -> None:
        """Keep the model and the settings of an answer.

        Log, once each, that another model answered or a setting was not accepted.
        """
        served = self._observed["served"]
        if answer.model not in served:
            served.add(answer.model)
            # A server may add a date to the model's name.
            if not answer.model.lower().startswith(self.model.lower()):
                logger.warning(
                    "%s: %r answered instead of %r", self.component, answer.model, self.model
                )
            elif len(served) > 1:
                logger.warning(
                    "%s: the answers of %d models are not comparable", self.component, len(served)
                )
        if answer.fingerprint:
            self._observed["fingerprints"].add(answer.fingerprint)
        for name in answer.without:
            if name not in self._observed["without"]:
                self._observed["without"].add(name)
                logger.warning(
                    "%s: the endpoint does not accept %s; it was omitted", self.component, name
                )


def _encode(answer: ModelAnswer) -> bytes:
    return json.dumps(answer).encode()


def _decode(data: bytes) -> ModelAnswer:
    text, first, model, fingerprint, without = json.loads(data)
    tokens = tuple((token, value) for token, value in first)
    return ModelAnswer(text, tokens, model, fingerprint, tuple(without))
