"""The scripts of examples/, each run as a user runs it: without a connection, in an empty
folder.
"""

import pytest

from helpers.pages import is_shown, list_examples
from helpers.support import ROOT

pytest.importorskip("spacy", reason="the examples extract units")

EXAMPLES = ROOT / "examples"
#: what README.md shows below each command
OUTPUTS = {
    example.text.strip(): example.output or "" for example in list_examples(EXAMPLES / "README.md")
}

#: as `python -W error::UserWarning script` in the folder of the scripts
RUN = """
import os, runpy, sys, warnings
warnings.simplefilter("error", UserWarning)
del sys.argv[0]
sys.path.insert(0, os.path.dirname(sys.argv[0]))
runpy.run_path(sys.argv[0], run_name="__main__")
"""
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
def test_a_script_runs_and_prints_what_is_shown(name, tmp_path, fork_server, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    done = fork_server.run(RUN, str(EXAMPLES / f"{name}.py"), folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert is_shown(OUTPUTS[f"python examples/{name}.py"], done.stdout), done.stdout
    for file in WRITTEN[name]:
        assert (tmp_path / "out" / name / file).stat().st_size > 1000
