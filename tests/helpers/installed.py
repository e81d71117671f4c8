"""An environment of its own that holds the wheel, and programs that run in it far from the
repository.
"""

import os
import subprocess
import sys
from pathlib import Path

from helpers.support import ROOT

PIP = ["-m", "pip", "--disable-pip-version-check", "install", "-q"]
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
