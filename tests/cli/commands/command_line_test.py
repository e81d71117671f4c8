"""The command lines as a user runs them, from a folder that is not the repository.

In a process of their own where the two command lines are compared, and for each way to end;
otherwise in this one.
"""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import sacrerouge_litepyramid
from sacrerouge_litepyramid.cli.main import main

SAMPLE = Path(sacrerouge_litepyramid.__file__).parent / "sample"
PLUGIN = [sys.executable, "-m", "sacrerouge_litepyramid"]
#: several of SacreROUGE's command lines in one process, which takes seconds to start
HOST = """
import json, runpy, sys
for words in json.loads(sys.argv[1]):
    sys.argv[1:] = words
    runpy.run_module("sacrerouge", run_name="__main__")
"""
INCLUDE = ["--include-packages", "sacrerouge_litepyramid"]
#: plugin._replace_overrides says why
needs_old_python = pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="SacreROUGE alone needs Python 3.11 or older"
)


def run(command, folder, status=0):
    process = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=None)
    assert process.returncode == status, process.stderr
    return process


def command_lines(name):
    """What both command lines run, each with outputs in the folder ``name``."""
    config = ["--config", "config.json", *INCLUDE]
    scores = ["--output-jsonl", f"{name}/scores.jsonl"]
    means = ["--macro-output-json", f"{name}/macro.json"]
    means += ["--micro-output-jsonl", f"{name}/micro.jsonl"]
    return ["score", *config, *scores], ["evaluate", *config, *means]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a config for the sample."""
    folder = tmp_path_factory.mktemp("elsewhere")
    config = {
        "dataset_reader": "units-based",
        "input_files": [str(SAMPLE / "summaries.jsonl"), str(SAMPLE / "scus.jsonl")],
        "metrics": [{"type": "lite2pyramid"}, {"type": "chrf"}],
    }
    (folder / "config.json").write_text(json.dumps(config))
    return folder


@pytest.fixture
def here(folder, monkeypatch):
    """The folder, as the working directory."""
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture(scope="module")
def by_plugin(folder):
    """The process of the plugin's command line that scored the sample.

    The other of `command_lines` ran here.
    """
    score, evaluate = command_lines("by_plugin")
    process = run([*PLUGIN, *score], folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert main(evaluate) == 0
    return process


@pytest.fixture(scope="module")
def by_host(folder):
    """The process of SacreROUGE's command line that ran all of `command_lines`."""
    return run([sys.executable, "-c", HOST, json.dumps(command_lines("by_host"))], folder)


@needs_old_python
@pytest.mark.parametrize("name", ["scores.jsonl", "macro.json", "micro.jsonl"])
def test_both_command_lines_write_the_same_bytes(name, folder, by_host, by_plugin):
    assert (folder / "by_host" / name).read_bytes() == (folder / "by_plugin" / name).read_bytes()


def test_a_run_names_its_default_model_its_signature_and_its_output(by_plugin):
    (line,) = [line for line in by_plugin.stdout.splitlines() if "No judge was named" in line]
    assert "shiyue/roberta-large-tac08" in line and "[nli]" in line
    assert "Signature: lite2pyramid|version:" in by_plugin.stdout
    assert by_plugin.stdout.splitlines()[-1] == "Written: by_plugin/scores.jsonl"


def test_the_demo_shows_a_verdict_the_systems_and_what_to_do_next(here, capsys):
    assert main(["demo", "--output-dir", "demo"]) == 0
    printed = capsys.readouterr().out
    lines = printed.splitlines()
    assert len(lines) <= 24 and max(map(len, lines)) <= 100
    assert "10 documents, 5 systems" in printed and "copy-key has the highest mean" in printed
    assert "Trust: undecided. r over systems is 0.653 on these 10 documents; another" in printed
    hints = re.findall(r"^sacrerouge-litepyramid (.*?) +#", printed, flags=re.MULTILINE)
    assert [hint.split()[0] for hint in hints] == ["report", "compare", "agreement", "explain"]
    for hint in hints:
        assert main(shlex.split(hint)) == 0
    assert (here / "demo/report.html").exists()


@pytest.mark.parametrize(
    ("name", "more", "message"),
    [
        ("summaries.jsonl", [], "it contains other data (summaries.jsonl), which would be"),
        ("README.md", ["--overwrite"], "README.md: the file exists, differs from what this demo"),
    ],
)
def test_the_demo_replaces_no_file_of_the_user(tmp_path, capsys, name, more, message):
    (tmp_path / name).write_text("mine")
    assert main(["demo", "--output-dir", str(tmp_path), *more]) == 1
    assert message in capsys.readouterr().err
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(name, "mine")]
