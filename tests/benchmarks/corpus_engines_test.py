import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("ray", reason="needs ray")

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "corpus_engines.py"


def test_both_engines_are_measured_on_each_size():
    done = subprocess.run(
        [sys.executable, SCRIPT, "--summaries", "60", "--units", "2", "--batch-size", "20", "--json"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(SCRIPT.parents[1])},
    )
    local, ray = map(json.loads, done.stdout.splitlines())
    assert (local["engine"], ray["engine"], ray["summaries"], ray["pairs"]) == ("local", "ray", 60, 120)
    assert set(local["memory"]) >= {"driver"} and set(ray["memory"]) >= {"driver", "workers"}
    assert all(0 < row["scoring_seconds"] <= row["seconds"] for row in (local, ray))
