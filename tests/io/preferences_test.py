"""preferences.jsonl: preferences are read as written, and invalid ones are refused."""

import json

import pytest

from sacrerouge_litepyramid.io.preferences import Preference, read_preferences, write_preferences

PAIR = Preference("q1", "m1", "m2", {"completeness": (1, 2), "overall": (-1,)})


def test_preferences_are_read_as_written(tmp_path):
    path = tmp_path / "preferences.jsonl"
    pairs = [PAIR, PAIR._replace(second="m3")]
    write_preferences(path, pairs)
    assert read_preferences(path) == pairs
    assert PAIR.keys == (("q1", "m1"), ("q1", "m2"))


@pytest.mark.parametrize("change", [{"third": "m4"}, {"preferences": {"overall": ["high"]}}])
def test_invalid_preferences_are_refused(tmp_path, change):
    path = tmp_path / "preferences.jsonl"
    path.write_text(json.dumps({**PAIR._asdict(), **change}), "utf-8")
    with pytest.raises(ValueError, match="line 1, instance 'q1': not a pair of preferences as"):
        read_preferences(path)
