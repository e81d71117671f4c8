import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "lexical_throughput.py"


def test_one_json_object_about_a_small_folder(tmp_path):
    for name, text in {
        "ids.txt": "a\nb\n",
        "references.txt": "the cat sat\nrain fell\n",
        "SCUs.txt": "cat\tsat\nrain fell\n",
        "summaries/x.summary": "a cat\nrain\n",
        "summaries/y.summary": "a dog\nsnow\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, SCRIPT, "--data", tmp_path, "--json"], capture_output=True, text=True, check=True
    )
    results = json.loads(done.stdout)
    assert results["summaries"] == 4
    assert results["pairs"] == 6
    assert min(results.values()) > 0
