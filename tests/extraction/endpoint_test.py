"""The extractor with `helpers.fake_endpoint`.

The endpoint finds a fact in each part of a sentence that "and" divides.
"""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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
from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid import api
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.extraction.endpoint import EndpointExtractor, read_facts
from sacrerouge_litepyramid.extraction.extractor import UnitExtractor
from sacrerouge_litepyramid.extraction.unit_files import CachedExtractor
from sacrerouge_litepyramid.registry import build

REFERENCES = [
    ["The cat sat and the dog ran.", "It rained."],
    "It rained. Snow fell and ice came.",
    ["..."],
]
FACTS = [
    [("The cat sat", 0), ("the dog ran.", 0), ("It rained.", 1)],
    [("It rained.", 0), ("Snow fell", 1), ("ice came.", 1)],
    [],
]


def split_facts(body: dict[str, Any]) -> str:
    return json.dumps({"facts": read_texts(body)[0].split(" and ")})


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[FakeEndpoint]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("LITEPYRAMID_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.001)
    found = FakeEndpoint()
    found.answer = split_facts
    with serve(found):
        monkeypatch.setenv("OPENAI_BASE_URL", found.address)
        yield found


def extract(extractor: UnitExtractor) -> list[list[tuple[str, int | None]]]:
    return [
        [(unit.text, unit.sentence) for unit in units] for units in extractor.extract(REFERENCES)
    ]


def test_each_distinct_sentence_is_asked_once(endpoint: FakeEndpoint) -> None:
    assert extract(EndpointExtractor(MODEL)) == FACTS
    assert sorted(read_texts(body)[0] for body in endpoint.requests) == [
        "It rained.",
        "Snow fell and ice came.",
        "The cat sat and the dog ran.",
    ]
    schema = endpoint.requests[0]["response_format"]["json_schema"]["schema"]
    assert schema["required"] == ["facts"] and endpoint.requests[0]["max_tokens"] == 512
    assert extract(EndpointExtractor(MODEL)) == FACTS
    assert len(endpoint.requests) == 3


@pytest.mark.parametrize(
    "answer", ["no", "", '{"facts": []}', '{"facts": [1]}', Fault(400, code="content_filter")]
)
def test_a_sentence_without_facts_is_a_unit_and_is_counted(
    endpoint: FakeEndpoint, answer: str | Fault, caplog: pytest.LogCaptureFixture
) -> None:
    def reply(body: dict[str, Any]) -> str:
        if "Snow" not in str(body):
            return split_facts(body)
        if isinstance(answer, Fault):
            raise answer
        return answer

    endpoint.answer = reply
    found = extract(EndpointExtractor(MODEL))
    assert found == [FACTS[0], [("It rained.", 0), ("Snow fell and ice came.", 1)], []]
    assert "1 of 3 sentences have no answer with facts; each is one unit" in caplog.text
    assert len(endpoint.requests) == 4
    # The next run asks again.
    endpoint.answer = split_facts
    assert extract(EndpointExtractor(MODEL)) == FACTS
    assert len(endpoint.requests) == 5


@pytest.mark.parametrize(
    ("answer", "facts"),
    [
        ('["He left.", "She stayed."]', ("He left.", "She stayed.")),
        ('{"facts": ["He left."]}', ("He left.",)),
        ('Here: {"facts": ["He left."]} Done.', ("He left.",)),
        ('```json\n["He left."]\n```', ("He left.",)),
        (' [\n"He  left.",\n"He left."] ', ("He left.",)),
        ('["He said \\"no\\" [sic]."]', ('He said "no" [sic].',)),
        ('["", "..."]', ()),
        ("[]", ()),
        ('[{"fact": "He left."}]', ()),
        ('["He left.", 5]', ()),
        ('["He left.", "She st', ()),
        ('"He left."', ()),
        ("He left.", ()),
        ("", ()),
    ],
)
def test_the_facts_of_an_answer_are_read(answer: str, facts: tuple[str, ...]) -> None:
    assert read_facts(answer) == facts


def test_a_prompt_of_a_file_may_show_the_reference(endpoint: FakeEndpoint, tmp_path: Path) -> None:
    (tmp_path / "task.txt").write_text(
        "Facts of {sentence} in {reference}, as a JSON list", "utf-8"
    )
    own = EndpointExtractor(MODEL, prompt=str(tmp_path / "task.txt"))
    extract(own)
    assert ["It rained.", "It rained. Snow fell and ice came."] in [
        read_texts(body) for body in endpoint.requests
    ]
    assert len(endpoint.requests) == 4
    identity, usual = own.identity(), EndpointExtractor(MODEL).identity()
    assert identity["prompt"] != usual["prompt"]
    assert identity == {**usual, "prompt": identity["prompt"]}


def test_the_identity_has_all_that_determines_the_facts(endpoint: FakeEndpoint) -> None:
    identity = EndpointExtractor(MODEL, max_tokens=9).identity()
    assert identity | {"prompt": "", "splitter": ""} == {
        "type": "endpoint",
        "model": MODEL,
        "base_url": endpoint.address,
        "prompt": "",
        "max_tokens": 9,
        "parser": 1,
        "splitter": "",
    }


def test_a_cache_around_it_is_not_used(endpoint: FakeEndpoint, tmp_path: Path) -> None:
    cached = CachedExtractor(EndpointExtractor(MODEL), path=str(tmp_path / "units.sqlite"))
    assert extract(cached) == FACTS
    assert not (tmp_path / "units.sqlite").exists()
    assert cached.observed() == {"served": ["small"], "fingerprints": ["fp-1"], "without": []}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"max_tokens": 0}, "max_tokens must be at least 1, not 0"),
        (
            {"requests": {"concurrency": 0}},
            "the extractor 'endpoint'|concurrency must be at least 1",
        ),
        ({"base_url": "http://models.example/v1"}, "others can read"),
    ],
)
def test_wrong_settings(endpoint: FakeEndpoint, settings: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        build(UnitExtractor, {"type": "endpoint", "model": MODEL, **settings})


def test_units_of_a_file(
    endpoint: FakeEndpoint, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A request that fails names the document; the next run asks for the rest."""
    references = [
        {"instance_id": f"d{place}", "references": [text]}
        for place, text in enumerate(REFERENCES[:2])
    ]
    write_lines(tmp_path / "references.jsonl", references)
    extractor = json.dumps({"type": "endpoint", "model": MODEL, "requests": {"concurrency": 1}})
    command = [
        "extract-units",
        "--references",
        str(tmp_path / "references.jsonl"),
        "--extractor",
        extractor,
    ]
    command += ["--output", str(tmp_path / "stus.jsonl")]

    def reply(body: dict[str, Any]) -> str:
        if "Snow" in str(body):
            raise Fault(400, "too long")
        return split_facts(body)

    endpoint.answer = reply
    assert main(command) == 1
    error = capsys.readouterr().err
    assert "error: instance 'd1': the extractor 'endpoint', text 'Snow fell and ice came.'" in error
    endpoint.answer = split_facts
    assert main(command) == 0
    assert len(endpoint.requests) == 4
    units = [
        [unit["text"] for unit in line["units"]] for line in read_lines(tmp_path / "stus.jsonl")
    ]
    assert units == [[text for text, _ in facts] for facts in FACTS[:2]]


def test_judge_and_extractor_sign_what_served_them(
    endpoint: FakeEndpoint, caplog: pytest.LogCaptureFixture
) -> None:
    endpoint.answer = lambda body: (
        split_facts(body) if "facts" in str(body) else answer_by_words(body)
    )
    caplog.set_level(logging.INFO)
    described = {"type": "endpoint", "model": MODEL}
    found = api.score(
        ["It rained."],
        references=["It rained."],
        metric="lite3pyramid",
        judge=described,
        extractor=described,
    )
    assert found.scores == [{"p2c": 1.0, "l2c": 1.0}]
    for component in ("judge", "extractor"):
        signed = found.signature[component]
        assert signed["served"] == ["small"] and signed["base_url"] == endpoint.address
