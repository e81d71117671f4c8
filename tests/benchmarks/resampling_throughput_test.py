import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "resampling_throughput.py"


def test_one_json_object_about_a_small_matrix():
    sizes = ["--systems", "5", "--documents", "6", "--resamples", "10", "--reference", "2"]
    done = subprocess.run([sys.executable, SCRIPT, *sizes, "--json"], capture_output=True, text=True, check=True)
    results = json.loads(done.stdout)
    assert list(results) == [f"bootstrap over {each}" for each in ("documents", "systems", "both")] + [
        "permutation test"
    ]
    assert all(found["seconds"] > 0 and found["times"] > 0 for found in results.values())
