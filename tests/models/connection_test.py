"""Requests that are sent, and messages about a server's failures.

The server is `helpers.fake_endpoint`.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime

import pytest

pytest.importorskip("openai", reason="needs openai")

from helpers.fake_endpoint import KEY, FakeEndpoint, Fault, serve
from sacrerouge_litepyramid.models.connection import (
    Connection,
    EndpointError,
    ModelRequest,
    ServerFullError,
    find_address,
    is_loopback,
    read_key,
)

QUESTION = ModelRequest("text", "Is it so?", "Say yes or no.", 8, 0.0)


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeEndpoint]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.001)
    server = FakeEndpoint()
    server.answer = lambda body: "yes"
    with serve(server):
        yield server


def connect(endpoint: FakeEndpoint, max_retries: int = 2, timeout: float = 10.0) -> Connection:
    return Connection(endpoint.address, "small", max_retries, timeout)


def failing(*faults: Fault) -> object:
    """Return a function that raises each fault once, and then answers."""
    remaining = list(faults)

    def answer(body: dict) -> str:
        if remaining:
            raise remaining.pop(0)
        return "yes"

    return answer


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("http://localhost:8000/v1/", "http://localhost:8000/v1"),
        ("http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1"),
        ("http://[::1]:8000/v1", "http://[::1]:8000/v1"),
        ("https://models.example/v1", "https://models.example/v1"),
    ],
)
def test_valid_addresses_are_returned_without_a_final_slash(address: str, expected: str) -> None:
    assert find_address(address, allow_http=False) == expected


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("", "pass base_url, .* or set OPENAI_BASE_URL"),
        (
            "http://models.example/v1",
            "by http, others can read texts and the key; use https, or set allow_http",
        ),
        ("http://localhost.example/v1", "others can read"),
        ("http://127.0.0.1.example/v1", "others can read"),
        ("https://me:secret@models.example/v1", "without name, password or query"),
        ("https://models.example/v1?key=secret", "without name, password or query"),
        ("models.example/v1", "must be an address such as https://host/v1"),
    ],
)
def test_invalid_addresses_are_refused(
    address: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(ValueError, match=message) as error:
        find_address(address, allow_http=False)
    assert "secret" not in str(error.value)


def test_the_address_may_come_from_the_environment_and_http_may_be_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://gpu.example/v1")
    assert find_address(None, allow_http=True) == "http://gpu.example/v1"
    assert not is_loopback("http://gpu.example/v1") and is_loopback("http://127.9.9.9/v1")


def test_a_key_that_is_not_a_valid_header_is_refused_and_not_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-…")
    with pytest.raises(ValueError, match="has a character that is not allowed in a key") as error:
        read_key("https://models.example/v1")
    assert "sk-…" not in str(error.value)


def test_a_server_on_another_machine_needs_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert read_key("http://localhost/v1") == "no-key"
    with pytest.raises(
        ValueError,
        match="OPENAI_API_KEY is not set; set it to the key of https://models.example/v1",
    ):
        read_key("https://models.example/v1")


def test_a_request_has_the_settings_and_the_reply_is_parsed(endpoint: FakeEndpoint) -> None:
    endpoint.probability = 0.75
    answer = connect(endpoint).send(QUESTION._replace(probabilities=True))
    assert endpoint.requests == [
        {
            "model": "small",
            "messages": [{"role": "user", "content": "Is it so?"}],
            **{"max_tokens": 8, "temperature": 0.0, "logprobs": True, "top_logprobs": 5},
        }
    ]
    assert endpoint.headers[0]["authorization"] == f"Bearer {KEY}"
    assert answer[2:] == ("small", "fp-1", ())
    assert answer.text == "yes" and [token for token, _ in answer.first] == ["yes", " No"]


@pytest.mark.parametrize("fault", [Fault(500), Fault(503), Fault(raw=b"cut")])
def test_a_failing_server_is_asked_again(endpoint: FakeEndpoint, fault: Fault) -> None:
    endpoint.answer = failing(fault, fault)
    assert connect(endpoint).send(QUESTION).text == "yes"
    assert len(endpoint.requests) == 3


@pytest.mark.parametrize(
    ("stated", "wait"),
    [
        ("", None),
        ("2", 2.0),
        ("1.5", 1.5),
        ("soon", None),
        ("-1", None),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0),
    ],
)
def test_a_full_server_is_left_to_the_caller(
    endpoint: FakeEndpoint, stated: str, wait: float | None
) -> None:
    endpoint.answer = failing(Fault(429, "slow down", retry_after=stated))
    with pytest.raises(ServerFullError, match=r"answered 429: slow down$") as error:
        connect(endpoint).send(QUESTION)
    assert error.value.wait == wait and len(endpoint.requests) == 1


def test_the_date_after_which_a_full_server_answers_is_read(endpoint: FakeEndpoint) -> None:
    date = format_datetime(datetime.now(timezone.utc) + timedelta(seconds=60), usegmt=True)
    endpoint.answer = failing(Fault(429, retry_after=date))
    with pytest.raises(ServerFullError) as error:
        connect(endpoint).send(QUESTION)
    assert error.value.wait is not None and 50 < error.value.wait <= 60


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (Fault(500), r"answered 500: out of order$"),
        (
            Fault(429, "no credit", code="insufficient_quota"),
            r"answered 429: no credit; raise the account's limit$",
        ),
        (Fault(401, "wrong key"), r"answered 401: wrong key; check OPENAI_API_KEY"),
        (
            Fault(404, "no model small"),
            r"answered 404: no model small; check base_url, .* and model",
        ),
        (Fault(307, "moved"), r"answered 307"),
        (Fault(422, raw=b'{"detail": [{"loc": "model"}]}'), r"answered 422: .*\{'loc': 'model'\}"),
        (
            Fault(404, raw=b'{"error": "model not found"}'),
            r"answered 404: model not found; check base_url",
        ),
        (Fault(400, raw=b"no JSON"), r"answered 400: .*no JSON$"),
        (Fault(raw=b"cut"), r"no answer \(RemoteProtocolError\), after 2 retries"),
        (Fault(401, f"Incorrect key {KEY}"), r"answered 401: Incorrect key …; check"),
    ],
)
def test_a_request_that_fails_for_good_raises_an_error_without_the_key(
    endpoint: FakeEndpoint, fault: Fault, message: str
) -> None:
    endpoint.answer = failing(*[fault] * 9)
    with pytest.raises(EndpointError, match=message) as error:
        connect(endpoint).send(QUESTION)
    assert KEY not in repr(error.value)


def test_a_slow_server_is_reported(endpoint: FakeEndpoint) -> None:
    endpoint.seconds = 0.05
    with pytest.raises(EndpointError, match=r"no answer \(ReadTimeout\), after 0 retries"):
        connect(endpoint, max_retries=0, timeout=0.01).send(QUESTION)


def test_fields_that_a_server_refuses_are_omitted(endpoint: FakeEndpoint) -> None:
    endpoint.refused = ("logprobs", "temperature", "response_format")
    connection = connect(endpoint)
    question = QUESTION._replace(probabilities=True, schema={"type": "object"})
    answer = connection.send(question)
    assert answer.text == "yes"
    assert answer.without == ("temperature", "logprobs", "top_logprobs", "response_format")
    assert endpoint.requests[-1].keys() == {"model", "messages", "max_tokens"}
    before = len(endpoint.requests)
    connection.send(question)
    assert len(endpoint.requests) == before + 1


def test_max_completion_tokens_replaces_max_tokens_if_required(endpoint: FakeEndpoint) -> None:
    def answer(body: dict) -> str:
        if "max_tokens" in body:
            raise Fault(
                400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
            )
        return "yes"

    endpoint.answer = answer
    answer = connect(endpoint).send(QUESTION)
    assert endpoint.requests[-1]["max_completion_tokens"] == 8 and answer.without == ()


@pytest.mark.parametrize(
    "choice",
    [
        {"message": {"role": "assistant", "content": None, "refusal": "I cannot"}},
        {"message": {"role": "assistant", "content": "yes"}, "finish_reason": "content_filter"},
        {"message": None},
    ],
)
def test_a_refusal_counts_as_an_empty_answer(endpoint: FakeEndpoint, choice: dict) -> None:
    endpoint.choice = choice
    assert connect(endpoint).send(QUESTION).text == ""


def test_a_filtered_prompt_has_an_empty_answer(endpoint: FakeEndpoint) -> None:
    endpoint.answer = failing(Fault(400, "filtered", code="content_filter"))
    assert connect(endpoint).send(QUESTION).text == ""


@pytest.mark.parametrize(
    "raw", [b"{", b"null", b'"yes"', b'{"choices": []}', b'{"choices": [{"message": 1}]}']
)
def test_malformed_json_counts_as_an_empty_answer(endpoint: FakeEndpoint, raw: bytes) -> None:
    endpoint.answer = failing(Fault(200, raw=raw))
    assert connect(endpoint).send(QUESTION).text == ""


@pytest.mark.parametrize(
    "logprobs",
    [{"content": None}, {"content": []}, {"content": [{"token": "yes"}]}, "none"],
)
def test_malformed_probabilities_are_ignored(endpoint: FakeEndpoint, logprobs: object) -> None:
    endpoint.choice = {"logprobs": logprobs}
    answer = connect(endpoint).send(QUESTION._replace(probabilities=True))
    assert answer.text == "yes" and answer.first == ()


def test_reasoning_is_removed_from_the_answer(endpoint: FakeEndpoint) -> None:
    endpoint.answer = lambda body: "<think>\nIs it? no …\n</think>\n\nyes"
    assert connect(endpoint).send(QUESTION).text == "yes"
