"""Miniature archives for the tests of this folder, which need AllenNLP in the interpreter that runs
them.
"""

import importlib.metadata
import sys
from pathlib import Path

import pytest

from helpers import miniature_archives
from helpers.support import skip_without


@pytest.fixture(scope="session", autouse=True)
def _allennlp() -> None:
    try:
        importlib.metadata.version("allennlp-models")
    except importlib.metadata.PackageNotFoundError:
        skip_without("AllenNLP", "allennlp")


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the miniature archives."""
    folder = tmp_path_factory.mktemp("miniature")
    miniature_archives.run(sys.executable, "build", folder)
    return folder
