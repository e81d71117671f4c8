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
from helpers.forked import SACREROUGE, WITHOUT_BERT_SCORE
from sacrerouge_litepyramid.cli.main import main

SAMPLE = Path(sacrerouge_litepyramid.__file__).parent / "sample"
#: as the installed command starts: the working directory is not on the path
PLUGIN = (
    WITHOUT_BERT_SCORE
    + """
import os
sys.path = [path for path in sys.path if path not in ("", os.getcwd())]
from sacrerouge_litepyramid.__main__ import main
sys.exit(main(sys.argv[1:]))
"""
)
#: names that modules of SacreROUGE, of this package or of their imports have
NAMES = ("metrics", "datasets", "data", "models", "report", "training", "core")
INCLUDE = ["--include-packages", "sacrerouge_litepyramid"]
#: plugin._replace_overrides says why
needs_old_python = pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="SacreROUGE alone needs Python 3.11 or older"
)


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
    """The process of the plugin's command line that scored the sample, beside modules of the user.

    The other of `command_lines` ran here.
    """
    score, evaluate = command_lines("by_plugin")
    for name in NAMES:
        text = f"raise RuntimeError('{name} of the user was imported')"
        (folder / f"{name}.py").write_text(text)
    process = subprocess.run(
        [sys.executable, "-c", PLUGIN, *score], cwd=folder, capture_output=True, text=True
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert main(evaluate) == 0
    return process


@pytest.fixture(scope="module")
def by_host(folder, tmp_path_factory, fork_server):
    """The folder in which SacreROUGE's program ran both of `command_lines`."""
    host = tmp_path_factory.mktemp("host")
    (host / "config.json").write_bytes((folder / "config.json").read_bytes())
    for words in command_lines("by_host"):
        done = fork_server.run(SACREROUGE, *words, folder=host)
        assert done.returncode == 0, done.stderr
    return host / "by_host"


@needs_old_python
@pytest.mark.parametrize("name", ["scores.jsonl", "macro.json", "micro.jsonl"])
def test_both_command_lines_write_the_same_bytes(name, folder, by_host, by_plugin):
    assert (by_host / name).read_bytes() == (folder / "by_plugin" / name).read_bytes()


def test_no_module_of_the_working_directory_is_imported(by_plugin, folder):
    assert (by_plugin.returncode, by_plugin.stderr) == (0, "")
    assert (folder / "by_plugin/scores.jsonl").exists()


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
