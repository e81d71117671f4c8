"""Miniature archives for the tests of this folder, which need AllenNLP in the interpreter that runs
them.
"""

import importlib.metadata
import sys
from pathlib import Path

import pytest

from helpers import miniature_archives
from helpers.build_once import BuildOnce
from helpers.support import skip_without


@pytest.fixture(scope="session", autouse=True)
def _allennlp() -> None:
    try:
        importlib.metadata.version("allennlp-models")
    except importlib.metadata.PackageNotFoundError:
        skip_without("AllenNLP", "allennlp")


@pytest.fixture(scope="session")
def folder(build_once: BuildOnce) -> Path:
    """The folder of the miniature archives."""
    return build_once(
        "archives", lambda folder: miniature_archives.run(sys.executable, "build", folder)
    )
