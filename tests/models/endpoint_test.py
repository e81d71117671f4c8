"""Many questions: stored answers, limits of requests, failures.

The server is `helpers.fake_endpoint`.
"""

import itertools
import logging
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("openai", reason="needs openai")

from helpers.fake_endpoint import KEY, MODEL, FakeEndpoint, Fault, serve
from sacrerouge_litepyramid.core.failures import DryRun, TextError
from sacrerouge_litepyramid.models import endpoint as endpoint_module
from sacrerouge_litepyramid.models.connection import ModelAnswer, ModelRequest
from sacrerouge_litepyramid.models.endpoint import Endpoint

QUESTIONS = [
    ModelRequest(f"text {number}", f"Is it {number}?", "Strictly.", 8, 0.0) for number in range(10)
]


@pytest.fixture
def server(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> Iterator[FakeEndpoint]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("LITEPYRAMID_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.001)
    caplog.set_level(logging.INFO, "sacrerouge_litepyramid")
    endpoint = FakeEndpoint()
    endpoint.answer = lambda body: body["messages"][0]["content"]
    with serve(endpoint):
        yield endpoint


def connect(server: FakeEndpoint, **requests: Any) -> Endpoint:
    return Endpoint("the judge 'endpoint'", MODEL, server.address, requests=requests)


def read(question: ModelRequest, answer: ModelAnswer) -> str | None:
    return answer.text if answer.text.startswith("Is it") else None


def list_prompts(server: FakeEndpoint) -> list[str]:
    return sorted(body["messages"][0]["content"] for body in server.requests)


@pytest.mark.parametrize("concurrency", [1, 8])
def test_answers_are_in_the_order_of_the_questions(server: FakeEndpoint, concurrency: int) -> None:
    answers = connect(server, concurrency=concurrency).answer([*QUESTIONS, QUESTIONS[3]], read)
    assert answers == [question.prompt for question in [*QUESTIONS, QUESTIONS[3]]]
    assert list_prompts(server) == [question.prompt for question in QUESTIONS]


def test_requests_are_sent_concurrently(server: FakeEndpoint) -> None:
    meeting = threading.Barrier(5, timeout=10)

    def answer(body: dict) -> str:
        meeting.wait()
        return "Is it"

    server.answer = answer
    assert connect(server, concurrency=5).answer(QUESTIONS, read) == ["Is it"] * 10


def test_only_missing_answers_are_requested(server: FakeEndpoint) -> None:
    connect(server).answer(QUESTIONS[:4], read)
    before = len(server.requests)
    connect(server).answer(QUESTIONS, read)
    assert len(server.requests) - before == 6
    connect(server).answer(QUESTIONS, read)
    assert len(server.requests) == 10


def test_answers_are_stored_by_model_and_address(server: FakeEndpoint) -> None:
    connect(server).answer(QUESTIONS[:1], read)
    Endpoint("the judge 'endpoint'", "large", server.address).answer(QUESTIONS[:1], read)
    Endpoint(
        "the judge 'endpoint'", MODEL, server.address.replace("127.0.0.1", "localhost")
    ).answer(QUESTIONS[:1], read)
    assert len(server.requests) == 3


def test_the_error_of_a_failed_request_names_its_text_and_other_answers_are_stored(
    server: FakeEndpoint,
) -> None:
    def answer(body: dict) -> str:
        if body["messages"][0]["content"] == "Is it 6?":
            raise Fault(503, "full")
        return "Is it"

    server.answer = answer
    with pytest.raises(TextError) as error:
        connect(server, concurrency=1, max_retries=1).answer(QUESTIONS, read)
    assert error.value.text == "text 6"
    assert str(error.value) == (
        f"the judge 'endpoint', text 'text 6': {server.address} answered 503: full. The other "
        "answers are stored; run it again to ask for the rest"
    )
    server.answer = lambda body: "Is it"
    before = len(server.requests)
    connect(server).answer(QUESTIONS, read)
    assert len(server.requests) - before == 4


@pytest.mark.parametrize("concurrency", [1, 8])
def test_a_run_goes_on_if_the_server_is_full_at_every_third_request(
    server: FakeEndpoint,
    concurrency: int,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(endpoint_module, "_FIRST_WAIT", 0.001)
    count = itertools.count(1)
    under_way, seen = [], []

    def answer(body: dict) -> str:
        number = next(count)
        under_way.append(number)
        seen.append(len(under_way))
        time.sleep(0.002)
        under_way.remove(number)
        if number % 3 == 0:
            raise Fault(429, "slow down")
        return body["messages"][0]["content"]

    server.answer = answer
    questions = [ModelRequest(f"text {n}", f"Is it {n}?", "Strictly.", 8, 0.0) for n in range(60)]
    found = connect(server, concurrency=concurrency, max_retries=0).answer(questions, read)
    assert found == [question.prompt for question in questions]
    assert len(server.requests) == 89
    # A third of the answers allow no more than a few at a time.
    assert max(seen[30:]) <= 4
    assert (
        caplog.text.count("the judge 'endpoint': the endpoint answers 429 (too many requests)") == 1
    )


def test_no_request_is_sent_before_the_time_that_a_full_server_states(
    server: FakeEndpoint,
) -> None:
    times: list[float] = []

    def answer(body: dict) -> str:
        times.append(time.monotonic())
        if len(times) == 3:
            raise Fault(429, retry_after="0.2")
        return "Is it"

    server.answer = answer
    assert connect(server, concurrency=1).answer(QUESTIONS, read) == ["Is it"] * 10
    waits = np.diff(times)
    assert len(times) == 11 and waits[2] >= 0.19 and waits.argmax() == 2


@pytest.mark.parametrize("retry_after", ["", "0", "700"])
def test_a_server_that_stays_full_ends_the_run(
    server: FakeEndpoint, retry_after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint_module, "_FIRST_WAIT", 0.001)
    monkeypatch.setattr(endpoint_module, "_MAX_WAIT", 0.002)
    monkeypatch.setattr(endpoint_module, "_MAX_FULL_SECONDS", 0.02)
    full = Fault(429, "slow down", retry_after=retry_after)

    def answer(body: dict) -> str:
        if body["messages"][0]["content"] == "Is it 6?":
            raise full
        return "Is it"

    server.answer = answer
    with pytest.raises(TextError) as error:
        connect(server, concurrency=1).answer(QUESTIONS, read)
    assert str(error.value) == (
        f"the judge 'endpoint', text 'text 6': {server.address} answered 429: slow down; try again "
        "later, or set per_minute. The other answers are stored; run it again to ask for the rest"
    )


def test_each_answer_is_stored_when_it_arrives(server: FakeEndpoint) -> None:
    """A run that is stopped or killed loses only the requests under way."""
    remaining = iter(range(4))

    def stop_at_last(question: ModelRequest, answer: ModelAnswer) -> str | None:
        if next(remaining, None) is None:
            raise KeyboardInterrupt
        return read(question, answer)

    with pytest.raises(KeyboardInterrupt):
        connect(server, concurrency=1).answer(QUESTIONS, stop_at_last)
    connect(server, concurrency=1).answer(QUESTIONS, read)
    times = Counter(list_prompts(server))
    assert [times[question.prompt] for question in QUESTIONS[:5]] == [1, 1, 1, 1, 2]


def test_a_dry_run_reports_the_planned_requests(server: FakeEndpoint) -> None:
    connect(server).answer(QUESTIONS[:4], read)
    before = len(server.requests)
    with pytest.raises(DryRun) as error:
        connect(server, dry_run=True).answer(QUESTIONS, read)
    assert str(error.value) == (
        "the judge 'endpoint' (small): 6 requests, about 12 tokens in, at most 48 tokens out; 4 "
        "answers are in the store. This was a dry run: nothing was sent"
    )
    assert len(server.requests) == before
    assert connect(server, dry_run=True).answer(QUESTIONS[:4], read) == [
        "Is it 0?",
        "Is it 1?",
        "Is it 2?",
        "Is it 3?",
    ]


def test_no_request_is_sent_if_there_are_more_than_max_requests(server: FakeEndpoint) -> None:
    with pytest.raises(
        ValueError, match="10 requests, .* than max_requests 9, so nothing was sent; raise max_req"
    ):
        connect(server, max_requests=9).answer(QUESTIONS, read)
    assert server.requests == []
    endpoint = connect(server, max_requests=10)
    endpoint.answer(QUESTIONS[:6], read)
    with pytest.raises(ValueError, match="5 requests, .* more than max_requests 10"):
        endpoint.answer([question._replace(max_tokens=9) for question in QUESTIONS[:5]], read)
    assert len(server.requests) == 6


def test_stricter_requests_count_towards_max_requests(server: FakeEndpoint) -> None:
    server.answer = lambda body: "hm"
    assert connect(server, max_requests=12).answer(QUESTIONS, read) == [None] * 10
    assert len(server.requests) == 12


def test_the_plan_is_logged(server: FakeEndpoint, caplog: pytest.LogCaptureFixture) -> None:
    endpoint = connect(server)
    endpoint.answer(QUESTIONS, read)
    plan = (
        "the judge 'endpoint' (small): 10 requests, about 20 tokens in, at most 80 tokens out; "
        "0 answers are in"
    )
    assert plan in caplog.text
    caplog.clear()
    endpoint.answer(QUESTIONS, read)
    assert caplog.text == ""


@pytest.mark.parametrize(
    ("model", "message"),
    [
        ("small-2024", ""),
        ("Small@main", ""),
        ("large", "'large' answered instead of 'small'"),
        ("", "'' answered instead of 'small'"),
    ],
)
def test_an_answer_of_another_model_is_logged(
    server: FakeEndpoint, caplog: pytest.LogCaptureFixture, model: str, message: str
) -> None:
    server.extra = {"model": model}
    endpoint = connect(server)
    endpoint.answer(QUESTIONS[:2], read)
    warnings = [
        record.getMessage() for record in caplog.records if record.levelno == logging.WARNING
    ]
    assert len(warnings) == bool(message) and message in "".join(warnings)
    assert endpoint.observed()["served"] == [model]


def test_answers_of_several_models_are_logged_as_not_comparable(
    server: FakeEndpoint, caplog: pytest.LogCaptureFixture
) -> None:
    endpoint = connect(server)
    endpoint.answer(QUESTIONS[:1], read)
    server.extra = {"model": "small-2", "system_fingerprint": "fp-2"}
    endpoint.answer(QUESTIONS[:2], read)
    assert "the answers of 2 models are not comparable" in caplog.text
    assert endpoint.observed() == {
        "served": ["small", "small-2"],
        "fingerprints": ["fp-1", "fp-2"],
        "without": [],
    }


def test_a_setting_that_the_server_refuses_is_logged_once(
    server: FakeEndpoint, caplog: pytest.LogCaptureFixture
) -> None:
    server.refused = ("temperature",)
    endpoint = connect(server)
    endpoint.answer(QUESTIONS[:5], read)
    endpoint.answer(QUESTIONS[5:], read)
    assert caplog.text.count("the endpoint does not accept temperature; it was omitted") == 1


def test_an_error_in_the_program_is_raised_unchanged(server: FakeEndpoint) -> None:
    def broken(question: ModelRequest, answer: ModelAnswer) -> str:
        raise KeyError("bug")

    with pytest.raises(KeyError, match="bug"):
        connect(server).answer(QUESTIONS, broken)
