import os
import subprocess
import sys

from helpers.support import ROOT
from sacrerouge_litepyramid.cli.commands.demo import SAMPLE

SCRIPT = ROOT / "benchmarks" / "supert_agreement.py"


def test_a_row_for_each_metric_of_the_sample(tmp_path):
    titles = ["whole, f1", "top-clique, f1", "js-relevance"]
    done = subprocess.run(
        [sys.executable, SCRIPT, "--data", SAMPLE, "--only", *titles],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    head, line, *rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in done.stdout.splitlines()]
    assert head == ["Metric", "summary r/ρ/τ", "system r/ρ/τ", "summaries", "seconds"]
    assert [row[0] for row in rows] == titles
    for row in rows:
        assert row[3] == "50" and float(row[4]) >= 0, "seconds, rounded"
        assert all(-1 <= float(value) <= 1 for cell in row[1:3] for value in cell.split("/"))
