import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "lexical_scaling.py"


def test_each_size_is_doubled_alone():
    done = subprocess.run(
        [sys.executable, SCRIPT, "--doublings", "1", "--divisor", "25", "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["by"], row["size"]) for row in rows] == [
        *(("units", 25), ("units", 50)),
        *(("words", 25), ("words", 50)),
        *(("documents", 2), ("documents", 4)),
    ]
    assert all(row["seconds"] > 0 for row in rows) and rows[1]["ratio"] == rows[1]["seconds"] / rows[0]["seconds"]
