"""Miniature archives for the tests of this folder, which need AllenNLP in the interpreter that runs them."""

import importlib.metadata
import json
import os
import subprocess
import sys
from pathlib import Path

import miniature
import pytest

from sacrerouge_litepyramid.extraction import allennlp_compat

SCRIPT = Path(miniature.__file__)


def run_miniature(python: str, command: str, folder: Path, texts: dict[str, list[str]] | None = None) -> str:
    """What `miniature.py` prints."""
    done = subprocess.run(
        [python, SCRIPT, allennlp_compat.__file__, command, folder],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        pytest.fail(f"{command} with {python} failed:\n{done.stderr[-4000:]}")
    return done.stdout


@pytest.fixture(scope="session", autouse=True)
def _allennlp() -> None:
    try:
        importlib.metadata.version("allennlp-models")
    except importlib.metadata.PackageNotFoundError:
        if os.environ.get("LITEPYRAMID_REQUIRE_ALLENNLP"):
            pytest.fail("LITEPYRAMID_REQUIRE_ALLENNLP is set, but AllenNLP is not installed (make allennlp)")
        pytest.skip("AllenNLP is not installed (make allennlp)")


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the miniature archives."""
    folder = tmp_path_factory.mktemp("miniature")
    run_miniature(sys.executable, "build", folder)
    return folder


@pytest.fixture(scope="session")
def other_python(folder: Path) -> str:
    """Another interpreter with AllenNLP's own pins; its spaCy saves a pipeline of its own."""
    python = os.environ.get("LITEPYRAMID_ALLENNLP_PYTHON")
    if not python:
        pytest.skip("LITEPYRAMID_ALLENNLP_PYTHON does not name a Python 3.10 with allennlp==2.10.1 and its pins")
    run_miniature(python, "save-pipeline", folder)
    return python
