"""Signatures as text."""

from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.metrics.signature import as_text, sign


def test_a_prompt_does_not_break_the_line() -> None:
    presence = {"type": "generative", "prompt": "{summary}\n| {unit}", "labels": ["1", "0"]}
    parts = as_text(sign("lite2pyramid", presence, [Unit("a")], {})).splitlines()
    assert len(parts) == 1
    assert '|presence.type:generative|presence.prompt:"{summary}\\n| {unit}"|presence.labels:["1","0"]|' in parts[0]
