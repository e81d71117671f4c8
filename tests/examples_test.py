"""The scripts of examples/, each run as a user runs it: without a connection, in an empty
folder.
"""

import os
import subprocess
import sys

import pytest

from helpers.pages import is_shown, list_examples
from helpers.support import ROOT

pytest.importorskip("spacy", reason="the examples extract units")

EXAMPLES = ROOT / "examples"
#: what README.md shows below each command
OUTPUTS = {
    example.text.strip(): example.output or "" for example in list_examples(EXAMPLES / "README.md")
}


#: of each script the files that it must write in out/NAME
WRITTEN = {
    "score_my_outputs": ["verdict/verdict.json", "verdict/report.html"],
    "trust_rouge": ["agreement.json", "comparison.json"],
    "annotate_50_documents": [
        "annotated/worksheet.csv",
        "forms/labels-ann.html",
        "labels/planned_labels.jsonl",
        "estimate.json",
    ],
}


@pytest.mark.parametrize("name", WRITTEN)
def test_a_script_runs_and_prints_what_is_shown(name, tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HF_HUB_OFFLINE": "1"}
    command = [sys.executable, "-W", "error::UserWarning", str(EXAMPLES / f"{name}.py")]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert is_shown(OUTPUTS[f"python examples/{name}.py"], done.stdout), done.stdout
    for file in WRITTEN[name]:
        assert (tmp_path / "out" / name / file).stat().st_size > 1000
