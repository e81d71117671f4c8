"""Signatures as text."""

import json
from pathlib import Path

import pytest

from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.signatures import write_signed_lines
from sacrerouge_litepyramid.signature import as_text, digest_units, sign


def test_a_prompt_does_not_break_the_line() -> None:
    judge = {"type": "generative", "prompt": "{summary}\n| {unit}", "labels": ["1", "0"]}
    parts = as_text(
        sign("lite2pyramid", {"judge": judge, "units": digest_units([Unit("a")])})
    ).splitlines()
    assert len(parts) == 1
    assert (
        '|judge.type:generative|judge.prompt:"{summary}\\n| {unit}"|judge.labels:["1","0"]|'
        in parts[0]
    )


def test_a_signature_that_cannot_be_written_leaves_no_scores(tmp_path: Path) -> None:
    output = tmp_path / "o.jsonl"
    write_signed_lines(output, [{"a": 1}], [{"metric": "x"}])
    assert json.loads((tmp_path / "o.jsonl.signature.json").read_text())[0]["metric"] == "x"
    (tmp_path / "o.jsonl.signature.json").unlink()
    (tmp_path / "o.jsonl.signature.json").mkdir()
    with pytest.raises(ValueError, match="o.jsonl.signature.json: cannot be written"):
        write_signed_lines(output, [{"a": 2}], [{"metric": "x"}])
    assert output.read_text() == '{"a": 1}\n'
    assert sorted(path.name for path in tmp_path.iterdir()) == ["o.jsonl", "o.jsonl.signature.json"]
