"""A connection to a language model behind an OpenAI-compatible endpoint; the openai package does the talking."""

import ipaddress
import os
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.util import find_spec
from typing import Any, NamedTuple
from urllib.parse import urlsplit

#: the environment of the openai package
KEY, ADDRESS = "OPENAI_API_KEY", "OPENAI_BASE_URL"
#: alternatives of the first token; no known server refuses that many
ALTERNATIVES = 5
#: what a model wrote to itself, where the server does not keep it apart
THINKING = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
#: servers' names for a text that they do not let through
FILTERED = ("content_filter", "content_policy_violation")
#: fields that a server may refuse, and then goes without
OPTIONAL = ("temperature", "seed", "logprobs", "top_logprobs", "response_format")
MAX_MESSAGE = 300
REMEDIES = {
    401: f"; check {KEY}",
    403: f"; check {KEY}",
    404: "; check base_url, which often ends with /v1, and model",
}


class ModelRequest(NamedTuple):
    """One request: its prompt, and how it is to be answered.

    ``reminder``: what the stricter request adds; ``text``: what errors are about; ``seed``: of a sampled answer;
    ``probabilities``: whether those of the first token are asked for; ``schema``: the JSON schema of the answer;
    ``system``: the message before the prompt.
    """

    text: str
    prompt: str
    reminder: str
    max_tokens: int
    temperature: float
    seed: int | None = None
    probabilities: bool = False
    schema: Mapping[str, Any] | None = None
    system: str = ""


class ModelAnswer(NamedTuple):
    """An answer's text, "" where it was refused or malformed, and what made it.

    ``first``: the first token that is not blank with its log-probability, then its alternatives; empty where the server
    does not give them. ``model``, ``fingerprint``: as the server states them; ``without``: fields that it refused.
    """

    text: str
    first: tuple[tuple[str, float], ...] = ()
    model: str = ""
    fingerprint: str = ""
    without: tuple[str, ...] = ()


class Reply(NamedTuple):
    """An answer and the tokens of the request, as the server counts them."""

    answer: ModelAnswer
    tokens_in: int = 0
    tokens_out: int = 0


class EndpointError(ValueError):
    """A request that failed for good, in words that do not hold the key."""


class _Problem(NamedTuple):
    status: int
    code: str
    message: str


def find_address(base_url: str | None, allow_http: bool) -> str:
    """Return an endpoint's address: what is given, else the environment's.

    Raises ValueError where there is none, for one with a password or a query, and for one without encryption that is
    not this machine's.
    """
    address = (base_url or os.environ.get(ADDRESS, "")).strip().rstrip("/")
    if not address:
        raise ValueError(f"give base_url, such as http://localhost:8000/v1, or set {ADDRESS}")
    parts = urlsplit(address)
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError(f"base_url: an address without name, password and query was expected; the key is ${KEY}")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"base_url {address!r} must begin with https:// or http://")
    if parts.scheme == "http" and not is_loopback(address) and not allow_http:
        raise ValueError(
            f"base_url {address!r}: http sends texts and key readable by others; use https, or set allow_http to true"
        )
    return address


def is_loopback(address: str) -> bool:
    """Return whether an address is of this machine."""
    host = urlsplit(address).hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def read_key(address: str) -> str:
    """Return the key from the environment; a server on this machine may need none."""
    key = os.environ.get(KEY, "")
    if not key and not is_loopback(address):
        raise ValueError(f"{KEY} is not set; put the key of {address} there")
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise ValueError(f"{KEY} holds a character that no key has")
    return key or "none"


def check_package(component: str) -> None:
    """Raise ImportError where the openai package is not installed."""
    if find_spec("openai") is None:
        raise ImportError(f'{component} needs openai: pip install "sacrerouge-litepyramid[endpoint]"')


class Connection:
    """Sends questions to one model. Several threads may share it.

    Args:
        address: as `find_address` returns it.
        model: the model's name at the endpoint.
        max_retries: of a request that met a full or failing server; the client waits longer before each.
        timeout: seconds to wait for an answer.
    """

    def __init__(self, address: str, model: str, max_retries: int, timeout: float) -> None:
        self.address = address
        self.model = model
        self.max_retries = max_retries
        self.timeout = timeout
        self._refused: set[str] = set()

    @cached_property
    def client(self) -> Any:
        """The client, which follows no redirection, and uses no proxy for this machine."""
        import openai

        http = openai.DefaultHttpxClient(
            follow_redirects=False, trust_env=not is_loopback(self.address), timeout=self.timeout
        )
        return openai.OpenAI(
            api_key=read_key(self.address),
            base_url=self.address,
            max_retries=self.max_retries,
            timeout=self.timeout,
            http_client=http,
        )

    def send(self, question: ModelRequest, is_strict: bool = False) -> Reply:
        """Return the answer to a question. Raises EndpointError for a request that fails for good."""
        content = f"{question.prompt}\n\n{question.reminder}" if is_strict else question.prompt
        turns = {"system": question.system, "user": content} if question.system else {"user": content}
        messages = [{"role": role, "content": text} for role, text in turns.items()]
        while True:
            fields = self._fields(question)
            found = self._create(messages, fields)
            if not isinstance(found, _Problem):
                return _read(found, tuple(name for name in OPTIONAL if name in self._refused))
            if found.code in FILTERED:
                return Reply(ModelAnswer(""))
            if not self._refuse(found, fields):
                raise EndpointError(self._explain(found))

    def _fields(self, question: ModelRequest) -> dict[str, Any]:
        """Return a request's fields without those that the server refused."""
        fields: dict[str, Any] = {"max_tokens": question.max_tokens, "temperature": question.temperature}
        if question.seed is not None:
            fields["seed"] = question.seed
        if question.probabilities:
            fields |= {"logprobs": True, "top_logprobs": ALTERNATIVES}
        if question.schema is not None:
            schema = {"name": "answer", "strict": True, "schema": question.schema}
            fields["response_format"] = {"type": "json_schema", "json_schema": schema}
        if "max_tokens" in self._refused:
            fields["max_completion_tokens"] = fields.pop("max_tokens")
        return {name: value for name, value in fields.items() if name not in self._refused}

    def _create(self, messages: Sequence[Mapping[str, str]], fields: Mapping[str, Any]) -> Any:
        """Return a completion, "" for one that is no JSON, or the problem; an error of the client's holds headers."""
        import openai

        try:
            return self.client.chat.completions.create(model=self.model, messages=messages, **fields)
        except openai.APIStatusError as error:
            return _read_problem(error)
        except openai.APITimeoutError:
            return _Problem(0, "", f"no answer within {self.timeout:g} seconds")
        except openai.APIConnectionError as error:
            return _Problem(0, "", f"no connection ({type(error.__cause__).__name__})")
        except ValueError:
            return ""

    def _refuse(self, problem: _Problem, fields: Mapping[str, Any]) -> bool:
        """Note the optional fields that a server's message names as those that it does not take, if any."""
        if problem.status not in (400, 422):
            return False
        named = set(re.findall(r"[a-z_]+", problem.message)) & set(fields)
        if named & {"logprobs", "top_logprobs"}:
            named |= {"logprobs", "top_logprobs"}
        refused = {name for name in named if name in OPTIONAL}
        if "max_tokens" in named and re.search("use '?max_completion_tokens", problem.message, re.IGNORECASE):
            refused.add("max_tokens")
        self._refused |= refused
        return bool(refused)

    def _explain(self, problem: _Problem) -> str:
        key = os.environ.get(KEY)
        message = " ".join((problem.message.replace(key, "…") if key else problem.message).split())
        if not problem.status:
            return f"{self.address}: {message}, after {self.max_retries} retries"
        return f"{self.address} answered {problem.status}: {message[:MAX_MESSAGE]}{REMEDIES.get(problem.status, '')}"


def _read_problem(error: Any) -> _Problem:
    """Read the error of a status: an object with a message, one with details as FastAPI has them, or a text."""
    stated = error.body.get("error", error.body) if isinstance(error.body, dict) else error.body
    if not isinstance(stated, dict):
        return _Problem(error.status_code, "", str(stated or error.message))
    message = stated.get("message") or stated.get("detail") or error.message
    return _Problem(error.status_code, str(stated.get("code") or ""), str(message))


def _read(completion: Any, without: tuple[str, ...]) -> Reply:
    """Read a completion, of which nothing is sure but that it came."""
    choices = getattr(completion, "choices", None)
    choice = choices[0] if isinstance(choices, list) and choices else None
    message, usage = getattr(choice, "message", None), getattr(completion, "usage", None)
    text = getattr(message, "content", None)
    is_refusal = bool(getattr(message, "refusal", None)) or getattr(choice, "finish_reason", None) in FILTERED
    answer = ModelAnswer(
        text="" if is_refusal or not isinstance(text, str) else THINKING.sub("", text).strip(),
        first=() if is_refusal else _first_token(choice),
        model=str(getattr(completion, "model", None) or ""),
        fingerprint=str(getattr(completion, "system_fingerprint", None) or ""),
        without=without,
    )
    return Reply(answer, *(_count(usage, name) for name in ("prompt_tokens", "completion_tokens")))


def _first_token(choice: Any) -> tuple[tuple[str, float], ...]:
    try:
        first = next(each for each in choice.logprobs.content if each.token.strip())
        found = {each.token: float(each.logprob) for each in [first, *(first.top_logprobs or ())]}
    except (AttributeError, TypeError, ValueError, StopIteration):
        return ()
    return tuple(found.items())


def _count(usage: Any, name: str) -> int:
    count = getattr(usage, name, None)
    return count if isinstance(count, int) else 0
