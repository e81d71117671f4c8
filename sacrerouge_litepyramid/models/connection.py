"""A connection to a language model behind an OpenAI-compatible endpoint, by openai's package."""

import ipaddress
import json
import os
import re
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from functools import cached_property
from importlib.util import find_spec
from typing import Any, NamedTuple
from urllib.parse import urlsplit

#: the environment variables that the openai package reads
_KEY_ENV = "OPENAI_API_KEY"
_ADDRESS_ENV = "OPENAI_BASE_URL"
#: the number of alternatives to the first token to ask for; every known server allows it
_MAX_ALTERNATIVES = 5
#: a model's reasoning, in an answer from which the server has not removed it
_THINKING = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
#: servers' error codes for a text that they refuse to process
_FILTER_CODES = ("content_filter", "content_policy_violation")
#: fields of a request that are omitted if a server refuses them
_OPTIONAL_FIELDS = ("temperature", "logprobs", "top_logprobs", "response_format")
_MAX_MESSAGE = 300
#: the status of a server that is asked too often, or whose account has no money left
_FULL = 429
_NO_QUOTA = "insufficient_quota"
#: the end of the message about an HTTP status
_REMEDIES = {
    401: f"; check {_KEY_ENV}",
    403: f"; check {_KEY_ENV}",
    404: "; check base_url, which often ends with /v1, and model",
    _FULL: "; raise the account's limit",
}


class ModelRequest(NamedTuple):
    """A question for a model: its prompt, and the settings of its answer."""

    #: the text that errors name
    text: str
    prompt: str
    #: added to the prompt in the stricter request
    reminder: str
    max_tokens: int
    temperature: float
    #: whether to ask for the probabilities of the first token
    probabilities: bool = False
    #: the JSON schema of the answer
    schema: Mapping[str, Any] | None = None


class ModelAnswer(NamedTuple):
    """An answer's text and its origin."""

    #: "" if the answer was refused or malformed
    text: str
    #: the first token that is not blank, then its alternatives, each with its log-probability;
    #: empty if the server does not give them
    first: tuple[tuple[str, float], ...] = ()
    #: as the server states it
    model: str = ""
    fingerprint: str = ""
    #: the fields that the server refused
    without: tuple[str, ...] = ()


class EndpointError(ValueError):
    """The error about a request that failed for good; the message does not contain the key."""


class ServerFullError(EndpointError):
    """The error about a request that came too early.

    Args:
        message: what the server answered.
        wait: the seconds after which it wants the next request; None if it does not say.
    """

    def __init__(self, message: str, wait: float | None) -> None:
        super().__init__(message)
        self.wait = wait


def find_address(base_url: str | None, allow_http: bool) -> str:
    """Return an endpoint's address: ``base_url``, else that in the environment.

    Raises ValueError if it is missing, has a password or a query, or is unencrypted and not on this
    machine.
    """
    address = (base_url or os.environ.get(_ADDRESS_ENV, "")).strip().rstrip("/")
    if not address:
        raise ValueError(
            f"no endpoint; pass base_url, such as http://localhost:8000/v1, or set {_ADDRESS_ENV}"
        )
    parts = urlsplit(address)
    is_plain = "@" not in parts.netloc and not parts.query
    if parts.scheme not in ("http", "https") or not is_plain:
        # It may have a password, so the message does not show it.
        raise ValueError(
            "base_url must be an address such as https://host/v1, without name, password or query; "
            f"set the key in ${_KEY_ENV}"
        )
    if parts.scheme == "http" and not is_loopback(address) and not allow_http:
        raise ValueError(
            f"base_url {address!r}: by http, others can read texts and the key; use https, or set "
            "allow_http to true"
        )
    return address


def is_loopback(address: str) -> bool:
    """Return whether an address is on this machine."""
    host = urlsplit(address).hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def read_key(address: str) -> str:
    """Return the key from the environment.

    Raise ValueError if it is malformed, or missing for a remote server.
    """
    key = os.environ.get(_KEY_ENV, "").strip()
    if not key and not is_loopback(address):
        raise ValueError(f"{_KEY_ENV} is not set; set it to the key of {address}")
    if not key.isascii():
        raise ValueError(
            f"{_KEY_ENV} has a character that is not allowed in a key; copy the key again"
        )
    return key or "no-key"


def check_package(component: str) -> None:
    """Raise ImportError if the openai package is not installed."""
    if find_spec("openai") is None:
        raise ImportError(
            f'{component} needs openai: pip install "sacrerouge-litepyramid[endpoint]"'
        )


class Connection:
    """Sends questions to one model. Several threads may share it.

    Args:
        address: as `find_address` returns it.
        model: the model's name at the endpoint.
        max_retries: the limit of retries when the server fails; the client waits longer before
            each.
        timeout: seconds to wait for an answer.
    """

    def __init__(self, address: str, model: str, max_retries: int, timeout: float) -> None:
        self.address = address
        self.model = model
        self.key = read_key(address)
        self.max_retries = max_retries
        self.timeout = timeout
        self._refused: set[str] = set()

    @cached_property
    def client(self) -> Any:
        """The client; it follows no redirections, and local servers are asked without proxies."""
        import openai

        http = openai.DefaultHttpxClient(
            follow_redirects=False,
            trust_env=not is_loopback(self.address),
            event_hooks={"response": [_forbid_retry_when_full]},
        )
        return openai.OpenAI(
            api_key=self.key,
            base_url=self.address,
            max_retries=self.max_retries,
            timeout=self.timeout,
            http_client=http,
        )

    def send(self, question: ModelRequest, is_strict: bool = False) -> ModelAnswer:
        """Return the answer to a question.

        Raises ServerFullError if the request came too early, and EndpointError if it fails for
        good.
        """
        import openai

        content = f"{question.prompt}\n\n{question.reminder}" if is_strict else question.prompt
        messages = [{"role": "user", "content": content}]
        while True:
            fields = self._build_fields(question)
            try:
                completion = self.client.chat.completions.create(
                    model=self.model, messages=messages, **fields
                )
            except json.JSONDecodeError:
                return ModelAnswer("")
            except openai.APIStatusError as error:
                if error.code in _FILTER_CODES:
                    return ModelAnswer("")
                message = self._read_message(error)
                stated = f"{self.address} answered {error.status_code}: {message[:_MAX_MESSAGE]}"
                if error.status_code == _FULL and error.code != _NO_QUOTA:
                    wait = _read_wait(error.response.headers.get("retry-after", ""))
                    raise ServerFullError(stated, wait) from None
                is_invalid = error.status_code in (400, 422)
                if not is_invalid or not self._record_refused(message, fields):
                    remedy = _REMEDIES.get(error.status_code, "")
                    raise EndpointError(f"{stated}{remedy}") from None
            except openai.APIConnectionError as error:
                reason = type(error.__cause__).__name__
                raise EndpointError(
                    f"{self.address}: no answer ({reason}), after {self.max_retries} retries"
                ) from None
            else:
                without = [name for name in _OPTIONAL_FIELDS if name in self._refused]
                return _read_completion(completion, tuple(without))

    def _build_fields(self, question: ModelRequest) -> dict[str, Any]:
        """Return a request's fields without those that the server refused."""
        fields: dict[str, Any] = {
            "max_tokens": question.max_tokens,
            "temperature": question.temperature,
        }
        if question.probabilities:
            fields |= {"logprobs": True, "top_logprobs": _MAX_ALTERNATIVES}
        if question.schema is not None:
            schema = {"name": "answer", "strict": True, "schema": question.schema}
            fields["response_format"] = {"type": "json_schema", "json_schema": schema}
        if "max_tokens" in self._refused:
            fields["max_completion_tokens"] = fields.pop("max_tokens")
        return {name: value for name, value in fields.items() if name not in self._refused}

    def _read_message(self, error: Any) -> str:
        """Return the message of an error response, in one line and without the key."""
        body = error.body
        stated = body.get("message", body) if isinstance(body, dict) else body
        message = " ".join(str(stated).split())
        return message.replace(self.key, "…")

    def _record_refused(self, message: str, fields: Mapping[str, Any]) -> bool:
        """Record the optional fields that the server's message names as refused.

        Return whether there are any.
        """
        named = set(re.findall(r"[a-z_]+", message)) & set(fields)
        if named & {"logprobs", "top_logprobs"}:
            named |= {"logprobs", "top_logprobs"}
        refused = named.intersection(_OPTIONAL_FIELDS)
        # Newer servers have another name for this field.
        renamed = re.search("use '?max_completion_tokens", message, re.IGNORECASE)
        if "max_tokens" in named and renamed:
            refused.add("max_tokens")
        self._refused |= refused
        return bool(refused)


def _forbid_retry_when_full(response: Any) -> None:
    """Keep the client from asking a full server again, which is the caller's to do."""
    if response.status_code == _FULL:
        response.headers["x-should-retry"] = "false"


def _read_wait(retry_after: str) -> float | None:
    """Return the seconds of a Retry-After header, which has a number or a date (RFC 9110)."""
    if re.fullmatch(r"\d+(\.\d+)?", retry_after):
        return float(retry_after)
    try:
        return max(parsedate_to_datetime(retry_after).timestamp() - time.time(), 0.0)
    except ValueError:
        return None


def _read_completion(completion: Any, without: tuple[str, ...]) -> ModelAnswer:
    """Read a completion, which may be malformed."""
    try:
        choice = completion.choices[0]
        text = _THINKING.sub("", choice.message.content or "").strip()
        is_refusal = bool(choice.finish_reason in _FILTER_CODES or choice.message.refusal)
    except (AttributeError, IndexError, TypeError):
        return ModelAnswer("")
    return ModelAnswer(
        text="" if is_refusal else text,
        first=() if is_refusal else _read_first_token(choice),
        model=str(completion.model or ""),
        fingerprint=str(completion.system_fingerprint or ""),
        without=without,
    )


def _read_first_token(choice: Any) -> tuple[tuple[str, float], ...]:
    try:
        first = next(token for token in choice.logprobs.content if token.token.strip())
        alternatives = [first, *(first.top_logprobs or ())]
        probabilities = {token.token: float(token.logprob) for token in alternatives}
        return tuple(probabilities.items())
    except (AttributeError, TypeError, ValueError, StopIteration):
        return ()
