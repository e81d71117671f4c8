"""References of summaries.jsonl and references.jsonl."""

import json
from pathlib import Path
from typing import Any

import pytest

from sacrerouge_litepyramid.io.documents import read_references


def write(path: Path, *lines: dict[str, Any]) -> str:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return str(path)


def summary(instance: str, system: str, **references: Any) -> dict[str, Any]:
    return {
        "instance_id": instance,
        "summarizer_id": system,
        "summarizer_type": "peer",
        "summary": {"text": "a summary"},
        **references,
    }


def test_references_of_summaries(tmp_path: Path) -> None:
    both = [{"text": "One."}, {"text": ["Two.", "Three."]}]
    path = write(
        tmp_path / "summaries.jsonl",
        summary("b", "x", references=both),
        summary("a", "x", reference={"text": "Four."}),
        summary("b", "y", references=both),
    )
    references = read_references(path)
    assert {name: item.references for name, item in references.items()} == {
        "b": ("One.", ["Two.", "Three."]),
        "a": ("Four.",),
    }
    assert list(references) == ["b", "a"]


def test_references_of_their_own_file(tmp_path: Path) -> None:
    path = write(
        tmp_path / "references.jsonl",
        {"instance_id": "a", "references": [{"text": "One."}, "Two.", ["Three."]]},
        {"instance_id": "b", "reference": {"text": "Four."}},
    )
    assert [item.references for item in read_references(path).values()] == [("One.", "Two.", ["Three."]), ("Four.",)]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([{"instance_id": "a"}], "line 1, instance 'a': the field 'references' .* is missing"),
        ([{"references": ["One."]}], "line 1: the field 'instance_id' .* is missing"),
        ([{"instance_id": "a", "references": []}], "line 1, instance 'a': there is no reference"),
        ([{"instance_id": "a", "references": [3]}], "line 1, instance 'a': a reference must be a text"),
        ([{"instance_id": "a", "references": [{"text": [3]}]}], "a reference must be a text"),
        (
            [{"instance_id": "a", "references": ["One."]}, {"instance_id": "a", "references": ["Two."]}],
            "line 2, instance 'a': the references differ from those in .*line 1; make them the same",
        ),
        ([summary("a", "x")], "line 1, instance 'a': there is no reference"),
        ([summary("a", "x", references=[{"text": "a"}]), summary("a", "y", references=[])], "references differ|no ref"),
    ],
)
def test_wrong_files(tmp_path: Path, lines: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_references(write(tmp_path / "file.jsonl", *lines))
