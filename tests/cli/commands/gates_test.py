"""Requirements in a pipeline: exit statuses 0, 3 and 4 on the sample, in a shell script and in this
process.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys

import pytest

from helpers.pages import list_examples
from helpers.support import ROOT
from sacrerouge_litepyramid.cli.main import main

SHOWN = {
    example.text.strip(): example.output for example in list_examples(ROOT / "examples/README.md")
}


@pytest.fixture(scope="module")
def folder(demo_folder, tmp_path_factory):
    """The sample in the folder out, and the command in the folder bin."""
    folder = tmp_path_factory.mktemp("pipeline")
    (folder / "bin").mkdir()
    program = folder / "bin/sacrerouge-litepyramid"
    program.write_text(
        f'#!/bin/sh\nexec {sys.executable} -m sacrerouge_litepyramid "$@"\n', "utf-8"
    )
    program.chmod(0o755)
    shutil.copytree(demo_folder, folder / "out")
    return folder


@pytest.mark.parametrize(
    ("new", "old", "status", "line"),
    [
        ("copy-key", "terse", 0, "release copy-key"),
        ("terse", "copy-key", 3, "keep copy-key"),
    ],
)
def test_a_shell_script_acts_on_the_status(folder, new, old, status, line):
    environment = {
        **os.environ,
        "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
    }
    command = ["sh", str(ROOT / "examples/gate.sh"), "out", new, old]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (status, f"{line}\n", "")
    assert status or SHOWN[f"examples/gate.sh demo {new} {old}"] == done.stdout
    decision = json.loads((folder / "decision.json").read_text("utf-8"))["required"]
    assert decision["outcome"] == {0: "holds", 3: "does not hold"}[status]


def test_the_workflow_scores_its_table_and_keeps_the_page_and_the_answers(tmp_path, monkeypatch):
    yaml = pytest.importorskip("yaml")
    workflow = yaml.safe_load((ROOT / "examples/evaluate-outputs.yml").read_text("utf-8"))
    (job,) = workflow["jobs"].values()
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LITEPYRAMID_CACHE", str(tmp_path / ".litepyramid"))
    commands = [
        step["run"] for step in job["steps"] if "sacrerouge-litepyramid" in step.get("run", "")
    ]
    assert len(commands) == 2
    for command in commands:
        program, *words = shlex.split(command)
        assert program == "sacrerouge-litepyramid" and main(words) == 0
    (kept,) = [step["with"]["path"] for step in job["steps"] if step.get("with", {}).get("name")]
    assert all((tmp_path / path).stat().st_size for path in kept.split())
    assert (tmp_path / ".litepyramid/judgements.sqlite").exists()
    assert workflow["env"]["LITEPYRAMID_CACHE"].endswith("/.litepyramid")


@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        ("compare out --require-better terse copy-key", 3, "The difference is -0."),
        (
            "compare out --metrics lite2pyramid_p2c lite3pyramid_p2c --require-better "
            "lite2pyramid_p2c lite3pyramid_p2c",
            4,
            "lite2pyramid_p2c agrees better with litepyramid_recall than lite3pyramid_p2c",
        ),
        ("agreement out --require system__r__>__0", 0, "system r > 0: holds. It is 0.6"),
        (
            "agreement out --require summary__tau__>=__.5",
            4,
            " in place of these 10 would decide that it holds",
        ),
    ],
)
def test_the_last_line_says_what_was_decided_and_why(
    folder, monkeypatch, capsys, line, status, said
):
    monkeypatch.chdir(folder)
    words = [word.replace("__", " ") for word in line.split()]
    assert main(words) == status
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("Required: ") and said in last


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "agreement out --require system__>__.9",
            "a level (system, summary, global), a coefficient (r, rho, tau)",
        ),
        (
            "agreement out --require system__r__>__.9 --metrics lite2pyramid_p2c lite2pyramid_l2c",
            "for one metric",
        ),
        ("compare out --require-better terse terse", "pass two different names, not terse twice"),
    ],
)
def test_mistakes(folder, monkeypatch, capsys, line, message):
    monkeypatch.chdir(folder)
    assert main([word.replace("__", " ") for word in line.split()]) == 1
    assert message in capsys.readouterr().err
