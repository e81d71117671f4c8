import json
import subprocess
import sys

import pytest

from helpers.support import ROOT


def test_one_json_object_about_a_few_references(tmp_path):
    pytest.importorskip("spacy")
    (tmp_path / "references.txt").write_text("The cat sat on the mat. It purred.\nRain fell in the north.\n", "utf-8")
    command = [
        sys.executable,
        ROOT / "benchmarks/extraction_throughput.py",
        "--references",
        tmp_path / "references.txt",
    ]
    done = subprocess.run([*command, "--count", "5", "--json"], capture_output=True, text=True, check=True)
    results = json.loads(done.stdout)
    assert results["references"] == 5
    assert results["times_parsing"] > 0.5
