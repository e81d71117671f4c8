"""Scores and evidence of the small data set of tests/conftest.py, to compute with by hand."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.core.texts import flatten

UNITS = {"a": ["cat sat", "mat"], "b": ["rain fell", "north", "south"]}
VALUES = {
    ("a", "good"): [0.9, 0.2],
    ("a", "poor"): [0.7, 0.1],
    ("b", "good"): [1.0, 0.5, 0.4996],
    ("b", "poor"): [0.0, 0.0, 0.0],
}


@pytest.fixture
def scores(data: Path) -> Path:
    """The metric ``ours``: of "good" 0.5 and 0.8, of "poor" 0.1 and 0.2."""
    values = {("a", "good"): 0.5, ("a", "poor"): 0.1, ("b", "good"): 0.8, ("b", "poor"): 0.2}
    lines = [
        {
            "instance_id": key[0],
            "summarizer_id": key[1],
            "summarizer_type": "peer",
            "metrics": {"ours": value},
        }
        for key, value in values.items()
    ]
    write_lines(data.parent / "scores.jsonl", lines)
    return data.parent / "scores.jsonl"


@pytest.fixture
def evidence(data: Path) -> Callable[..., Path]:
    """Writes evidence by the SCUs with VALUES.

    ``change`` may alter each line or, returning None, leave it out.
    """

    def written(
        change: Callable[[dict], dict | None] = lambda line: line, name: str = "evidence.jsonl"
    ) -> Path:
        lines = [changed for line in evidence_lines(data) if (changed := change(line)) is not None]
        write_lines(data.parent / name, lines)
        return data.parent / name

    return written


def evidence_lines(data: Path) -> list[dict[str, Any]]:
    texts = {
        (line["instance_id"], line["summarizer_id"]): flatten(line["summary"]["text"])
        for line in _summaries(data)
    }
    return [
        {
            "metric": "lite2pyramid",
            "instance_id": key[0],
            "summarizer_id": key[1],
            "summary": texts[key],
            "scores": {},
            "units": [
                {"text": text, "p2c": value}
                for text, value in zip(UNITS[key[0]], values, strict=True)
            ],
        }
        for key, values in VALUES.items()
    ]


def _summaries(data: Path) -> list[dict[str, Any]]:
    return read_lines(data / "summaries.jsonl")
