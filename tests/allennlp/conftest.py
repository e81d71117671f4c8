"""Miniature archives for the tests of this folder, which need AllenNLP in the interpreter that runs
them.
"""

import importlib.metadata
import os
import sys
from pathlib import Path

import pytest

from helpers import miniature_archives


@pytest.fixture(scope="session", autouse=True)
def _allennlp() -> None:
    try:
        importlib.metadata.version("allennlp-models")
    except importlib.metadata.PackageNotFoundError:
        if os.environ.get("LITEPYRAMID_REQUIRE_ALLENNLP"):
            pytest.fail(
                "LITEPYRAMID_REQUIRE_ALLENNLP is set, but AllenNLP is not installed (make allennlp)"
            )
        pytest.skip("AllenNLP is not installed (make allennlp)")


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the miniature archives."""
    folder = tmp_path_factory.mktemp("miniature")
    miniature_archives.run(sys.executable, "build", folder)
    return folder


@pytest.fixture(scope="session")
def other_python(folder: Path) -> str:
    """Another interpreter with AllenNLP's own pins; its spaCy saves a pipeline of its own."""
    python = os.environ.get("LITEPYRAMID_ALLENNLP_PYTHON")
    if not python:
        pytest.skip(
            "LITEPYRAMID_ALLENNLP_PYTHON does not name a Python 3.10 with allennlp==2.10.1 and its "
            "pins"
        )
    miniature_archives.run(python, "save-pipeline", folder)
    return python
