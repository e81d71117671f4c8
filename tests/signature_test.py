"""Signatures as text."""

import json
from pathlib import Path

import sacrerouge_litepyramid
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.signature import announce, as_text, sign

SAMPLE = Path(sacrerouge_litepyramid.__file__).parent / "sample"


def test_a_prompt_does_not_break_the_line() -> None:
    presence = {"type": "generative", "prompt": "{summary}\n| {unit}", "labels": ["1", "0"]}
    parts = as_text(sign("lite2pyramid", presence, [Unit("a")], {})).splitlines()
    assert len(parts) == 1
    assert '|presence.type:generative|presence.prompt:"{summary}\\n| {unit}"|presence.labels:["1","0"]|' in parts[0]


def test_a_command_keeps_its_own_signatures_only(tmp_path: Path) -> None:
    from sacrerouge_litepyramid.__main__ import main

    announce({"metric": "of-an-earlier-run"})
    output = tmp_path / "scores.jsonl"
    files = [str(SAMPLE / name) for name in ("summaries.jsonl", "scus.jsonl")]
    score = ["lite2pyramid", "score", "--dataset-reader", "units-based", "--input-files", *files]
    assert main([*score, "--output-jsonl", str(output)]) == 0
    kept = json.loads((tmp_path / "scores.jsonl.signature.json").read_text("utf-8"))
    assert [each["metric"] for each in kept] == ["lite2pyramid"]
