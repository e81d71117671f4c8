"""The commands that README.md and docs/ show: all are understood, and the walk-through runs."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from support import ROOT

from sacrerouge_litepyramid.__main__ import build_parser

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PLUGIN = "sacrerouge-litepyramid"


def commands(page: Path) -> list[list[str]]:
    """The plugin's command lines in a page's code blocks, as words."""
    blocks = re.findall(r"^```\n(.*?)^```", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    lines = [line for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    return [shlex.split(line)[1:] for line in lines if line.startswith(PLUGIN + " ")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_is_understood(page):
    parser = build_parser()
    for words in commands(page):
        assert hasattr(parser.parse_args(words), "func"), words


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_run(page, tmp_path):
    for block in re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE):
        done = subprocess.run([sys.executable, "-c", block], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0 and done.stdout, done.stderr


def test_the_walk_through_of_the_readme_runs(shared, tmp_path):
    text = (ROOT / "README.md").read_text("utf-8")
    section = text[text.index("## REALSumm, step by step") :]
    block = re.search(r"^```\n(.*?)^```", section, flags=re.DOTALL | re.MULTILINE)[1]
    (tmp_path / "configs").symlink_to(ROOT / "configs")
    for line in block.splitlines():
        words = shlex.split(line)[1:]
        if words[0] == "setup-dataset":
            words += ["--source", str(shared / "data/lite-pyramid/REALSumm")]
        done = subprocess.run([sys.executable, "-m", "sacrerouge_litepyramid", *words], cwd=tmp_path, text=True)
        assert done.returncode == 0, line
    correlations = json.loads((tmp_path / "out/realsumm/correlations.json").read_text())
    assert correlations["system_level"]["num_summarizers"] == 25
    assert correlations["system_level"]["pearson"]["r"] >= 0.93
    assert correlations["summary_level"]["pearson"]["r"] >= 0.55
