"""preferences.jsonl: preferences are read as written, and invalid ones are refused."""

import json
import re

import pytest

from sacrerouge_litepyramid.io.preferences import Preference, read_preferences, write_preferences

PAIR = Preference("q1", "m1", "m2", {"completeness": (1, 2), "overall": (-1,)})


def test_preferences_are_read_as_written(tmp_path):
    path = tmp_path / "preferences.jsonl"
    pairs = [PAIR, PAIR._replace(second="m3")]
    write_preferences(path, pairs)
    assert read_preferences(path) == pairs
    assert PAIR.keys == (("q1", "m1"), ("q1", "m2"))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"second": 2}, "line 2, instance 'q1': the field 'second' must be a string"),
        (
            {"preferences": {"overall": []}},
            "the preferences for 'overall' must be a list with one number per annotator",
        ),
        ({"preferences": {"overall": ["1"]}}, "'overall' must be a number, not '1'"),
        (
            {"preferences": {"overall": [float("nan")]}},
            "the preferences for 'overall' must be a list with one number",
        ),
    ],
)
def test_invalid_preferences_are_refused(tmp_path, change, message):
    path = tmp_path / "preferences.jsonl"
    changed = {**PAIR._asdict(), **change}
    path.write_text(f"{json.dumps(PAIR._asdict())}\n{json.dumps(changed)}\n", "utf-8")
    with pytest.raises(ValueError, match=re.escape(message)):
        read_preferences(path)
