"""What is to be summarised, from documents alone or from a summaries.jsonl."""

import pytest

from helpers.support import write_lines
from sacrerouge_litepyramid.io.documents import read_source_instances

LINE = {"instance_id": "a", "documents": [{"text": "One."}, {"text": ["Two.", "Three."]}]}


def test_the_lines_of_an_instance_are_one(tmp_path):
    path = tmp_path / "summaries.jsonl"
    summary = {"summarizer_type": "peer", "summary": {"text": "x"}, "reference": {"text": "ref"}}
    write_lines(path, [{**LINE, **summary, "summarizer_id": name} for name in "xy"] + [{**LINE, "instance_id": "b"}])
    first, second = read_source_instances(path)
    assert first[:3] == ("a", ["One.", ["Two.", "Three."]], ["ref"])
    assert second[:3] == ("b", first.documents, [])


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([{"instance_id": "a"}], "line 1, instance 'a': there is no document to summarise; add 'documents'"),
        ([LINE, {**LINE, "documents": [{"text": "One."}]}], "line 2, instance 'a': the documents differ from those in"),
        ([LINE, {**LINE, "references": [{"text": "r"}]}], "line 2, instance 'a': the references differ from those in"),
        ([{**LINE, "documents": ["One."]}], "line 1, instance 'a': 'documents' must hold"),
        ([{"documents": LINE["documents"]}], "line 1: the field 'instance_id' (str) is missing"),
    ],
)
def test_mistakes_are_told(lines, message, tmp_path):
    write_lines(tmp_path / "documents.jsonl", lines)
    with pytest.raises(ValueError) as error:
        read_source_instances(tmp_path / "documents.jsonl")
    assert message in str(error.value)
