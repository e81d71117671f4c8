"""The scripts of examples/, each run as a user runs it: without a connection, in an empty
folder.
"""

import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.pages import is_shown, list_examples
from helpers.support import ROOT, read_lines

pytest.importorskip("spacy", reason="the examples extract units")

EXAMPLES = ROOT / "examples"
#: what README.md shows below each command
OUTPUTS = {
    example.text.strip(): example.output or "" for example in list_examples(EXAMPLES / "README.md")
}


def run_example(name: str, folder: Path) -> str:
    """Run a script without arguments in a folder and return what it prints, which README.md
    shows.
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HF_HUB_OFFLINE": "1"}
    command = [sys.executable, "-W", "error::UserWarning", str(EXAMPLES / name)]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert is_shown(OUTPUTS[f"python examples/{name}"], done.stdout), (
        f"examples/README.md\n{done.stdout}"
    )
    return done.stdout


def numbers(value: object) -> list[float]:
    """Return all numbers of a JSON value."""
    if isinstance(value, dict | list):
        return [
            number
            for each in (value.values() if isinstance(value, dict) else value)
            for number in numbers(each)
        ]
    return [float(value)] if isinstance(value, int | float) else []


def test_every_script_is_run_here():
    """A script is what has cells; the other files are modules of theirs."""
    scripts = {path.name for path in EXAMPLES.glob("*.py") if "\n# %%" in path.read_text("utf-8")}
    assert scripts == {"score_my_outputs.py", "trust_rouge.py", "annotate_50_documents.py"}
    assert {text.split("/")[-1] for text in OUTPUTS if text.startswith("python ")} == scripts
    assert set(re.findall(r"\((\w+\.py)\)", (EXAMPLES / "README.md").read_text("utf-8"))) == {
        path.name for path in EXAMPLES.glob("*.py")
    }


def test_score_my_outputs(tmp_path):
    printed = run_example("score_my_outputs.py", tmp_path)
    verdict = json.loads(
        (tmp_path / "out/score_my_outputs/verdict/verdict.json").read_text("utf-8")
    )
    leader = verdict["comparison"]["systems"][0]["system"]
    assert re.search(
        rf"^By .+, {leader} has the highest mean, 0\.\d{{3}}", printed, flags=re.MULTILINE
    )
    assert (
        re.search(r"^U1 +\d+%  (stated|not stated) ", printed, flags=re.MULTILINE)
        and "log-odds: start" in printed
    )
    lowest = re.search(
        rf"^(\S+), {leader}: lite3pyramid p2c (0\.\d{{3}})$", printed, flags=re.MULTILINE
    )
    scores = {
        line["instance_id"]: line["metrics"]["lite3pyramid"]["p2c"]
        for line in read_lines(tmp_path / "out/score_my_outputs/verdict/scores.jsonl")
        if line["summarizer_id"] == leader
    }
    assert min(scores, key=lambda name: scores[name]) == lowest[1] and min(
        scores.values()
    ) == pytest.approx(float(lowest[2]), abs=6e-4)
    assert (tmp_path / "out/score_my_outputs/verdict/report.html").stat().st_size > 10_000


def test_trust_rouge(tmp_path):
    printed = run_example("trust_rouge.py", tmp_path)
    for name in ("ROUGE-1", "ROUGE-2", "Lite2Pyramid", "Lite3Pyramid"):
        for level in ("system", "summary"):
            assert re.search(rf"^{name} +{level} +-?[01]\.\d{{3}} \[", printed, flags=re.MULTILINE)
    settled = re.findall(r"If this is the true difference, (\d+) documents", printed)
    assert len(settled) == 3 and all(int(count) > 10 for count in settled)
    assert printed.count("no significant difference.") == 3
    for name in ("agreement.json", "comparison.json"):
        found = numbers(json.loads((tmp_path / "out/trust_rouge" / name).read_text("utf-8")))
        assert len(found) > 30 and all(map(math.isfinite, found))


def test_annotate_50_documents(tmp_path):
    printed = run_example("annotate_50_documents.py", tmp_path)
    folder = tmp_path / "out/annotate_50_documents"
    assert re.search(r"write SCUs for 80 of 150 sentences", printed, flags=re.MULTILINE)
    units = [
        unit["kind"]
        for line in read_lines(folder / "annotated/units.jsonl")
        for unit in line["units"]
    ]
    assert units.count("scu") == 160 and units.count("stu") > 70
    covering = re.search(
        r"^(\d) of 4 intervals contain the human score", printed, flags=re.MULTILINE
    )
    assert int(covering[1]) >= 3
    rows = re.findall(
        r"  human (0\.\d+), judge and labels (0\.\d+) \[.*?\], judge (0\.\d+)\n", printed
    )
    scores = [[float(score) for score in row] for row in rows]
    errors = [(abs(both - human), abs(judge - human)) for human, both, judge in scores]
    assert (
        len(errors) == 4 and max(both for both, _ in errors) < max(judge for _, judge in errors) / 3
    )
    for name in (
        "annotated/worksheet.csv",
        "forms/labels-ann.html",
        "labels/planned_labels.jsonl",
        "estimate.json",
    ):
        assert (folder / name).stat().st_size > 1000
