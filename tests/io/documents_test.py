"""What is to be summarised, from documents alone or from a summaries.jsonl."""

import json
from pathlib import Path
from typing import Any

import pytest

from helpers.support import write_lines
from sacrerouge_litepyramid.io.documents import (
    Article,
    read_articles,
    read_references,
    read_source_instances,
)

LINE = {"instance_id": "a", "documents": [{"text": "One."}, {"text": ["Two.", "Three."]}]}


def test_the_lines_of_an_instance_are_one(tmp_path):
    path = tmp_path / "summaries.jsonl"
    summary = {"summarizer_type": "peer", "summary": {"text": "x"}, "reference": {"text": "ref"}}
    write_lines(
        path,
        [{**LINE, **summary, "summarizer_id": name} for name in "xy"]
        + [{**LINE, "instance_id": "b"}],
    )
    first, second = read_source_instances(path)
    assert first[:3] == ("a", ["One.", ["Two.", "Three."]], ["ref"])
    assert second[:3] == ("b", first.documents, [])


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([{"instance_id": "a"}], "line 1, instance 'a': no document to summarise; add 'documents'"),
        (
            [LINE, {**LINE, "documents": [{"text": "One."}]}],
            "line 2, instance 'a': the documents differ from those in",
        ),
        (
            [LINE, {**LINE, "references": [{"text": "r"}]}],
            "line 2, instance 'a': the references differ from those in",
        ),
        ([{**LINE, "documents": ["One."]}], "line 1, instance 'a': 'documents' must be"),
        (
            [{"documents": LINE["documents"]}],
            "line 1: the field 'instance_id' (a string) is missing",
        ),
    ],
)
def test_wrong_lines_are_refused(lines, message, tmp_path):
    write_lines(tmp_path / "documents.jsonl", lines)
    with pytest.raises(ValueError) as error:
        read_source_instances(tmp_path / "documents.jsonl")
    assert message in str(error.value)


def read(tmp_path, *lines):
    write_lines(tmp_path / "articles.jsonl", list(lines))
    return read_articles(tmp_path / "articles.jsonl")


def test_sentences_of_articles(tmp_path):
    lines = [
        {"instance_id": "a", "sentences": ["One.", "Two."]},
        {"instance_id": "b", "sentences": []},
    ]
    assert read(tmp_path, *lines) == [Article("a", ["One.", "Two."]), Article("b", [])]


def test_documents_of_summaries_come_once(tmp_path):
    documents = [{"text": "One. Two."}, {"text": ["Three.", "Four."]}]
    lines = [{"instance_id": "a", "summarizer_id": name, "documents": documents} for name in "xy"]
    assert read(tmp_path, *lines) == [Article("a", "One. Two."), Article("a", ["Three.", "Four."])]


def test_an_equal_text_belongs_to_the_instance_that_has_it_first(tmp_path):
    lines = [{"instance_id": name, "sentences": ["One.", "Two."]} for name in "ab"]
    assert read(tmp_path, *lines) == [Article("a", ["One.", "Two."])]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            {"sentences": []},
            r"articles.jsonl, line 1: the field 'instance_id' \(a string\) is missing",
        ),
        (
            {"instance_id": "a"},
            "line 1, instance 'a': no field 'sentences' or 'documents'; add one of them",
        ),
        (
            {"instance_id": "a", "sentences": "One."},
            "the field 'sentences' must be a list, not a string",
        ),
        ({"instance_id": "a", "sentences": ["One.", 2]}, "'sentences' must be a list of strings"),
    ],
)
def test_invalid_articles_are_refused(tmp_path, line, message):
    with pytest.raises(ValueError, match=message):
        read(tmp_path, line)


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


def test_references_are_read_from_summaries(tmp_path: Path) -> None:
    both = [{"text": "One."}, {"text": ["Two.", "Three."]}]
    path = write(
        tmp_path / "summaries.jsonl",
        summary("b", "x", references=both),
        summary("a", "x", reference={"text": "Four."}),
        summary("b", "y", references=both),
    )
    references = read_references(path)
    assert list(references.items()) == [("b", ["One.", ["Two.", "Three."]]), ("a", ["Four."])]


def test_references_are_read_from_their_own_file(tmp_path: Path) -> None:
    path = write(
        tmp_path / "references.jsonl",
        {"instance_id": "a", "references": [{"text": "One."}, "Two.", ["Three."]]},
        {"instance_id": "b", "reference": {"text": "Four."}},
    )
    assert list(read_references(path).values()) == [["One.", "Two.", ["Three."]], ["Four."]]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([{"instance_id": "a"}], "line 1, instance 'a': the field 'references' .* is missing"),
        ([{"references": ["One."]}], "line 1: the field 'instance_id' .* is missing"),
        ([{"instance_id": "a", "references": []}], "line 1, instance 'a': no reference"),
        ([{"instance_id": "a", "references": [3]}], "line 1, instance 'a': 'references' must be"),
        ([{"instance_id": "a", "references": [{"text": [3]}]}], "'references' must be"),
        (
            [
                {"instance_id": "a", "references": ["One."]},
                {"instance_id": "a", "references": ["Two."]},
            ],
            "line 2, instance 'a': the references differ from those in .*line 1; make them the same",
        ),
        ([summary("a", "x")], "line 1, instance 'a': no reference"),
    ],
)
def test_invalid_references_are_refused(
    tmp_path: Path, lines: list[dict[str, Any]], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        read_references(write(tmp_path / "file.jsonl", *lines))
