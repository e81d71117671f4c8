"""Runs of the judge `endpoint` from the command line: faults, a kill, what errors name, and where
the key is not.
"""

import json
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("openai", reason="needs openai")

from helpers.fake_endpoint import (
    KEY,
    MODEL,
    FakeEndpoint,
    Fault,
    answer_by_words,
    read_texts,
    serve,
)
from helpers.killed_runs import count_stored, kill_when
from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main

UNITS = {f"d{number}": [f"word{number}", "cat", "dog sat"] for number in range(6)}
SUMMARIES = {
    (name, system): f"{units[0]} {system} sat"
    for name, units in UNITS.items()
    for system in ("cat", "dog")
}
JUDGE = json.dumps({"type": "endpoint", "model": MODEL})
#: in full here, as two judgements a summary are of words that all have
STATED = {"cat": 2 / 3, "dog": 2 / 3}


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch, here: Path) -> Iterator[FakeEndpoint]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("LITEPYRAMID_CACHE", str(here / "cache"))
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.001)
    rows = [
        {"instance_id": name, "summarizer_id": system, "summary": text, "units": UNITS[name]}
        for (name, system), text in SUMMARIES.items()
    ]
    write_lines(here / "table.jsonl", rows)
    with serve(FakeEndpoint()) as found:
        monkeypatch.setenv("OPENAI_BASE_URL", found.address)
        yield found


def evaluate(output: str = "out", **requests: object) -> int:
    judge = json.dumps({**json.loads(JUDGE), "requests": requests})
    return main(["evaluate-table", "table.jsonl", "--judge", judge, "--output-dir", output])


def scores(folder: str) -> dict[tuple[str, str], float]:
    lines = read_lines(Path(folder) / "scores.jsonl")
    return {
        (line["instance_id"], line["summarizer_id"]): line["metrics"]["lite2pyramid"]["p2c"]
        for line in lines
    }


def asked(endpoint: FakeEndpoint) -> Counter:
    return Counter(tuple(read_texts(body)) for body in endpoint.requests)


def test_a_table_is_evaluated(endpoint: FakeEndpoint, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate() == 0
    assert scores("out") == pytest.approx({key: STATED[key[1]] for key in SUMMARIES})
    assert len(endpoint.requests) == 36 and set(asked(endpoint).values()) == {1}
    printed = capsys.readouterr().err
    assert "36 requests, about 3690 tokens in" in printed


def in_turn(faults: list[Fault | str]) -> Callable[[dict], str]:
    """Right answers but for one in five, a fault of each kind in turn."""
    lock, counter = threading.Lock(), iter(range(10**6))

    def answer(body: dict) -> str:
        with lock:
            number = next(counter)
        fault = faults[number // 5 % len(faults)]
        if number % 5 == 4:
            if isinstance(fault, Fault):
                raise fault
            return fault
        return answer_by_words(body)

    return answer


FAULTS = [
    *(
        Fault(429, "slow down"),
        Fault(500),
        Fault(503),
        Fault(raw=b"cut"),
        Fault(200, raw=b'{"choices": ['),
    ),
    *(Fault(400, "no", code="content_filter"), "I would rather not say.", ""),
]


@pytest.mark.parametrize("units", ["one", "all"])
def test_with_a_fault_in_five_requests_every_unit_is_judged_or_counted(
    endpoint: FakeEndpoint, capsys: pytest.CaptureFixture[str], units: str
) -> None:
    endpoint.answer = in_turn(FAULTS)
    judge = json.dumps({**json.loads(JUDGE), "units": units})
    assert main(["evaluate-table", "table.jsonl", "--judge", judge, "--output-dir", "out"]) == 0
    values = [
        unit["p2c"] for line in read_lines(Path("out/evidence.jsonl")) for unit in line["units"]
    ]
    missing = values.count(None)
    assert len(values) == 36 and set(values) <= {0.0, 1.0, None}
    counted = f"the judge gave no answer for {missing} of 36 units"
    assert (counted in capsys.readouterr().err) == bool(missing)
    right = {key: STATED[key[1]] for key in SUMMARIES}
    assert missing or scores("out") == pytest.approx(right)


def test_a_killed_run_asks_only_for_the_rest(
    endpoint: FakeEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    endpoint.probability = 0.8
    assert evaluate("whole") == 0
    whole = asked(endpoint)
    endpoint.requests.clear()
    monkeypatch.setenv("LITEPYRAMID_CACHE", "other")
    lock, left, ended = threading.Lock(), iter(range(18)), threading.Event()

    def stop_half_way(body: dict) -> str:
        with lock:
            is_first = next(left, None) is not None
        if not is_first:
            ended.wait(30)
        return answer_by_words(body)

    endpoint.answer = stop_half_way
    kill_when(lambda: count_stored("other/answers.sqlite") == 18, evaluate, "killed")
    ended.set()
    assert not Path("killed").exists()
    before, endpoint.answer = asked(endpoint), answer_by_words
    endpoint.requests.clear()
    assert evaluate("killed") == 0
    rest = asked(endpoint)
    # Up to 8 requests were under way at the kill, and are sent again.
    assert 18 <= len(before) <= 26 and len(rest) == 18 and (before | rest).keys() == whole.keys()
    for name in ("scores.jsonl", "scores.jsonl.signature.json", "evidence.jsonl"):
        assert (Path("killed") / name).read_bytes() == (Path("whole") / name).read_bytes()


def test_an_error_names_the_summary_of_a_request_that_failed(
    endpoint: FakeEndpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    def answer(body: dict) -> str:
        if read_texts(body)[0] == "word3 dog sat":
            raise Fault(400, "the context is too long")
        return answer_by_words(body)

    endpoint.answer = answer
    assert main(["evaluate-table", "table.jsonl", "--judge", JUDGE]) == 1
    error = capsys.readouterr().err.splitlines()[-1]
    assert error.startswith(
        "error: instance 'd3', system 'dog': the judge 'endpoint', text 'word3 dog sat': "
    )
    assert "answered 400: the context is too long. " in error
    assert "The other answers are stored; run it again" in error


def test_a_dry_run_sends_nothing(endpoint: FakeEndpoint, capsys: pytest.CaptureFixture) -> None:
    assert evaluate(dry_run=True) == 0
    assert "(small): 36 requests, about " in capsys.readouterr().out
    assert endpoint.requests == [] and not Path("out").exists()


def echo_key(body: dict) -> str:
    raise Fault(401, f"Incorrect API key provided: {KEY}.")


ANSWERS = [answer_by_words, echo_key, in_turn([Fault(raw=b"cut")] * 5)]


@pytest.mark.parametrize("answer", ANSWERS, ids=["right", "key", "cut"])
def test_the_key_is_in_no_output_log_error_or_file(
    endpoint: FakeEndpoint,
    here: Path,
    answer: Callable[[dict], str],
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    endpoint.answer = answer
    caplog.set_level(0)
    judge = json.dumps({**json.loads(JUDGE), "requests": {"max_retries": 0}})
    found = ""
    try:
        main(["evaluate-table", "table.jsonl", "--judge", judge, "--output-dir", "out", "--debug"])
    except ValueError as error:
        found = "".join(traceback.format_exception(error)) + repr(vars(error))
        assert error.__cause__ is None
    assert bool(found) == (answer is not answer_by_words)
    printed = capfd.readouterr()
    assert "POST" in caplog.text and "requests" in printed.err
    assert KEY not in found + printed.out + printed.err + caplog.text + str(
        [vars(record) for record in caplog.records]
    )
    assert any(header["authorization"] == f"Bearer {KEY}" for header in endpoint.headers)
    files = [path for path in here.rglob("*") if path.is_file()]
    assert len(files) > 1
    assert [path for path in files if KEY.encode() in path.read_bytes()] == []
