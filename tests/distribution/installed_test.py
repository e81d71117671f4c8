"""The wheel in an environment of its own, far from the repository, with the base requirements
alone.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.support import ROOT, read_lines
from sacrerouge_litepyramid._version import __version__

#: what is not imported is not compiled either, which takes longer than the installation
PIP = ["-m", "pip", "--disable-pip-version-check", "install", "-q", "--no-compile"]
CONSTRAINTS = ["-c", str(ROOT / "requirements/constraints.txt")]


class Installed:
    """An environment in a folder; `run` starts one of its programs in another, empty folder."""

    def __init__(self, folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", str(folder / "environment")], check=True)
        self.programs = folder / "environment/bin"
        self.elsewhere = folder / "elsewhere"
        self.elsewhere.mkdir()

    def install(self, *requirements: str) -> None:
        """Install requirements, in the versions that the tests were run with."""
        self.run("python", *PIP, *CONSTRAINTS, *requirements)

    def run(self, program: str, *arguments: str) -> str:
        """Run a program of the environment and return what it prints.

        It must end without an error.
        """
        return run([str(self.programs / program), *arguments], self.elsewhere)


def run(command: list[str], folder: Path) -> str:
    """Run a command without this process's Python settings.

    AssertionError with all that it printed where it fails.
    """
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "VIRTUAL_ENV"))
    }
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """As README.md says under "Installing by hand", without the extras."""
    installed = Installed(tmp_path_factory.mktemp("installed"))
    installed.install(f"{wheel}[sacrerouge]")
    installed.run("python", *PIP, "--no-deps", "-r", str(ROOT / "requirements/sacrerouge.txt"))
    return installed


def test_it_is_the_wheel_that_runs(installed):
    where = installed.run(
        "python", "-c", "import sacrerouge_litepyramid; print(sacrerouge_litepyramid.__file__)"
    )
    assert Path(where).is_relative_to(installed.programs.parent)
    assert installed.run("sacrerouge-litepyramid", "--version").strip() == __version__


def test_doctor_is_content_and_names_what_is_optional(installed):
    printed = installed.run("sacrerouge-litepyramid", "doctor")
    assert "All required packages are installed." in printed
    assert 'missing\n  pip install "sacrerouge-litepyramid[nli]"' in printed


def test_the_sample_is_scored(installed):
    printed = installed.run("sacrerouge-litepyramid", "demo", "--output-dir", "demo")
    assert "10 documents, 5 systems" in printed
    assert "copy-key has the highest mean" in printed
    lines = read_lines(installed.elsewhere / "demo/scores.jsonl")
    assert len(lines) == 50 and {"p2c", "l2c"} == set(lines[0]["metrics"]["lite2pyramid"])


def test_python_scores_without_sacrerouge(wheel, tmp_path_factory):
    alone = Installed(tmp_path_factory.mktemp("alone"))
    alone.install(str(wheel))
    script = (
        "from sacrerouge_litepyramid import load, score; print(score(['A fire.'], units=[['A "
        "fire.']]).mean['l2c'])"
    )
    assert alone.run("python", "-W", "ignore", "-c", script).strip() == "1.0"
    assert "copy-key has the highest mean" in alone.run("sacrerouge-litepyramid", "demo")
    assert "All required packages are installed." in alone.run("sacrerouge-litepyramid", "doctor")
