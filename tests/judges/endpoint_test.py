"""The endpoint judge with `helpers.fake_endpoint`.

The endpoint answers yes if a summary has all words of a unit.
"""

import json
import math
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
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
from sacrerouge_litepyramid.core.judgements import judge_measures
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.judges import endpoint as endpoint_module
from sacrerouge_litepyramid.judges.endpoint import EndpointJudge, read_verdicts
from sacrerouge_litepyramid.judges.judge import CachedJudge, Judge
from sacrerouge_litepyramid.models.connection import ModelAnswer, ModelRequest
from sacrerouge_litepyramid.registry import build

GROUPS = [
    Group("the cat sat", ("cat", "dog", "the cat")),
    Group("rain fell", ("rain", "cat")),
    Group("rain fell", ()),
]
EXPECTED = [[1, 0, 1], [1, 0], []]


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[FakeEndpoint]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("LITEPYRAMID_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.001)
    with serve(FakeEndpoint()) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.address)
        yield server


def judge(**settings: Any) -> EndpointJudge:
    return EndpointJudge(MODEL, **settings)


def p2c(model: Judge, groups: list[Group] = GROUPS) -> list[list[float]]:
    return [judge_measures(logits)["p2c"].tolist() for logits in model.predict(groups)]


@pytest.mark.parametrize("units", ["one", "all"])
def test_answers_become_probabilities_of_0_and_1(endpoint: FakeEndpoint, units: Any) -> None:
    assert p2c(judge(units=units)) == EXPECTED
    assert len(endpoint.requests) == (5 if units == "one" else 2)


def test_a_request_about_all_units_has_a_schema(endpoint: FakeEndpoint) -> None:
    judge(units="all").predict(GROUPS[:1])
    (body,) = endpoint.requests
    schema = body["response_format"]["json_schema"]["schema"]
    assert schema["required"] == ["1", "2", "3"] and schema["additionalProperties"] is False
    assert schema["properties"]["2"]["enum"] == ["yes", "no"]
    assert read_texts(body) == ["the cat sat", "cat", "dog", "the cat"]
    assert "logprobs" not in body


def test_probabilities_are_those_of_the_first_token(endpoint: FakeEndpoint) -> None:
    endpoint.probability = 0.75
    model = judge()
    np.testing.assert_allclose(p2c(model)[0], [0.75, 0.25, 0.75])
    assert model.observed()["probabilities"] == ["tokens"]


QUESTION = ModelRequest("", "", "", 8, 0.0)


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        ([("Yes", 0.6), ("No", 0.2)], 0.75),
        ([(" yes", 0.3), ("Yes", 0.3), ("NO", 0.2), ("The", 0.1)], 0.75),
        # "no" is not listed: its upper bound is the probability of "It", or the remainder if that
        # is less.
        ([("yes", 0.9), ("It", 0.05)], 0.9 / 0.95),
        ([("yes", 0.9), ("It", 0.08)], 0.9 / 0.92),
        ([("no", 0.5)], 0.5),
        ([("yes", 1.0)], 1.0),
    ],
)
def test_the_probability_of_yes_against_no(
    tokens: list[tuple[str, float]], expected: float
) -> None:
    first = tuple((token, math.log(value)) for token, value in tokens)
    verdicts = read_verdicts(QUESTION, ModelAnswer("yes", first))
    assert verdicts is not None and verdicts.is_from_token
    assert verdicts.values == pytest.approx((expected,))


def test_the_answer_counts_if_the_first_token_is_neither_yes_nor_no() -> None:
    first = (("The", -0.1), ("yes", -3.0))
    assert read_verdicts(QUESTION, ModelAnswer("yes", first)) == ((1.0,), False)
    assert read_verdicts(QUESTION, ModelAnswer("The text says so", first)) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("yes", 1),
        ("No.", 0),
        ("**Yes**", 1),
        ('"no"', 0),
        ("", None),
        ("yes and no", None),
        ("maybe", None),
    ],
)
def test_answers_are_read_strictly(text: str, expected: float | None) -> None:
    verdicts = read_verdicts(QUESTION, ModelAnswer(text))
    assert (verdicts and verdicts.values[0]) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"1": "yes", "2": "no"}', (1, 0)),
        ('```json\n{"2": "no", "1": "Yes"}\n```', (1, 0)),
        ('{"1": "yes"}', None),
        ('{"1": "yes", "2": "no", "3": "no"}', None),
        ('{"1": "yes", "1": "no", "2": "no"}', None),
        ('{"1": "yes", "2": "maybe"}', None),
        ('{"1": "yes", "2": null}', None),
        ('["yes", "no"]', None),
        ("yes, no", None),
        ('Here you are: {"1": "yes", "2": "no"}', None),
    ],
)
def test_objects_are_read_strictly(text: str, expected: tuple[float, float] | None) -> None:
    question = QUESTION._replace(schema={"required": ["1", "2"]})
    verdicts = read_verdicts(question, ModelAnswer(text))
    assert (verdicts and verdicts.values) == expected


def once_wrong(wrong: str | Fault) -> Callable[[dict], str]:
    """Return a function whose answer to each question is wrong the first time."""
    seen: set[tuple[str, ...]] = set()

    def answer(body: dict) -> str:
        texts = tuple(read_texts(body))
        if texts in seen:
            return answer_by_words(body)
        seen.add(texts)
        if isinstance(wrong, Fault):
            raise wrong
        return wrong

    return answer


@pytest.mark.parametrize(
    "wrong", ["perhaps", "", Fault(200, raw=b"{"), Fault(400, code="content_filter")]
)
@pytest.mark.parametrize("units", ["one", "all"])
def test_an_unreadable_answer_is_requested_again_more_strictly(
    endpoint: FakeEndpoint, units: Any, wrong: Any
) -> None:
    endpoint.answer = once_wrong(wrong)
    assert p2c(judge(units=units)) == EXPECTED
    strict = [
        body["messages"][0]["content"] for body in endpoint.requests if "whole answer" in str(body)
    ]
    assert len(strict) == len(endpoint.requests) / 2
    assert units == "one" or any(
        text.endswith("keys 1, 2, 3, each with the value yes or no.") for text in strict
    )


def test_answers_that_stay_unreadable_are_missing_and_requested_by_the_next_run(
    endpoint: FakeEndpoint,
) -> None:
    endpoint.answer = lambda body: "hm" if read_texts(body)[1] == "dog" else answer_by_words(body)
    logits = judge().predict(GROUPS)
    assert np.isnan(logits[0]).tolist() == [[False] * 2, [True] * 2, [False] * 2]
    before = len(endpoint.requests)
    endpoint.answer = answer_by_words
    assert p2c(judge()) == EXPECTED
    assert [read_texts(body)[1] for body in endpoint.requests[before:]] == ["dog"]


@pytest.mark.parametrize("change", [{"units": "all"}, {"max_tokens": 9}])
def test_other_settings_request_new_answers(endpoint: FakeEndpoint, change: dict) -> None:
    judge().predict(GROUPS)
    before = len(endpoint.requests)
    other = judge(**change)
    other.predict(GROUPS)
    assert len(endpoint.requests) > before
    assert other.identity() != judge().identity()


def test_the_identity_and_the_observed_facts(endpoint: FakeEndpoint) -> None:
    model = judge()
    assert model.observed() == {"probabilities": []}
    endpoint.refused = ("temperature",)
    model.predict(GROUPS)
    identity = model.identity()
    assert len(identity.pop("prompt")) == 16
    assert identity == {
        "type": "endpoint",
        "model": MODEL,
        "base_url": endpoint.address,
        "units": "one",
        "max_tokens": None,
    }
    assert model.observed() == {
        "served": ["small"],
        "fingerprints": ["fp-1"],
        "without": ["temperature"],
        "probabilities": ["answers"],
    }


def test_custom_prompts(endpoint: FakeEndpoint, tmp_path: Path) -> None:
    (tmp_path / "q.txt").write_text("Text {summary} Fact {unit} yes or no?", "utf-8")
    model = judge(prompt=str(tmp_path / "q.txt"))
    assert p2c(model) == EXPECTED
    assert model.identity()["prompt"] != judge().identity()["prompt"]
    with pytest.raises(ValueError, match="lacks {units}"):
        judge(prompt=str(tmp_path / "q.txt"), units="all")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"max_tokens": 0}, "max_tokens must be at least 1"),
        ({"units": "two"}, "units must be 'one', 'all', not 'two'"),
        ({"requests": {"concurrency": 0}}, "requests: concurrency must be at least 1, not 0"),
        (
            {"requests": {"retries": 3}},
            "requests: the argument 'retries' is unknown; did you mean 'max_retries'",
        ),
        ({"base_url": "http://models.example/v1"}, "by http, others can read texts and the key"),
        ({"api_key": "sk"}, "the argument 'api_key' is unknown"),
    ],
)
def test_invalid_settings_are_refused(endpoint: FakeEndpoint, settings: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        build(Judge, {"type": "endpoint", "model": MODEL, **settings})


def test_the_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sacrerouge_litepyramid.models.connection.find_spec", lambda name: None)
    with pytest.raises(
        ImportError,
        match=r'judge .endpoint. needs openai: pip install "sacrerouge-litepyramid\[endpoint',
    ):
        judge()


def test_a_raw_prompt_has_only_the_texts(endpoint: FakeEndpoint) -> None:
    endpoint.answer = lambda body: "Yes" if "cat sat" in body["messages"][-1]["content"] else "No"
    model = EndpointJudge("bespoke-minicheck:7b")
    assert p2c(model, [Group("the cat sat", ("</s>cat",)), Group("rain", ("a {summary}",))]) == [
        [1.0],
        [0.0],
    ]
    assert [body["messages"] for body in sorted(endpoint.requests, key=str, reverse=True)] == [
        [{"role": "user", "content": content}]
        for content in (
            "Document: the cat sat\nClaim: < /s>cat",
            "Document: rain\nClaim: a {summary}",
        )
    ]
    assert model.identity()["raw"]
    fenced = EndpointJudge("bespoke-minicheck", raw=False)
    assert "raw" not in fenced.identity() and fenced.prompt.digest != model.prompt.digest


def test_answers_that_earlier_versions_stored_are_found(endpoint: FakeEndpoint) -> None:
    question = ModelRequest("text", "prompt", "reminder", 8, 0.0)
    facts = json.dumps(
        [endpoint.address, MODEL, ["text", "prompt", "reminder", 8, 0.0, None, False, None]]
    )
    model = judge().endpoint
    assert model._key(question) == sha256(facts.encode()).digest()


def test_a_cache_around_the_endpoint_judge_is_not_used(
    endpoint: FakeEndpoint, tmp_path: Path
) -> None:
    cached = CachedJudge(judge(), path=str(tmp_path / "judgements.sqlite"))
    assert p2c(cached) == EXPECTED
    assert not (tmp_path / "judgements.sqlite").exists()
    assert cached.observed()["served"] == ["small"]


def test_logits_of_certain_answers_are_finite() -> None:
    logits = endpoint_module._to_logits(endpoint_module.Verdicts((1.0, 0.0, 0.5)), 3)
    assert np.isfinite(logits).all() and judge_measures(logits)["p2c"].tolist() == [1.0, 0.0, 0.5]
