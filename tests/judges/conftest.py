"""Miniature NLI models, saved once per session."""

import shutil
from pathlib import Path

import pytest

from helpers import nli_models
from helpers.build_once import BuildOnce


@pytest.fixture(scope="session")
def folders(build_once: BuildOnce) -> dict[str, Path]:
    root = build_once(
        "nli",
        lambda root: [
            save(root / name, labels) for name, (save, labels, _) in nli_models.MODELS.items()
        ],
    )
    return {name: root / name for name in nli_models.MODELS}


@pytest.fixture
def roberta(folders: dict[str, Path], tmp_path: Path) -> Path:
    """Return a copy that a test may damage."""
    return Path(shutil.copytree(folders["roberta"], tmp_path / "roberta"))
